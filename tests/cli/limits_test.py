"""What a file may cost: refused by its numbers before memory is taken."""
import os
import resource
import struct
import subprocess
import unittest
import zlib

import numpy as np

from support import TOOL, ToolTest, main, png_chunk, png_of, png_write, random_picture

SANITIZED = "NINEFOLD_TEST_SANITIZED" in os.environ
BLUR = ("blur", "--sigma", "1", "--linear", "off")


def announced(width, height, bits=8, colour_type=6, rows=b""):
    """A PNG that announces a size and holds next to nothing."""
    header = struct.pack(">IIBBBBB", width, height, bits, colour_type, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + png_chunk(b"IHDR", header) + png_chunk(b"IDAT", zlib.compress(rows)) +
            png_chunk(b"IEND", b""))


def zeros_compressed(megabytes):
    packer = zlib.compressobj(9)
    return b"".join([*(packer.compress(bytes(1 << 20)) for _ in range(megabytes)), packer.flush()])


class LimitsTest(ToolTest):
    def peak_mb(self, *words):
        """Runs the tool; (exit status, standard error, peak memory in MB)."""
        if SANITIZED:
            self.skipTest("sanitizers take memory of their own")
        # Linux counts what this process held before it became the tool, so it must stay small itself.
        self.assertLess(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 46)
        process = subprocess.Popen([TOOL, *words], cwd=self.folder, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)
        said = process.stderr.read().decode()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        process.stderr.close()
        return process.returncode, said, used.ru_maxrss / 1024

    def test_sides_and_pixels_are_limited(self):
        for width, height, number in ((1000001, 1, "1000000"), (1, 2**31 - 1, "1000000"),
                                      (2**32 - 1, 2**32 - 1, "1000000"), (100000, 100000, "10000000000"),
                                      (46341, 46341, "1000000000")):
            self.put("in.png", announced(width, height))
            self.refuse(3, *BLUR, "in.png", "-o", "out.png", says=["in.png", str(width), str(height), number])
        self.put("in.npy", b"\x93NUMPY\x01\0\x47\0" +
                 b"{'descr': '|u1', 'fortran_order': False, 'shape': (40000, 40000), }".ljust(71))
        self.refuse(3, *BLUR, "in.npy", "-o", "out.npy", says=["1600000000"])
        self.put("in.ppm", b"P6 99999999999999999999 1 255\n")
        self.refuse(3, *BLUR, "in.ppm", "-o", "out.npy", says=["1000000"])

    def test_max_pixels_and_max_memory(self):
        self.put("in.png", random_picture(100, 100, 3, np.uint8))
        self.refuse(3, *BLUR, "--max-pixels", "9999", "in.png", "-o", "out.png", says=["10000", "9999", "--max-pixels"])
        self.refuse(3, *BLUR, "--max-memory", "59999", "in.png", "-o", "out.png", says=["59999", "--max-memory"])
        self.succeed(*BLUR, "--max-pixels", "10000", "--max-memory", "16M", "in.png", "-o", "out.png")

    def test_size_options_apply_to_explain(self):
        self.refuse(3, "explain", *BLUR, "--size", "100000x100000", says=["10000000000"])
        self.refuse(3, "explain", *BLUR, "--size", "200x200", "--max-pixels", "100", says=["40000"])

    def test_untrusted_files(self):
        picture = random_picture(20, 20, 3, np.uint8)
        self.put("in.png", picture)
        self.put("in.npy", picture)
        self.succeed(*BLUR, "--untrusted", "in.png", "-o", "out.png")
        self.refuse(3, *BLUR, "--untrusted", "in.npy", "-o", "out.npy", says=["NPY", "--untrusted"])
        self.put("big.png", announced(8001, 8000))
        self.refuse(3, *BLUR, "--untrusted", "big.png", "-o", "big2.png", says=["64008000", "64000000"])
        self.refuse(3, *BLUR, "--untrusted", "--max-pixels", "1000000000", "big.png", "-o", "big2.png",
                    says=["64000000"])
        self.put("deep.png", announced(7900, 7900, bits=16))
        self.refuse(3, *BLUR, "--untrusted", "deep.png", "-o", "deep2.png", says=["512000000"])

    def test_a_small_file_that_announces_much_costs_little(self):
        self.put("in.png", announced(30000, 30000, colour_type=0, rows=b"\0" * 30001 * 3))
        status, said, peak_mb = self.peak_mb(*BLUR, "in.png", "-o", "out.png")
        self.assertEqual((status, said.count("\n")), (1, 1), said)
        self.assertLess(peak_mb, 64)

    def test_data_that_inflate_beyond_the_picture_cost_nothing(self):
        bomb = zeros_compressed(64)
        header = png_chunk(b"IHDR", struct.pack(">IIBBBBB", 4, 4, 8, 2, 0, 0, 0))
        self.put("in.png", b"\x89PNG\r\n\x1a\n" + header + png_chunk(b"IDAT", bomb) + png_chunk(b"IEND", b""))
        status, _, peak_mb = self.peak_mb(*BLUR, "in.png", "-o", "out.png")
        self.assertIn(status, (0, 1))
        self.assertLess(peak_mb, 48)

    def test_chunks_that_are_no_pixels_cost_nothing(self):
        picture = random_picture(5, 5, 3, np.uint8)
        bomb = zeros_compressed(200)
        plain = ("blur", "--sigma", "0", "--linear", "off")
        for extra in ([(b"iCCP", b"name\0\0" + bomb)], [(b"zTXt", b"name\0\0" + bomb)],
                      [(b"iTXt", b"name\0\1\0\0\0" + bomb)], [(b"tEXt", b"k\0text")] * 3000, [(b"iCCP", b"broken")],
                      [(b"gAMA", b"")], [(b"sBIT", b"\xff" * 9)]):
            self.put("in.png", png_write(picture, 8, 2, extra=extra))
            status, said, peak_mb = self.peak_mb(*plain, "in.png", "-o", "out.png", "--force")
            self.assertEqual((status, said), (0, ""), extra[0][0])
            self.assertLess(peak_mb, 48, extra[0][0])
            self.assert_same(self.get("out.png"), picture)

    def test_a_chunk_of_two_gigabytes_is_refused_at_once(self):
        data = png_of(random_picture(5, 5, 3, np.uint8))
        chunk = struct.pack(">I4s", 0x7fffffff, b"iCCP") + b"name\0\0"
        self.put("in.png", data[:33] + chunk)
        status, said, peak_mb = self.peak_mb(*BLUR, "in.png", "-o", "out.png")
        self.assertEqual((status, said.count("\n")), (1, 1), said)
        self.assertLess(peak_mb, 48)

    def test_text_header_without_end_is_refused(self):
        for data in (b"P6 " + b"1" * 1000000, b"P6\n#" + b"x" * 1000000, b"PF " + b" " * 1000000):
            self.put("in.ppm", data)
            self.refuse(1, *BLUR, "in.ppm", "-o", "out.npy", says=["header"])


if __name__ == "__main__":
    main()
