"""Every kind of file in and out, against encoders and a decoder written here; and broken ones."""
import struct
import unittest
import zlib

import numpy as np

from support import CHANNELS, ToolTest, main, png_chunk, png_of, png_read, png_write, random_picture

# Leaves every sample as it is.
COPY = ("blur", "--sigma", "0", "--linear", "off", "--alpha", "ignore")


def netpbm(magic, width, height, maximum, samples):
    return b"%s\n# a remark\n%d %d\n%d\n" % (magic, width, height, maximum) + samples.tobytes()


def npy(array_bytes, descr, shape, version=1, fortran=False):
    text = ("{'descr': '%s', 'fortran_order': %s, 'shape': %s, }\n" % (descr, fortran, shape)).encode()
    length = struct.pack("<H" if version == 1 else "<I", len(text))
    return b"\x93NUMPY" + bytes([version, 0]) + length + text + array_bytes


def bmp(picture):
    """24 bits, bottom up, rows padded to four bytes."""
    height, width, _ = picture.shape
    rows = b"".join(row[:, ::-1].tobytes() + b"\0" * (-3 * width % 4) for row in picture[::-1])
    return (struct.pack("<2sIII", b"BM", 54 + len(rows), 0, 54) +
            struct.pack("<IiiHHIIiiII", 40, width, height, 1, 24, 0, len(rows), 0, 0, 0, 0) + rows)


def tga(picture, run_length=False):
    """Top down; 24 bits or grey; run-length packets of one pixel each."""
    height, width, channels = picture.shape
    kind = (2 if channels == 3 else 3) + (8 if run_length else 0)
    pixels = picture[:, :, ::-1]
    body = b"".join(b"\x80" + p.tobytes() for row in pixels for p in row) if run_length else pixels.tobytes()
    return struct.pack("<BBBHHBHHHHBB", 0, 0, kind, 0, 0, 0, 0, 0, width, height, 8 * channels, 0x20) + body


def hdr(picture):
    """Flat Radiance pixels (narrower than 8: no runs) of powers of two times 1..255."""
    height, width, _ = picture.shape
    exponent = np.full((height, width, 1), 128 + 8, np.uint8)
    return (b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y %d +X %d\n" % (height, width) +
            np.concatenate([picture, exponent], 2).tobytes())


def jpeg(levels):
    """Grey blocks of 8 x 8, each of one level: 128 + a multiple of 8. Baseline, only DC coefficients."""
    rows, columns = levels.shape
    quantizer = b"\xff\xdb\0\x43\0" + b"\x40" * 64             # DC step 64: level steps of 8
    frame = struct.pack(">HHBHHBBBB", 0xffc0, 11, 8, rows * 8, columns * 8, 1, 1, 0x11, 0)
    # DC: the sizes 0..6 are the codes of three bits 0..6. AC: the end of a block is the one bit 0.
    dc = b"\xff\xc4" + struct.pack(">HB", 26, 0x00) + bytes([0, 0, 7] + [0] * 13) + bytes(range(7))
    ac = b"\xff\xc4" + struct.pack(">HB", 20, 0x10) + bytes([1] + [0] * 15) + b"\0"
    scan = b"\xff\xda" + struct.pack(">HBBBBBB", 8, 1, 1, 0x00, 0, 63, 0)
    bits, last = "", 0
    for level in levels.reshape(-1):
        value = (int(level) - 128) // 8
        difference, last = value - last, value
        size = abs(difference).bit_length()
        bits += format(size, "03b")
        if size:
            bits += format(difference if difference > 0 else difference + (1 << size) - 1, f"0{size}b")
        bits += "0"
    bits += "1" * (-len(bits) % 8)
    data = bytes(int(bits[i:i + 8], 2) for i in range(0, len(bits), 8)).replace(b"\xff", b"\xff\0")
    return b"\xff\xd8" + quantizer + frame + dc + ac + scan + data + b"\xff\xd9"


class FormatsTest(ToolTest):
    def copied(self, data, output="out.npy"):
        self.put("in", data)
        self.succeed(*COPY, "in", "-o", output, "--force")
        return self.get(output)

    def test_png_of_every_colour_type_and_depth_in(self):
        for colour_type, depths in ((0, (1, 2, 4, 8, 16)), (2, (8, 16)), (4, (8, 16)), (6, (8, 16))):
            for bits in depths:
                for interlaced in (False, True):
                    for height, width in ((11, 13), (1, 1), (3, 2), (8, 1)):
                        samples = random_picture(height, width, CHANNELS[colour_type], np.uint16) >> (16 - bits)
                        data = png_write(samples, bits, colour_type, interlaced, filter_type=bits % 3)
                        dtype = np.uint16 if bits == 16 else np.uint8
                        scale = 255 // (2**bits - 1) if bits < 8 else 1
                        self.assert_same(self.copied(data), (samples * scale).astype(dtype))

    def test_png_palettes_in(self):
        colours = random_picture(1, 16, 3, np.uint8)[0]
        alphas = np.array([0, 7, 200], np.uint8)
        for bits in (1, 2, 4, 8):
            known = min(2**bits, 16)
            samples = random_picture(5, 9, 1, np.uint8) % known
            palette = (b"PLTE", colours[:known].tobytes())
            self.assert_same(self.copied(png_write(samples, bits, 3, extra=[palette])), colours[samples[:, :, 0]])
            used = alphas[:known]
            alpha = np.concatenate([used, np.full(16, 255, np.uint8)])[samples]
            data = png_write(samples, bits, 3, True, extra=[palette, (b"tRNS", used.tobytes())])
            self.assert_same(self.copied(data), np.concatenate([colours[samples[:, :, 0]], alpha], 2))

    def test_png_transparent_colours_become_alpha(self):
        for colour_type, bits in ((0, 2), (0, 8), (0, 16), (2, 8), (2, 16)):
            dtype, top = (np.uint16, 65535) if bits == 16 else (np.uint8, 255)
            samples = random_picture(7, 6, CHANNELS[colour_type], np.uint16) >> (16 - bits)
            hole = samples[3, 2]
            samples[5, 1] = hole
            data = png_write(samples, bits, colour_type, extra=[(b"tRNS", hole.astype(">u2").tobytes())])
            alpha = np.where((samples == hole).all(2, keepdims=True), 0, top)
            scale = 255 // (2**bits - 1) if bits < 8 else 1
            self.assert_same(self.copied(data), np.concatenate([samples * scale, alpha], 2).astype(dtype))

    def test_png_out_is_what_an_own_decoder_reads(self):
        for dtype in (np.uint8, np.uint16):
            for channels in (1, 2, 3, 4):
                picture = random_picture(17, 23, channels, dtype)
                self.put("in.npy", picture)
                for compression in ("0", "1", "9"):
                    self.succeed(*COPY, "in.npy", "-o", f"{compression}.png", "--force", "--compression", compression)
                    self.assert_same(self.get(f"{compression}.png"), picture)
                sizes = [self.path(f"{c}.png").stat().st_size for c in "09"]
                self.assertGreater(sizes[0], picture.nbytes)

    def test_npy_of_every_type_order_and_version_in(self):
        for dtype in ("|u1", "<u2", ">u2", "<f4", ">f4"):
            base = random_picture(5, 4, 3, np.dtype(dtype).newbyteorder("=").type)
            for picture in (base, base[:, :, 0]):
                stored = picture.astype(dtype)
                expected = picture.reshape(5, 4, -1)
                for version in (1, 2, 3):
                    self.assert_same(self.copied(npy(stored.tobytes(), dtype, picture.shape, version)), expected)
                turned = npy(stored.tobytes(order="F"), dtype, picture.shape, fortran=True)
                self.assert_same(self.copied(turned), expected)
        many = random_picture(3, 4, 9, np.uint16)
        self.assert_same(self.copied(npy(many.tobytes(), "<u2", many.shape) + b"trailing"), many)

    def test_npy_that_is_no_picture_is_refused(self):
        for data, word in ((npy(b"\0" * 96, "<f8", (3, 4)), "f8"), (npy(b"\0" * 12, "|b1", (3, 4)), "b1"),
                           (npy(b"\0" * 12, "|u1", (12,)), "dimensions"), (npy(b"", "|u1", (0, 4)), "0"),
                           (npy(b"\0" * 16, "|u1", (2, 2, 2, 2)), "dimensions"),
                           (npy(b"\0" * 12, "|u1", (3, 4), 4), "version"),
                           (npy(b"\0" * 11, "|u1", (3, 4)), "truncated"), (npy(b"\0" * 12, "|O", (3, 4)), "O"),
                           (b"\x93NUMPY\x02\0" + b"\xff" * 8, "header"),
                           (b"\x93NUMPY\x01\0\x10\0{'descr'", "truncated")):
            self.put("in.npy", data)
            self.refuse(1, *COPY, "in.npy", "-o", "out.npy", says=["in.npy", word])

    def test_pfm_of_both_kinds_and_orders(self):
        for magic, channels in ((b"PF", 3), (b"Pf", 1)):
            picture = random_picture(4, 5, channels, np.float32) * 9 - 3
            for scale, dtype in ((b"-1.0", "<f4"), (b"1", ">f4"), (b"-0.5", "<f4")):
                stored = picture[::-1].astype(dtype).tobytes()
                data = b"%s\n5 4\n%s\n" % (magic, scale) + stored
                self.assert_same(self.copied(data), picture)
                self.copied(data, "out.npy")
                self.succeed(*COPY, "in", "-o", "out.pfm", "--force")
                self.assertEqual(self.path("out.pfm").read_bytes(),
                                 b"%s\n5 4\n-1.0\n" % magic + picture[::-1].astype("<f4").tobytes())
        for data in (b"PF\n5 4\n0\n", b"PF\n5 4\nx\n", b"PF\n-5 4\n1\n", b"PF\n5 4\n1\n" + b"\0" * 239, b"PF\n5"):
            self.put("in.pfm", data)
            self.refuse(1, *COPY, "in.pfm", "-o", "out.pfm", "--force", says=["in.pfm"])

    def test_pnm_in(self):
        for magic, channels in ((b"P5", 1), (b"P6", 3)):
            for maximum, dtype in ((255, np.uint8), (15, np.uint8), (65535, np.uint16), (1023, np.uint16)):
                samples = (random_picture(4, 5, channels, np.uint16) % (maximum + 1)).astype(dtype)
                top = np.iinfo(dtype).max
                expected = np.floor(samples * (top / maximum) + 0.5).astype(dtype)
                data = netpbm(magic, 5, 4, maximum, samples.astype(samples.dtype.newbyteorder(">")))
                self.assert_same(self.copied(data), expected)
                self.put("in.ppm", data[:-1])
                self.refuse(1, *COPY, "in.ppm", "-o", "out.npy", "--force", says=["in.ppm", "truncated"])

    def test_bmp_tga_hdr_and_jpeg_in(self):
        picture = random_picture(6, 5, 3, np.uint8)
        levels = np.array([[128, 0, 248], [96, 136, 64]])
        grey = np.kron(levels, np.ones((8, 8)))[:, :, None].astype(np.uint8)
        files = {"bmp": (bmp(picture), picture), "tga": (tga(picture), picture),
                 "grey.tga": (tga(picture[:, :, :1]), picture[:, :, :1]), "rle.tga": (tga(picture, True), picture),
                 "hdr": (hdr(picture), picture.astype(np.float32)), "jpg": (jpeg(levels), grey)}
        for name, (data, expected) in files.items():
            with self.subTest(name):
                self.assert_same(self.copied(data), expected)
                for length in (len(data) - 3, len(data) * 3 // 4, len(data) // 2, 30):
                    self.put("cut." + name, data[:length])
                    self.refuse(1, *COPY, "cut." + name, "-o", "cut.npy", says=["cut." + name])

    def test_jpeg_with_huffman_tables_beyond_memory_is_refused(self):
        good = jpeg(np.array([[128, 0], [96, 136]]))
        counts = bytes([0] * 8 + [255, 255] + [0] * 6)
        table = b"\xff\xc4" + struct.pack(">HB", 19 + 510, 0x13) + counts + bytes(510)
        scan = good.index(b"\xff\xda")
        for at in (2, scan, len(good) - 2):         # at the start, before the scan, behind it
            self.put("in.jpg", good[:at] + table + good[at:])
            self.refuse(1, *COPY, "in.jpg", "-o", "out.png", says=["in.jpg", "JPEG", "Huffman"])
        remark = b"\xff\xfe" + struct.pack(">H", 2 + len(table)) + table
        self.assertEqual(self.copied(good[:2] + remark + good[2:]).shape, (16, 16, 1))

    def test_the_bytes_decide_and_not_the_name(self):
        picture = random_picture(4, 4, 3, np.uint8)
        self.put("picture.jpg", picture)                    # PNG inside
        self.succeed(*COPY, "picture.jpg", "-o", "a.npy")
        self.assert_same(self.get("a.npy"), picture)
        self.put("picture.png", npy(picture.tobytes(), "|u1", picture.shape))
        self.succeed(*COPY, "picture.png", "-o", "b.PNG")
        self.assert_same(png_read(self.path("b.PNG").read_bytes()), picture)

    def test_what_is_not_read_is_named(self):
        for data, word in ((b"", "empty"), (b"GIF89a" + b"\0" * 30, "GIF"), (b"II*\0" + b"\0" * 30, "TIFF"),
                           (b"RIFF\0\0\0\0WEBPVP8 ", "WebP"), (b"P3\n1 1\n255\n0 0 0", "P3"),
                           (b"hello, world" * 9, "unknown"),
                           (b"\xff\xd8", "JPEG"), (b"\x89PNG\n\x1a\n", "PNG"), (b"<svg xmlns=''/>", "SVG")):
            self.put("in.png", data)
            self.refuse(1, *COPY, "in.png", "-o", "out.png", says=["in.png", word, "not a PNG"])

    def test_broken_png_is_refused(self):
        good = png_of(random_picture(9, 8, 3, np.uint8))
        idat = good.index(b"IDAT")
        flip = lambda at: good[:at] + bytes([good[at] ^ 1]) + good[at + 1:]
        rows = zlib.compress(b"\0" * 25 * 8)
        head = lambda width, colour_type: png_chunk(b"IHDR", struct.pack(">IIBBBBB", width, 9, 8, colour_type, 0, 0, 0))
        header = head(8, 2)
        built = lambda *chunks: good[:8] + b"".join(chunks) + png_chunk(b"IEND", b"")
        broken = {
            "header checksum": flip(30), "data": flip(idat + 9), "data checksum": flip(good.index(b"IEND") - 5),
            "too few rows": built(header, png_chunk(b"IDAT", rows)), "no data": built(header),
            "unknown critical chunk": built(header, png_chunk(b"ABCD", b""), png_chunk(b"IDAT", rows)),
            "no header": built(png_chunk(b"IDAT", rows)),
            "no palette": built(head(8, 3), png_chunk(b"IDAT", rows)),
            "width 0": built(head(0, 2), png_chunk(b"IDAT", rows)),
        }
        broken |= {f"cut at {n}": good[:n] for n in (8, 20, 30, idat, idat + 20, len(good) - 12, len(good) - 1)}
        for what, data in broken.items():
            with self.subTest(what):
                self.put("in.png", data)
                reason = "has no pixels" if what == "width 0" else "PNG"
                self.refuse(1, *COPY, "in.png", "-o", "out.png", says=["in.png", reason])

    def test_bytes_behind_a_png_do_not_matter(self):
        picture = random_picture(3, 3, 3, np.uint8)
        self.assert_same(self.copied(png_write(picture, 8, 2, after=b"and more")), picture)

    COLOUR_CHUNKS = [(b"iCCP", b"name\0\0" + zlib.compress(b"profile")), (b"gAMA", struct.pack(">I", 45455)),
                     (b"cHRM", struct.pack(">8I", *range(31270, 31278)))]
    OTHER_CHUNKS = [(b"pHYs", struct.pack(">IIB", 2835, 2835, 1)), (b"tEXt", b"Title\0one"), (b"tEXt", b"Title\0two"),
                    (b"zTXt", b"Comment\0\0" + zlib.compress(b"text")), (b"iTXt", b"Author\0\0\0de\0\0J\xc3\xbcrgen"),
                    (b"eXIf", b"MM\0*\0\0\0\x08\0\0")]

    def metadata_of(self, name):
        data = self.path(name).read_bytes()
        at, chunks = 8, []
        while at < len(data):
            length, = struct.unpack(">I", data[at:at + 4])
            chunks.append((data[at + 4:at + 8], data[at + 8:at + 8 + length]))
            at += 12 + length
        return [c for c in chunks if c[0] not in (b"IHDR", b"IDAT", b"IEND")]

    def test_metadata_goes_from_png_to_png(self):
        given = self.COLOUR_CHUNKS + self.OTHER_CHUNKS
        passed_by = [(b"tIME", bytes([7, 208, 1, 1, 0, 0, 0])), (b"bKGD", bytes(6)), (b"prVt", b"private")]
        self.put("in.png", png_write(random_picture(9, 8, 3, np.uint8), 8, 2, extra=given + passed_by))
        for words, expected in (((), given), (("--metadata", "all"), given),
                                (("--metadata=color",), self.COLOUR_CHUNKS), (("--metadata", "none"), [])):
            self.succeed("blur", "--sigma", "1", *words, "in.png", "-o", "out.png", "--force")
            self.assertEqual(sorted(self.metadata_of("out.png")), sorted(expected), words)
        self.put("plain.png", random_picture(9, 8, 3, np.uint8))
        self.succeed("blur", "--sigma", "1", "plain.png", "-o", "out.png", "--force")
        self.assertEqual(self.metadata_of("out.png"), [])
        self.refuse(2, "blur", "--sigma", "1", "--metadata", "some", "in.png", "-o", "o.png", says=["some", "none"])

    def test_metadata_behind_the_pixels_is_kept(self):
        whole = png_write(random_picture(9, 8, 3, np.uint8), 8, 2)
        end = png_chunk(b"IEND", b"")
        self.put("in.png", whole[:-len(end)] + png_chunk(b"tEXt", b"Title\0late") + end)
        self.succeed("blur", "--sigma", "1", "in.png", "-o", "out.png")
        self.assertEqual(self.metadata_of("out.png"), [(b"tEXt", b"Title\0late")])

    def test_metadata_is_bounded_and_its_kinds_are_single(self):
        """100 chunks are carried, the rest is left out with a word; a second of a single kind is not."""
        texts = [(b"tEXt", b"Title\0%d" % i) for i in range(150)]
        twice = [(b"gAMA", struct.pack(">I", 45455)), (b"gAMA", struct.pack(">I", 1))]
        self.put("in.png", png_write(random_picture(9, 8, 3, np.uint8), 8, 2, extra=twice + texts))
        done = self.tool("blur", "--sigma", "1", "--verbose", "in.png", "-o", "out.png")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(b"left out", done.stderr if isinstance(done.stderr, bytes) else done.stderr.encode())
        self.assertEqual(self.metadata_of("out.png"), twice[:1] + texts[:99])

    def test_depth_changes_full_scale_to_full_scale(self):
        for dtype, top in ((np.uint8, 255), (np.uint16, 65535), (np.float32, 1)):
            picture = random_picture(6, 5, 3, dtype)
            picture[0, 0], picture[0, 1] = 0, top
            self.put("in.npy", picture)
            for depth, other, scale in (("8", np.uint8, 255), ("16", np.uint16, 65535), ("32f", np.float32, 1)):
                self.succeed(*COPY, "--depth", depth, "in.npy", "-o", "out.npy", "--force")
                exact = picture.astype(float) / top * scale
                result = self.get("out.npy")
                self.assertEqual(result.dtype, other)
                tolerance = 1e-6 if other == np.float32 else 0.501
                self.assertLess(np.abs(result - exact).max(), tolerance)

    def test_what_a_format_cannot_hold_names_the_option(self):
        self.put("f.npy", random_picture(3, 3, 3, np.float32))
        self.put("five.npy", random_picture(3, 3, 5, np.uint8))
        self.put("u.png", random_picture(3, 3, 3, np.uint8))
        self.refuse(2, *COPY, "f.npy", "-o", "out.png", says=["--depth", "PNG"])
        self.refuse(2, *COPY, "u.png", "--depth", "32f", "-o", "out.png", says=["--depth", "PNG"])
        self.refuse(2, *COPY, "five.npy", "-o", "out.png", says=["5 channels"])
        self.refuse(2, *COPY, "u.png", "-o", "out.pfm", says=["--depth", "PFM"])
        self.refuse(2, *COPY, "five.npy", "--depth", "32f", "-o", "out.pfm", says=["5 channels"])


if __name__ == "__main__":
    main()
