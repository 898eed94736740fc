"""What the commands compute, against sums in float64: filters, borders, linear light, alpha."""
import unittest

import numpy as np

from support import ToolTest, main, random_picture

TOP = {np.uint8: 255.0, np.uint16: 65535.0, np.float32: 1.0}
PAD = {"replicate": "edge", "reflect": "symmetric", "reflect101": "reflect", "wrap": "wrap"}


def decoded(v):
    return np.where(v <= 0.04045, v / 12.92, ((np.maximum(v, 0) + 0.055) / 1.055) ** 2.4)


def encoded(v):
    return np.where(v <= 0.0031308, v * 12.92, 1.055 * np.maximum(v, 1e-12) ** (1 / 2.4) - 0.055)


def gaussian(sigma, radius):
    taps = np.exp(-np.arange(-radius, radius + 1) ** 2 / (2 * sigma**2)) if sigma else np.ones(1)
    return taps / taps.sum()


def correlated(picture, kernel, anchor, border="replicate"):
    """picture: float64; kernel: rows of y; anchor: x, y; border: a rule, or the values of a constant one."""
    rows, columns = kernel.shape
    ax, ay = anchor
    pads = ((ay, rows - 1 - ay), (ax, columns - 1 - ax), (0, 0))
    if isinstance(border, str):
        padded = np.pad(picture, pads, PAD[border])
    else:
        padded = np.stack([np.pad(picture[:, :, c], pads[:2], constant_values=v) for c, v in enumerate(border)], 2)
    height, width, _ = picture.shape
    return sum(kernel[i, j] * padded[i:i + height, j:j + width] for i in range(rows) for j in range(columns))


class PixelsTest(ToolTest):
    def result(self, picture, *words):
        self.put("in.npy", picture)
        self.succeed(*words, "in.npy", "-o", "out.npy", "--force")
        return self.get("out.npy")

    def assert_near(self, result, exact, dtype, tolerance=None):
        self.assertEqual((result.dtype.type, result.shape), (dtype, exact.shape))
        top = TOP[dtype]
        clipped = exact if dtype == np.float32 else np.clip(exact, 0, top)
        tolerance = tolerance or (1e-5 * max(1, np.abs(exact).max()) if dtype == np.float32 else 0.75)
        self.assertLess(np.abs(result - clipped).max(), tolerance)

    def test_filter_is_a_correlation_with_the_anchor_from_left_and_top(self):
        vertical, horizontal = np.array([1.0, 5, 2]), np.array([-1.0, 0, 2, 4])
        for dtype in TOP:
            picture = random_picture(9, 11, 3, dtype)
            for anchor, words in (((1, 1), []), ((3, 0), ["--anchor", "3,0"]), ((2, 2), ["--anchor", "2"])):
                result = self.result(picture, "filter", "--vertical", "1,5,2", "--horizontal=-1,0,2,4",
                                     "--scale", "0.025", *words)
                exact = 0.025 * correlated(picture.astype(float), np.outer(vertical, horizontal), anchor)
                self.assert_near(result, exact, dtype)

    def test_kernel_file_normalize_scale_and_bias(self):
        kernel = np.array([[1.0, -2, 3], [0.5, 4, 0]])
        self.put("k.txt", "\n".join(" ".join(map(str, row)) for row in kernel).encode())
        for dtype in TOP:
            picture = random_picture(8, 9, 1, dtype)
            bias = 0.1 * TOP[dtype]
            result = self.result(picture, "filter", "--kernel", "k.txt", "--normalize", "--scale", "0.5",
                                 "--bias", bias)
            exact = 0.5 * correlated(picture.astype(float), kernel / kernel.sum(), (1, 0)) + bias
            self.assert_near(result, exact, dtype)

    def test_normalize_divides_both_lists_of_taps(self):
        picture = random_picture(8, 9, 1, np.uint8)
        result = self.result(picture, "filter", "--vertical", "1,2,1", "--horizontal", "3,3", "--normalize")
        exact = correlated(picture.astype(float), np.outer([0.25, 0.5, 0.25], [0.5, 0.5]), (0, 1))
        self.assert_near(result, exact, np.uint8)

    def test_box_tent_and_blur_on_each_axis(self):
        picture = random_picture(12, 14, 3, np.uint16)
        tent = lambda r: (r + 1 - np.abs(np.arange(-r, r + 1))) / (r + 1) ** 2
        box = lambda r: np.full(2 * r + 1, 1 / (2 * r + 1))
        for words, x, y in ((("box", "--radius", "3"), box(3), box(3)), (("box", "--radius=2,0"), box(2), box(0)),
                            (("tent", "--radius", "0,2"), tent(0), tent(2)),
                            (("blur", "--sigma", "1.5", "--radius", "4"), gaussian(1.5, 4), gaussian(1.5, 4)),
                            (("blur", "--sigma", "1,2", "--radius", "3,6"), gaussian(1, 3), gaussian(2, 6)),
                            (("blur", "--sigma", "1.3,0"), gaussian(1.3, 6), gaussian(0, 0))):
            result = self.result(picture, *words, "--linear", "off")
            exact = correlated(picture.astype(float), np.outer(y, x), (len(x) // 2, len(y) // 2))
            self.assert_near(result, exact, np.uint16)

    def test_borders(self):
        picture = random_picture(7, 6, 3, np.uint8)
        kernel = np.full((7, 7), 1 / 49)
        constant = [([200, 10.5, 0], "constant:200,10.5,0"), ([9, 9, 9], "constant:9")]
        for border, words in [*((b, b) for b in PAD), *constant]:
            result = self.result(picture, "box", "--radius", "3", "--linear", "off", "--border", words)
            self.assert_near(result, correlated(picture.astype(float), kernel, (3, 3), border), np.uint8)

    def blurred_exactly(self, picture, top, linear, weigh):
        """Linear light, then alpha, then the blur of the tests below, and back."""
        p = picture.astype(float) / top
        has_alpha = p.shape[2] in (2, 4)
        colour, alpha = (p[:, :, :-1], p[:, :, -1:]) if has_alpha else (p, None)
        colour = decoded(colour) if linear else colour
        if alpha is not None:
            colour = np.concatenate([colour * alpha if weigh else colour, alpha], 2)
        kernel = np.outer(gaussian(1.5, 5), gaussian(1.5, 5))
        out = correlated(colour, kernel, (5, 5))
        if alpha is not None:
            alpha, out = out[:, :, -1:], out[:, :, :-1]
            out = np.where(alpha > 0, out / np.maximum(alpha, 1e-300), 0) if weigh else out
        out = encoded(out) if linear else out
        return top * (out if alpha is None else np.concatenate([out, alpha], 2))

    def test_linear_light_and_alpha(self):
        for dtype in (np.uint8, np.uint16):
            for channels in (1, 2, 3, 4, 5):
                picture = random_picture(15, 13, channels, dtype)
                if channels in (2, 4):
                    picture[4:9, 3:12, -1] = 0
                for linear in (True, False):
                    for alpha in ("premultiply", "ignore"):
                        result = self.result(picture, "blur", "--sigma", "1.5", "--radius", "5",
                                             "--linear", "on" if linear else "off", "--alpha", alpha)
                        exact = self.blurred_exactly(picture, TOP[dtype], linear, alpha == "premultiply")
                        self.assert_near(result, exact, dtype, 1.0)

    def test_defaults_of_linear_and_alpha(self):
        picture = random_picture(15, 13, 4, np.uint8)
        exact = self.blurred_exactly(picture, 255.0, True, True)
        self.assert_near(self.result(picture, "blur", "--sigma", "1.5", "--radius", "5"), exact, np.uint8, 1.0)
        stored = self.result(picture, "filter", "--vertical", "1,1", "--normalize", "--alpha", "ignore")
        exact = correlated(picture.astype(float), np.full((2, 1), 0.5), (0, 0))
        self.assert_near(stored, exact, np.uint8)

    def test_float_pictures_are_linear_already(self):
        picture = random_picture(10, 9, 3, np.float32)
        kernel = np.full((3, 3), 1 / 9)
        exact = correlated(picture.astype(float), kernel, (1, 1))
        for words in ([], ["--linear", "on"], ["--linear", "off"]):
            self.assert_near(self.result(picture, "box", "--radius", "1", *words), exact, np.float32)
        self.put("in.npy", picture)
        for words, expected in (([], encoded(exact)), (["--linear=on"], encoded(exact)), (["--linear=off"], exact)):
            for depth, dtype in (("8", np.uint8), ("16", np.uint16)):
                self.succeed("box", "--radius", "1", *words, "--depth", depth, "in.npy", "-o", "out.png", "--force")
                self.assert_near(self.get("out.png"), expected * TOP[dtype], dtype, 0.51 if dtype == np.uint8 else 1.0)

    def test_float_pictures_into_whole_numbers_are_clamped(self):
        picture = np.array([[[-2.0], [0.25], [3.0]]], np.float32)
        result = self.result(picture, "box", "--radius", "0", "--depth", "8", "--linear", "off")
        self.assertEqual(result.reshape(-1).tolist(), [0, 64, 255])

    def test_alpha_that_is_full_everywhere_costs_nothing_and_changes_nothing(self):
        """Colours come out as if they had no alpha, bit for bit; one clear pixel, and they are weighed again."""
        for dtype in (np.uint8, np.uint16, np.float32):
            for channels in (2, 4):
                top = TOP[dtype] if dtype != np.float32 else 1
                picture = random_picture(21, 33, channels, dtype)
                picture[:, :, -1] = top
                words = ("blur", "--sigma", "1.5", "--border", "reflect")
                result = self.result(picture, *words)
                np.testing.assert_array_equal(result[:, :, :-1], self.result(picture[:, :, :-1].copy(), *words))
                self.assertTrue((result[:, :, -1] == picture[:, :, -1]).all())
                picture[10, 16, -1] = 0
                self.assertTrue((self.result(picture, *words)[10, 16] != result[10, 16]).any())

    def test_only_alpha_that_is_full_everywhere_and_stays_so_is_not_weighed(self):
        words = ("--verbose", "in.npy", "-o", "out.npy", "--force")
        for channels in (1, 2, 3, 4):
            picture = random_picture(5, 7, channels, np.uint8)
            picture[:, :, -1] = 255
            for hole, *command in ((None, "blur", "--sigma", "1"), ((0, 0), "blur", "--sigma", "1"),
                                   ((2, 3), "blur", "--sigma", "1"), ((4, 6), "blur", "--sigma", "1"),
                                   (None, "blur", "--sigma", "1", "--alpha", "ignore"),
                                   (None, "box", "--radius", "1", "--border", "constant:0"),
                                   (None, "filter", "--vertical", "1,1,1"),
                                   (None, "filter", "--vertical", "1,1,1", "--normalize")):
                holed = picture.copy()
                if hole:
                    holed[(*hole, -1)] = 254
                self.put("in.npy", holed)
                done = self.tool(*command, *words)
                self.assertEqual(done.returncode, 0, done.stderr)
                expected = channels in (2, 4) and (command == ["blur", "--sigma", "1"] and not hole or
                                                   "--normalize" in command)
                self.assertEqual(b"not weighed by alpha" in done.stderr, expected, (channels, hole, command))

    def test_full_alpha_at_a_constant_border_is_weighed(self):
        picture = np.full((9, 9, 4), 200, np.uint8)
        picture[:, :, 3] = 255
        result = self.result(picture, "box", "--radius", "1", "--border", "constant:0", "--linear", "off")
        self.assertEqual(result[0, 0].tolist(), [200, 200, 200, 113])

    def test_bias_spares_alpha_unless_it_is_ignored(self):
        picture = np.full((4, 4, 4), 100, np.uint8)
        result = self.result(picture, "filter", "--vertical", "1", "--bias", "50")
        self.assertEqual(result[1, 1].tolist(), [150, 150, 150, 100])
        result = self.result(picture, "filter", "--vertical", "1", "--bias=-50", "--alpha", "ignore")
        self.assertEqual(result[1, 1].tolist(), [50, 50, 50, 50])

    def test_same_result_in_place(self):
        picture = random_picture(40, 50, 4, np.uint8)
        self.put("a.png", picture)
        self.put("b.png", picture)
        self.succeed("blur", "--sigma", "2", "a.png", "-o", "c.png")
        self.succeed("blur", "--sigma", "2", "--in-place", "b.png")
        self.assertEqual(self.path("b.png").read_bytes(), self.path("c.png").read_bytes())


if __name__ == "__main__":
    main()
