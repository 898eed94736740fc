"""bokeh, and the stages bokeh and boost, against sums in numpy; explain's picture of the aperture."""
import json
import math
import unittest

import numpy as np

from support import ToolTest, main, random_picture

SIZE = ("--size", "640x480", "--channels", "3", "--type", "u8")


def decode(v):
    return np.where(v <= 0.04045, v / 12.92, ((np.maximum(v, 0) + 0.055) / 1.055) ** 2.4)


def encode(v):
    return np.where(v <= 0.0031308, v * 12.92, 1.055 * np.maximum(v, 0) ** (1 / 2.4) - 0.055)


def boost(picture, threshold, gain):
    """Of linear colours, 0..1."""
    largest = picture.max(axis=2, keepdims=True)
    t = np.clip((largest - threshold) / (1 - threshold), 0, 1) if threshold < 1 else (largest >= threshold) * 1.0
    return picture * (1 + (gain - 1) * t * t * (3 - 2 * t))


def covered(inside, half, points=50):
    """Shares of pixels, counted point by point; their sum is 1."""
    at = (np.arange((2 * half + 1) * points) + 0.5) / points - half - 0.5
    hits = inside(at[np.newaxis, :], at[:, np.newaxis]).astype(float)
    shares = hits.reshape(2 * half + 1, points, 2 * half + 1, points).mean(axis=(1, 3))
    return shares / shares.sum()


def correlated(picture, kernel):
    """With the edges repeated."""
    half_y, half_x = kernel.shape[0] // 2, kernel.shape[1] // 2
    padded = np.pad(picture, ((half_y, half_y), (half_x, half_x), (0, 0)), mode="edge")
    height, width, _ = picture.shape
    return sum(kernel[i, j] * padded[i:i + height, j:j + width]
               for i in range(kernel.shape[0]) for j in range(kernel.shape[1]))


def disc(radius):
    return covered(lambda x, y: x * x + y * y <= radius * radius, math.ceil(radius - 0.5))


class BokehTest(ToolTest):
    def bokeh(self, source, *words, out="out.npy"):
        self.succeed("bokeh", *words, source, "-o", out, "--force")
        return self.get(out)

    def test_a_picture_in_linear_light_with_boost(self):
        picture = random_picture(30, 41, 3, np.uint8)
        self.put("in.png", picture)
        expected = encode(np.clip(correlated(boost(decode(picture / 255), 0.6, 4), disc(3.3)), 0, 1)) * 255
        for method in ("auto", "spans", "low-rank", "dense"):
            got = self.bokeh("in.png", "--radius", "3.3", "--boost", "4", "--threshold", "0.6", "--method", method,
                             "--tolerance", "0.0001")
            self.assertLess(abs(got - expected).max(), 1.1, method)

    def test_alpha_is_neither_boosted_nor_decoded(self):
        picture = random_picture(30, 41, 4, np.uint8)
        self.put("in.png", picture)
        alpha = picture[:, :, 3:] / 255
        colour = boost(decode(picture[:, :, :3] / 255), 0.8, 3) * alpha
        kernel = disc(2)
        expected_alpha = correlated(alpha, kernel)
        expected = encode(np.clip(correlated(colour, kernel) / expected_alpha, 0, 1))
        got = self.bokeh("in.png", "--radius", "2", "--boost", "3", "--tolerance", "0")
        self.assertLess(abs(got[:, :, :3] - expected * 255).max(), 1.1)
        self.assertLess(abs(got[:, :, 3:] - expected_alpha * 255).max(), 0.6)

    def test_polygons_and_aspect(self):
        picture = random_picture(40, 41, 1, np.float32)
        self.put("in.npy", picture)

        def hexagon(x, y):
            towards = [math.radians(20 + 60 * k + 30) for k in range(6)]
            return np.logical_and.reduce([x / 1.5 * math.cos(a) + y * math.sin(a) <= 5 * math.cos(math.pi / 6)
                                          for a in towards])
        got = self.bokeh("in.npy", "--radius", "5", "--blades", "6", "--rotation", "20", "--aspect", "1.5",
                         "--tolerance", "0")
        np.testing.assert_allclose(got, correlated(picture.astype(float), covered(hexagon, 7)), atol=2e-3)

    def test_a_picture_as_aperture_stands_upright(self):
        shape = np.zeros((5, 5, 1), np.uint8)
        shape[0, 1:4] = 255   # a T
        shape[:, 2] = 255
        self.put("t.png", shape)
        star = np.zeros((15, 15, 1), np.float32)
        star[7, 7] = 9
        self.put("in.npy", star)
        got = self.bokeh("in.npy", "--radius", "2", "--aperture", "t.png")
        expected = np.zeros((15, 15, 1))
        expected[5:10, 5:10] = shape / 255 * 9 / 7
        np.testing.assert_allclose(got, expected, atol=1e-5)
        self.succeed("explain", "bokeh", "--radius", "2", "--aperture", "t.png", *SIZE, "--aperture-out", "a.png")
        np.testing.assert_array_equal(self.get("a.png"), shape)
        self.refuse(1, "explain", "bokeh", "--radius", "2", *SIZE, "--aperture-out", "a.png", says=["a.png"])

    def test_stages_give_what_the_command_gives(self):
        self.put("in.png", random_picture(40, 50, 3, np.uint8))
        expected = self.bokeh("in.png", "--radius", "4", "--blades", "5", "--boost", "3", "--threshold", "0.5")
        for text in ("linear | boost threshold=0.5 gain=3 | bokeh radius=4 blades=5 | srgb",
                     "linear | bokeh radius=4 blades=5 boost=3 threshold=0.5 | srgb"):
            self.succeed("run", "--pipeline", text, "in.png", "-o", "out.npy", "--force")
            np.testing.assert_array_equal(self.get("out.npy"), expected)

    def test_explain_tells_method_and_error(self):
        def stages(*words):
            return json.loads(self.succeed("explain", "bokeh", *words, *SIZE, "--json"))["stages"]
        self.assertRegex(" ".join(stages("--radius", "20")), r"41 x 41 weights.*spans, \d+ reads")
        self.assertRegex(" ".join(stages("--radius", "20", "--method", "dense")), r"dense, 1\d\d\d reads")
        self.assertRegex(" ".join(stages("--radius", "20", "--method", "low-rank", "--tolerance", "0.05")),
                         r"low rank, \d+ terms, L1 error 0\.0\d+, largest")
        self.assertEqual(len(stages("--radius", "3", "--boost", "2")), len(stages("--radius", "3")) + 1)

    def test_wrong_options_are_refused(self):
        self.put("in.png", random_picture(7, 9, 3, np.uint8))
        self.put("no.png", b"not a picture")
        self.put("black.png", np.zeros((3, 3, 1), np.uint8))
        files = ("in.png", "-o", "out.png")
        radius = ("--radius", "3")
        for code, words, says in ((2, (), ["--radius"]),
                                  (2, ("--radius=-1",), ["-1"]),
                                  (2, ("--radius", "nan"), ["--radius", "nan"]),
                                  (3, ("--radius", "200"), ["200", "128.5"]),
                                  (2, radius + ("--blades", "2"), ["--blades", '"2"', "3"]),
                                  (2, radius + ("--rotation", "30"), ["--rotation", "--blades"]),
                                  (2, radius + ("--roundness", "1"), ["--roundness", "--blades"]),
                                  (2, radius + ("--blades", "5", "--roundness", "2"), ["--roundness", '"2"']),
                                  (2, radius + ("--aspect", "20"), ["aspect", "20", "10"]),
                                  (2, radius + ("--boost=-2",), ["gain", "-2"]),
                                  (2, radius + ("--boost", "2", "--threshold=-1"), ["threshold", "-1"]),
                                  (2, radius + ("--method", "fast"), ["--method", '"fast"', "low-rank"]),
                                  (2, radius + ("--tolerance", "2"), ["--tolerance", '"2"']),
                                  (2, radius + ("--aperture", "black.png"), ["black"]),
                                  (2, radius + ("--aperture", "in.png", "--blades", "5"), ["--blades", "--aperture"]),
                                  (1, radius + ("--aperture", "none.png"), ["--aperture", "none.png"]),
                                  (1, radius + ("--aperture", "no.png"), ["--aperture", "no.png"])):
            self.refuse(code, "bokeh", *words, *files, says=says)
            self.assertFalse(self.path("out.png").exists())
        self.refuse(2, "run", "--pipeline", "boost threshold=0.5", *files, says=["stage 1 (boost)", "gain"])
        self.refuse(2, "run", "--pipeline", "bokeh radius=2 method=dense | bokeh radius=3", *files,
                    says=["stage 2 (bokeh)", "method"])
        self.refuse(2, "explain", "blur", "--sigma", "2", *SIZE, "--aperture-out", "a.png", says=["--aperture-out"])


if __name__ == "__main__":
    main()
