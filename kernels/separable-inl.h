// The two steps of a separable stage, for any kind of lane: vertical sums into a transposed strip, horizontal sums out
// of it.
//
// A strip is as many rows as a vector has lanes. Between the steps it stands transposed: sample s of all rows is one
// vector, at mid + s * kLanes. So the neighbour of a sample in its own channel is `channels` vectors away, whatever the
// number of channels, and no vector is ever loaded across its alignment.

// Per-target include guard.
#if defined(NINEFOLD_KERNELS_SEPARABLE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef NINEFOLD_KERNELS_SEPARABLE_INL_H_
#undef NINEFOLD_KERNELS_SEPARABLE_INL_H_
#else
#define NINEFOLD_KERNELS_SEPARABLE_INL_H_
#endif

#include <cstring>

#include "hwy/cache_control.h"
#include "hwy/highway.h"
#include "kernels/hwy_compat.h"
#include "kernels/steps.h"
#include "kernels/transpose-inl.h"
#include "kernels/walk-inl.h"

#if !(HWY_TARGET & NINEFOLD_SCALAR_TARGETS)
HWY_BEFORE_NAMESPACE();
namespace ninefold::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Load: Src samples to a vector of lanes. Finish: what is done to a vertical sum.
template <class L, class Src, class Load, class Finish>
HWY_INLINE void VerticalSums(const VerticalArgs& a, Load load, Finish finish) {
  using T = typename L::T;
  const typename L::D d;
  constexpr int64_t kLanes = static_cast<int64_t>(hn::MaxLanes(typename L::D()));
  const int64_t inputs = kLanes + a.taps->count - 1;
  T* HWY_RESTRICT column = static_cast<T*>(a.columns);
  HWY_ALIGN T sums[kLanes * kLanes];
  const auto walk = FindWalk<L>(*a.taps);

  // The block of kLanes columns at x, of which n exist.
  const auto block = [&](int64_t x, int64_t n) HWY_ATTR {
    if (n == kLanes) {
      for (int64_t i = 0; i < inputs; ++i) {
        hn::Store(load(static_cast<const Src*>(a.rows[i]) + x), d, column + i * kLanes);
      }
    } else {
      for (int64_t i = 0; i < inputs; ++i) {
        Src part[kLanes] = {};
        std::memcpy(part, static_cast<const Src*>(a.rows[i]) + x, static_cast<size_t>(n) * sizeof(Src));
        hn::Store(load(part), d, column + i * kLanes);
      }
    }
    for (int64_t i = 0; i < a.next_rows; ++i) hwy::Prefetch(static_cast<const Src*>(a.rows[inputs + i]) + x);
    walk({column, kLanes, a.taps, kLanes, sums, kLanes});
    hn::Vec<typename L::D> v[kLanes];
    Transpose(d, sums, v);
    T* mid = static_cast<T*>(a.mid) + x * kLanes;
    NINEFOLD_UNROLL
    for (int64_t i = 0; i < kLanes; ++i) hn::Store(finish(v[i]), d, mid + i * kLanes);
  };
  if (a.count < kLanes) return block(0, a.count);
  int64_t x = 0;
  for (; x + kLanes <= a.count; x += kLanes) block(x, kLanes);
  if (x < a.count) block(a.count - kLanes, kLanes);  // overlaps the one before
}

// Store: a vector of kLanes horizontal sums to Dst samples, of which only n may be written if n < kLanes.
template <class L, class Dst, class Store>
HWY_INLINE void HorizontalSums(const HorizontalArgs& a, Store store) {
  using T = typename L::T;
  const typename L::D d;
  constexpr int64_t kLanes = static_cast<int64_t>(hn::MaxLanes(typename L::D()));
  const int64_t channels = a.sample_step, block_samples = kLanes * channels;
  const T* HWY_RESTRICT mid = static_cast<const T*>(a.mid);
  T* HWY_RESTRICT sums = static_cast<T*>(a.columns);
  const auto walk = FindWalk<L>(*a.taps);

  // kLanes pixels at sample s, of which n samples exist.
  const auto block = [&](int64_t s, int64_t n) HWY_ATTR {
    for (int64_t c = 0; c < channels; ++c) {
      walk({mid + (s + c) * kLanes, channels * kLanes, a.taps, kLanes, sums + c * kLanes, channels * kLanes});
    }
    for (int64_t x = 0; x < n; x += kLanes) {
      hn::Vec<typename L::D> v[kLanes];
      Transpose(d, sums + x * kLanes, v);
      std::byte* dst = static_cast<std::byte*>(a.dst) + (s + x) * static_cast<int64_t>(sizeof(Dst));
      if (a.out_rows == kLanes && n - x >= kLanes) {
        NINEFOLD_UNROLL
        for (int64_t r = 0; r < kLanes; ++r) {
          store(v[r], reinterpret_cast<Dst*>(dst + r * a.dst_row_bytes));
        }
      } else {
        HWY_ALIGN Dst part[kLanes * kLanes];
        NINEFOLD_UNROLL
        for (int64_t r = 0; r < kLanes; ++r) store(v[r], part + r * kLanes);
        const auto bytes = static_cast<size_t>(HWY_MIN(kLanes, n - x)) * sizeof(Dst);
        for (int64_t r = 0; r < a.out_rows; ++r) std::memcpy(dst + r * a.dst_row_bytes, part + r * kLanes, bytes);
      }
    }
  };
  if (a.count < block_samples) return block(0, a.count);
  int64_t s = 0;
  for (; s + block_samples <= a.count; s += block_samples) block(s, block_samples);
  if (s < a.count) block(a.count - block_samples, block_samples);  // overlaps the one before
}

}  // namespace ninefold::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // SIMD targets

#endif  // per-target include guard
