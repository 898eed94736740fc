"""Words, options and values; exit status 2 and 3 by the command line alone."""
import shutil
import subprocess
import unittest

import numpy as np

from support import ToolTest, main, random_picture


class CommandLineTest(ToolTest):
    def setUp(self):
        super().setUp()
        self.picture = random_picture(6, 7, 1, np.uint8)
        self.put("in.png", self.picture)

    def test_empty_value_after_equals_does_not_take_the_next_word(self):
        self.refuse(2, "blur", "--sigma=", "2", "in.png", "-o", "out.png", says=["--sigma"])

    def test_negative_value_as_next_word_is_refused(self):
        self.refuse(2, "blur", "--sigma", "-1", "in.png", "-o", "out.png", says=["--sigma", '"-1"'])

    def test_negative_sigma_after_equals_is_refused_by_its_value(self):
        self.refuse(2, "blur", "--sigma=-1", "in.png", "-o", "out.png", says=["--sigma", '"-1"', "0 or more"])

    def test_negative_taps_after_equals_are_taken(self):
        self.succeed("filter", "--horizontal=-1,0,1", "in.png", "-o", "out.npy")

    def test_options_may_stand_anywhere_behind_the_command(self):
        outputs = []
        for i, words in enumerate((["--sigma", "1", "in.png"], ["in.png", "--sigma=1"])):
            self.succeed("blur", *words, f"--output=out{i}.png")
            outputs.append(self.path(f"out{i}.png").read_bytes())
        self.succeed("blur", "-o", "out.png", "--sigma=1", "--", "in.png")
        self.assertEqual({*outputs, self.path("out.png").read_bytes()}, {outputs[0]})

    def test_words_after_two_dashes_are_inputs(self):
        self.put("-in.png", self.picture)
        self.succeed("blur", "--sigma", "1", "--output=-out.png", "--", "-in.png")
        self.assertIn("-out.png", self.names())
        self.refuse(2, "blur", "--sigma", "1", "-o", "out.png", "-in.png", says=["-in.png"])

    def test_names_that_mean_something_to_parsers_are_only_names(self):
        for name in ("[a,b].png", "a=b.png", "%d {x}.png", "a,b.png", "'q'.png"):
            self.put(name, self.picture)
            self.succeed("blur", "--sigma", "0", name, "-o", "out-" + name)
            self.succeed("blur", "--sigma", "0", name, f"--output=[o]{name}")
            self.assert_same(self.get("out-" + name), self.picture)
            self.assert_same(self.get("[o]" + name), self.picture)

    def test_repeated_options_are_refused(self):
        self.refuse(2, "blur", "--sigma", "1", "--sigma", "1", "in.png", "-o", "out.png", says=["--sigma"])
        self.refuse(2, "blur", "--sigma", "1", "in.png", "-o", "a.png", "--output", "b.png", says=["--output"])
        self.refuse(2, "blur", "--sigma", "1", "--force", "--force", "in.png", "-o", "a.png", says=["--force"])

    def test_unknown_commands_and_options_are_named(self):
        for name in ("blurr", "BLUR", "in.png"):
            self.refuse(2, name, "in.png", "-o", "out.png", says=[name])
        for option in ("--sigmas", "--sig", "-s", "-1", "--passes", "--help-all", "-oout.png"):
            self.refuse(2, "blur", "--sigma", "1", option, "in.png", says=[option])
        self.refuse(2, says=["command"])
        self.refuse(2, "--verbose", "blur", says=["--verbose"])
        self.refuse(2, "explain", says=["command"])
        self.refuse(2, "explain", "blurr", says=["blurr"])

    def test_missing_parts_are_named(self):
        self.refuse(2, "blur", "in.png", "-o", "out.png", says=["--sigma"])
        self.refuse(2, "box", "in.png", "-o", "out.png", says=["--radius"])
        self.refuse(2, "tent", "in.png", "-o", "out.png", says=["--radius"])
        self.refuse(2, "filter", "in.png", "-o", "out.png", says=["kernel"])
        self.refuse(2, "blur", "--sigma", "1", "-o", "out.png", says=["input"])
        self.refuse(2, "blur", "--sigma", "1", "in.png", says=["output"])
        self.refuse(2, "blur", "in.png", "--sigma", says=["--sigma"])
        self.refuse(2, "blur", "--sigma", "1", "", "-o", "out.png", says=["empty"])

    def test_wrong_values_are_refused_by_option_and_value(self):
        wrong = {
            "blur": [("sigma", v) for v in ("3px", "inf", "nan", "1,2,3", "1,", " 1", "1e999", "0x2", "+1", "-0.5")] +
                    [("radius", v) for v in ("-1", "1.5", "1e3", "1,2,3", "x")] +
                    [("border", v) for v in ("mirrorr", "valid", "constant", "constant:", "constant:nan",
                                                 "constant:1,")] +
                    [("linear", "yes"), ("alpha", "straight"), ("depth", "12"), ("depth", "32"), ("threads", "0"),
                     ("threads", "4097"), ("threads", "1.5"), ("compression", "10"), ("compression", "-1"),
                     ("max-memory", "0"), ("max-memory", "1X"), ("max-pixels", "0"), ("format", "jpg")],
            "filter": [("vertical", "1,x"), ("anchor", "0,0,0"), ("anchor", "-1"), ("scale", "inf"), ("bias", "nan")],
            "explain": [],
        }
        for command, values in wrong.items():
            needed = {"blur": "--sigma", "filter": "--horizontal"}.get(command)
            for option, value in values:
                words = [] if f"--{option}" == needed else [needed, "1"]
                self.refuse(2, command, *words, f"--{option}={value}", "in.png", "-o", "out.png",
                            says=[f"--{option}", value])

    def test_wrong_kernels_say_kernel(self):
        for option in ("vertical", "horizontal"):
            for taps in ("1,nan,1", "1,inf", "1,,1", "1;2"):
                self.refuse(2, "filter", f"--{option}={taps}", "in.png", "-o", "out.png", says=["kernel", taps])
        self.refuse(2, "filter", "--horizontal=-1,0,1", "--normalize", "in.png", "-o", "o.png", says=["kernel", "sum"])
        self.refuse(2, "filter", "--horizontal=0.1,0.2,-0.3", "--normalize", "in.png", "-o", "o.png", says=["kernel"])
        self.refuse(2, "filter", "--horizontal=1,1,1", "--anchor", "3,0", "in.png", "-o", "o.png",
                    says=["anchor", "kernel", "3,0"])
        self.put("k.txt", b"1 2\n3\n")
        self.refuse(2, "filter", "--kernel", "k.txt", "in.png", "-o", "o.png", says=["kernel", "k.txt", "line 2"])
        self.refuse(2, "filter", "--kernel", "k.txt", "--vertical", "1", "in.png", "-o", "o.png", says=["--kernel"])
        self.refuse(1, "filter", "--kernel", "none.txt", "in.png", "-o", "o.png", says=["--kernel", "none.txt"])

    def test_limits_of_the_library_are_exit_3(self):
        for radius in ("65537", "2147483648", "99999999999999999999"):
            self.refuse(3, "box", "--radius", radius, "in.png", "-o", "out.png", says=["--radius", radius, "65536"])
        for sigma in ("1e6", "1e30"):
            self.refuse(3, "blur", "--sigma", sigma, "in.png", "-o", "out.png", says=["sigma", "65536"])
        self.put("k.txt", b"1 " * 258)
        self.refuse(3, "filter", "--kernel", "k.txt", "in.png", "-o", "out.png", says=["258", "257"])

    def test_border_values_must_fit_the_channels(self):
        self.refuse(2, "box", "--radius", "1", "--border", "constant:1,2", "in.png", "-o", "out.png",
                    says=["in.png", "--border", "2", "1"])

    def test_options_that_exclude_each_other(self):
        self.refuse(2, "blur", "--sigma", "1", "--quiet", "--verbose", "in.png", "-o", "o.png", says=["--quiet"])
        self.refuse(2, "blur", "--sigma", "1", "--format", "npy", "in.png", "-o", "o.png", says=["--format"])
        self.refuse(2, "blur", "--sigma", "1", "--compression", "9", "in.png", "-o", "o.npy", says=["--compression"])
        self.refuse(2, "blur", "--sigma", "1", "--skip-existing", "--force", "in.png", "-o", "o.png", says=["--force"])

    def test_help_and_version_go_to_standard_output(self):
        self.assertIn(b"blur", self.succeed("--help"))
        self.assertIn(b"--radius", self.succeed("box", "--help"))
        self.assertIn(b"--map", self.succeed("explain", "box", "-h"))
        self.assertRegex(self.succeed("--version").decode(), r"^ninefold \d+\.\d+\.\d+\n.*SCALAR")

    def test_numbers_are_the_same_in_every_locale(self):
        if not shutil.which("localedef"):
            self.skipTest("no localedef to make a locale with a decimal comma")
        made = subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", self.path("de_DE.UTF-8")],
                              capture_output=True)
        if made.returncode != 0:
            self.skipTest("localedef cannot make de_DE.UTF-8")
        german = {"LOCPATH": str(self.folder), "LC_ALL": "de_DE.UTF-8"}
        comma = subprocess.run(["/usr/bin/printf", "%.1f", "1,5"], capture_output=True, env=german).stdout
        self.assertEqual(comma, b"1,5")         # the locale works
        words = ("blur", "--sigma", "1.5", "--border", "constant:0.5", "in.png", "-o")
        self.succeed(*words, "c.npy")
        self.succeed(*words, "german.npy", env=german)
        self.assertEqual(self.path("c.npy").read_bytes(), self.path("german.npy").read_bytes())
        self.refuse(2, "blur", "--sigma", "1,5,2", "in.png", "-o", "out.png", env=german, says=["--sigma"])


if __name__ == "__main__":
    main()
