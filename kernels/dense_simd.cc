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

// The sum over all rows of the kernel: each row's sum made as in a separable stage, the rows added pairwise in groups
// too.
template <int kUnroll>
HWY_INLINE void SumDense(const DenseArgs& a, const float* const* rows, int64_t x, VF* sums) {
  const DF d;
  constexpr int64_t kRowGroup = 16;
  for (int u = 0; u < kUnroll; ++u) sums[u] = hn::Zero(d);
  for (int64_t begin = 0; begin < a.dense_rows; begin += kRowGroup) {
    VF group[kUnroll];
    for (int u = 0; u < kUnroll; ++u) group[u] = hn::Zero(d);
    const int64_t end = HWY_MIN(begin + kRowGroup, a.dense_rows);
    for (int64_t i = begin; i < end; ++i) {
      VF row[kUnroll];
      Sum<kUnroll>(
          a.dense + i * a.dense_columns, a.dense_columns,
          [&](int64_t k, int u) HWY_ATTR { return LoadF32(rows[i] + x + k * a.sample_step + u * kLanes); }, row);
      for (int u = 0; u < kUnroll; ++u) group[u] = hn::Add(group[u], row[u]);
    }
    for (int u = 0; u < kUnroll; ++u) sums[u] = hn::Add(sums[u], group[u]);
  }
}

template <class T>
void Dense(const DenseArgs& a) noexcept {
  const VF scale = hn::Set(DF(), a.scale);
  for (int64_t r = 0; r < a.out_rows; ++r) {
    const float* const* rows = reinterpret_cast<const float* const*>(a.rows) + r;
    T* dst = reinterpret_cast<T*>(static_cast<std::byte*>(a.dst) + r * a.dst_row_bytes);
    const auto block = [&](auto unroll, int64_t x) HWY_ATTR {
      VF sums[unroll];
      SumDense<unroll>(a, rows, x, sums);
      for (int u = 0; u < unroll; ++u) StoreF32(hn::Mul(sums[u], scale), dst + x + u * kLanes);
    };
    const auto part = [&](int64_t n) HWY_ATTR {
      VF sum[1];
      T buffer[kLanes];
      SumDense<1>(a, rows, 0, sum);
      StoreF32(hn::Mul(sum[0], scale), buffer);
      std::memcpy(dst, buffer, static_cast<size_t>(n) * sizeof(T));
    };
    ForBlocks<4>(a.count, block, part);
  }
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
