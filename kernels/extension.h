// Where a tile's taps read on one axis, and what stands there when that lies outside the image.

#ifndef NINEFOLD_KERNELS_EXTENSION_H_
#define NINEFOLD_KERNELS_EXTENSION_H_

#include <cstdint>

#include "kernels/tile_kernel.h"
#include "ninefold/border.h"

namespace ninefold::kernels {

// Stands for "outside, under BorderRule::kConstant".
constexpr int64_t kConstantCoordinate = INT64_MIN;

// The coordinate in 0..size-1 that coordinate i takes its sample from, by a border rule applied as often as needed;
// kConstantCoordinate for an outside one under kConstant.
int64_t MapCoordinate(int64_t i, int64_t size, BorderRule rule) noexcept;

// The coordinates begin..end-1 that the taps of a tile read on one axis of `size` samples; they may lie outside.
//
// The coordinates stored_begin..stored_end-1 are fetched from the source; every other one is a copy of one of these, or
// the constant. Stored is what lies inside the image, and what mirrors and edges need beyond that. Only `wrap` reads at
// the far side of the image: there everything is stored, or one turn where the taps see more than that.
struct AxisWindow {
  int64_t begin = 0;
  int64_t end = 0;
  int64_t stored_begin = 0;
  int64_t stored_end = 0;
  int64_t size = 0;
  BorderRule rule = BorderRule::kReplicate;
  bool unwrapped = false;  // the source stands in memory by stored coordinates, not by its own

  // Both ranges together: low()..high()-1.
  int64_t low() const { return stored_begin < begin ? stored_begin : begin; }
  int64_t high() const { return stored_end > end ? stored_end : end; }
  int64_t stored() const { return stored_end - stored_begin; }

  // The source coordinate of a stored coordinate.
  int64_t Source(int64_t i) const noexcept;

  // How many stored coordinates from i on have source coordinates in one run.
  int64_t Run(int64_t i) const noexcept;

  // The stored coordinate whose sample i takes (i itself when it is stored), or kConstantCoordinate.
  int64_t Copy(int64_t i) const noexcept;
};

// The window begin..end-1, of which any part may lie outside.
AxisWindow MakeWindow(int64_t begin, int64_t end, int64_t size, BorderRule rule) noexcept;

// The window begin..end-1 that lies inside: nothing is mapped.
AxisWindow MakeInteriorWindow(int64_t begin, int64_t end, int64_t size) noexcept;

// The window that `length` outputs from `first` on read; extend: it may lie outside.
template <bool kExtend>
AxisWindow MakeWindow(const AxisGeometry& axis, int64_t first, int64_t length, int64_t size, BorderRule rule) noexcept {
  const int64_t begin = axis.First(first), end = begin + axis.Inputs(length);
  return kExtend ? MakeWindow(begin, end, size, rule) : MakeInteriorWindow(begin, end, size);
}

// The largest stored() of the windows of tiles of this length.
int64_t MaxStored(const AxisGeometry& axis, int64_t tile, int64_t size) noexcept;

// The largest high() - low() of the same.
int64_t MaxSpan(const AxisGeometry& axis, int64_t tile, int64_t size, BorderRule rule) noexcept;

}  // namespace ninefold::kernels

#endif  // NINEFOLD_KERNELS_EXTENSION_H_
