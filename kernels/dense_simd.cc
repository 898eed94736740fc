// Dense depthwise taps in f32, from f32 rows in scratch to any type.

#include <cstdint>

#include "kernels/steps.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/dense_simd.cc"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"
#include "kernels/hwy_compat.h"
#include "kernels/steps-inl.h"

#if !(HWY_TARGET & NINEFOLD_SCALAR_TARGETS)
HWY_BEFORE_NAMESPACE();
namespace ninefold::kernels::HWY_NAMESPACE {
namespace {

// Adds sums of b to those of a.
template <int kUnroll>
HWY_INLINE void AddSums(const VF* b, VF* a) {
  for (int u = 0; u < kUnroll; ++u) a[u] = hn::Add(a[u], b[u]);
}

// Samples at a time, in vectors.
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_NEON
constexpr int kDenseUnroll = 8;
#else
constexpr int kDenseUnroll = 4;
#endif
static_assert(kDenseUnroll * kLanes <= kDenseWeightSlack);

// Sums of taps begin..end-1 for the samples from x on. Of level 0: one after another; of higher levels: sums of 16 of
// the level below, one after another. So each sum has few terms, and the rounding error of a large kernel stays small.
template <int kLevel, bool kPerChannel, int kUnroll>
HWY_INLINE void SumTaps(const DenseArgs& a, const float* const* rows, int64_t x, int64_t channel, int64_t begin,
                        int64_t end, VF* sums) {
  const DF d;
  if constexpr (kLevel == 0) {
    for (int u = 0; u < kUnroll; ++u) sums[u] = hn::Zero(d);
    for (int64_t t = begin; t < end; ++t) {
      const DenseTap& tap = a.taps[t];
      const float* src = rows[tap.row] + tap.offset + x;
      const float* weights = a.weights + t * a.weight_pitch;
      for (int u = 0; u < kUnroll; ++u) {
        const VF w = kPerChannel ? hn::LoadU(d, weights + channel + u * kLanes) : hn::Set(d, *weights);
        sums[u] = hn::MulAdd(w, hn::LoadU(d, src + u * kLanes), sums[u]);
      }
    }
  } else {
    constexpr int64_t kPart = int64_t{1} << (4 * kLevel);
    SumTaps<kLevel - 1, kPerChannel, kUnroll>(a, rows, x, channel, begin, HWY_MIN(begin + kPart, end), sums);
    for (int64_t t = begin + kPart; t < end; t += kPart) {
      VF part[kUnroll];
      SumTaps<kLevel - 1, kPerChannel, kUnroll>(a, rows, x, channel, t, HWY_MIN(t + kPart, end), part);
      AddSums<kUnroll>(part, sums);
    }
  }
}

template <class T, bool kPerChannel>
HWY_NOINLINE void DenseRows(const DenseArgs& a) {
  const VF scale = hn::Set(DF(), a.scale);
  for (int64_t r = 0; r < a.out_rows; ++r) {
    const float* const* rows = reinterpret_cast<const float* const*>(a.rows) + r * a.row_step;
    T* dst = reinterpret_cast<T*>(static_cast<std::byte*>(a.dst) + r * a.dst_row_bytes);
    const auto sum = [&](auto unroll, int64_t x, VF* sums) NINEFOLD_LAMBDA {
      SumTaps<3, kPerChannel, unroll>(a, rows, x, kPerChannel ? x % a.channels : 0, 0, a.tap_count, sums);
      for (int u = 0; u < unroll; ++u) sums[u] = hn::Mul(sums[u], scale);
    };
    const auto block = [&](auto unroll, int64_t x) HWY_ATTR {
      VF sums[unroll];
      sum(unroll, x, sums);
      for (int u = 0; u < unroll; ++u) StoreF32(sums[u], dst + x + u * kLanes);
    };
    const auto part = [&](int64_t n) HWY_ATTR {
      VF sums[1];
      T buffer[kLanes];
      sum(std::integral_constant<int, 1>(), 0, sums);
      StoreF32(sums[0], buffer);
      std::memcpy(dst, buffer, static_cast<size_t>(n) * sizeof(T));
    };
    ForBlocks<kDenseUnroll>(a.count, block, part);
  }
}

template <class T>
void Dense(const DenseArgs& a) noexcept {
  if (a.weight_pitch == 1) return DenseRows<T, false>(a);
  DenseRows<T, true>(a);
}

DenseSteps Table() { return {{Dense<uint8_t>, Dense<uint16_t>, Dense<float>}}; }

}  // namespace
}  // namespace ninefold::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // SIMD targets

#if HWY_ONCE
namespace ninefold::kernels {

DenseSteps DenseStepsFor(int64_t target) noexcept { NINEFOLD_RETURN_TABLE(target) }

}  // namespace ninefold::kernels
#endif  // HWY_ONCE
