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

// The sum over the kernel for the samples from x on. Groups of taps are summed, then the groups of a row, the rows of a
// group, and the groups: each level adds few terms, so that the rounding error of a large kernel stays small.
template <int kUnroll>
HWY_INLINE void SumDense(const DenseArgs& a, const float* const* rows, int64_t x, VF* sums) {
  const DF d;
  constexpr int64_t kGroup = 16;
  const auto clear = [&](VF* v) NINEFOLD_LAMBDA {
    for (int u = 0; u < kUnroll; ++u) v[u] = hn::Zero(d);
  };
  clear(sums);
  for (int64_t row_begin = 0; row_begin < a.dense_rows; row_begin += kGroup) {
    VF row_group[kUnroll];
    clear(row_group);
    for (int64_t i = row_begin; i < HWY_MIN(row_begin + kGroup, a.dense_rows); ++i) {
      VF row[kUnroll];
      clear(row);
      for (int64_t begin = 0; begin < a.dense_columns; begin += kGroup) {
        VF group[kUnroll];
        clear(group);
        for (int64_t j = begin; j < HWY_MIN(begin + kGroup, a.dense_columns); ++j) {
          const VF w = hn::Set(d, a.dense[i * a.dense_columns + j]);
          const float* src = rows[i] + x + j * a.sample_step;
          for (int u = 0; u < kUnroll; ++u) group[u] = hn::MulAdd(w, hn::LoadU(d, src + u * kLanes), group[u]);
        }
        AddSums<kUnroll>(group, row);
      }
      AddSums<kUnroll>(row, row_group);
    }
    AddSums<kUnroll>(row_group, sums);
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
