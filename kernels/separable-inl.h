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

// Source, made of the arguments: Load(p), kLanes samples of type Source::T to a vector of lanes; Finish(v), what is
// done to a vertical sum. No vector is passed to a function that is not inlined: GCC would leave out the vzeroupper at
// its end, and SSE code of whoever called us would run at a fraction of its speed.
template <class L, class Source, class Walker>
HWY_NOINLINE void VerticalWith(const VerticalArgs& a) {
  using T = typename L::T;
  using V = typename L::V;
  using Src = typename Source::T;
  const typename L::D d;
  const Source source(a);
  constexpr int64_t kLanes = Walker::kLanes;
  const int64_t inputs = a.taps->Inputs(kLanes);
  const Src* const* rows = reinterpret_cast<const Src* const*>(a.rows);
  const Walker walker(*a.taps);
  T* HWY_RESTRICT column = static_cast<T*>(a.columns);

  const auto end_block = [&](int64_t x, V* v) NINEFOLD_LAMBDA {
    Transpose(d, v);
    T* mid = static_cast<T*>(a.mid) + x * kLanes;
    NINEFOLD_UNROLL
    for (int64_t i = 0; i < kLanes; ++i) hn::Store(source.Finish(v[i]), d, mid + i * kLanes);
  };
  if (a.count < kLanes) {  // fewer columns than lanes: no vector can be loaded from the rows
    for (int64_t i = 0; i < inputs; ++i) {
      Src part[kLanes] = {};
      std::memcpy(part, rows[i] + a.first, static_cast<size_t>(a.count) * sizeof(Src));
      hn::Store(source.Load(part), d, column + i * kLanes);
    }
    V v[kLanes];
    walker([&](int64_t i) NINEFOLD_LAMBDA { return hn::Load(d, column + i * kLanes); }, v);
    return end_block(0, v);
  }
  // The second block overlaps the first, so that from there on loads are aligned (where the pitch of rows allows it);
  // the last one overlaps the one before.
  const int64_t skew =
      static_cast<int64_t>(reinterpret_cast<uintptr_t>(rows[inputs / 2] + a.first) / sizeof(Src)) % kLanes;
  for (int64_t x = 0, next = kLanes - skew; x < a.count; x = next, next += kLanes) {
    x = HWY_MIN(x, a.count - kLanes);
    // Into L2, not into L1 as hwy::Prefetch does: the next strip is far.
    for (int64_t i = 0; i < a.next_rows; ++i) __builtin_prefetch(rows[inputs + i] + a.first + x, 0, 2);
    V v[kLanes];
    if constexpr (Walker::kDirect) {
      walker([&](int64_t i) NINEFOLD_LAMBDA { return source.Load(rows[i] + a.first + x); }, v);
    } else {
      for (int64_t i = 0; i < inputs; ++i) hn::Store(source.Load(rows[i] + a.first + x), d, column + i * kLanes);
      walker([&](int64_t i) NINEFOLD_LAMBDA { return hn::Load(d, column + i * kLanes); }, v);
    }
    end_block(x, v);
  }
}

// Adds the sums that stand at p, p + step vectors, p + 2 step vectors and so on.
template <class T, class V>
HWY_INLINE void AddEarlier(const T* p, int64_t step, V* v) {
  const hn::ScalableTag<T> d;
  constexpr int64_t kLanes = static_cast<int64_t>(hn::MaxLanes(d));
  NINEFOLD_UNROLL
  for (int64_t i = 0; i < kLanes; ++i) v[i] = hn::Add(hn::Load(d, p + i * step * kLanes), v[i]);
}

// Blocks do not overlap: sums are added once.
template <class L, class Walker>
HWY_NOINLINE void PartialWith(const PartialArgs& a) {
  using T = typename L::T;
  const typename L::D d;
  constexpr int64_t kLanes = Walker::kLanes;
  const int64_t channels = a.sample_step;
  const Walker walker(*a.taps);
  for (int64_t s = 0; s < a.count; s += kLanes * channels) {
    const T* HWY_RESTRICT inputs = static_cast<const T*>(a.mid) + s * a.taps->stride * kLanes;
    for (int64_t c = 0; c < channels; ++c) {
      typename L::V v[kLanes];
      walker([&](int64_t i) NINEFOLD_LAMBDA { return hn::Load(d, inputs + (c + i * channels) * kLanes); }, v);
      T* sums = static_cast<T*>(a.sums) + (s + c) * kLanes;
      if (a.add) AddEarlier<T>(sums, channels, v);
      NINEFOLD_UNROLL
      for (int64_t i = 0; i < kLanes; ++i) hn::Store(v[i], d, sums + i * channels * kLanes);
    }
  }
}

// Sink, made of the arguments: Store(v, p), a vector of horizontal sums to kLanes samples of type Sink::T.
template <class L, class Sink, bool kOneChannel, class Walker>
HWY_NOINLINE void HorizontalWith(const HorizontalArgs& a) {
  using T = typename L::T;
  using V = typename L::V;
  using Dst = typename Sink::T;
  const typename L::D d;
  const Sink sink(a);
  constexpr int64_t kLanes = Walker::kLanes;
  const int64_t channels = kOneChannel ? 1 : a.sample_step, block_samples = kLanes * channels;
  const T* HWY_RESTRICT mid = static_cast<const T*>(a.mid);
  const T* earlier = static_cast<const T*>(a.earlier);
  T* HWY_RESTRICT sums = static_cast<T*>(a.columns);
  const Walker walker(*a.taps);

  // A block is kLanes pixels; the last one overlaps the one before. A shorter row is one block that is stored in part.
  for (int64_t s = 0; s < a.count; s += block_samples) {
    s = HWY_MAX(HWY_MIN(s, a.count - block_samples), 0);
    const T* inputs = mid + s * a.taps->stride * kLanes;
    for (int64_t c = 0; !kOneChannel && c < channels; ++c) {
      V v[kLanes];
      walker([&](int64_t i) NINEFOLD_LAMBDA { return hn::Load(d, inputs + (c + i * channels) * kLanes); }, v);
      if (earlier != nullptr) AddEarlier<T>(earlier + (s + c) * kLanes, channels, v);
      NINEFOLD_UNROLL
      for (int64_t i = 0; i < kLanes; ++i) hn::Store(v[i], d, sums + (c + i * channels) * kLanes);
    }
    for (int64_t x = 0; x < HWY_MIN(block_samples, a.count); x += kLanes) {
      V v[kLanes];
      if constexpr (kOneChannel) {
        walker([&](int64_t i) NINEFOLD_LAMBDA { return hn::Load(d, inputs + i * kLanes); }, v);
        if (earlier != nullptr) AddEarlier<T>(earlier + s * kLanes, channels, v);
      } else {
        NINEFOLD_UNROLL
        for (int64_t i = 0; i < kLanes; ++i) v[i] = hn::Load(d, sums + (x + i) * kLanes);
      }
      Transpose(d, v);
      std::byte* dst = static_cast<std::byte*>(a.dst) + (s + x) * static_cast<int64_t>(sizeof(Dst));
      if (a.out_rows == kLanes && a.count - s - x >= kLanes) {
        NINEFOLD_UNROLL
        for (int64_t r = 0; r < kLanes; ++r) sink.Store(v[r], reinterpret_cast<Dst*>(dst + r * a.dst_row_bytes));
      } else {
        HWY_ALIGN Dst part[kLanes * kLanes];
        NINEFOLD_UNROLL
        for (int64_t r = 0; r < kLanes; ++r) sink.Store(v[r], part + r * kLanes);
        const auto bytes = static_cast<size_t>(HWY_MIN(kLanes, a.count - s - x)) * sizeof(Dst);
        for (int64_t r = 0; r < a.out_rows; ++r) std::memcpy(dst + r * a.dst_row_bytes, part + r * kLanes, bytes);
      }
    }
  }
}

template <class L, class Source>
void VerticalSums(const VerticalArgs& a) noexcept {
  WithWalker<L>(*a.taps, [&](auto walker) { VerticalWith<L, Source, typename decltype(walker)::type>(a); });
}

template <class L>
void PartialSums(const PartialArgs& a) noexcept {
  WithWalker<L>(*a.taps, [&](auto walker) { PartialWith<L, typename decltype(walker)::type>(a); });
}

template <class L, class Sink>
void HorizontalSums(const HorizontalArgs& a) noexcept {
  WithWalker<L>(*a.taps, [&](auto walker) {
    using Walker = typename decltype(walker)::type;
    if (a.sample_step == 1) return HorizontalWith<L, Sink, true, Walker>(a);
    HorizontalWith<L, Sink, false, Walker>(a);
  });
  if (a.stream) hwy::FlushStream();
}

}  // namespace ninefold::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // SIMD targets

#endif  // per-target include guard
