"""Runs the tool in a folder of its own, and knows PNG without the libraries that the tool uses."""
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib
from pathlib import Path

import numpy as np

TOOL = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 else ""

CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
COLOUR_TYPE = {1: 0, 2: 4, 3: 2, 4: 6}
ADAM7 = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))


def png_chunk(name, body):
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def png_rows(samples, bits, filter_type):
    """The rows of one pass as they are compressed; filter 0 (none), 1 (sub) or 2 (up)."""
    height, width, channels = samples.shape
    if width == 0 or height == 0:
        return b""
    if bits == 16:
        rows = samples.astype(">u2").reshape(height, -1).view(np.uint8)
    elif bits == 8:
        rows = samples.astype(np.uint8).reshape(height, -1)
    else:
        digits = np.unpackbits(samples.astype(np.uint8).reshape(height, -1, 1), axis=2)[:, :, 8 - bits:]
        rows = np.packbits(digits.reshape(height, -1), axis=1)
    step = max(1, channels * bits // 8)
    filtered = rows.astype(int)
    if filter_type == 1:
        filtered[:, step:] -= rows[:, :-step].astype(int)
    elif filter_type == 2:
        filtered[1:] -= rows[:-1].astype(int)
    marks = np.full((height, 1), filter_type)
    return np.concatenate([marks, filtered % 256], axis=1).astype(np.uint8).tobytes()


def png_write(samples, bits, colour_type, interlaced=False, extra=(), filter_type=1, after=b""):
    """A PNG file of samples as stored (height x width x channels); extra: chunks before IDAT."""
    height, width, _ = samples.shape
    passes = ADAM7 if interlaced else ((0, 0, 1, 1),)
    raw = b"".join(png_rows(samples[y::dy, x::dx], bits, filter_type) for x, y, dx, dy in passes)
    header = struct.pack(">IIBBBBB", width, height, bits, colour_type, 0, 0, int(interlaced))
    chunks = [png_chunk(b"IHDR", header), *(png_chunk(n, b) for n, b in extra),
              png_chunk(b"IDAT", zlib.compress(raw)), png_chunk(b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks) + after


def png_of(picture):
    """A plain PNG of uint8 or uint16, height x width x channels."""
    return png_write(picture, 8 * picture.dtype.itemsize, COLOUR_TYPE[picture.shape[2]])


def paeth(a, b, c):
    p = a + b - c
    pa, pb, pc = abs(p - a), abs(p - b), abs(p - c)
    return a if pa <= pb and pa <= pc else b if pb <= pc else c


def png_read(data):
    """The picture of a PNG as the tool writes them: 8 or 16 bits, no interlace, no palette. Checks every checksum."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n", "no PNG"
    at, chunks = 8, []
    while at < len(data):
        length, = struct.unpack(">I", data[at:at + 4])
        name, body = data[at + 4:at + 8], data[at + 8:at + 8 + length]
        assert zlib.crc32(name + body) == struct.unpack(">I", data[at + 8 + length:at + 12 + length])[0], name
        chunks.append((name, body))
        at += 12 + length
    assert chunks[0][0] == b"IHDR" and chunks[-1] == (b"IEND", b"")
    width, height, bits, colour_type, _, _, interlaced = struct.unpack(">IIBBBBB", chunks[0][1])
    assert bits in (8, 16) and colour_type != 3 and not interlaced
    channels = CHANNELS[colour_type]
    step, row_bytes = channels * bits // 8, width * channels * bits // 8
    raw = zlib.decompress(b"".join(b for n, b in chunks if n == b"IDAT"))
    assert len(raw) == height * (row_bytes + 1)
    rows = np.zeros((height + 1, row_bytes + step), int)        # a row above and a pixel to the left of zeros
    for y in range(height):
        line = raw[y * (row_bytes + 1):(y + 1) * (row_bytes + 1)]
        for i in range(row_bytes):
            a, b, c = rows[y + 1, i], rows[y, i + step], rows[y, i]
            predicted = (0, a, b, (a + b) // 2, paeth(a, b, c))[line[0]]
            rows[y + 1, i + step] = (line[i + 1] + predicted) % 256
    pixels = rows[1:, step:].astype(np.uint8)
    if bits == 16:
        pixels = pixels.reshape(-1).view(">u2").astype(np.uint16)
    return pixels.reshape(height, width, channels)


def random_picture(height, width, channels, dtype, seed=1):
    rng = np.random.default_rng(seed)
    if dtype == np.float32:
        return rng.random((height, width, channels), np.float32)
    return rng.integers(0, np.iinfo(dtype).max + 1, (height, width, channels)).astype(dtype)


class ToolTest(unittest.TestCase):
    """Every test has an empty folder, which is the working folder of the tool."""

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="ninefold-test-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def path(self, name):
        return self.folder / name

    def put(self, name, data):
        """Writes bytes, or an array as .npy or .png by the name."""
        if isinstance(data, np.ndarray):
            if name.endswith(".npy"):
                np.save(self.path(name), data)
                return
            data = png_of(data)
        self.path(name).write_bytes(data)

    def get(self, name):
        """The picture in a file, height x width x channels."""
        picture = np.load(self.path(name)) if name.endswith(".npy") else png_read(self.path(name).read_bytes())
        return picture if picture.ndim == 3 else picture[:, :, None]

    def names(self):
        return sorted(str(p.relative_to(self.folder)) for p in self.folder.rglob("*"))

    def environment(self, extra):
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "LANG", "NINEFOLD_TARGET"))}
        return kept | (extra or {})

    def tool(self, *words, env=None, **options):
        options.setdefault("stdin", subprocess.DEVNULL) if "input" not in options else None
        options.setdefault("stdout", subprocess.PIPE)
        return subprocess.run([TOOL, *map(str, words)], cwd=self.folder, env=self.environment(env),
                              stderr=subprocess.PIPE, timeout=120, **options)

    def succeed(self, *words, **options):
        """Runs the tool; it must exit 0 without a word on standard error. Returns what it printed."""
        run = self.tool(*words, **options)
        self.assertEqual((run.returncode, run.stderr.decode()), (0, ""), words)
        return run.stdout

    def refuse(self, exit_code, *words, says=(), **options):
        """Runs the tool; it must fail with one line that holds all of `says`, and leave the folder as it is."""
        before = {n: self.path(n).read_bytes() for n in self.names() if self.path(n).is_file()}
        run = self.tool(*words, **options)
        line = run.stderr.decode("utf-8", "replace")
        self.assertEqual(run.returncode, exit_code, (words, line))
        self.assertTrue(line.startswith("ninefold: ") and line.count("\n") == 1 and line.endswith("\n"), (words, line))
        for word in says:
            self.assertIn(word, line, words)
        self.assertEqual(run.stdout or b"", b"", words)
        after = {n: self.path(n).read_bytes() for n in self.names() if self.path(n).is_file()}
        self.assertEqual(before, after, words)
        return line

    def assert_same(self, actual, expected):
        self.assertEqual((actual.dtype, actual.shape), (expected.dtype, expected.shape))
        np.testing.assert_array_equal(actual, expected)


def main():
    if not TOOL:
        sys.exit("usage: NAME_test.py PATH_OF_NINEFOLD [UNITTEST OPTIONS]")
    unittest.main(module="__main__")
