#!/usr/bin/env python3
"""compare.py gives times of right results, and none of wrong ones.

    compare_test.py NINEFOLD_WORKLOAD [ENVIRONMENT]

ENVIRONMENT: where the peers are installed; where they are not, faults of theirs are not seeded.
"""
import pathlib
import re
import subprocess
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM, ENVIRONMENT = sys.argv[1], pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else "none")


def compare(*more):
    p = subprocess.run([sys.executable, "-B", HERE / "compare.py", "--ninefold", PROGRAM, "--environment", ENVIRONMENT,
                        "--cases", "one", "--rounds", "1", "--seconds", "0.01", *more],
                       capture_output=True, text=True, check=False)
    return p.returncode, p.stdout + p.stderr


def timed(name, out):
    return re.search(rf"{name} [0-9.]+ ms", out) is not None


class CompareTest(unittest.TestCase):
    def test_right_results_are_timed(self):
        status, out = compare("--alone")
        self.assertEqual(status, 0, out)
        self.assertTrue(timed("ninefold", out), out)

    def test_a_fault_of_ninefold_leaves_no_time(self):
        status, out = compare("--alone", "--fault", "ninefold")
        self.assertEqual(status, 1, out)
        self.assertIn("ninefold REFUSED", out)
        self.assertFalse(timed(r"\S+", out), out)

    @unittest.skipUnless((ENVIRONMENT / "installed").exists(), "no peers installed")
    def test_a_fault_of_iree_leaves_no_time_of_it(self):
        status, out = compare("--fault", "iree_best")
        self.assertEqual(status, 1, out)
        self.assertIn("iree_best REFUSED", out)
        self.assertFalse(timed("iree_best", out), out)
        self.assertTrue(timed("ninefold", out), out)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
