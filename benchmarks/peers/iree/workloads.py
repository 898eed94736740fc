"""The workloads that IREE and Ninefold are compared on: their taps, and a reference in double precision.

Said again here, and not taken from Ninefold, so that an error there shows.
"""
import dataclasses

import numpy as np

GAMMA = 2.2  # of the bokeh-like workload
BOKEH_TAPS = 17


@dataclasses.dataclass(frozen=True)
class Case:
    """A workload on an image of so many rows, columns and channels (those of the result), f32."""

    workload: str  # conv_fuse: no border; pad_conv_fuse, bokeh_like: replicate
    height: int
    width: int
    channels: int = 1
    taps: int = 9

    @property
    def name(self):
        return f"{self.workload}/{self.width}x{self.height}/channels:{self.channels}/taps:{self.taps}"

    @property
    def valid(self):
        return self.workload == "conv_fuse"

    @property
    def source_size(self):
        more = self.taps - 1 if self.valid else 0
        return self.height + more, self.width + more

    def source(self):
        rng = np.random.default_rng(1)
        return rng.random((*self.source_size, self.channels), dtype=np.float32)


def gaussian(sigma, radius):
    i = np.arange(-radius, radius + 1)
    w = np.exp(-(i**2) / (2 * sigma**2))
    return w / w.sum()


def terms(case):
    """The separable terms of the convolution: (vertical taps, horizontal taps), to be summed."""
    if case.workload == "bokeh_like":
        gaussians = [gaussian(2 + t, BOKEH_TAPS // 2) for t in range(4)]
        return [(scale * g, g) for scale, g in zip((0.7, 0.2, 0.2, -0.1), gaussians)]
    g = gaussian(case.taps / 6, case.taps // 2)
    return [(g, g)]


def powers(case):
    return (GAMMA, 1 / GAMMA) if case.workload == "bokeh_like" else None


def convolve(image, taps, axis):
    """The valid part of a convolution along an axis."""
    size = image.shape[axis] - len(taps) + 1
    total = None
    for k, w in enumerate(taps):
        part = w * (image[k : k + size] if axis == 0 else image[:, k : k + size])
        total = part if total is None else np.add(total, part, out=total)
    return total


def reference(case, source):
    x = source.astype(np.float64)
    if powers(case):
        x = x ** powers(case)[0]
    if not case.valid:
        r = case.taps // 2
        x = np.pad(x, ((r, r), (r, r), (0, 0)), mode="edge")
    x = sum(convolve(convolve(x, v, 0), h, 1) for v, h in terms(case))
    return x ** powers(case)[1] if powers(case) else x
