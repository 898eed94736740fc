// Transposes a square block of vectors: as many vectors as a vector has lanes.

// Per-target include guard.
#if defined(NINEFOLD_KERNELS_TRANSPOSE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef NINEFOLD_KERNELS_TRANSPOSE_INL_H_
#undef NINEFOLD_KERNELS_TRANSPOSE_INL_H_
#else
#define NINEFOLD_KERNELS_TRANSPOSE_INL_H_
#endif

#include "hwy/highway.h"
#include "kernels/hwy_compat.h"

#if !(HWY_TARGET & NINEFOLD_SCALAR_TARGETS)
HWY_BEFORE_NAMESPACE();
namespace ninefold::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// One stage inside 16-byte blocks: pairs of vectors `distance` apart exchange elements of type T.
template <class T, class D, int kCount>
HWY_INLINE void InterleaveStage(D d, hn::Vec<D>* v) {
  const hn::Repartition<T, D> dt;
  hn::Vec<D> t[kCount];
  NINEFOLD_UNROLL
  for (int i = 0; i < kCount / 2; ++i) {
    const auto a = hn::BitCast(dt, v[i]), b = hn::BitCast(dt, v[i + kCount / 2]);
    t[2 * i] = hn::BitCast(d, hn::InterleaveLower(dt, a, b));
    t[2 * i + 1] = hn::BitCast(d, hn::InterleaveUpper(dt, a, b));
  }
  NINEFOLD_UNROLL
  for (int i = 0; i < kCount; ++i) v[i] = t[i];
}

// Transposes the 16-byte blocks of `kBlock` vectors each on its own, kBlock = lanes in a block. Interleaving vectors
// half the count apart, log2(kBlock) times, is a perfect shuffle that ends transposed.
template <class D, int kBlock>
HWY_INLINE void TransposeInBlocks(D d, hn::Vec<D>* v) {
  using T = hn::TFromD<D>;
  InterleaveStage<T, D, kBlock>(d, v);
  InterleaveStage<T, D, kBlock>(d, v);
  if constexpr (kBlock == 8) InterleaveStage<T, D, kBlock>(d, v);
}

// Lane y of v[x] becomes lane x of v[y]. v: kLanes vectors.
template <class D>
HWY_INLINE void Transpose(D d, hn::Vec<D>* HWY_RESTRICT v) {
  constexpr int kLanes = static_cast<int>(hn::MaxLanes(D()));
  constexpr int kBlock = 16 / static_cast<int>(sizeof(hn::TFromD<D>));
  NINEFOLD_UNROLL
  for (int p = 0; p < kLanes; p += kBlock) TransposeInBlocks<D, kBlock>(d, v + p);
    // Vector p kBlock + i now has in block q the rows of group p of column q kBlock + i: transpose the blocks.
#if HWY_TARGET == HWY_AVX3
  NINEFOLD_UNROLL
  for (int i = 0; i < kBlock; ++i) {
    const auto a = v[i], b = v[kBlock + i], c = v[2 * kBlock + i], e = v[3 * kBlock + i];
    const auto ab_even = hn::OddEvenBlocks(hn::SwapAdjacentBlocks(b), a);  // a0 b0 a2 b2
    const auto ab_odd = hn::OddEvenBlocks(b, hn::SwapAdjacentBlocks(a));   // a1 b1 a3 b3
    const auto ce_even = hn::OddEvenBlocks(hn::SwapAdjacentBlocks(e), c);
    const auto ce_odd = hn::OddEvenBlocks(e, hn::SwapAdjacentBlocks(c));
    v[i] = hn::ConcatLowerLower(d, ce_even, ab_even);
    v[kBlock + i] = hn::ConcatLowerLower(d, ce_odd, ab_odd);
    v[2 * kBlock + i] = hn::ConcatUpperUpper(d, ce_even, ab_even);
    v[3 * kBlock + i] = hn::ConcatUpperUpper(d, ce_odd, ab_odd);
  }
#elif HWY_TARGET == HWY_AVX2
  NINEFOLD_UNROLL
  for (int i = 0; i < kBlock; ++i) {
    const auto a = v[i], b = v[kBlock + i];
    v[i] = hn::ConcatLowerLower(d, b, a);
    v[kBlock + i] = hn::ConcatUpperUpper(d, b, a);
  }
#endif
}

}  // namespace ninefold::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // SIMD targets

#endif  // per-target include guard
