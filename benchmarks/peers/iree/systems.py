"""What is compared. Each system has jobs; a job does a case, gives its result, and says what a run takes.

On one thread that is the time of the CPU, as other programs may be running; else the time of the clock.
"""
import json
import os
import re
import shutil
import subprocess
import time

import numpy as np

import mlir
import workloads


class Refused(Exception):
    """A system that cannot do a case, or does it wrongly: it has no time."""


def command(arguments, **more):
    p = subprocess.run(arguments, capture_output=True, text=True, check=False, **more)
    if p.returncode:
        errors = [line for line in p.stderr.splitlines() if "error:" in line] or p.stderr.splitlines() or ["failed"]
        raise Refused(re.sub(r"^\S+: ", "", errors[0].strip()))
    return p.stdout


class Program:
    """A program with the command line of ninefold_workload."""

    def __init__(self, name, arguments, scratch, fault=0):
        self.name, self.arguments, self.scratch, self.fault = name, arguments, scratch, fault

    def jobs(self, case, threads):
        return [ProgramJob(self, case, threads)]


class ProgramJob:
    def __init__(self, system, case, threads):
        self.system, self.case, self.threads = system, case, threads
        self.about = {}

    def ms(self, seconds):
        c, s = self.case, self.system
        height, width = c.source_size
        numbers = map(str, (width, height, c.channels, c.taps, self.threads, seconds))
        out = command([*s.arguments, c.workload, *numbers, f"{s.scratch}/source.f32", f"{s.scratch}/{s.name}.f32",
                       *([str(s.fault)] if s.fault else [])])
        about = json.loads(out)
        self.about.update({k: about[k] for k in ("dispatches", "target") if k in about})
        return about["cpu_ms" if self.threads == 1 else "ms"]

    def result(self):
        self.ms(0)
        return np.fromfile(f"{self.system.scratch}/{self.system.name}.f32", dtype=np.float32)


LOOP_PASSES = ("--iree-llvmcpu-loop-interleaving", "--iree-llvmcpu-loop-unrolling", "--iree-llvmcpu-loop-vectorization",
               "--iree-llvmcpu-slp-vectorization")
FUSE_PADDING = "--iree-dispatch-creation-enable-fuse-padding-into-linalg-"
TARGET = ("--iree-hal-target-backends=llvm-cpu", "--iree-llvmcpu-target-cpu=host")
FLAGS = {
    "default": (),
    "O3": ("--iree-opt-level=O3",),
    "loops": ("--iree-opt-level=O3", *LOOP_PASSES),  # LLVM's loop passes, which are off by default
    "loops+one_workgroup": ("--iree-opt-level=O3", *LOOP_PASSES, "--iree-llvmcpu-disable-distribution"),
    "aggressive_fusion": ("--iree-opt-level=O3", *LOOP_PASSES, "--iree-dispatch-creation-enable-aggressive-fusion"),
    "fuse_padding_consumer": ("--iree-opt-level=O3", *LOOP_PASSES, FUSE_PADDING + "consumer-ops"),
    "fuse_padding_producer": ("--iree-opt-level=O3", *LOOP_PASSES, FUSE_PADDING + "producer-ops"),
    "pad_handling": ("--iree-opt-level=O3", *LOOP_PASSES, "--iree-flow-enable-pad-handling"),
}
# IREE takes memory for its results anew in each call; glibc keeps what is freed, so that the page faults of fresh memory
# are not counted.
KEEP_FREED_MEMORY = ("glibc.malloc.mmap_max=0:glibc.malloc.trim_threshold=17179869184:"
                     "glibc.malloc.top_pad=1073741824:glibc.malloc.arena_max=1")


class Iree:
    """A family of forms: `named` as the thread writes it, `best` what IREE likes. Candidates are tried and the fastest
    kept."""

    def __init__(self, name, forms, every, scratch, fault=0):
        self.name, self.forms, self.every, self.scratch, self.fault = name, forms, every, scratch, fault

    def candidates(self, case, threads):
        paddings = mlir.PADDINGS if self.every else ("insert", "insert-once")
        flags = FLAGS if self.every else ("loops+one_workgroup" if threads == 1 else "loops",)
        for form in self.forms:
            if form == "shared" and case.workload != "bokeh_like":
                continue  # one term
            for padding in ("none",) if case.valid else paddings:
                for flag in flags:
                    if threads == 1 or flag != "loops+one_workgroup":
                        yield form, padding, flag

    def jobs(self, case, threads):
        for form, padding, flags in self.candidates(case, threads):
            yield IreeJob(self, case, threads, form, padding, flags)


class IreeJob:
    def __init__(self, system, case, threads, form, padding, flags):
        self.system, self.case, self.threads = system, case, threads
        self.about = {"form": form, "padding": padding, "flags": flags}
        stem = f"{case.name}-{form}-{padding}-{flags}".replace("/", "-").replace(":", "")
        self.path = f"{system.scratch}/{stem}"

    def compile(self):
        if os.path.exists(self.path + ".vmfb"):
            with open(self.path + ".json", encoding="utf-8") as f:
                self.about["dispatches"] = json.load(f)
            return
        a = self.about
        with open(self.path + ".mlir", "w", encoding="utf-8") as f:
            f.write(mlir.module(self.case, a["form"], a["padding"], self.system.fault))
        phases = self.path + ".phases"
        try:
            command(["iree-compile", *TARGET, *FLAGS[a["flags"]], self.path + ".mlir", "-o", self.path + ".vmfb",
                     "--dump-compilation-phases-to=" + phases], timeout=300)
            (flow,) = (f for f in os.listdir(phases) if re.search(r"\.\d+\.flow\.mlir$", f))
            with open(f"{phases}/{flow}", encoding="utf-8") as f:
                a["dispatches"] = len(re.findall(r"flow\.dispatch @", f.read()))
        finally:
            shutil.rmtree(phases, ignore_errors=True)
        with open(self.path + ".json", "w", encoding="utf-8") as f:
            json.dump(a["dispatches"], f)

    def _arguments(self):
        c = self.case
        height, width = c.source_size
        dims = (1, height, width, c.channels) if self.about["form"] == "named" else (height, width * c.channels)
        device = ["--device=local-sync"] if self.threads == 1 else \
                 ["--device=local-task", f"--task_topology_group_count={self.threads}"]
        return [f"--module={self.path}.vmfb", "--function=main", *device,
                f"--input={'x'.join(map(str, dims))}xf32=@{self.system.scratch}/source.f32"]

    def result(self):
        self.compile()
        command(["iree-run-module", *self._arguments(), f"--output=@{self.system.scratch}/iree.npy"])
        return np.load(f"{self.system.scratch}/iree.npy").ravel()

    def ms(self, seconds):
        out = command(["iree-benchmark-module", *self._arguments(), f"--benchmark_min_time={seconds}s",
                       "--benchmark_min_warmup_time=0.01", "--benchmark_format=json"],
                      env=dict(os.environ, GLIBC_TUNABLES=KEEP_FREED_MEMORY))
        (run,) = json.loads(out[out.index("{"):])["benchmarks"]
        return run["cpu_time" if self.threads == 1 else "real_time"] * {"ns": 1e-6, "us": 1e-3, "ms": 1, "s": 1e3}[run["time_unit"]]


class OpenCv:
    """OpenCV's own separable filter, from PyPI: a newer one than Debian's."""

    name = "opencv"

    def jobs(self, case, threads):
        return [] if case.valid else [OpenCvJob(case, threads)]  # it has no filter without a border


class OpenCvJob:
    def __init__(self, case, threads):
        import cv2

        self.cv2, self.case, self.threads = cv2, case, threads
        self.source = case.source()
        self.about = {"version": cv2.__version__}
        self.terms = [(v.astype(np.float32), h.astype(np.float32)) for v, h in workloads.terms(case)]
        shape = self.source.shape if case.channels > 1 else self.source.shape[:2]
        self.linear, self.sum, self.term, self.out = (np.empty(shape, np.float32) for _ in range(4))

    def _run(self):
        cv2, powers = self.cv2, workloads.powers(self.case)
        x = cv2.pow(self.source, powers[0], self.linear) if powers else self.source
        total = self.sum if powers else self.out
        for i, (v, h) in enumerate(self.terms):
            cv2.sepFilter2D(x, -1, h, v, self.term if i else total, borderType=cv2.BORDER_REPLICATE)
            if i:
                cv2.add(total, self.term, total)
        if powers:
            cv2.pow(total, powers[1], self.out)

    def result(self):
        self.cv2.setNumThreads(self.threads)
        self._run()
        return self.out.ravel()

    def ms(self, seconds):
        self.cv2.setNumThreads(self.threads)
        self._run()
        clock = time.process_time if self.threads == 1 else time.perf_counter
        begin, runs = clock(), 0
        while clock() - begin < seconds or not runs:
            self._run()
            runs += 1
        return (clock() - begin) * 1e3 / runs
