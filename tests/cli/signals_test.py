"""The end of the process by signals and closed pipes."""
import os
import signal
import subprocess
import time
import unittest

import numpy as np

from support import TOOL, ToolTest, main, random_picture

SLOW_TO_WRITE = ("blur", "--sigma", "0", "--linear", "off", "--compression", "9", "in.npy", "-o", "out.png", "--force")


class SignalsTest(ToolTest):
    def start(self, *words, **options):
        return subprocess.Popen([TOOL, *words], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                **options)

    def while_writing(self):
        """The tool, at a moment when its temporary file is there."""
        self.put("in.npy", random_picture(3000, 3000, 3, np.uint8) // 16)
        self.put("out.png", b"old")
        process = self.start(*SLOW_TO_WRITE)
        until = time.monotonic() + 60
        while not any(n not in ("in.npy", "out.png") for n in self.names()):
            self.assertIsNone(process.poll(), "done before it could be stopped")
            self.assertLess(time.monotonic(), until)
            time.sleep(0.005)
        return process

    def test_stop_signals_leave_no_temporary_and_the_old_file(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            process = self.while_writing()
            process.send_signal(number)
            _, said = process.communicate(timeout=60)
            self.assertEqual((process.returncode, said), (128 + number, b""))
            self.assertEqual(self.names(), ["in.npy", "out.png"])
            self.assertEqual(self.path("out.png").read_bytes(), b"old")

    def test_killed_while_writing_the_old_file_is_whole(self):
        process = self.while_writing()
        process.kill()
        process.communicate(timeout=60)
        self.assertEqual(self.path("out.png").read_bytes(), b"old")

    def test_stop_signal_while_waiting_for_input(self):
        process = self.start("blur", "--sigma", "1", "-", "-o", "out.png", stdin=subprocess.PIPE)
        time.sleep(0.2)
        process.terminate()
        self.assertEqual(process.wait(timeout=60), 143)
        process.communicate()
        self.assertEqual(self.names(), [])

    def test_ignored_interrupt_stays_ignored(self):
        self.put("small.npy", random_picture(4, 4, 1, np.uint8))
        process = self.start("blur", "--sigma", "1", "-", "-o", "out.npy", stdin=subprocess.PIPE,
                             preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        process.communicate(self.path("small.npy").read_bytes(), timeout=60)
        self.assertEqual(process.returncode, 0)

    def test_closed_standard_output_ends_quietly_with_141(self):
        self.put("in.png", random_picture(300, 300, 3, np.uint8))
        for words in (("blur", "--sigma", "1", "in.png", "-o", "-"), ("explain", "blur", "--sigma", "1", "in.png"),
                      ("info",), ("info", "in.png"), ("--version",), ("blur", "--help"),
                      ("blur", "--sigma", "1", "--json", "in.png", "-o", "out.png")):
            reading, writing = os.pipe()
            os.close(reading)
            run = self.tool(*words, stdout=writing)
            os.close(writing)
            self.assertEqual((run.returncode, run.stderr), (141, b""), words)

    def test_standard_output_that_is_not_open_is_an_error(self):
        self.put("in.png", random_picture(30, 30, 3, np.uint8))
        self.refuse(1, "blur", "--sigma", "1", "in.png", "-o", "-", stdout=None, preexec_fn=lambda: os.close(1),
                    says=["standard output"])
        run = self.tool("blur", "--sigma", "1", "in.png", "-o", "out.png", stdout=None, preexec_fn=lambda: os.close(1))
        self.assertEqual((run.returncode, run.stderr), (0, b""))


if __name__ == "__main__":
    main()
