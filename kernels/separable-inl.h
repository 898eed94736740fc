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
template <class L, class Src, class Walker, class Load, class Finish>
HWY_INLINE void VerticalWith(const VerticalArgs& a, const Walker& walker, Load load, Finish finish) {
  using T = typename L::T;
  using V = typename L::V;
  const typename L::D d;
  constexpr int64_t kLanes = Walker::kLanes;
  const int64_t inputs = kLanes + a.taps->count - 1;
  const Src* const* rows = reinterpret_cast<const Src* const*>(a.rows);
  T* HWY_RESTRICT column = static_cast<T*>(a.columns);

  const auto end_block = [&](int64_t x, V* v) HWY_ATTR {
    Transpose(d, v);
    T* mid = static_cast<T*>(a.mid) + x * kLanes;
    NINEFOLD_UNROLL
    for (int64_t i = 0; i < kLanes; ++i) hn::Store(finish(v[i]), d, mid + i * kLanes);
  };
  const auto walk_column = [&](int64_t x) HWY_ATTR {
    V v[kLanes];
    walker([&](int64_t i) HWY_ATTR { return hn::Load(d, column + i * kLanes); }, v);
    end_block(x, v);
  };
  // The block of kLanes columns at x.
  const auto block = [&](int64_t x) HWY_ATTR {
    for (int64_t i = 0; i < a.next_rows; ++i) hwy::Prefetch(rows[inputs + i] + x);
    if constexpr (Walker::kLoadsOnce) {
      V v[kLanes];
      walker([&](int64_t i) HWY_ATTR { return load(rows[i] + x); }, v);
      end_block(x, v);
    } else {
      for (int64_t i = 0; i < inputs; ++i) hn::Store(load(rows[i] + x), d, column + i * kLanes);
      walk_column(x);
    }
  };
  if (a.count < kLanes) {  // fewer columns than lanes: no vector can be loaded from the rows
    for (int64_t i = 0; i < inputs; ++i) {
      Src part[kLanes] = {};
      std::memcpy(part, rows[i], static_cast<size_t>(a.count) * sizeof(Src));
      hn::Store(load(part), d, column + i * kLanes);
    }
    return walk_column(0);
  }
  int64_t x = 0;
  for (; x + kLanes <= a.count; x += kLanes) block(x);
  if (x < a.count) block(a.count - kLanes);  // overlaps the one before
}

// Store: a vector of kLanes horizontal sums to Dst samples.
template <class L, class Dst, class Walker, class Store>
HWY_INLINE void HorizontalWith(const HorizontalArgs& a, const Walker& walker, Store store) {
  using T = typename L::T;
  using V = typename L::V;
  const typename L::D d;
  constexpr int64_t kLanes = Walker::kLanes;
  const int64_t channels = a.sample_step, block_samples = kLanes * channels;
  const T* HWY_RESTRICT mid = static_cast<const T*>(a.mid);
  T* HWY_RESTRICT sums = static_cast<T*>(a.columns);

  // kLanes samples from s on, of which n exist, one vector for each of them.
  const auto end_block = [&](int64_t s, int64_t n, V* v) HWY_ATTR {
    Transpose(d, v);
    Dst* dst = static_cast<Dst*>(a.dst) + s;
    if (a.out_rows == kLanes && n >= kLanes) {
      NINEFOLD_UNROLL
      for (int64_t r = 0; r < kLanes; ++r) {
        store(v[r], reinterpret_cast<Dst*>(reinterpret_cast<std::byte*>(dst) + r * a.dst_row_bytes));
      }
    } else {
      HWY_ALIGN Dst part[kLanes * kLanes];
      NINEFOLD_UNROLL
      for (int64_t r = 0; r < kLanes; ++r) store(v[r], part + r * kLanes);
      const auto bytes = static_cast<size_t>(HWY_MIN(kLanes, n)) * sizeof(Dst);
      for (int64_t r = 0; r < a.out_rows; ++r) {
        std::memcpy(reinterpret_cast<std::byte*>(dst) + r * a.dst_row_bytes, part + r * kLanes, bytes);
      }
    }
  };
  // kLanes pixels from sample s on, of which n samples exist.
  const auto block = [&](int64_t s, int64_t n) HWY_ATTR {
    V v[kLanes];
    if (channels == 1) {
      walker([&](int64_t i) HWY_ATTR { return hn::Load(d, mid + (s + i) * kLanes); }, v);
      return end_block(s, n, v);
    }
    for (int64_t c = 0; c < channels; ++c) {
      walker([&](int64_t i) HWY_ATTR { return hn::Load(d, mid + (s + c + i * channels) * kLanes); }, v);
      NINEFOLD_UNROLL
      for (int64_t i = 0; i < kLanes; ++i) hn::Store(v[i], d, sums + (c + i * channels) * kLanes);
    }
    for (int64_t x = 0; x < n; x += kLanes) {
      NINEFOLD_UNROLL
      for (int64_t i = 0; i < kLanes; ++i) v[i] = hn::Load(d, sums + (x + i) * kLanes);
      end_block(s + x, n - x, v);
    }
  };
  if (a.count < block_samples) return block(0, a.count);
  int64_t s = 0;
  for (; s + block_samples <= a.count; s += block_samples) block(s, block_samples);
  if (s < a.count) block(a.count - block_samples, block_samples);  // overlaps the one before
}

template <class L, class Src, class Load, class Finish>
HWY_INLINE void VerticalSums(const VerticalArgs& a, Load load, Finish finish) {
  WithWalker<L>(*a.taps, [&](const auto& walker) HWY_ATTR { VerticalWith<L, Src>(a, walker, load, finish); });
}

template <class L, class Dst, class Store>
HWY_INLINE void HorizontalSums(const HorizontalArgs& a, Store store) {
  WithWalker<L>(*a.taps, [&](const auto& walker) HWY_ATTR { HorizontalWith<L, Dst>(a, walker, store); });
}

}  // namespace ninefold::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // SIMD targets

#endif  // per-target include guard
