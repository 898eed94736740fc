// The steps that the SIMD tile kernels are made of, one table per target.
//
// A step works on whole rows and knows nothing of tiles, borders or images. count is a number of samples, 1 or more.
// A step reads and writes exactly the samples that it is told of in images; rows in scratch have room for one more
// vector behind their end (kScratchSlack), which a step may read and overwrite.

#ifndef NINEFOLD_KERNELS_STEPS_H_
#define NINEFOLD_KERNELS_STEPS_H_

#include <cstddef>
#include <cstdint>

#include "kernels/tile_kernel.h"

namespace ninefold::kernels {

// Rows of scratch are this many samples longer than what is kept in them: the widest vector of 4-byte samples.
constexpr int64_t kScratchSlack = 16;

// How many rows of the result the tile kernels compute at a time.
constexpr int64_t kStripRows = 16;

// mid[r][x] = sum over i of taps[i] * rows[r + i][x], r = 0..out_rows-1. rows: out_rows + taps - 1 pointers to samples
// of the source type. kInteger: shifted right by `shift`, rounding half up.
struct VerticalArgs {
  const void* const* rows;
  const AxisTaps* taps;
  int64_t count;
  int64_t out_rows;
  void* mid;
  int64_t mid_pitch;
  int32_t shift;
};
using VerticalStep = void (*)(const VerticalArgs&) noexcept;

// dst[r][x] = scale * sum over j of taps[j] * mid[r][x + j * sample_step], or for kInteger the sum divided by divisor;
// rounded and saturated as the destination type asks.
struct HorizontalArgs {
  const void* mid;
  int64_t mid_pitch;
  const AxisTaps* taps;
  int64_t sample_step;
  int64_t count;
  int64_t out_rows;
  void* dst;
  ptrdiff_t dst_row_bytes;
  float scale;
  int32_t divisor;
};
using HorizontalStep = void (*)(const HorizontalArgs&) noexcept;

// dst[r][x] = scale * sum over i, j of dense[i][j] * rows[r + i][x + j * sample_step].
struct DenseArgs {
  const void* const* rows;
  const float* dense;
  int64_t dense_rows;
  int64_t dense_columns;
  int64_t sample_step;
  int64_t count;
  int64_t out_rows;
  void* dst;
  ptrdiff_t dst_row_bytes;
  float scale;
};
using DenseStep = void (*)(const DenseArgs&) noexcept;

// Source samples to f32, values unchanged.
using LoadStep = void (*)(const void* src, int64_t count, float* dst) noexcept;

// scale * f32 samples to the destination type.
using StoreStep = void (*)(const float* src, int64_t count, float scale, void* dst) noexcept;

// A pointwise operation on a row in scratch.
using PointwiseStep = void (*)(const PointwiseOp& op, float full_scale, int64_t pixels, int64_t channels,
                               float* row) noexcept;

// Tables are indexed by ElementType.
struct SeparableF32Steps {
  VerticalStep vertical[3];
  HorizontalStep horizontal[3];
};
struct SeparableU8Steps {
  VerticalStep vertical;
  HorizontalStep horizontal;
};
struct DenseSteps {
  DenseStep dense[3];
};
struct PointwiseSteps {
  LoadStep load[3];
  StoreStep store[3];
  PointwiseStep pointwise;
};

// All steps of one target.
struct Steps {
  SeparableF32Steps f32;
  SeparableU8Steps u8;
  DenseSteps dense;
  PointwiseSteps pointwise;
};

// The steps that a file was compiled with for a target, a bit of HWY_TARGETS.
SeparableF32Steps SeparableF32StepsFor(int64_t target) noexcept;
SeparableU8Steps SeparableU8StepsFor(int64_t target) noexcept;
DenseSteps DenseStepsFor(int64_t target) noexcept;
PointwiseSteps PointwiseStepsFor(int64_t target) noexcept;

}  // namespace ninefold::kernels

#endif  // NINEFOLD_KERNELS_STEPS_H_
