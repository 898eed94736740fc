"""Which file becomes which, and that files are replaced whole or not at all."""
import json
import os
import pty
import resource
import stat
import unittest

import numpy as np

from support import ToolTest, main, png_read, random_picture

BLUR = ("blur", "--sigma", "1", "--linear", "off")


class FilesTest(ToolTest):
    def setUp(self):
        super().setUp()
        self.picture = random_picture(9, 8, 3, np.uint8)
        self.put("in.png", self.picture)
        self.succeed(*BLUR, "in.png", "-o", "right.png")
        self.right = self.path("right.png").read_bytes()
        self.path("right.png").unlink()

    def mode(self, name):
        return stat.S_IMODE(os.stat(self.path(name)).st_mode)

    def test_existing_output_is_replaced_only_by_force_and_keeps_its_mode(self):
        self.put("out.png", b"old")
        self.path("out.png").chmod(0o640)
        self.refuse(1, *BLUR, "in.png", "-o", "out.png", says=["out.png", "--force"])
        self.succeed(*BLUR, "in.png", "-o", "out.png", "--force")
        self.assertEqual(self.path("out.png").read_bytes(), self.right)
        self.assertEqual(self.mode("out.png"), 0o640)
        self.assertEqual(self.names(), ["in.png", "out.png"])

    def test_new_output_has_the_mode_that_the_umask_allows(self):
        for mask in (0o022, 0o077, 0o002):
            self.succeed(*BLUR, "in.png", "-o", f"out{mask}.png", preexec_fn=lambda m=mask: os.umask(m))
            self.assertEqual(self.mode(f"out{mask}.png"), 0o666 & ~mask)

    def test_symbolic_link_is_followed_and_stays(self):
        self.path("folder").mkdir()
        self.put("folder/old.png", b"old")
        self.path("a.png").symlink_to("b.png")
        self.path("b.png").symlink_to("folder/old.png")
        self.path("dangling.png").symlink_to(self.path("folder") / "new.png")
        self.succeed(*BLUR, "in.png", "-o", "a.png", "--force")
        self.succeed(*BLUR, "in.png", "-o", "dangling.png")
        self.assertTrue(self.path("a.png").is_symlink() and self.path("b.png").is_symlink())
        for name in ("folder/old.png", "folder/new.png"):
            self.assertFalse(self.path(name).is_symlink())
            self.assertEqual(self.path(name).read_bytes(), self.right)
        self.path("loop.png").symlink_to("loop.png")
        self.refuse(1, *BLUR, "in.png", "-o", "loop.png", says=["loop.png"])

    def test_failed_write_keeps_the_old_file(self):
        big = random_picture(200, 200, 3, np.uint8)
        self.put("big.png", big)
        self.put("out.png", b"old")

        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
        self.refuse(1, *BLUR, "big.png", "-o", "out.png", "--force", preexec_fn=limit, says=["out.png"])
        self.refuse(1, *BLUR, "big.png", "-o", "new.png", preexec_fn=limit, says=["new.png"])
        self.refuse(1, *BLUR, "--in-place", "big.png", preexec_fn=limit, says=["big.png"])

    def test_broken_input_keeps_the_old_file(self):
        self.put("out.png", b"old")
        self.put("broken.png", self.path("in.png").read_bytes()[:60])
        self.refuse(1, *BLUR, "broken.png", "-o", "out.png", "--force", says=["broken.png"])
        self.refuse(1, *BLUR, "none.png", "-o", "out.png", "--force", says=["none.png", "No such file"])

    def test_outputs_that_cannot_be_are_named(self):
        self.path("folder.png").mkdir()
        self.refuse(2, *BLUR, "in.png", "-o", "folder.png", says=["folder.png", "folder"])
        self.refuse(2, *BLUR, "in.png", "-o", "folder.png", "--force", says=["folder.png", "folder"])
        for name in ("out.xyz", "out.jpg", "out", "png"):
            self.refuse(2, *BLUR, "in.png", "-o", name, says=[name, ".png"])
        self.refuse(1, *BLUR, "in.png", "-o", "none/out.png", says=["none/out.png", "folder"])
        self.refuse(1, *BLUR, "in.png", "-o", "none/", says=["none"])
        self.refuse(1, *BLUR, "in.png", "-o", "in.png/out.png", says=["in.png/out.png"])
        self.assertFalse(self.path("none").exists())
        os.mkfifo(self.path("pipe.png"))
        self.refuse(1, *BLUR, "in.png", "-o", "pipe.png", "--force", says=["pipe.png", "regular"])

    def test_input_that_is_a_folder_is_named(self):
        self.path("folder").mkdir()
        self.refuse(1, *BLUR, "folder", "-o", "out.png", says=["folder"])

    def test_in_place_replaces_the_inputs(self):
        self.put("two.png", self.picture)
        self.path("in.png").chmod(0o604)
        self.path("link.png").symlink_to("two.png")
        self.succeed(*BLUR, "--in-place", "in.png", "link.png")
        self.assertEqual({self.path(n).read_bytes() for n in ("in.png", "two.png")}, {self.right})
        self.assertEqual(self.mode("in.png"), 0o604)
        self.assertTrue(self.path("link.png").is_symlink())
        self.refuse(2, *BLUR, "--in-place", "in.png", "-o", "out.png", says=["--in-place"])
        self.refuse(2, *BLUR, "--in-place", "-", says=["--in-place"])
        self.refuse(2, *BLUR, "--in-place", "in.png", "in.png", says=["same output"])
        self.refuse(2, *BLUR, "--in-place", "two.png", "link.png", says=["same output"])
        self.put("photo.jpg", self.picture[:, :, :1])
        self.refuse(2, *BLUR, "--in-place", "photo.jpg", says=["photo.jpg"])

    def test_output_that_is_an_input_needs_in_place(self):
        self.path("soft.png").symlink_to("in.png")
        os.link(self.path("in.png"), self.path("hard.png"))
        for name in ("in.png", "./in.png", "soft.png", "hard.png", str(self.path("in.png"))):
            self.refuse(2, *BLUR, "in.png", "-o", name, "--force", says=["--in-place", name])
        self.put("in-a.png", self.picture)
        self.refuse(2, *BLUR, "in.png", "in-a.png", "-o", "{stem}-a.png", "--force", says=["in-a.png"])

    def test_two_inputs_with_one_output_are_refused_before_starting(self):
        for folder in ("a", "b", "out"):
            self.path(folder).mkdir()
        self.put("a/x.png", self.picture)
        self.put("b/x.jpg", self.picture)
        self.path("again").symlink_to("out")
        self.refuse(2, *BLUR, "a/x.png", "b/x.jpg", "-o", "out/", says=["same output", "a/x.png", "b/x.jpg"])
        self.refuse(2, *BLUR, "a/x.png", "in.png", "-o", "out/one{ext}", says=["same output"])
        self.refuse(2, *BLUR, "a/x.png", "in.png", "-o", "out.png", says=["out.png", "several"])
        self.path("out/x.png").symlink_to("in.png")
        self.refuse(2, *BLUR, "a/x.png", "in.png", "-o", "again/", says=["same output"])

    def test_many_inputs_go_to_a_folder_or_a_template(self):
        self.path("out").mkdir()
        self.put("a.b.npy", self.picture)
        self.put("c.jpeg", self.picture)        # the bytes are PNG
        self.succeed(*BLUR, "in.png", "a.b.npy", "c.jpeg", "-o", "out/")
        self.succeed(*BLUR, "in.png", "a.b.npy", "-o", "out/{stem}-blur{ext}")
        self.assertEqual([n for n in self.names() if n.startswith("out/")],
                         ["out/a.b-blur.npy", "out/a.b.npy", "out/c.png", "out/in-blur.png", "out/in.png"])
        self.assert_same(self.get("out/a.b.npy"), png_read(self.right))

    def test_a_failed_file_does_not_stop_the_others(self):
        self.path("out").mkdir()
        self.put("bad.png", b"no picture")
        self.put("worse.png", b"")
        run = self.tool(*BLUR, "bad.png", "in.png", "worse.png", "-o", "out/")
        lines = run.stderr.decode().splitlines()
        self.assertEqual((run.returncode, len(lines)), (1, 2), lines)
        self.assertTrue(lines[0].startswith("ninefold: bad.png: ") and lines[1].startswith("ninefold: worse.png: "))
        self.assertEqual(self.path("out/in.png").read_bytes(), self.right)

    def test_exit_status_tells_limits_from_other_failures(self):
        self.path("out").mkdir()
        self.put("small.png", self.picture[:2, :2])
        self.put("wide.npy", random_picture(2, 90, 1, np.uint8))
        self.put("bad.png", b"no picture")
        limited = (*BLUR, "--max-pixels", "10", "-o", "out/")
        self.assertEqual(self.tool(*limited, "small.png", "in.png", "wide.npy").returncode, 3)
        self.assertEqual(self.tool(*limited, "in.png", "bad.png").returncode, 1)
        run = self.tool(*BLUR, "--border", "constant:1,2,3", "in.png", "wide.npy", "-o", "out/")
        self.assertEqual(run.returncode, 2)

    def test_skip_existing_leaves_out_what_is_there(self):
        self.put("out.png", b"old")
        run = self.tool(*BLUR, "in.png", "-o", "out.png", "--skip-existing")
        self.assertEqual((run.returncode, run.stderr.count(b"\n"), self.path("out.png").read_bytes()), (0, 1, b"old"))
        self.succeed(*BLUR, "in.png", "-o", "out.png", "--skip-existing", "--quiet")
        self.succeed(*BLUR, "in.png", "-o", "new.png", "--skip-existing")
        self.assertEqual(self.path("new.png").read_bytes(), self.right)

    def test_dry_run_tells_and_writes_nothing(self):
        said = self.succeed(*BLUR, "in.png", "-o", "out.png", "--dry-run").decode()
        self.assertIn("in.png", said)
        self.assertIn("out.png", said)
        self.assertEqual(self.names(), ["in.png"])
        self.put("out.png", b"old")
        self.refuse(1, *BLUR, "in.png", "-o", "out.png", "--dry-run", says=["out.png"])

    def test_verbose_and_json_tell_time_and_target(self):
        run = self.tool(*BLUR, "in.png", "-o", "out.png", "--verbose", "--json")
        self.assertRegex(run.stderr.decode(), r"^ninefold: in.png: .*target \w+.*filtered in \d+\.\d+ ms\n$")
        line = json.loads(run.stdout)
        self.assertEqual((line["input"], line["output"], line["status"]), ("in.png", "out.png", "done"))
        self.assertEqual((line["width"], line["height"], line["channels"], line["type"]), (8, 9, 3, "u8"))
        self.assertGreater(line["filter_ms"], 0)
        run = self.tool(*BLUR, "none.png", "-o", "out2.png", "--json")
        self.assertEqual(json.loads(run.stdout)["status"], "failed")

    def test_standard_input_and_output(self):
        data = self.path("in.png").read_bytes()
        self.assertEqual(self.succeed(*BLUR, "-", "-o", "-", input=data), self.right)
        self.succeed(*BLUR, "-", "-o", "npy.npy", input=data)
        array = self.succeed(*BLUR, "in.png", "-o", "-", "--format", "npy")
        self.assertEqual(array, self.path("npy.npy").read_bytes())
        self.assertEqual(self.succeed(*BLUR, "in.png", "-o", "-", "--format=pfm", "--depth", "32f")[:2], b"PF")
        run = self.tool(*BLUR, "in.png", "-o", "-", "--json")
        self.assertEqual(run.stdout, self.right)
        self.assertEqual(json.loads(run.stderr)["output"], "-")
        self.refuse(2, *BLUR, "-", "-", "-o", "{stem}.png", says=["standard input"])
        self.refuse(2, *BLUR, "in.png", "-", "-o", "-", says=["several"])
        self.refuse(1, *BLUR, "-", "-o", "out.png", input=data[:70], says=["standard input"])

    def test_standard_input_half_read_begins_where_it_stands(self):
        self.put("both", b"skipped" + self.path("in.png").read_bytes())
        with open(self.path("both"), "rb") as both:
            os.lseek(both.fileno(), 7, os.SEEK_SET)
            self.assertEqual(self.succeed(*BLUR, "-", "-o", "-", stdin=both), self.right)

    def test_a_terminal_gets_no_picture(self):
        try:
            ours, theirs = pty.openpty()
        except OSError as why:
            self.skipTest(f"no pseudo-terminal can be had here: {why}")
        self.addCleanup(os.close, ours)
        self.addCleanup(os.close, theirs)
        self.refuse(2, *BLUR, "in.png", "-o", "-", stdout=theirs, says=["terminal"])

    def test_full_disk_under_standard_output(self):
        with open("/dev/full", "wb") as full:
            for words in ((*BLUR, "in.png", "-o", "-"), ("info",), ("--version",), ("--help",)):
                self.refuse(1, *words, stdout=full, says=["standard output"])

    def test_message_about_a_strange_name_stays_one_line(self):
        self.refuse(1, *BLUR, "a\nb\x1b.png", "-o", "out.png", says=["a\\x0ab\\x1b.png"])


if __name__ == "__main__":
    main()
