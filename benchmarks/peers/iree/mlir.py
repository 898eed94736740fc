#!/usr/bin/env python3
"""Writes a workload as MLIR, in one of the forms that IREE is measured with.

    mlir.py WORKLOAD [--height H] [--width W] [--channels C] [--taps K] [--form FORM] [--padding PADDING]

Forms:
  named    linalg.depthwise_conv_2d_nhwc_hwc on 1 x H x W x C, as the thread writes it
  slices   rows of W x C samples; the taps as shifted slices in one elementwise linalg.generic
  shared   likewise, and the terms of a sum read their slices in one linalg.generic of as many results

Replicate padding before each convolution, or ("-once") of the source on both axes at once: the same picture, as the rule
acts on each axis alone, and powers on each sample alone.
  pad      tensor.pad whose region reads a clamped coordinate, as the thread writes it
  gather   a linalg.generic that reads clamped coordinates
  insert   border rows and columns broadcast, put together by tensor.insert_slice
"""
import argparse
import dataclasses

import workloads

FORMS = ("named", "slices", "shared")
PADDINGS = ("pad", "gather", "insert", "gather-once", "insert-once")


@dataclasses.dataclass(frozen=True)
class Tensor:
    name: str
    height: int
    width: int


def commas(items):
    return ", ".join(map(str, items))


def affine(rank, to):
    """An affine map of d0, d1, ... to the given coordinates."""
    return f"affine_map<({commas(f'd{i}' for i in range(rank))}) -> ({commas(to)})>"


class Function:
    """@main, line by line. Sizes and places are in pixels."""

    def __init__(self, channels, named):
        self.channels, self.named = channels, named
        self.lines, self.constants, self.count = [], {}, 0

    def emit(self, text):
        self.lines.append("  " + text)

    def fresh(self):
        self.count += 1
        return f"%{self.count}"

    def value(self, text):
        name = self.fresh()
        self.emit(f"{name} = {text}")
        return name

    def constant(self, value, type_="index"):
        text = value if type_ == "index" else f"{value:.9e}"
        return self.constants.setdefault(f"{text} : {type_}", f"%c{len(self.constants)}")

    def text(self, source, result):
        constants = [f"  {name} = arith.constant {what}" for what, name in self.constants.items()]
        head = f"func.func @main({source.name}: {self.type(source)}) -> {self.type(result)} {{"
        tail = f"  return {result.name} : {self.type(result)}"
        return "\n".join([head, *constants, *self.lines, tail, "}", ""])

    # Shapes.

    @property
    def rank(self):
        return 4 if self.named else 2

    def dims(self, height, width):
        return [1, height, width, self.channels] if self.named else [height, width * self.channels]

    def type_of(self, height, width):
        return f"tensor<{'x'.join(map(str, self.dims(height, width)))}xf32>"

    def type(self, t):
        return self.type_of(t.height, t.width)

    def empty(self, type_):
        return self.value(f"tensor.empty() : {type_}")

    def part(self, y, x, height, width):
        """A part of a tensor: offsets, sizes, strides."""
        offsets = [0, y, x, 0] if self.named else [y, x * self.channels]
        return f"{offsets} {self.dims(height, width)} {[1] * self.rank}"

    def slice(self, t, y, x, height, width):
        to = self.type_of(height, width)
        name = self.value(f"tensor.extract_slice {t.name}{self.part(y, x, height, width)} : {self.type(t)} to {to}")
        return Tensor(name, height, width)

    # Operations.

    def generic(self, inputs, out_types, body, rank=None, maps=None):
        """linalg.generic over (name, type) inputs; body takes the names of their samples, gives those of the results."""
        rank = rank or self.rank
        same = affine(rank, [f"d{i}" for i in range(rank)])
        maps = (maps or [same] * len(inputs)) + [same] * len(out_types)
        outs = [self.empty(t) for t in out_types]
        samples = [self.fresh() for _ in inputs + outs]
        results = [self.fresh() for _ in outs]
        kinds = commas(['"parallel"'] * rank)
        ins = f"ins({commas(n for n, _ in inputs)} : {commas(t for _, t in inputs)}) " if inputs else ""
        self.emit(f"{commas(results)} = linalg.generic {{indexing_maps = [{commas(maps)}], iterator_types = [{kinds}]}} "
                  f"{ins}outs({commas(outs)} : {commas(out_types)}) {{")
        self.emit(f"^bb0({commas(s + ': f32' for s in samples)}):")
        yields = body(samples[: len(inputs)])
        self.emit(f"linalg.yield {commas(yields)} : {commas(['f32'] * len(yields))}")
        self.emit(f"}} -> {out_types[0] if len(out_types) == 1 else f'({commas(out_types)})'}")
        return results

    def power(self, t, exponent):
        c = self.constant(exponent, "f32")
        (name,) = self.generic([(t.name, self.type(t))], [self.type(t)],
                               lambda s: [self.value(f"math.powf {s[0]}, {c} : f32")])
        return dataclasses.replace(t, name=name)

    # Padding.

    def clamped(self, i, before, size):
        moved = self.value(f"arith.subi {i}, {self.constant(before)} : index")
        low = self.value(f"arith.maxsi {moved}, {self.constant(0)} : index")
        return self.value(f"arith.minsi {low}, {self.constant(size - 1)} : index")

    def clamped_read(self, t, at, rows, columns):
        """The sample of t for the coordinates `at` of a picture with so many more rows and columns on each side."""
        at = list(at)
        y = 1 if self.named else 0
        at[y] = self.clamped(at[y], rows, t.height)
        if self.named:
            at[2] = self.clamped(at[2], columns, t.width)
        elif columns:
            c = self.constant(self.channels)
            pixel = self.value(f"arith.divui {at[1]}, {c} : index")
            channel = self.value(f"arith.remui {at[1]}, {c} : index")
            first = self.value(f"arith.muli {self.clamped(pixel, columns, t.width)}, {c} : index")
            at[1] = self.value(f"arith.addi {first}, {channel} : index")
        return self.value(f"tensor.extract {t.name}[{commas(at)}] : {self.type(t)}")

    def pad_by_tensor_pad(self, t, rows, columns):
        to = Tensor(self.fresh(), t.height + 2 * rows, t.width + 2 * columns)
        more = [0, rows, columns, 0] if self.named else [rows, columns * self.channels]
        at = [self.fresh() for _ in more]
        self.emit(f"{to.name} = tensor.pad {t.name} low{more} high{more} {{")
        self.emit(f"^bb0({commas(i + ': index' for i in at)}):")
        self.emit(f"tensor.yield {self.clamped_read(t, at, rows, columns)} : f32")
        self.emit(f"}} : {self.type(t)} to {self.type(to)}")
        return to

    def pad_by_gather(self, t, rows, columns):
        height, width = t.height + 2 * rows, t.width + 2 * columns

        def body(_):
            at = [self.value(f"linalg.index {i} : index") for i in range(self.rank)]
            return [self.clamped_read(t, at, rows, columns)]

        (name,) = self.generic([], [self.type_of(height, width)], body)
        return Tensor(name, height, width)

    def repeated(self, t, rows, columns):
        """A row, repeated to `rows`, or a column to `columns`."""
        if not columns:
            to, rank, at = Tensor("", rows, t.width), self.rank, ["d0", "0", "d2", "d3"] if self.named else ["0", "d1"]
        else:
            to, rank, at = Tensor("", t.height, columns), self.rank, ["d0", "d1", "0", "d3"]
        type_ = self.type(to)
        if columns and not self.named:  # pixels as a dimension of their own for a while
            rank, at, type_ = 3, ["d0", "d2"], f"tensor<{t.height}x{columns}x{self.channels}xf32>"
        (name,) = self.generic([(t.name, self.type(t))], [type_], lambda s: s, rank, [affine(rank, at)])
        if type_ != self.type(to):
            name = self.value(f"tensor.collapse_shape {name} [[0], [1, 2]] : {type_} into {self.type(to)}")
        return dataclasses.replace(to, name=name)

    def pad_by_insert(self, t, rows, columns):
        if rows and columns:
            return self.pad_by_insert(self.pad_by_insert(t, rows, 0), 0, columns)
        last_y, last_x = (t.height - 1, 0) if rows else (0, t.width - 1)
        edge = (1, t.width) if rows else (t.height, 1)
        before = self.repeated(self.slice(t, 0, 0, *edge), rows, columns)
        after = self.repeated(self.slice(t, last_y, last_x, *edge), rows, columns)
        to = Tensor("", t.height + 2 * rows, t.width + 2 * columns)
        name = self.empty(self.type(to))
        for piece, y, x in ((before, 0, 0), (t, rows, columns), (after, rows + last_y + 1 if rows else 0,
                                                                columns + last_x + 1 if columns else 0)):
            part = self.part(y, x, piece.height, piece.width)
            name = self.value(f"tensor.insert_slice {piece.name} into {name}{part} : {self.type(piece)} into "
                              f"{self.type(to)}")
        return dataclasses.replace(to, name=name)

    def pad(self, t, rows, columns, how):
        ways = {"pad": self.pad_by_tensor_pad, "gather": self.pad_by_gather, "insert": self.pad_by_insert}
        return ways[how](t, rows, columns)

    # Convolutions: valid, along axis 0 (rows) or 1 (columns).

    def convolved(self, t, taps, axis):
        return Tensor("", t.height - (len(taps) - 1) * (axis == 0), t.width - (len(taps) - 1) * (axis == 1))

    def named_sum(self, inputs, taps, axis):
        """The sum of inputs[i] convolved with taps[i]."""
        to = self.convolved(inputs[0], taps[0], axis)
        zero, type_ = self.constant(0, "f32"), self.type(to)
        name = self.value(f"linalg.fill ins({zero} : f32) outs({self.empty(type_)} : {type_}) -> {type_}")
        for t, weights in zip(inputs, taps):
            pixels = [f"[{commas([f'{w:.9e}'] * self.channels)}]" for w in weights]
            k = len(weights)
            kernel_type = f"tensor<{f'{k}x1' if axis == 0 else f'1x{k}'}x{self.channels}xf32>"
            rows = commas(f"[{p}]" for p in pixels) if axis == 0 else f"[{commas(pixels)}]"
            kernel = self.value(f"arith.constant dense<[{rows}]> : {kernel_type}")
            name = self.value("linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<1> : tensor<2xi64>, strides = "
                              f"dense<1> : tensor<2xi64>}} ins({t.name}, {kernel} : {self.type(t)}, {kernel_type}) "
                              f"outs({name} : {type_}) -> {type_}")
        return dataclasses.replace(to, name=name)

    def windows(self, t, taps, axis):
        to = self.convolved(t, taps, axis)
        return [self.slice(t, k * (axis == 0), k * (axis == 1), to.height, to.width) for k in range(len(taps))]

    def weighted(self, samples, weights):
        total = None
        for sample, weight in zip(samples, weights):
            w = self.constant(weight, "f32")
            total = self.value(f"arith.mulf {sample}, {w} : f32" if total is None else
                               f"math.fma {sample}, {w}, {total} : f32")
        return total

    def slices_sum(self, inputs, taps, axis):
        to = self.convolved(inputs[0], taps[0], axis)
        windows = [(w.name, self.type(w)) for t, k in zip(inputs, taps) for w in self.windows(t, k, axis)]
        weights = [w for k in taps for w in k]
        (name,) = self.generic(windows, [self.type(to)], lambda samples: [self.weighted(samples, weights)])
        return dataclasses.replace(to, name=name)

    def slices_shared(self, t, taps, axis):
        """t convolved with each of taps."""
        to = self.convolved(t, taps[0], axis)
        windows = [(w.name, self.type(w)) for w in self.windows(t, taps[0], axis)]
        names = self.generic(windows, [self.type(to)] * len(taps),
                             lambda samples: [self.weighted(samples, k) for k in taps])
        return [dataclasses.replace(to, name=n) for n in names]


def module(case, form, padding, fault=0):
    """The text. fault is added to the first tap, so that a wrong result can be seen refused."""
    f = Function(case.channels, form == "named")
    source = t = Tensor("%source", *case.source_size)
    how, _, once = padding.partition("-")
    radius = 0 if case.valid else case.taps // 2
    powers, terms = workloads.powers(case), workloads.terms(case)
    add = f.named_sum if form == "named" else f.slices_sum

    if radius and once:
        t = f.pad(t, radius, radius, how)
    if powers:
        t = f.power(t, powers[0])
    if radius and not once:
        t = f.pad(t, radius, 0, how)
    vertical, horizontal = [v.copy() for v, _ in terms], [h for _, h in terms]
    vertical[0][0] += fault
    sums = f.slices_shared(t, vertical, 0) if form == "shared" else [add([t], [v], 0) for v in vertical]
    if radius and not once:
        sums = [f.pad(s, 0, radius, how) for s in sums]
    t = add(sums, horizontal, 1)
    if powers:
        t = f.power(t, powers[1])
    return f.text(source, t)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("workload", choices=("conv_fuse", "pad_conv_fuse", "bokeh_like"))
    for name, default in (("height", 1080), ("width", 1920), ("channels", 1), ("taps", 9)):
        p.add_argument(f"--{name}", type=int, default=default)
    p.add_argument("--form", choices=FORMS, default="named")
    p.add_argument("--padding", choices=PADDINGS, default="insert")
    a = p.parse_args()
    taps = workloads.BOKEH_TAPS if a.workload == "bokeh_like" else a.taps
    print(module(workloads.Case(a.workload, a.height, a.width, a.channels, taps), a.form, a.padding), end="")


if __name__ == "__main__":
    main()
