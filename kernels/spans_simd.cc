// Sums over the runs of apertures (spans.h), row by row of the source.

#include <cstdint>

#include "kernels/steps.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/spans_simd.cc"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"
#include "kernels/hwy_compat.h"
#include "kernels/steps-inl.h"

#if !(HWY_TARGET & NINEFOLD_SCALAR_TARGETS)
HWY_BEFORE_NAMESPACE();
namespace ninefold::kernels::HWY_NAMESPACE {
namespace {

// Vectors at a time.
constexpr int kSpanUnroll = 8;

void SumLevels(const SpanArgs& a) noexcept {
  const DF d;
  const float* below = a.row;
  for (int32_t level = 1; level <= a.table->levels; ++level) {
    const int64_t step = (a.channels << level) / 2, count = LevelSamples(a.count, a.reach, a.channels, level);
    float* sums = a.levels + (level - 1) * a.level_pitch;
    for (int64_t x = 0; x < count; x += kLanes) {
      hn::Store(hn::Add(hn::LoadU(d, below + x), hn::LoadU(d, below + x + step)), d, sums + x);
    }
    below = sums;
  }
}

template <int kUnroll>
HWY_INLINE void AddPattern(const SpanArgs& a, const SpanPattern& pattern, int64_t x) {
  const DF d;
  const SpanTable& t = *a.table;
  VF sums[kUnroll];
  for (int u = 0; u < kUnroll; ++u) sums[u] = hn::Zero(d);
  for (int32_t i = pattern.piece_begin; i < pattern.piece_end; ++i) {
    const SpanPiece piece = t.pieces[static_cast<size_t>(i)];
    const float* samples = a.levels + (piece.level - 1) * a.level_pitch + piece.offset + x;
    for (int u = 0; u < kUnroll; ++u) sums[u] = hn::Add(sums[u], hn::LoadU(d, samples + u * kLanes));
  }
  for (int32_t i = pattern.tap_begin; i < pattern.tap_end; ++i) {
    const SpanTap tap = t.taps[static_cast<size_t>(i)];
    const VF weight = hn::Set(d, tap.weight);
    const float* samples = a.row + tap.offset + x;
    for (int u = 0; u < kUnroll; ++u) sums[u] = hn::MulAdd(weight, hn::LoadU(d, samples + u * kLanes), sums[u]);
  }
  for (int32_t i = pattern.row_begin; i < pattern.row_end; ++i) {
    float* result = a.results[t.rows[static_cast<size_t>(i)]];
    if (result == nullptr) continue;
    for (int u = 0; u < kUnroll; ++u) {
      float* to = result + x + u * kLanes;
      hn::Store(hn::Add(hn::Load(d, to), sums[u]), d, to);
    }
  }
}

// Works beyond the last sample, in the rows' slack.
HWY_NOINLINE void AddSpans(const SpanArgs& a) noexcept {
  SumLevels(a);
  for (const SpanPattern& pattern : a.table->patterns) {
    int64_t x = 0;
    for (; x + (kSpanUnroll - 1) * kLanes < a.count; x += kSpanUnroll * kLanes) AddPattern<kSpanUnroll>(a, pattern, x);
    if (x + 3 * kLanes < a.count) {
      AddPattern<4>(a, pattern, x);
      x += 4 * kLanes;
    }
    for (; x < a.count; x += kLanes) AddPattern<1>(a, pattern, x);
  }
}

SpanStep Table() { return AddSpans; }

}  // namespace
}  // namespace ninefold::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // SIMD targets

#if HWY_ONCE
namespace ninefold::kernels {

SpanStep SpanStepFor(int64_t target) noexcept { NINEFOLD_RETURN_TABLE(target) }

}  // namespace ninefold::kernels
#endif  // HWY_ONCE
