// Separable taps in f32, from and to any type: the sums of both passes straight from memory, one tap after the other.

#include <cstdint>

#include "kernels/steps.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/separable_f32_simd.cc"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"
#include "kernels/hwy_compat.h"
#include "kernels/steps-inl.h"

#if !(HWY_TARGET & NINEFOLD_SCALAR_TARGETS)
HWY_BEFORE_NAMESPACE();
namespace ninefold::kernels::HWY_NAMESPACE {
namespace {

template <class T>
void Vertical(const VerticalArgs& a) noexcept {
  const DF d;
  for (int64_t r = 0; r < a.out_rows; ++r) {
    const T* const* rows = reinterpret_cast<const T* const*>(a.rows) + r;
    float* mid = static_cast<float*>(a.mid) + r * a.mid_pitch;
    const auto block = [&](auto unroll, int64_t x) HWY_ATTR {
      VF sums[unroll];
      Sum<unroll>(
          a.taps->f32, a.taps->count, [&](int64_t k, int u) HWY_ATTR { return LoadF32(rows[k] + x + u * kLanes); },
          sums);
      for (int u = 0; u < unroll; ++u) hn::StoreU(sums[u], d, mid + x + u * kLanes);
    };
    const auto part = [&](int64_t n) HWY_ATTR {
      VF sum[1];
      T buffer[kLanes];
      Sum<1>(
          a.taps->f32, a.taps->count, [&](int64_t k, int) HWY_ATTR { return LoadF32(CopyPart(rows[k], n, buffer)); },
          sum);
      hn::StoreU(sum[0], d, mid);
    };
    ForBlocks<4>(a.count, block, part);
  }
}

template <class T>
void Horizontal(const HorizontalArgs& a) noexcept {
  const VF scale = hn::Set(DF(), a.scale);
  for (int64_t r = 0; r < a.out_rows; ++r) {
    const float* mid = static_cast<const float*>(a.mid) + r * a.mid_pitch;
    T* dst = reinterpret_cast<T*>(static_cast<std::byte*>(a.dst) + r * a.dst_row_bytes);
    const auto block = [&](auto unroll, int64_t x) HWY_ATTR {
      VF sums[unroll];
      Sum<unroll>(
          a.taps->f32, a.taps->count,
          [&](int64_t k, int u) HWY_ATTR { return LoadF32(mid + x + k * a.sample_step + u * kLanes); }, sums);
      for (int u = 0; u < unroll; ++u) StoreF32(hn::Mul(sums[u], scale), dst + x + u * kLanes);
    };
    const auto part = [&](int64_t n) HWY_ATTR {
      VF sum[1];
      T buffer[kLanes];
      Sum<1>(
          a.taps->f32, a.taps->count, [&](int64_t k, int) HWY_ATTR { return LoadF32(mid + k * a.sample_step); }, sum);
      StoreF32(hn::Mul(sum[0], scale), buffer);
      std::memcpy(dst, buffer, static_cast<size_t>(n) * sizeof(T));
    };
    ForBlocks<4>(a.count, block, part);
  }
}

SeparableF32Steps Table() {
  return {{Vertical<uint8_t>, Vertical<uint16_t>, Vertical<float>},
          {Horizontal<uint8_t>, Horizontal<uint16_t>, Horizontal<float>}};
}

}  // namespace
}  // namespace ninefold::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // SIMD targets

#if HWY_ONCE
namespace ninefold::kernels {

SeparableF32Steps SeparableF32StepsFor(int64_t target) noexcept { NINEFOLD_RETURN_TABLE(target) }

}  // namespace ninefold::kernels
#endif  // HWY_ONCE
