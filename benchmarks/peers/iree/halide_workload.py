#!/usr/bin/env python3
"""ninefold_workload, by Halide: the same arguments, the same JSON. A schedule by hand, which is Halide's point.

    halide_workload.py WORKLOAD WIDTH HEIGHT CHANNELS TAPS THREADS SECONDS SOURCE RESULT

Rows are W x C samples. Vertical sums of eight rows in registers, border samples left and right put beside them by a stage
of their own, then horizontal sums; strips of rows in parallel. A clamp in the index of interleaved samples would cost
several times as much.
"""
import json
import os
import sys
import time

import halide as hl
import numpy as np

import workloads

ROWS, LANES, STRIP = 8, 16, 64


def weighted(weights, sample):
    total = None
    for k, w in enumerate(weights):
        part = hl.f32(float(w)) * sample(k)
        total = part if total is None else total + part
    return total


def pipeline(case, source):
    """The function of (sample of a row, row), scheduled."""
    i, y, yo, yi = hl.Var("i"), hl.Var("y"), hl.Var("yo"), hl.Var("yi")
    strip = hl.Var("strip")
    channels, height, samples = case.channels, case.height, case.width * case.channels
    radius = 0 if case.valid else case.taps // 2
    picture = hl.Func("picture")
    powers = workloads.powers(case)
    picture[i, y] = hl.pow(source[i, y], hl.f32(powers[0])) if powers else source[i, y]
    if powers:
        picture.compute_root().parallel(y).vectorize(i, LANES)

    out, sums = hl.Func("out"), []
    total = None
    for vertical, horizontal in workloads.terms(case):
        v = hl.Func(f"v{len(sums)}")
        v[i, y] = weighted(vertical, lambda k: picture[i, y + k] if case.valid else
                           picture[i, hl.clamp(y + k - radius, 0, height - 1)])
        wide = v
        if radius:
            wide = hl.Func(f"wide{len(sums)}")
            wide[i, y] = v[hl.clamp(i, 0, samples - 1), y]
            side = hl.RDom([(0, radius * channels)])
            wide[side.x - radius * channels, y] = v[side.x % channels, y]
            wide[side.x + samples, y] = v[samples - channels + side.x % channels, y]
        sums.append((v, wide))
        part = weighted(horizontal, lambda k, wide=wide: wide[i + (k - radius) * channels, y])
        total = part if total is None else total + part
    out[i, y] = hl.pow(total, hl.f32(powers[1])) if powers else total

    out.split(y, yo, yi, ROWS, hl.TailStrategy.ShiftInwards).vectorize(i, LANES)
    out.split(yo, strip, yo, STRIP // ROWS, hl.TailStrategy.GuardWithIf).parallel(strip)
    for v, wide in sums:
        v.compute_at(out, yo).reorder(y, i).vectorize(i, LANES).unroll(y)
        if wide is not v:
            wide.compute_at(out, yo).vectorize(i, LANES)
            for u in range(2):
                wide.update(u).unscheduled()
    return out


def aligned(rows, samples):
    """Rows that begin where cache lines do, if they are as long: as the other systems have them."""
    memory = np.empty(rows * samples + 16, np.float32)
    first = -memory.ctypes.data // 4 % 16
    return memory[first : first + rows * samples].reshape(rows, samples)


def main():
    workload, *numbers, seconds, source_path, result_path = sys.argv[1:]
    width, height, channels, taps, threads = map(int, numbers)
    os.environ["HL_NUM_THREADS"] = str(threads)  # read when the first parallel loop runs
    less = taps - 1 if workload == "conv_fuse" else 0
    case = workloads.Case(workload, height - less, width - less, channels, taps)
    source, result = aligned(height, width * channels), aligned(case.height, case.width * channels)
    source[:] = np.fromfile(source_path, np.float32).reshape(source.shape)
    function, to = pipeline(case, hl.Buffer(source)), hl.Buffer(result)
    function.compile_jit(hl.get_host_target())
    function.realize(to)
    result.tofile(result_path)

    begin, begin_cpu, runs = time.perf_counter(), time.process_time(), 0
    while time.perf_counter() - begin < float(seconds):
        function.realize(to)
        runs += 1
    wall, cpu = time.perf_counter() - begin, time.process_time() - begin_cpu
    print(json.dumps({"ms": wall * 1e3 / max(runs, 1), "cpu_ms": cpu * 1e3 / max(runs, 1), "runs": runs}))


if __name__ == "__main__":
    main()
