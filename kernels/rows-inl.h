// The two steps of a separable stage for few taps: a strip stands row by row between them, and the horizontal sums load
// their inputs at shifted addresses. No transposes, which is worth it as long as a vector takes few loads.

// Per-target include guard.
#if defined(NINEFOLD_KERNELS_ROWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef NINEFOLD_KERNELS_ROWS_INL_H_
#undef NINEFOLD_KERNELS_ROWS_INL_H_
#else
#define NINEFOLD_KERNELS_ROWS_INL_H_
#endif

#include <cstring>

#include "hwy/cache_control.h"
#include "hwy/highway.h"
#include "kernels/hwy_compat.h"
#include "kernels/steps.h"
#include "kernels/walk-inl.h"

#if !(HWY_TARGET & NINEFOLD_SCALAR_TARGETS)
HWY_BEFORE_NAMESPACE();
namespace ninefold::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class L, class Source, int kTaps>
HWY_NOINLINE void VerticalInRowsWith(const VerticalArgs& a) {
  using V = typename L::V;
  using Src = typename Source::T;
  const typename L::D d;
  constexpr int64_t kLanes = static_cast<int64_t>(hn::MaxLanes(d));
  const Source source(a);
  const Src* const* rows = reinterpret_cast<const Src* const*>(a.rows);
  const FewWalker<L, kTaps> walker(*a.taps);
  const auto block = [&](int64_t x, auto load) NINEFOLD_LAMBDA {
    V sums[kRowStrip];
    walker.template Step<kRowStrip>(load, sums);
    std::byte* mid = static_cast<std::byte*>(a.mid) + x * static_cast<int64_t>(sizeof(typename L::T));
    NINEFOLD_UNROLL
    for (int64_t r = 0; r < kRowStrip; ++r) {
      hn::StoreU(source.Finish(sums[r]), d, reinterpret_cast<typename L::T*>(mid + r * a.mid_pitch));
    }
  };
  if (a.count < kLanes) {  // fewer columns than lanes: no vector can be loaded from the rows
    Src part[kRowStrip + kTaps - 1][kLanes] = {};
    for (int64_t i = 0; i < kRowStrip + kTaps - 1; ++i) {
      std::memcpy(part[i], rows[i] + a.first, static_cast<size_t>(a.count) * sizeof(Src));
    }
    return block(0, [&](int64_t i) NINEFOLD_LAMBDA { return source.Load(part[i]); });
  }
  // As in the transposed form, loads are aligned from the second block on.
  const int64_t skew =
      static_cast<int64_t>(reinterpret_cast<uintptr_t>(rows[kTaps / 2] + a.first) / sizeof(Src)) % kLanes;
  for (int64_t x = 0, next = kLanes - skew; x < a.count; x = next, next += kLanes) {
    x = HWY_MIN(x, a.count - kLanes);
    for (int64_t i = 0; i < a.next_rows; ++i) hwy::Prefetch(rows[kRowStrip + kTaps - 1 + i] + a.first + x);
    block(x, [&](int64_t i) NINEFOLD_LAMBDA { return source.Load(rows[i] + a.first + x); });
  }
}

template <class L, class Sink, int kTaps>
HWY_NOINLINE void HorizontalInRowsWith(const HorizontalArgs& a) {
  using T = typename L::T;
  using V = typename L::V;
  using Dst = typename Sink::T;
  const typename L::D d;
  constexpr int64_t kLanes = static_cast<int64_t>(hn::MaxLanes(d));
  const Sink sink(a);
  const FewWalker<L, kTaps> walker(*a.taps);
  for (int64_t r = 0; r < a.out_rows; ++r) {
    const T* mid = reinterpret_cast<const T*>(static_cast<const std::byte*>(a.mid) + r * a.mid_pitch);
    Dst* dst = reinterpret_cast<Dst*>(static_cast<std::byte*>(a.dst) + r * a.dst_row_bytes);
    const auto store = [&](int64_t x, Dst* to) NINEFOLD_LAMBDA {
      V sum;
      walker.template Step<1>([&](int64_t i) NINEFOLD_LAMBDA { return hn::LoadU(d, mid + x + i * a.sample_step); },
                              &sum);
      sink.Store(sum, to);
    };
    int64_t x = 0;
    for (; x + kLanes <= a.count; x += kLanes) store(x, dst + x);
    if (x == a.count) continue;
    if (x > 0) {
      x = a.count - kLanes;
      store(x, dst + x);
    } else {
      HWY_ALIGN Dst part[kLanes];
      store(0, part);
      std::memcpy(dst, part, static_cast<size_t>(a.count) * sizeof(Dst));
    }
  }
}

// Calls function with the number of taps, a constant.
template <class Function>
HWY_INLINE void WithRowTaps(const AxisTaps& taps, Function function) {
  static_assert(kMostRowTaps == 9);
  switch (taps.count) {
    case 1:
      return function(std::integral_constant<int, 1>());
    case 3:
      return function(std::integral_constant<int, 3>());
    case 5:
      return function(std::integral_constant<int, 5>());
    case 7:
      return function(std::integral_constant<int, 7>());
    default:
      return function(std::integral_constant<int, 9>());
  }
}

template <class L, class Source>
void VerticalSumsInRows(const VerticalArgs& a) noexcept {
  WithRowTaps(*a.taps, [&](auto taps) { VerticalInRowsWith<L, Source, decltype(taps)::value>(a); });
}

template <class L, class Sink>
void HorizontalSumsInRows(const HorizontalArgs& a) noexcept {
  WithRowTaps(*a.taps, [&](auto taps) { HorizontalInRowsWith<L, Sink, decltype(taps)::value>(a); });
  if (a.stream) hwy::FlushStream();
}

}  // namespace ninefold::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // SIMD targets

#endif  // per-target include guard
