#!/usr/bin/env python3
"""Prints the medians of a benchmark run, and the ratios that matter: SIMD to scalar, each border to none, each other
way of doing a chain to one dispatch.

    report.py BENCH.json

The JSON is Google Benchmark's, with repetitions. Standard library only.
"""
import json
import sys


def medians(path):
    """Real time in ms by name, and the JSON entry."""
    with open(path, encoding="utf-8") as f:
        entries = json.load(f)["benchmarks"]
    return {e["run_name"].removesuffix("/real_time"): e for e in entries if e.get("aggregate_name") == "median"}


def main():
    rows = medians(sys.argv[1])
    print(f"{'benchmark':58s} {'ms':>9s} {'Mpixel/s':>9s} {'Msample/s':>10s}  ratio")
    for name, e in rows.items():
        head, _, last = name.rpartition("/")
        ratio = ""
        if head.startswith("target/") and f"{head}/SCALAR" in rows:
            ratio = f"{rows[f'{head}/SCALAR']['real_time'] / e['real_time']:.2f} x scalar"
        if head.startswith("border/") and f"{head}/valid" in rows:
            ratio = f"{e['real_time'] / rows[f'{head}/valid']['real_time']:.3f} border tax"
        if head.startswith("chain/") and last != "fused" and f"{head}/fused" in rows:
            ratio = f"{e['real_time'] / rows[f'{head}/fused']['real_time']:.2f} x fused"
        print(f"{name:58s} {e['real_time']:9.3f} {e['Mpixel/s']:9.1f} {e['Msample/s']:10.1f}  {ratio}")


if __name__ == "__main__":
    main()
