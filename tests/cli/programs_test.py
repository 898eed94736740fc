"""The example programs, against the tool, and against numpy where the tool has no such filter."""
import os
import subprocess
import unittest

import numpy as np

from support import ToolTest, main, random_picture

PROGRAMS = os.environ.get("NINEFOLD_PROGRAMS", "")


class ProgramsTest(ToolTest):
    def setUp(self):
        super().setUp()
        self.picture = random_picture(61, 83, 3, np.uint8)
        self.put("in.png", self.picture)

    def program(self, name, *words):
        return subprocess.run([os.path.join(PROGRAMS, "ninefold_example_" + name), *words], cwd=self.folder,
                              capture_output=True, text=True, env=self.environment(None))

    def result(self, name):
        done = self.program(name, "in.png", name + ".png")
        self.assertEqual((done.returncode, done.stderr), (0, ""), name)
        return self.get(name + ".png"), done.stdout

    def of_tool(self, *words, source="in.png", out="tool.npy"):
        self.succeed(*words, source, "-o", out, "--force")
        return self.get(out)

    def test_blur_by_two_executors(self):
        expected = self.of_tool("blur", "--sigma", "3", "--border", "reflect101", "--linear", "off")
        for name in ("blur", "own_thread_pool"):
            np.testing.assert_array_equal(self.result(name)[0], expected)

    def test_unsharp_mask(self):
        picture, said = self.result("unsharp_mask")
        np.testing.assert_array_equal(picture, self.of_tool("sharpen", "--sigma", "2", "--amount", "0.7"))
        self.assertEqual(said, "the call and the pipeline give the same picture\n")

    def test_custom_taps(self):
        expected = self.of_tool("filter", "--vertical", "1,2,1", "--horizontal=-1,0,1", "--scale", "0.125", "--bias",
                                "128", "--border", "reflect101")
        difference = self.result("custom_taps")[0].astype(int) - expected
        self.assertLessEqual(abs(difference).max(), 1)    # ties: the two scale at different places
        self.assertTrue((difference != 0).mean() < 0.2)

    def test_chain_and_what_it_says(self):
        picture, said = self.result("chain")
        np.testing.assert_array_equal(picture, self.of_tool(
            "run", "--pipeline", "linear | blur sigma=2 border=reflect | box radius=3 | srgb"))
        self.assertRegex(said, "dispatches +1\n")

    def test_bokeh(self):
        np.testing.assert_array_equal(self.result("bokeh")[0], self.of_tool(
            "bokeh", "--radius", "9", "--blades", "6", "--rotation", "15", "--roundness", "0.3", "--boost", "8",
            "--threshold", "0.6"))

    def test_difference_of_gaussians(self):
        self.put("in.npy", self.picture.astype(np.float32) / 255)
        narrow, wide = (self.of_tool("blur", "--sigma", sigma, "--radius", radius, source="in.npy").astype(float) * 255
                        for sigma, radius in (("1", "3"), ("1.6", "5")))  # the default radii of u8
        exact = np.clip((narrow - wide) * 8 + 128, 0, 255)
        self.assertLess(abs(self.result("difference_of_gaussians")[0] - exact).max(), 0.51)

    def test_wrong_input_is_refused(self):
        self.put("broken.png", b"no picture")
        for words, says in ((("in.png",), "usage"), (("none.png", "o.png"), "none.png"), (("broken.png", "o.png"), "broken.png"),
                            (("in.png", "no/folder.png"), "no/folder.png")):
            done = self.program("blur", *words)
            self.assertEqual(done.returncode, 1, words)
            self.assertIn(says, done.stderr)


if __name__ == "__main__":
    main()
