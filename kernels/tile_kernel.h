// The contract of every tile kernel.
//
// A tile kernel computes one rectangle of the result: fetch the source samples that the taps need, apply the pointwise
// operations that stand before the convolution, convolve, apply those behind it, round and store. Whatever it needs to
// know about the plan stands in TilePlan, which is made once and never changes; whatever differs from tile to tile in
// TileArgs. A kernel
//   - reads source samples only inside the image, and writes exactly the samples of its rectangle;
//   - keeps everything in between in its scratch, of ScratchLayout::bytes bytes, aligned to 64, with any content;
//   - checks nothing, allocates nothing, throws nothing;
//   - computes a sample by operations whose order depends on taps, types and target only, never on the tile.
//
// Units: f32 samples between the steps are in the source's units and are not rounded.

#ifndef NINEFOLD_KERNELS_TILE_KERNEL_H_
#define NINEFOLD_KERNELS_TILE_KERNEL_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "ninefold/border.h"
#include "ninefold/image.h"
#include "ninefold/pipeline.h"

namespace ninefold::kernels {

struct Steps;
struct ChainPlan;
struct SpanTable;

// What the sums are computed in.
enum class Arithmetic {
  kF32,      // any type: f32 sums
  kInteger,  // u8 to u8: 32-bit integer sums of integer taps; the same bits on every target
  kFixed16,  // u8 to u8, symmetric averages: rounded 16-bit products; the same bits on every target
};

// Whether tap i and tap count - 1 - i are equal, opposite, or neither. kOdd has a middle tap of 0 or none.
enum class Symmetry { kNone, kEven, kOdd };

// Which inputs the outputs of one axis read: output i those from i x stride - before on, `reach` of them. The largest
// output reads `after` inputs beyond the last.
struct AxisGeometry {
  int64_t stride = 1;
  int64_t before = 0;
  int64_t reach = 1;
  int64_t after = 0;

  int64_t First(int64_t output) const { return output * stride - before; }
  // What that many outputs in a row read.
  int64_t Inputs(int64_t outputs) const { return (outputs - 1) * stride + reach; }
};

// The taps of one axis: of the inputs that an output reads, tap k takes number offset + k x dilation.
struct AxisTaps {
  int64_t count = 1;
  int64_t stride = 1;  // of the axis
  int64_t dilation = 1;
  int64_t offset = 0;
  Symmetry symmetry = Symmetry::kNone;
  const float* f32 = nullptr;        // Arithmetic::kF32
  const int32_t* integer = nullptr;  // Arithmetic::kInteger
  const int16_t* fixed16 = nullptr;  // Arithmetic::kFixed16: 15 fractional bits

  // From the first input to the last of that many outputs in a row.
  int64_t Inputs(int64_t outputs) const { return (outputs - 1) * stride + (count - 1) * dilation + 1; }
};

// A separable convolution is a sum of one or more products of vertical and horizontal taps.
struct SeparableTerm {
  AxisTaps vertical;
  AxisTaps horizontal;
  const void* constant_mid = nullptr;  // kConstant, SIMD kernels: a pixel of its vertical sums, as in the strip
};

// A tap of a dense kernel: dx inputs right of and dy below the first ones that an output reads. SIMD kernels find its
// samples `offset` behind the beginning of a row of the row table (see DenseArgs).
struct DenseTap {
  int64_t dx = 0;
  int64_t dy = 0;
  int64_t row = 0;
  int64_t offset = 0;
};

// A row function of the user, called by way of one that reports to the run what it throws.
using RowFunctionCall = void (*)(const void* function, void* run, float* row, int64_t pixels,
                                 int64_t channels) noexcept;

// A pointwise operation, its values ready for a row of samples.
struct PointwiseOp {
  PointwiseStage::Op op = PointwiseStage::Op::kGain;
  bool alpha = false;                  // the last channel is alpha: curves leave it alone
  const float* values = nullptr;       // kGain, kBias: one per channel, repeated for channels + 16 samples; kPower: the
                                       // exponent; kClamp: low, high; kBoost: threshold, 1 / (1 - threshold) or 0
                                       // for a step, gain - 1
  const float* alpha_lanes = nullptr;  // with alpha: 1 at alpha, else 0, for channels + 16 samples
  RowFunctionCall call = nullptr;      // kFunction
  const void* function = nullptr;
};

// The curve that comes first, for each value of a u8 source; alpha stays as it is.
struct SourceTable {
  const float* values = nullptr;  // null: no such table
  int64_t alpha_channels = 0;     // of each so many samples the last is alpha; 0: none is
};

// Where the parts of a kernel's scratch begin, in bytes.
struct ScratchLayout {
  int64_t row_table = 0;     // pointers to the source rows
  int64_t columns = 0;       // for the steps: the inputs or the outputs of a block of columns
  int64_t staged = 0;        // source samples after the pointwise operations, 4 bytes each
  int64_t staged_pitch = 0;  // samples from row to row
  int64_t unphased = 0;      // dense with a horizontal stride: a row before its columns are parted by phase
  int64_t mid = 0;           // the strip between the vertical and the horizontal taps
  int64_t mid_pitch = 0;     // bytes from row to row where it stands in rows
  int64_t sums = 0;          // a strip of horizontal sums of all terms but the last; spans: rows of sums
  int64_t sums_pitch = 0;
  int64_t result = 0;  // rows before the last pointwise operations
  int64_t result_pitch = 0;
  int64_t levels = 0;  // spans: sums of 2, 4, 8 ... neighbours
  int64_t level_pitch = 0;
  int64_t results = 0;    // spans: for each row of the aperture, which row of sums it adds to
  int64_t wild_rows = 0;  // with TilePlan::direct: flags of stored rows, marks of a row of results, and its scratch
  int64_t marks = 0;
  int64_t direct = 0;
  int64_t row_slots = 0;  // scalar kernel: staged row, or -1, of each row and column that the taps read
  int64_t column_slots = 0;
  int64_t bytes = 0;
};

// All that the kernels of a plan share.
struct TilePlan {
  int64_t src_width = 0;
  int64_t src_height = 0;
  int64_t channels = 0;
  ElementType src_type = ElementType::kU8;
  ElementType dst_type = ElementType::kU8;

  BorderRule border = BorderRule::kReplicate;
  AxisGeometry rows;
  AxisGeometry columns;

  Arithmetic arithmetic = Arithmetic::kF32;
  std::span<const SeparableTerm> terms;  // more than one in kF32 only
  std::span<const DenseTap> dense_taps;  // dense: instead of terms
  const float* dense_weights = nullptr;  // of each tap, dense_pitch of them
  int64_t dense_pitch = 1;               // 1: the same for all channels; else one per channel, and again from the
                                         // first on, for channels + kDenseWeightSlack samples
  bool IsDense() const { return terms.empty(); }
  const SpanTable* spans = nullptr;  // SIMD kernels: how dense taps are computed by runs; null: tap by tap

  // Terms that stand for an aperture: the same aperture tap by tap, for what reads samples that the terms would spread
  // (wild.h); `staged` is set. Null: the source has no such samples.
  const TilePlan* direct = nullptr;

  // kF32: the sum times scale is the result in dst units.
  float scale = 1.0f;
  // kInteger: vertical sums are shifted right by mid_shift, rounding half up; the final sum is divided by divisor, to
  // the nearest, half to even.
  int32_t mid_shift = 0;
  int32_t divisor = 1;

  SourceTable table;  // then `before`
  std::span<const PointwiseOp> before;
  std::span<const PointwiseOp> after;
  float full_scale = 1.0f;  // of the source
  // The source is an intermediate result in scratch: what a tile reads of it stands there by its stored coordinates
  // (AxisWindow), and pixel (0, 0) would stand at TileArgs::src.
  bool unwrapped = false;
  bool stream = false;  // the result is larger than the caches: store past them
  bool staged = false;  // the source is converted into scratch first: pointwise operations, dense taps, odd constants

  // kConstant, SIMD kernels: a row of the constant, f32 when staged, else of src_type, as long as any tile reads.
  const void* constant_row = nullptr;
  // kConstant, scalar kernel: one pixel of it after the pointwise operations.
  const float* constant_pixel = nullptr;

  const Steps* steps = nullptr;  // of the SIMD target; null: scalar
  ScratchLayout scratch;         // of the SIMD kernels
  ScratchLayout scalar_scratch;  // of the scalar kernel
};

// One tile. x, y, width and height in pixels of the result.
struct TileArgs {
  const TilePlan* plan = nullptr;
  const ChainPlan* chain = nullptr;  // kernels of chains: instead of plan
  const std::byte* src = nullptr;
  ptrdiff_t src_row_bytes = 0;
  std::byte* dst = nullptr;
  ptrdiff_t dst_row_bytes = 0;
  int64_t x = 0;
  int64_t y = 0;
  int64_t width = 0;
  int64_t height = 0;
  std::byte* scratch = nullptr;
  void* run = nullptr;  // what row functions report to
};

using TileKernel = void (*)(const TileArgs&) noexcept;

}  // namespace ninefold::kernels

#endif  // NINEFOLD_KERNELS_TILE_KERNEL_H_
