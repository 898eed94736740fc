// The steps that the SIMD tile kernels are made of, one table per target.
//
// A step works on whole rows and knows nothing of tiles, borders or images. count is a number of samples, 1 or more.
// A step reads and writes exactly the samples that it is told of in images; rows in scratch have room for one more
// vector behind their end (kScratchSlack), which a step may read and overwrite.

#ifndef NINEFOLD_KERNELS_STEPS_H_
#define NINEFOLD_KERNELS_STEPS_H_

#include <cstddef>
#include <cstdint>

#include "kernels/spans.h"
#include "kernels/tile_kernel.h"

namespace ninefold::kernels {

// Rows of scratch are this many samples longer than what is kept in them: the widest vector of 4-byte samples.
constexpr int64_t kScratchSlack = 16;

// How many rows of the result the dense kernel computes at a time.
constexpr int64_t kDenseStripRows = 16;

// Rows of weights per channel are longer by this: the dense step reads them for so many samples in a row.
constexpr int64_t kDenseWeightSlack = 8 * 16;

// Vertical sums of a strip: sum over i of taps[i] * rows[r * stride + i * dilation][first + x], for the strip's rows r
// and count samples x.
//
// How the strip stands in mid: see StripSteps.
// rows: taps->Inputs(strip_rows) pointers to samples of the source type (the last one repeated where the image has no
// more), and behind them next_rows more that are only prefetched: what the strip below will add. kInteger: sums are
// shifted right by `shift`, rounding half up.
struct VerticalArgs {
  const void* const* rows;
  int64_t next_rows;
  const AxisTaps* taps;
  int64_t first;
  int64_t count;
  void* mid;
  int64_t mid_pitch;  // in_rows: bytes from row to row
  void* columns;      // ColumnBytes() of scratch
  int32_t shift;
};
using VerticalStep = void (*)(const VerticalArgs&) noexcept;

// dst[r][x] = scale * sum over j of taps[j] * mid[x * stride + j * dilation][r], x and the distance of taps counted in
// pixels; or for kInteger the sum divided by divisor; rounded and saturated as the destination type asks. sample_step:
// the number of channels; count: a multiple of it.
struct HorizontalArgs {
  const void* mid;
  int64_t mid_pitch;
  const void* earlier;  // sums of other terms, by a PartialStep, to be added first; or null
  const AxisTaps* taps;
  int64_t sample_step;
  int64_t count;
  int64_t out_rows;  // strip_rows at most
  void* dst;
  ptrdiff_t dst_row_bytes;
  void* columns;  // ColumnBytes() of scratch
  float scale;
  int32_t divisor;
  bool stream;  // store past the caches where that is possible
};
using HorizontalStep = void (*)(const HorizontalArgs&) noexcept;

// The horizontal sums of one of several terms, f32: put into `sums`, or added to what stands there. They stay
// transposed, as in mid, and go on to the end of a block of strip_rows pixels.
struct PartialArgs {
  const void* mid;
  const AxisTaps* taps;
  int64_t sample_step;
  int64_t count;
  void* sums;
  bool add;
};
using PartialStep = void (*)(const PartialArgs&) noexcept;

// dst[r][x] = scale * sum over taps t of weights[t][x] * rows[r * row_step + t.row][t.offset + x].
struct DenseArgs {
  const void* const* rows;
  int64_t row_step;
  const DenseTap* taps;
  int64_t tap_count;
  const float* weights;
  int64_t weight_pitch;  // TilePlan::dense_pitch
  int64_t channels;
  int64_t count;
  int64_t out_rows;
  void* dst;
  ptrdiff_t dst_row_bytes;
  float scale;
};
using DenseStep = void (*)(const DenseArgs&) noexcept;

// Adds what one row of the source gives to rows of results: for each row i of the aperture, its sums of `row` to
// results[i], unless that is null.
struct SpanArgs {
  const float* row;  // count samples, and behind them those of reach - 1 pixels more
  const SpanTable* table;
  int64_t reach;  // of the aperture, in pixels
  int64_t channels;
  int64_t count;
  float* const* results;
  float* levels;  // scratch: table->levels rows of level_pitch samples
  int64_t level_pitch;
};
using SpanStep = void (*)(const SpanArgs&) noexcept;

// Source samples to f32, values unchanged.
using LoadStep = void (*)(const void* src, int64_t count, float* dst) noexcept;

// scale * f32 samples to the destination type.
using StoreStep = void (*)(const float* src, int64_t count, float scale, void* dst) noexcept;

// A pointwise operation on a row in scratch.
using PointwiseStep = void (*)(const PointwiseOp& op, float full_scale, int64_t pixels, int64_t channels,
                               float* row) noexcept;

// row = a x row + b x earlier; where the two differ by less than threshold: earlier.
struct CombineOp {
  float a = 1;
  float b = 0;
  float threshold = 0;
};
using CombineStep = void (*)(const CombineOp& op, const float* earlier, int64_t count, float* row) noexcept;

// Rows of a strip that stands in rows.
constexpr int kRowStrip = 8;

// The steps of one arithmetic; tables are indexed by ElementType (integer arithmetic: u8 alone).
//
// Between them the strip stands transposed: sample x is strip_rows values of lane_bytes, one for each row. Or in_rows,
// as in an image, for an odd number of symmetric taps, kMostRowTaps at most, of one term, without stride or dilation;
// mid_pitch then also has room for a vector behind the end.
struct StripSteps {
  bool in_rows;
  int64_t strip_rows;
  int64_t lane_bytes;
  VerticalStep vertical[3];
  HorizontalStep horizontal[3];
  PartialStep partial;

  // From sample to sample in mid.
  int64_t sample_bytes() const { return in_rows ? lane_bytes : strip_rows * lane_bytes; }

  // Scratch that the steps take: the inputs of the vertical sums of strip_rows columns, or the horizontal sums of
  // strip_rows pixels.
  int64_t ColumnBytes(const AxisGeometry& rows, int64_t channels) const {
    if (in_rows) return 0;
    const int64_t inputs = rows.Inputs(strip_rows), outputs = strip_rows * channels;
    return (inputs > outputs ? inputs : outputs) * sample_bytes();
  }
};
struct SeparableSteps {
  StripSteps transposed;
  StripSteps rows;
  int64_t row_taps;  // up to so many taps on each axis the strip stands in rows, where that is faster
};

// The same for results that are stored past the caches, which is fast in long runs only. The rows form knows no more.
constexpr int64_t kMostRowTaps = 9;
struct DenseSteps {
  DenseStep dense[3];
};
struct PointwiseSteps {
  LoadStep load[3];
  StoreStep store[3];
  PointwiseStep pointwise;
  CombineStep combine;
};

// All steps of one target.
struct Steps {
  SeparableSteps separable[3];  // by Arithmetic
  DenseSteps dense;
  SpanStep spans;
  PointwiseSteps pointwise;
};

// The steps that a file was compiled with for a target, a bit of HWY_TARGETS.
SeparableSteps SeparableF32StepsFor(int64_t target) noexcept;
SeparableSteps SeparableI32StepsFor(int64_t target) noexcept;
SeparableSteps SeparableFixed16StepsFor(int64_t target) noexcept;
DenseSteps DenseStepsFor(int64_t target) noexcept;
SpanStep SpanStepFor(int64_t target) noexcept;
PointwiseSteps PointwiseStepsFor(int64_t target) noexcept;

}  // namespace ninefold::kernels

#endif  // NINEFOLD_KERNELS_STEPS_H_
