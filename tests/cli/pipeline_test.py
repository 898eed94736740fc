"""run and sharpen: pipelines of several stages."""
import json
import unittest

import numpy as np

from support import ToolTest, main, random_picture

SIZE = ("--size", "640x480", "--channels", "3", "--type", "u8")
THREE_BOXES = "box radius=1 | box radius=1 | box radius=1"


class PipelineTest(ToolTest):
    def test_wrong_command_lines_are_refused(self):
        self.put("in.png", random_picture(7, 9, 3, np.uint8))
        self.put("p.txt", b"box radius=1\n")
        files = ("in.png", "-o", "out.png")
        self.refuse(2, "run", *files, says=["--pipeline", "--pipeline-file"])
        self.refuse(2, "run", "--pipeline", "linear", "--pipeline-file", "p.txt", *files, says=["--pipeline-file"])
        self.refuse(2, "run", "--pipeline=", *files, says=["--pipeline"])
        self.refuse(2, "run", "--sigma", "1", *files, says=["--sigma"])
        self.refuse(1, "run", "--pipeline-file", "none.txt", *files, says=["--pipeline-file", "none.txt"])
        self.refuse(2, "sharpen", *files, says=["--sigma"])
        for word in ("--sigma=-1", "--amount=much", "--threshold=1.5", "--threshold=-0.1", "--radius=x"):
            words = (word,) if word.startswith("--sigma") else ("--sigma", "1", word)
            self.refuse(2, "sharpen", *words, *files, says=word.split("="))

    def test_wrong_stages_are_refused_by_number_name_and_key(self):
        self.put("in.png", random_picture(7, 9, 3, np.uint8))
        for text, *says in ((" ", "stage 1", "empty"),
                            ("box radius=1 |", "stage 2", "empty"),
                            ("box radius=1 | boxes radius=1", "stage 2", '"boxes"'),
                            ("box radius=1 | box size=1", "stage 2 (box)", '"size"'),
                            ("box radius=1 radius=2", "stage 1 (box)", "radius", "more than once"),
                            ("box radius=x", "stage 1 (box)", "radius", '"x"'),
                            ("linear | blur", "stage 2 (blur)", "sigma"),
                            ("filter kernel=in.png vertical=1", "stage 1 (filter)", "kernel", "vertical"),
                            ("bias value=1,2", "stage 1 (bias)", "value", "3 channels"),
                            ("box radius=1 border=constant:1,2", "stage 1 (box)", "border", "3 channels")):
            self.refuse(2, "run", "--pipeline", text, "in.png", "-o", "out.png", says=says)
            self.refuse(2, "explain", "run", "--pipeline", text, *SIZE, says=says)

    def test_one_stage_gives_the_bytes_of_its_command(self):
        for name, picture in (("in.png", random_picture(40, 50, 4, np.uint8)),
                              ("in.npy", random_picture(40, 50, 3, np.float32))):
            self.put(name, picture)
            out = name.replace("in", "out")
            for text, *words in (("blur sigma=2", "blur", "--sigma", "2"),
                                 ("sharpen sigma=2 amount=0.5 threshold=0.02", "sharpen", "--sigma", "2", "--amount",
                                  "0.5", "--threshold", "0.02"),
                                 ("filter vertical=1,2,1 scale=0.25 bias=3", "filter", "--vertical", "1,2,1", "--scale",
                                  "0.25", "--bias", "3")):
                self.succeed(*words, "--linear", "off", "--alpha", "ignore", name, "-o", out, "--force")
                expected = self.path(out).read_bytes()
                self.succeed("run", "--pipeline", text, name, "-o", out, "--force")
                self.assertEqual(self.path(out).read_bytes(), expected, (name, text))

    def test_text_in_a_file_may_have_lines(self):
        self.put("in.png", random_picture(40, 50, 3, np.uint8))
        self.put("p.txt", b"box radius=1\n\t| box radius=2 border=wrap\r\n| gain value=0.5\n")
        self.succeed("run", "--pipeline-file", "p.txt", "in.png", "-o", "a.png")
        self.succeed("run", "--pipeline", "box radius=1|box radius=2 border=wrap|gain value=0.5", "in.png", "-o",
                     "b.png")
        self.assertEqual(self.path("a.png").read_bytes(), self.path("b.png").read_bytes())

    def test_sharpening_adds_the_difference_to_the_blurred_picture(self):
        picture = random_picture(40, 50, 3, np.float32)
        self.put("in.npy", picture)
        common = ("--sigma", "1.5", "--border", "reflect", "in.npy")
        self.succeed("blur", *common, "-o", "blurred.npy")
        for amount, threshold in ((0, 0), (1, 0), (0.7, 0.1)):
            self.succeed("sharpen", "--amount", amount, "--threshold", threshold, *common, "-o", "out.npy", "--force")
            difference = picture.astype(float) - self.get("blurred.npy")
            expected = picture + amount * np.where(abs(difference) >= threshold, difference, 0)
            sure = abs(abs(difference) - threshold) > 1e-5  # at the threshold itself rounding decides
            self.assertGreater(sure.mean(), 0.99)
            np.testing.assert_allclose(self.get("out.npy")[sure], expected[sure], rtol=0, atol=1e-5)

    def test_powers_and_clamps(self):
        for dtype, top in ((np.uint8, 255), (np.uint16, 65535), (np.float32, 1)):
            picture = random_picture(40, 50, 3, dtype)
            name = "in.npy" if dtype == np.float32 else "in.png"
            out = name.replace("in", "out")
            self.put(name, picture)
            shares = picture.astype(float) / top
            low, high = (0.2, 0.7) if top == 1 else (top // 5, top * 2 // 3)
            for text, expected in (("power exponent=2.5", shares ** 2.5 * top),
                                   (f"clamp low={low} high={high}", np.clip(picture, low, high))):
                self.succeed("run", "--pipeline", text, name, "-o", out, "--force")
                worst = abs(self.get(out).astype(float) - expected).max()
                self.assertLessEqual(worst, 1e-5 if top == 1 else 0.51 if top == 255 else 1.0, (text, dtype))

    def test_wrong_powers_and_clamps_are_refused(self):
        self.put("in.png", random_picture(4, 4, 1, np.uint8))
        for text, *says in (("clamp low=3 high=2", "3", "2"), ("power exponent=nan", "nan")):
            self.refuse(2, "run", "--pipeline", text, "in.png", "-o", "out.png", says=says)

    def test_a_chain_is_one_dispatch(self):
        for words in (("run", "--pipeline", THREE_BOXES), ("sharpen", "--sigma", "2")):
            plan = json.loads(self.succeed("explain", *words, *SIZE, "--json"))
            self.assertEqual(plan["dispatches"], 1, words)


if __name__ == "__main__":
    main()
