// Samples that a sum of several terms must not meet: it would spread them over the whole box of the taps.
//
// Terms that stand for an aperture cancel each other outside of it, up to rounding and the tolerance. What is not
// finite does not cancel, and what is huge leaves traces. Results whose box holds such a sample are computed anew, tap
// by tap.

#ifndef NINEFOLD_KERNELS_WILD_H_
#define NINEFOLD_KERNELS_WILD_H_

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "kernels/extension.h"
#include "kernels/scratch_layout.h"
#include "kernels/tile_kernel.h"

namespace ninefold::kernels {

// Beyond so many times full scale a sample is wild.
constexpr float kWildest = 65536;

inline bool AnyWild(const float* samples, int64_t count, float full_scale) noexcept {
  // Not NaN, and not too large: one comparison that both fail. No early end, so that it is made for vectors.
  bool tame = true;
  for (int64_t i = 0; i < count; ++i) tame = tame & (std::abs(samples[i]) <= kWildest * full_scale);
  return !tame;
}

// The wild samples among those that a tile reads, which stand in scratch by stored rows and columns.
class WildSamples {
 public:
  WildSamples(const TileArgs& args, const AxisWindow& rows, const AxisWindow& columns, const float* staged,
              int64_t pitch, const ScratchLayout& scratch)
      : args_(args),
        p_(*args.plan),
        rows_(rows),
        columns_(columns),
        staged_(staged),
        pitch_(pitch),
        wild_rows_(reinterpret_cast<unsigned char*>(args.scratch + scratch.wild_rows)),
        marks_(reinterpret_cast<unsigned char*>(args.scratch + scratch.marks)) {}

  // Whether there are any.
  bool Find() {
    for (int64_t r = 0; r < rows_.stored(); ++r) {
      wild_rows_[r] = AnyWild(staged_ + r * pitch_, columns_.stored() * p_.channels, p_.full_scale) ? 1 : 0;
    }
    constant_is_wild_ = p_.border == BorderRule::kConstant && AnyWild(p_.constant_pixel, p_.channels, p_.full_scale);
    return constant_is_wild_ || std::any_of(wild_rows_, wild_rows_ + rows_.stored(), [](auto w) { return w != 0; });
  }

  // Calls function(begin, end) for the results of row y that read one of them.
  template <class Function>
  void ForEachRun(int64_t y, Function function) {
    std::memset(marks_, 0, static_cast<size_t>(args_.width));
    const int64_t first = rows_.begin + y * p_.rows.stride;
    for (int64_t row = first; row < first + p_.rows.reach; ++row) Mark(rows_.Copy(row));
    for (int64_t x = 0, end = 0; x < args_.width; x = end) {
      end = x + 1;
      if (marks_[x] == 0) continue;
      while (end < args_.width && marks_[end] != 0) ++end;
      function(x, end);
    }
  }

 private:
  // Marks what reads a wild sample of a stored row, or of a row of the constant.
  void Mark(int64_t row) {
    const bool is_constant = row == kConstantCoordinate;
    if (is_constant && constant_is_wild_) std::memset(marks_, 1, static_cast<size_t>(args_.width));
    if (is_constant || (wild_rows_[row - rows_.stored_begin] == 0 && !constant_is_wild_)) return;
    const float* samples = staged_ + (row - rows_.stored_begin) * pitch_;
    for (int64_t column = columns_.begin; column < columns_.end; ++column) {
      const int64_t copy = columns_.Copy(column);
      const bool wild = copy == kConstantCoordinate ? constant_is_wild_
                                                    : AnyWild(samples + (copy - columns_.stored_begin) * p_.channels,
                                                              p_.channels, p_.full_scale);
      if (!wild) continue;
      // Results x with x stride <= at < x stride + reach.
      const int64_t at = column - columns_.begin, stride = p_.columns.stride;
      const int64_t begin = std::max<int64_t>(0, (at - p_.columns.reach + stride) / stride);
      const int64_t end = std::min(args_.width, at / stride + 1);
      if (begin < end) std::memset(marks_ + begin, 1, static_cast<size_t>(end - begin));
    }
  }

  const TileArgs& args_;
  const TilePlan& p_;
  const AxisWindow& rows_;
  const AxisWindow& columns_;
  const float* staged_;
  const int64_t pitch_;
  unsigned char* wild_rows_;
  unsigned char* marks_;
  bool constant_is_wild_ = false;
};

// Places what RedoWild takes, but for the scratch of the direct plan, which stands behind all else.
inline void PlaceWild(const TilePlan& plan, int64_t tile_width, int64_t tile_height, ScratchCursor& cursor,
                      ScratchLayout& scratch) {
  scratch.wild_rows = cursor.Place(MaxStored(plan.rows, tile_height, plan.src_height), 1);
  scratch.marks = cursor.Place(tile_width, 1);
  scratch.direct = cursor.bytes();
}

// Computes by `direct`, a kernel for p.direct, what reads wild samples. Behind all else in a tile.
inline void RedoWild(const TileArgs& args, const AxisWindow& rows, const AxisWindow& columns, const float* staged,
                     int64_t pitch, const ScratchLayout& scratch, TileKernel direct) {
  WildSamples wild(args, rows, columns, staged, pitch, scratch);
  if (!wild.Find()) return;
  TileArgs part = args;
  part.plan = args.plan->direct;
  part.scratch = args.scratch + scratch.direct;
  part.height = 1;
  for (int64_t y = 0; y < args.height; ++y) {
    wild.ForEachRun(y, [&](int64_t begin, int64_t end) {
      part.x = args.x + begin;
      part.y = args.y + y;
      part.width = end - begin;
      direct(part);
    });
  }
}

}  // namespace ninefold::kernels

#endif  // NINEFOLD_KERNELS_WILD_H_
