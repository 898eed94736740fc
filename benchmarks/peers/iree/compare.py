#!/usr/bin/env python3
"""Compares Ninefold with IREE (and OpenCV, Halide), in turns on the same machine, and writes one JSON file.

    compare.py --ninefold PROGRAM [--out JSON] [--cases quick|full|one] [--every] [--environment DIR]

PROGRAM is ninefold_workload. The peers come from PyPI, into a virtual environment of their own; where that does not
work, this is said and nothing is compared (exit status 0).

No time is taken of a result that differs from the reference in double precision, or from Ninefold's: the row says by how
much, and the exit status is 1. --fault SYSTEM adds an error to a tap of a system, so that this can be seen.
"""
import argparse
import hashlib
import importlib.metadata
import importlib.util
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
TOLERANCE = 1e-5  # of samples 0..1
FAULT = 1e-3


def enter_environment(directory):
    """Runs this program again by the environment's Python, made if need be. False: PyPI does not give it."""
    directory = pathlib.Path(directory).resolve()
    python = directory / "bin/python"
    wanted = hashlib.sha256(b"".join((HERE / f).read_bytes() for f in ("requirements.txt", "requirements-optional.txt")))
    stamp = directory / "installed"
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != wanted.hexdigest():
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries", "1"]
        try:
            subprocess.run([sys.executable, "-m", "venv", "--clear", directory], check=True)
            subprocess.run([*pip, "-r", HERE / "requirements.txt"], check=True)
        except (OSError, subprocess.CalledProcessError):
            return False
        for line in (HERE / "requirements-optional.txt").read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#") and subprocess.run([*pip, line], check=False).returncode:
                print(f"{line} does not install: left out")
        stamp.write_text(wanted.hexdigest(), encoding="utf-8")
    if pathlib.Path(sys.prefix).resolve() == directory:
        os.environ["PATH"] = f"{directory / 'bin'}:{os.environ['PATH']}"
    else:
        sys.stdout.flush()
        os.execv(python, [python, "-B", *sys.argv])
    return True


def cases_of(which):
    from workloads import BOKEH_TAPS, Case

    hd, uhd = (1080, 1920), (2160, 3840)
    if which == "one":
        return [Case("pad_conv_fuse", 128, 160, 3, 9)]
    if which == "quick":
        return [Case("conv_fuse", *hd, 1, 9), Case("pad_conv_fuse", *hd, 1, 9), Case("pad_conv_fuse", *hd, 1, 17),
                Case("pad_conv_fuse", *hd, 4, 9), Case("pad_conv_fuse", *uhd, 1, 9),
                Case("bokeh_like", *hd, 3, BOKEH_TAPS)]
    channels = (1, 3, 4)
    cases = []
    for size in (hd, uhd):
        for c in channels:  # the two of a border tax follow each other
            cases += [Case("conv_fuse", *size, c, 9), *(Case("pad_conv_fuse", *size, c, taps) for taps in (9, 17))]
        cases += [Case("bokeh_like", *size, c, BOKEH_TAPS) for c in (3, 1, 4)]
    cases += [Case("pad_conv_fuse", *hd, 1, taps) for taps in (5, 31)]
    return cases + [Case("pad_conv_fuse", 512, 512, c, 9) for c in channels]


class Comparison:
    def __init__(self, options, systems):
        self.options, self.systems = options, systems
        self.refused = False

    def check(self, job, reference, ours=None):
        """The job's result; refuses one that is not the reference, or not Ninefold's."""
        import numpy as np
        from systems import Refused

        result = job.result().reshape(reference.shape)
        for other, name in ((reference, "the reference"), (ours, "Ninefold's")):
            difference = 0 if other is None else float(np.abs(result - other).max())
            if not difference <= TOLERANCE:
                self.refused = True
                raise Refused(f"the result differs from {name} by {difference:.2g}: no time is given")
        job.about["error"] = float(np.abs(result - reference).max())
        return result

    def fastest(self, jobs, reference, ours):
        """The fastest of some jobs, and what was tried."""
        from systems import Refused

        tried, best = [], None
        for job in jobs:
            try:
                self.check(job, reference, ours)
                job.about["tried_ms"] = job.ms(self.options.seconds)
                if best is None or job.about["tried_ms"] < best.about["tried_ms"]:
                    best = job
            except Refused as e:
                job.about["refused"] = str(e)
            tried.append(job.about)
        return best, tried

    def row(self, case, threads, reference):
        """One case on so many threads: all systems checked, then timed in turns."""
        from systems import Refused

        entries = {}
        row = {"workload": case.workload, "width": case.width, "height": case.height, "channels": case.channels,
               "taps": case.taps, "threads": threads, "systems": entries}
        ninefold, *others = self.systems
        jobs = {ninefold.name: ninefold.jobs(case, threads)[0]}
        try:
            ours = self.check(jobs[ninefold.name], reference)
        except Refused as e:
            entries[ninefold.name] = {"refused": str(e)}
            return row  # nothing to be compared with
        entries[ninefold.name] = jobs[ninefold.name].about
        for system in others:
            best, tried = self.fastest(system.jobs(case, threads), reference, ours)
            if best is not None:
                jobs[system.name] = best
                entries[system.name] = dict(best.about, tried=tried)
            elif tried:
                entries[system.name] = {"refused": tried[0]["refused"], "tried": tried}
        times = {name: [] for name in jobs}
        for _ in range(self.options.rounds):
            for name, job in jobs.items():
                times[name].append(job.ms(self.options.seconds))
        for name, ms in times.items():
            ratios = [a / b for a, b in zip(ms, times[ninefold.name])]
            entries[name].update(ms=statistics.median(ms), ratio=statistics.median(ratios), least_ms=min(ms))
        return row

    def run(self, cases, threads, scratch):
        import workloads

        for case in cases:
            source = case.source()
            source.tofile(f"{scratch}/source.f32")
            reference = workloads.reference(case, source)
            for n in threads:
                row = self.row(case, n, reference)
                print(line(case, n, row["systems"]), flush=True)
                yield row
            for path in pathlib.Path(scratch).iterdir():
                path.unlink()


def line(case, threads, entries):
    """A row in words."""
    text = f"{case.name:46s} threads {threads}"
    for name, e in entries.items():
        if "refused" in e:
            text += f"\n    {name} REFUSED: {e['refused']}"
        else:
            text += f"  {name} {e['ms']:.2f} ms" + (f" ({e['ratio']:.1f} x)" if name != "ninefold" else "")
    return text


def systems_of(options, scratch):
    """All systems that are there, Ninefold first."""
    from systems import Iree, OpenCv, Program

    fault = {options.fault: FAULT}
    systems = [Program("ninefold", [options.ninefold], scratch, fault.get("ninefold", 0))]
    if options.alone:
        return systems
    systems += [Iree("iree_named", ("named",), options.every, scratch, fault.get("iree_named", 0)),
                Iree("iree_best", ("slices", "shared"), options.every, scratch, fault.get("iree_best", 0))]
    if importlib.util.find_spec("cv2"):
        systems.append(OpenCv())
    if importlib.util.find_spec("halide"):
        systems.append(Program("halide", [sys.executable, "-B", str(HERE / "halide_workload.py")], scratch))
    return systems


def about_machine():
    import numpy

    with open("/proc/cpuinfo", encoding="utf-8") as f:
        cpu = next((x.split(":")[1].strip() for x in f if x.startswith("model name")), "unknown")
    versions = {"numpy": numpy.__version__}
    for package in ("iree-base-compiler", "opencv-python-headless", "halide"):
        try:
            versions[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            pass
    return {"date": time.strftime("%Y-%m-%d"), "cpu": cpu, "threads": len(os.sched_getaffinity(0)), "versions": versions}


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--ninefold", required=True, type=os.path.abspath)
    p.add_argument("--out", type=os.path.abspath)
    p.add_argument("--cases", choices=("quick", "full", "one"), default="quick")
    p.add_argument("--every", action="store_true", help="try all of IREE's forms, paddings and flags, not the usual best")
    p.add_argument("--rounds", type=int, default=5, help="turns of all systems")
    p.add_argument("--seconds", type=float, default=0.1, help="how long a turn of a system lasts, at least")
    p.add_argument("--environment", default=HERE.parents[2] / "build/peers", help="where the peers are installed")
    p.add_argument("--alone", action="store_true", help="no peers: Ninefold and the reference, by this Python's numpy")
    p.add_argument("--fault", choices=("ninefold", "iree_named", "iree_best"), help="to see it refused")
    options = p.parse_args()
    if not options.alone and not enter_environment(options.environment):
        print("IREE does not install from PyPI: nothing is compared")
        return 0
    threads = sorted({1, len(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory() as scratch:
        comparison = Comparison(options, systems_of(options, scratch))
        result = {"machine": about_machine(), "rows": []}
        for row in comparison.run(cases_of(options.cases), threads, scratch):
            result["rows"].append(row)
            if options.out:  # after each row: a long run that is stopped leaves what it has
                with open(options.out, "w", encoding="utf-8") as f:
                    json.dump(result, f, indent=1)
    return 1 if comparison.refused else 0


if __name__ == "__main__":
    sys.exit(main())
