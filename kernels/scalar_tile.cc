#include "kernels/scalar_tile.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "kernels/extension.h"
#include "kernels/pointwise.h"
#include "kernels/pointwise_scalar.h"
#include "kernels/scratch_layout.h"
#include "kernels/wild.h"

namespace ninefold::kernels {
namespace {

// What the arithmetics differ in: the type of a sample between the steps, and how sums are made and ended. at(i) is the
// sample that tap i belongs to.
struct F32 {
  using Sample = float;
  using Sum = double;
  template <class At>
  static Sum Dot(const AxisTaps& taps, At at) {
    double sum = 0;
    for (int64_t i = 0; i < taps.count; ++i) sum += static_cast<double>(taps.f32[i]) * static_cast<double>(at(i));
    return sum;
  }
  static Sample Mid(const TilePlan&, Sum sum) { return static_cast<float>(sum); }
};
struct Integer {
  using Sample = int32_t;
  using Sum = int32_t;
  template <class At>
  static Sum Dot(const AxisTaps& taps, At at) {
    int32_t sum = 0;
    for (int64_t i = 0; i < taps.count; ++i) sum += taps.integer[i] * at(i);
    return sum;
  }
  static Sample Mid(const TilePlan& p, Sum sum) {
    return p.mid_shift == 0 ? sum : (sum + (1 << (p.mid_shift - 1))) >> p.mid_shift;
  }
  static uint8_t End(const TilePlan& p, Sum sum);
};
struct Fixed16 {  // see separable_fixed16_simd.cc
  using Sample = int32_t;
  using Sum = int32_t;
  template <class At>
  static Sum Dot(const AxisTaps& taps, At at) {
    const auto product = [&](int32_t x, int64_t i) { return (x * taps.fixed16[i] + (1 << 14)) >> 15; };
    int32_t sum = 0;
    for (int64_t i = 0; i < taps.count / 2; ++i) sum += product(at(i) + at(taps.count - 1 - i), i);
    return taps.count % 2 == 0 ? sum : sum + product(at(taps.count / 2), taps.count / 2);
  }
  static Sample Mid(const TilePlan&, Sum sum) { return sum; }
  static uint8_t End(const TilePlan&, Sum sum) { return static_cast<uint8_t>((sum + 128 * 128 + 64) >> 7); }
};

// sum / divisor to the nearest, half to even, saturated to 0..255.
uint8_t DivideToU8(int32_t sum, int32_t divisor) {
  if (sum <= 0) return 0;
  const int32_t quotient = sum / divisor, twice = 2 * (sum % divisor);
  const bool up = twice > divisor || (twice == divisor && (quotient & 1) != 0);
  return static_cast<uint8_t>(std::min(quotient + (up ? 1 : 0), 255));
}

uint8_t Integer::End(const TilePlan& p, Sum sum) { return DivideToU8(sum, p.divisor); }

void LoadU8(const void* src, int64_t count, int32_t* dst) {
  const auto* samples = static_cast<const uint8_t*>(src);
  for (int64_t i = 0; i < count; ++i) dst[i] = samples[i];
}

// For each coordinate that the taps read: the index of the stored one whose sample it takes, or -1 for the constant.
void FillSlots(const AxisWindow& window, int64_t* slots) {
  for (int64_t i = window.begin; i < window.end; ++i) {
    const int64_t copy = window.Copy(i);
    slots[i - window.begin] = copy == kConstantCoordinate ? -1 : copy - window.stored_begin;
  }
}

// The work of one tile, with the windows and the scratch that all passes share.
template <class A>
class Worker {
 public:
  using Sample = typename A::Sample;
  using Sum = typename A::Sum;

  explicit Worker(const TileArgs& args)
      : args_(args),
        p_(*args.plan),
        rows_(Window(p_.rows, args.y, args.height, p_.src_height)),
        columns_(Window(p_.columns, args.x, args.width, p_.src_width)),
        staged_(At<Sample>(p_.scalar_scratch.staged)),
        mid_(At<Sample>(p_.scalar_scratch.mid)),
        row_slots_(At<int64_t>(p_.scalar_scratch.row_slots)),
        column_slots_(At<int64_t>(p_.scalar_scratch.column_slots)) {}

  void Run() {
    FillSlots(rows_, row_slots_);
    FillSlots(columns_, column_slots_);
    Fetch();
    for (int64_t y = 0; y < args_.height; ++y) {
      if (std::is_same_v<A, F32> && p_.IsDense()) {
        StoreRow(y, [&](int64_t x, int64_t c) { return static_cast<Sum>(DenseSum(x, y, c)); });
      } else {
        for (const SeparableTerm& term : p_.terms) SumColumns(y, term);
        StoreRow(y, [&](int64_t x, int64_t c) {
          Sum sum = SumRow(x, c, p_.terms[0]);
          for (const SeparableTerm& term : p_.terms.subspan(1)) sum += SumRow(x, c, term);
          return sum;
        });
      }
    }
    if constexpr (std::is_same_v<A, F32>) {
      if (p_.direct != nullptr) {
        RedoWild(args_, rows_, columns_, staged_, p_.scalar_scratch.staged_pitch, p_.scalar_scratch, ScalarTile);
      }
    }
  }

 private:
  template <class T>
  T* At(int64_t offset) const {
    return reinterpret_cast<T*>(args_.scratch + offset);
  }

  // What the taps of one axis read.
  AxisWindow Window(const AxisGeometry& axis, int64_t first, int64_t length, int64_t size) const {
    AxisWindow window = MakeWindow<true>(axis, first, length, size, p_.border);
    window.unwrapped = p_.unwrapped;
    return window;
  }

  // The stored rows and columns of the source, after the pointwise operations before the convolution.
  void Fetch() {
    for (int64_t y = rows_.stored_begin; y < rows_.stored_end; ++y) {
      const std::byte* src = args_.src + rows_.Source(y) * args_.src_row_bytes;
      Sample* row = staged_ + (y - rows_.stored_begin) * p_.scalar_scratch.staged_pitch;
      for (int64_t x = columns_.stored_begin; x < columns_.stored_end; x += columns_.Run(x)) {
        const std::byte* samples = src + columns_.Source(x) * p_.channels * ElementBytes(p_.src_type);
        Sample* staged = row + (x - columns_.stored_begin) * p_.channels;
        if constexpr (std::is_same_v<A, F32>) {
          LoadSource(ScalarPointwiseSteps().load[static_cast<int>(p_.src_type)], p_.table, samples,
                     columns_.Run(x) * p_.channels, staged);
        } else {
          LoadU8(samples, columns_.Run(x) * p_.channels, staged);
        }
      }
      if constexpr (std::is_same_v<A, Fixed16>) {
        for (int64_t i = 0; i < columns_.stored() * p_.channels; ++i) row[i] = Biased(row[i]);
      }
      if constexpr (std::is_same_v<A, F32>) {
        ApplyOps(p_.before, ApplyPointwise, p_.full_scale, columns_.stored(), p_.channels, args_.run, row);
      }
    }
  }

  // A sample of Fixed16.
  static Sample Biased(Sample sample) { return (sample - 128) * 128; }

  // Channel c of the picture at slots; a slot of -1 is outside, under kConstant.
  Sample Padded(int64_t row_slot, int64_t column_slot, int64_t c) const {
    if (row_slot < 0 || column_slot < 0) {
      const auto constant = static_cast<Sample>(p_.constant_pixel[c]);
      return std::is_same_v<A, Fixed16> ? Biased(constant) : constant;
    }
    return staged_[row_slot * p_.scalar_scratch.staged_pitch + column_slot * p_.channels + c];
  }

  // Of each term: the vertical sums of every stored column, and of one column more, the constant's.
  Sample* Mid(const SeparableTerm& term) const {
    return mid_ + (&term - p_.terms.data()) * (columns_.stored() + 1) * p_.channels;
  }

  // The vertical sums of result row y.
  void SumColumns(int64_t y, const SeparableTerm& term) {
    const AxisTaps& taps = term.vertical;
    const int64_t* slots = row_slots_ + y * taps.stride + taps.offset;
    for (int64_t column = 0; column <= columns_.stored(); ++column) {
      const bool constant = column == columns_.stored();
      if (constant && p_.border != BorderRule::kConstant) break;
      for (int64_t c = 0; c < p_.channels; ++c) {
        const auto sample = [&](int64_t i) { return Padded(slots[i * taps.dilation], constant ? -1 : column, c); };
        Mid(term)[column * p_.channels + c] = A::Mid(p_, A::Dot(taps, sample));
      }
    }
  }

  Sum SumRow(int64_t x, int64_t c, const SeparableTerm& term) const {
    const AxisTaps& taps = term.horizontal;
    const int64_t* slots = column_slots_ + x * taps.stride + taps.offset;
    const Sample* mid = Mid(term);
    return A::Dot(taps, [&](int64_t j) {
      const int64_t slot = slots[j * taps.dilation];
      return mid[(slot < 0 ? columns_.stored() : slot) * p_.channels + c];
    });
  }

  double DenseSum(int64_t x, int64_t y, int64_t c) const {
    double sum = 0;
    const float* weights = p_.dense_weights + (p_.dense_pitch == 1 ? 0 : c);
    for (const DenseTap& tap : p_.dense_taps) {
      sum +=
          static_cast<double>(*weights) * static_cast<double>(Padded(row_slots_[y * p_.rows.stride + tap.dy],
                                                                     column_slots_[x * p_.columns.stride + tap.dx], c));
      weights += p_.dense_pitch;
    }
    return sum;
  }

  template <class SumAt>
  void StoreRow(int64_t y, SumAt sum_at) {
    std::byte* dst =
        args_.dst + (args_.y + y) * args_.dst_row_bytes + args_.x * p_.channels * ElementBytes(p_.dst_type);
    if constexpr (!std::is_same_v<A, F32>) {
      uint8_t* samples = reinterpret_cast<uint8_t*>(dst);
      for (int64_t x = 0; x < args_.width; ++x) {
        for (int64_t c = 0; c < p_.channels; ++c) *samples++ = A::End(p_, sum_at(x, c));
      }
    } else {
      float* row = At<float>(p_.scalar_scratch.result);
      for (int64_t x = 0; x < args_.width; ++x) {
        for (int64_t c = 0; c < p_.channels; ++c) row[x * p_.channels + c] = static_cast<float>(sum_at(x, c));
      }
      ApplyOps(p_.after, ApplyPointwise, p_.full_scale, args_.width, p_.channels, args_.run, row);
      ScalarPointwiseSteps().store[static_cast<int>(p_.dst_type)](row, args_.width * p_.channels, p_.scale, dst);
    }
  }

  const TileArgs& args_;
  const TilePlan& p_;
  const AxisWindow rows_;
  const AxisWindow columns_;
  Sample* const staged_;
  Sample* const mid_;
  int64_t* const row_slots_;
  int64_t* const column_slots_;
};

}  // namespace

void ScalarTile(const TileArgs& args) noexcept {
  switch (args.plan->arithmetic) {
    case Arithmetic::kF32:
      return Worker<F32>(args).Run();
    case Arithmetic::kInteger:
      return Worker<Integer>(args).Run();
    case Arithmetic::kFixed16:
      return Worker<Fixed16>(args).Run();
  }
}

ScratchLayout ScalarTileScratch(const TilePlan& plan, int64_t tile_width, int64_t tile_height) noexcept {
  const int64_t stored_rows = MaxStored(plan.rows, tile_height, plan.src_height);
  const int64_t stored_columns = MaxStored(plan.columns, tile_width, plan.src_width);
  const auto terms = static_cast<int64_t>(plan.terms.size());
  ScratchCursor cursor;
  ScratchLayout s;
  s.row_slots = cursor.Place(plan.rows.Inputs(tile_height), sizeof(int64_t));
  s.column_slots = cursor.Place(plan.columns.Inputs(tile_width), sizeof(int64_t));
  s.staged_pitch = stored_columns * plan.channels;
  s.staged = cursor.PlaceRows(stored_rows, s.staged_pitch);
  s.mid = cursor.PlaceRows((stored_columns + 1) * terms, plan.channels);
  s.result = cursor.PlaceRows(tile_width, plan.channels);
  if (plan.direct != nullptr) PlaceWild(plan, tile_width, tile_height, cursor, s);
  s.bytes = cursor.bytes();
  return s;
}

}  // namespace ninefold::kernels
