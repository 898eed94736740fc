#!/usr/bin/env python3
"""Prints the medians of a benchmark run, each line's share of the machine's limits as measured in the same run, and the
ratios that matter: OpenCV to the plan, channels to one channel, 4K to 1080p, threads to one thread, SIMD to scalar,
each border to none, each other way of doing a chain to one dispatch.

    report.py [--fastest] BENCH.json

--fastest takes the fastest repetition of each line instead of the median: for a machine with other work to do.

The share is the larger of two: multiplications (symmetric taps folded) to those that the target can do, and bytes of
the picture to those that are copied in the same time, past the caches or not, whichever is faster.

The JSON is Google Benchmark's, with repetitions. Standard library only.
"""
import json
import math
import re
import sys


def read(path, fastest):
    """One JSON entry of each benchmark by name. Times in ms."""
    with open(path, encoding="utf-8") as f:
        entries = json.load(f)["benchmarks"]
    rows = {}
    for e in entries:
        if e.get("error_occurred"):
            continue
        if e["run_type"] == "iteration" if fastest else e.get("aggregate_name") == "median":
            e["ms"] = e["real_time"] * {"ms": 1, "us": 1e-3, "ns": 1e-6}[e["time_unit"]]
            name = e["run_name"].removesuffix("/real_time")
            rows[name] = min(e, rows.get(name, e), key=lambda row: row["ms"])
    # Interleaved runs come in any order: sorted by name, numbers by value.
    return dict(sorted(rows.items(), key=lambda row: [int(t) if t.isdigit() else t for t in re.split(r"(\d+)", row[0])]))


def threads_of(name):
    found = re.search(r"threads:(\d+)", name)
    return int(found[1]) if found else 1


class Limits:
    def __init__(self, rows):
        self.multiply, self.copy = {}, {}
        for name, e in rows.items():
            if name.startswith("limit/multiply/"):
                self.multiply[name.removeprefix("limit/multiply/")] = e["multiplications/s"]
            elif name.startswith("limit/"):
                size = int(re.search(r"bytes:(\d+)", name)[1])
                by_size = self.copy.setdefault(threads_of(name), {})
                by_size[size] = max(by_size.get(size, 0), e["bytes/s"])

    def share(self, name, e):
        """Of the limit that is nearest, and which one; None where nothing was measured."""
        shares = []
        lane = "i16" if "/u8/" in name else "f32"
        rate = self.multiply.get(f"{lane}/{e.get('label')}")
        if rate and "multiplications" in e:
            samples = e["Msample/s"] * 1e6
            shares.append((samples * e["multiplications"] / rate / threads_of(name), "multiply"))
        by_size = self.copy.get(threads_of(name))
        if by_size and "bytes" in e:
            nearest = min(by_size, key=lambda size: abs(math.log(size / e["bytes"])))
            shares.append((e["bytes"] / e["ms"] * 1e3 / by_size[nearest], "copy"))
        return max(shares, default=None)


def ratios(name, e, rows):
    head, _, last = name.rpartition("/")

    def time_of(other):
        return rows[other]["ms"] / e["ms"] if other != name and other in rows else None

    if last == "opencv" and time_of(head):
        yield f"{1 / time_of(head):.2f} x the plan's time"
        return
    if head.startswith("target/") and time_of(f"{head}/SCALAR"):
        yield f"{time_of(f'{head}/SCALAR'):.2f} x scalar"
    if head.startswith("border/") and time_of(f"{head}/valid"):
        yield f"{1 / time_of(f'{head}/valid'):.3f} border tax"
    if head.startswith("chain/") and last != "fused" and time_of(f"{head}/fused"):
        yield f"{1 / time_of(f'{head}/fused'):.2f} x fused"
    if not name.startswith("filter/"):
        return
    for pattern, base in ((r"channels:\d+", "channels:1"), ("4K", "1080p"), (r"threads:\d+", "threads:1")):
        other = re.sub(pattern, base, name)
        if time_of(other):
            yield f"{e['Msample/s'] / rows[other]['Msample/s']:.2f} of {base}"


def main():
    rows = read(sys.argv[-1], "--fastest" in sys.argv)
    limits = Limits(rows)
    print(f"{'benchmark':64s} {'ms':>9s} {'Mpixel/s':>9s} {'Msample/s':>10s} {'share':>14s}  ratios")
    for name, e in rows.items():
        if name.startswith("limit/"):
            rate = e.get("multiplications/s") or e["bytes/s"]
            unit = "multiplications" if "multiplications/s" in e else "bytes"
            print(f"{name:64s} {e['ms']:9.3f} {rate / 1e9:9.1f} G {unit}/s")
            continue
        share = limits.share(name, e)
        share = f"{share[0]:.2f} {share[1]}" if share else ""
        pixels = f"{e['Mpixel/s']:9.1f}" if "Mpixel/s" in e else " " * 9
        print(f"{name:64s} {e['ms']:9.3f} {pixels} {e['Msample/s']:10.1f} {share:>14s}  "
              f"{'  '.join(ratios(name, e, rows))}")


if __name__ == "__main__":
    main()
