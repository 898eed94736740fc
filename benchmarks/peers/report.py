#!/usr/bin/env python3
"""Makes one report of a benchmark run: report.json, report.md and its plots.

    report.py DIRECTORY

DIRECTORY holds plans.json and dispatch.json (Google Benchmark's, with repetitions) and, where IREE was there,
compilers.json (compare.py's). Standard library only.
"""
import json
import pathlib
import sys

import svg

SYSTEMS = {"ninefold": "Ninefold", "iree_named": "IREE, named convolution", "iree_best": "IREE, best rewriting",
           "opencv": "OpenCV", "halide": "Halide"}
WAYS = ("one_loop", "nine_loops", "padded_copy", "clamp", "plain_padded")


def google_medians(path):
    with open(path, encoding="utf-8") as f:
        run = json.load(f)
    rows = {e["run_name"].removesuffix("/real_time"): {"ms": e["real_time"], "Mpixel/s": e["Mpixel/s"],
                                                       **({"loops": e["loops"]} if "loops" in e else {})}
            for e in sorted(run["benchmarks"], key=lambda e: e["family_index"]) if e.get("aggregate_name") == "median"}
    refused = sorted({e["run_name"].removesuffix("/real_time") for e in run["benchmarks"] if e.get("error_occurred")})
    return run["context"], rows, refused


def table(head, rows):
    return "\n".join(["| " + " | ".join(map(str, r)) + " |" for r in (head, ["---"] * len(head), *rows)]) + "\n"


def size(row):
    return f"{row['width']}x{row['height']}"


def label(row):
    return f"{row['workload']}\n{size(row)}\n{row['channels']} ch, {row['taps']} taps"


class Compilers:
    """The rows of compare.py."""

    def __init__(self, rows):
        self.rows = rows
        self.names = [n for n in SYSTEMS if any("ms" in r["systems"].get(n, {}) for r in rows)]

    def timed(self, row):
        return {n: e for n, e in row["systems"].items() if "ms" in e}

    def find(self, **wanted):
        return [r for r in self.rows if all(r[k] == v for k, v in wanted.items())]

    def times(self):
        def cell(row, name):
            e = row["systems"].get(name, {})
            if "ms" not in e:
                return "refused: " + e["refused"] if e else ""
            if name == "ninefold":
                return f"{e['ms']:.2f}"
            least = e["least_ms"] / row["systems"]["ninefold"]["least_ms"]
            return f"{e['ms']:.2f} ({e['ratio']:.1f} x; {least:.1f} x)"

        return table([*KEYS, *(SYSTEMS[n] for n in self.names)],
                     [[*(f(r) for f in KEYS.values()), *(cell(r, n) for n in self.names)] for r in self.rows])

    def dispatches(self):
        """(workload, {system: dispatches})"""
        counts = {}
        for row in self.rows:
            for name, e in self.timed(row).items():
                if "dispatches" in e:
                    counts.setdefault(row["workload"], {}).setdefault(SYSTEMS[name], e["dispatches"])
        return list(counts.items())

    def tried(self):
        rows = [[*(f(r) for f in KEYS.values()), t["form"], t["padding"], t["flags"], t.get("dispatches", ""),
                 f"{t['tried_ms']:.2f} ms" if "tried_ms" in t else t["refused"]]
                for r in self.rows for e in r["systems"].values() for t in e.get("tried", ()) if "form" in t]
        return table([*KEYS, "form", "padding", "flags", "dispatches", "result"], rows)

    def border_taxes(self):
        """(row, {system: what replicate takes, in units of no border})"""
        for row in self.find(workload="pad_conv_fuse"):
            for valid in self.find(**{k: row[k] for k in ("width", "height", "channels", "taps", "threads")},
                                   workload="conv_fuse"):
                a, b = self.timed(row), self.timed(valid)
                yield row, {SYSTEMS[n]: a[n]["least_ms"] / b[n]["least_ms"] for n in a if n in b}

    def plots(self):
        named = [SYSTEMS[n] for n in self.names]
        some = [r for r in self.find(threads=1, height=1080) if r["channels"] == (3 if r["workload"] == "bokeh_like" else 1)
                and r["taps"] in (9, 17)]
        yield ("ratios", "Times as long as Ninefold", "one thread; median of turns",
               [(label(r), {SYSTEMS[n]: e["ratio"] for n, e in self.timed(r).items()}) for r in some], named)
        yield ("dispatches", "Dispatches", "parallel loops of one run", self.dispatches(),
               [SYSTEMS[n] for n in self.names if n not in ("opencv", "halide")])
        taxes = [(f"{size(r)}\n{r['channels']} ch, {r['taps']} taps", t) for r, t in self.border_taxes()
                 if r["threads"] == 1]
        if taxes:
            yield ("border-tax", "Border tax", "replicate / no border, one thread, the fastest turns; 1: none", taxes,
                   [n for n in named if any(n in t for _, t in taxes)])

    def growth(self):
        for name, title, unit, x_label, x, rows in (
                ("taps", "Growth with taps", "ms, one channel, 1920x1080, one thread", "taps", lambda r: r["taps"],
                 self.find(workload="pad_conv_fuse", threads=1, channels=1, height=1080)),
                ("size", "Growth with size", "ms, one channel, 9 taps, one thread", "megapixels",
                 lambda r: round(r["width"] * r["height"] / 1e6, 2),
                 self.find(workload="pad_conv_fuse", threads=1, channels=1, taps=9))):
            if len(rows) > 1:
                yield name, title, unit, x_label, {
                    SYSTEMS[n]: {x(r): r["systems"][n]["ms"] for r in rows if "ms" in r["systems"].get(n, {})}
                    for n in self.names}


KEYS = {"workload": lambda r: r["workload"], "size": size, "channels": lambda r: r["channels"],
        "taps": lambda r: r["taps"], "threads": lambda r: r["threads"]}


def dispatch_groups(rows):
    """(name without the way, {way: times as long as one loop})"""
    for name, e in rows.items():
        head, _, way = name.rpartition("/")
        if way == "one_loop":
            yield head, {w: rows[f"{head}/{w}"]["ms"] / e["ms"] for w in WAYS if f"{head}/{w}" in rows}


def chain_taxes(rows):
    """(size and threads, {system: border tax}) of the chain benchmarks, one channel, 9 taps."""
    taxes = {}
    for way, system in (("fused", "Ninefold"), ("opencv", "OpenCV")):
        for name, e in rows.items():
            parts = name.split("/")
            if parts[:2] == ["chain", "pad_conv_fuse"] and parts[-1] == way:
                valid = rows.get(name.replace("pad_conv_fuse", "conv_fuse"))
                if valid:  # by pixels: the result without a border is a little smaller
                    taxes.setdefault(" ".join(parts[2:4]), {})[system] = valid["Mpixel/s"] / e["Mpixel/s"]
    return list(taxes.items())


def main():
    directory = pathlib.Path(sys.argv[1])
    context, plans, refused = google_medians(directory / "plans.json")
    _, dispatch, more_refused = google_medians(directory / "dispatch.json")
    machine, compilers = {"date": context["date"][:10], "threads": context["num_cpus"]}, None
    if (directory / "compilers.json").exists():
        with open(directory / "compilers.json", encoding="utf-8") as f:
            run = json.load(f)
        machine, compilers = run["machine"], Compilers(run["rows"])
    groups, taxes = list(dispatch_groups(dispatch)), chain_taxes(plans)

    facts = {**machine, **machine.get("versions", {})}
    out = ["# Benchmarks", "\n".join(f"- {k}: {v}" for k, v in facts.items() if k != "versions")]

    def plot(name, picture):
        (directory / f"{name}.svg").write_text(picture, encoding="utf-8")
        out.append(f"![{name}]({name}.svg)")

    if refused + more_refused:
        out += ["## Refused, as the result was wrong", "\n".join(f"- {r}" for r in refused + more_refused)]
    if compilers:
        out += ["## Beside IREE and other peers",
                "Milliseconds, the median of turns; on one thread of CPU time. In brackets how many times as long as Ninefold: the median of the ratios "
                "of each turn; and the ratio of the fastest turns, which on a busy machine were disturbed least.",
                compilers.times()]
        for name, *more in compilers.plots():
            plot(name, svg.bars(*more))
        for name, *more in compilers.growth():
            plot("growth-" + name, svg.lines(*more))
        out += ["### What IREE was tried with", compilers.tried()]
    else:
        out += ["## Beside IREE", "Left out: PyPI did not give it."]
    out += ["## What one dispatch buys", "Times as long as one loop whose tiles take their code by tile ID.",
            table(["benchmark", "one loop, ms", *WAYS[1:]],
                  [[h, f"{dispatch[h + '/one_loop']['ms']:.3f}", *(f"{g[w]:.2f}" if w in g else "" for w in WAYS[1:])]
                   for h, g in groups])]
    few = [(h.removeprefix("dispatch/").replace("/", "\n"), g) for h, g in groups if "1080p" in h]
    if few:
        plot("one-dispatch", svg.bars("One dispatch, and other borders", "times as long as one loop", few, WAYS))
    if taxes:
        out += ["## Border tax of OpenCV beside Ninefold", "One channel, 9 taps; per pixel of the result.",
                table(["picture", "Ninefold", "OpenCV"],
                      [[n, *(f"{t[s]:.3f}" if s in t else "" for s in ("Ninefold", "OpenCV"))] for n, t in taxes])]
    out += ["## Whole plans", table(["benchmark", "ms", "Mpixel/s"],
                                    [[n, f"{e['ms']:.3f}", f"{e['Mpixel/s']:.1f}"] for n, e in plans.items()])]
    (directory / "report.md").write_text("\n\n".join(part.strip() for part in out) + "\n", encoding="utf-8")
    with open(directory / "report.json", "w", encoding="utf-8") as f:
        json.dump({"machine": machine, "plans": plans, "dispatch": dispatch, "refused": refused + more_refused,
                   "compilers": compilers.rows if compilers else []}, f, indent=1)
    print(f"{directory}/report.md, {directory}/report.json")


if __name__ == "__main__":
    main()
