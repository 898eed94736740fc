// Conversion between element types and f32, and pointwise operations, on rows.

#include <cstdint>

#include "kernels/pointwise_scalar.h"
#include "kernels/steps.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/pointwise_simd.cc"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"
#include "kernels/hwy_compat.h"
#include "kernels/srgb-inl.h"
#include "kernels/steps-inl.h"

#if !(HWY_TARGET & NINEFOLD_SCALAR_TARGETS)
HWY_BEFORE_NAMESPACE();
namespace ninefold::kernels::HWY_NAMESPACE {
namespace {

template <class T>
void LoadRow(const void* src, int64_t count, float* dst) noexcept {
  const DF d;
  const T* samples = static_cast<const T*>(src);
  const auto block = [&](auto unroll, int64_t x) HWY_ATTR {
    for (int u = 0; u < unroll; ++u) hn::StoreU(LoadF32(samples + x + u * kLanes), d, dst + x + u * kLanes);
  };
  const auto part = [&](int64_t n) HWY_ATTR {
    T buffer[kLanes];
    hn::StoreU(LoadF32(CopyPart(samples, n, buffer)), d, dst);
  };
  ForBlocks<4>(count, block, part);
}

template <class T>
void StoreRow(const float* src, int64_t count, float scale, void* dst) noexcept {
  const DF d;
  const VF factor = hn::Set(d, scale);
  T* samples = static_cast<T*>(dst);
  const auto block = [&](auto unroll, int64_t x) HWY_ATTR {
    for (int u = 0; u < unroll; ++u) {
      StoreF32(hn::Mul(hn::LoadU(d, src + x + u * kLanes), factor), samples + x + u * kLanes);
    }
  };
  const auto part = [&](int64_t n) HWY_ATTR {
    T buffer[kLanes];
    StoreF32(hn::Mul(hn::LoadU(d, src), factor), buffer);
    std::memcpy(samples, buffer, static_cast<size_t>(n) * sizeof(T));
  };
  ForBlocks<4>(count, block, part);
}

// Applies a curve to value / full scale, leaving alpha alone. Works beyond the last sample, in the row's slack.
template <class Curve>
HWY_INLINE void ApplyCurve(const PointwiseOp& op, float full_scale, int64_t pixels, int64_t channels, float* row,
                           Curve curve) {
  const DF d;
  const VF full = hn::Set(d, full_scale), inverse = hn::Set(d, 1.0f / full_scale);
  int64_t channel = 0;  // of the first lane
  for (int64_t x = 0; x < pixels * channels; x += kLanes) {
    const VF v = hn::LoadU(d, row + x);
    VF result = hn::Mul(curve(hn::Mul(v, inverse)), full);
    if (op.alpha) {
      const VF keep = hn::LoadU(d, op.alpha_lanes + channel);
      result = hn::IfThenElse(hn::Ne(keep, hn::Zero(d)), v, result);
      channel = (channel + kLanes) % channels;
    }
    hn::StoreU(result, d, row + x);
  }
}

void Pointwise(const PointwiseOp& op, float full_scale, int64_t pixels, int64_t channels, float* row) noexcept {
  switch (op.op) {
    case PointwiseStage::Op::kToLinear:
      return ApplyCurve(op, full_scale, pixels, channels, row, [](VF v) NINEFOLD_LAMBDA { return DecodeSrgb(v); });
    case PointwiseStage::Op::kToSrgb:
      return ApplyCurve(op, full_scale, pixels, channels, row, [](VF v) NINEFOLD_LAMBDA { return EncodeSrgb(v); });
    default:
      return ApplyPointwise(op, full_scale, pixels, channels, row);
  }
}

// Works beyond the last sample, in the rows' slack.
void Combine(const CombineOp& op, const float* earlier, int64_t count, float* row) noexcept {
  const DF d;
  const VF a = hn::Set(d, op.a), b = hn::Set(d, op.b), threshold = hn::Set(d, op.threshold);
  for (int64_t x = 0; x < count; x += kLanes) {
    const VF v = hn::LoadU(d, row + x), w = hn::LoadU(d, earlier + x);
    const VF combined = hn::MulAdd(a, v, hn::Mul(b, w));
    hn::StoreU(hn::IfThenElse(hn::Lt(hn::Abs(hn::Sub(v, w)), threshold), w, combined), d, row + x);
  }
}

PointwiseSteps Table() {
  return {{LoadRow<uint8_t>, LoadRow<uint16_t>, LoadRow<float>},
          {StoreRow<uint8_t>, StoreRow<uint16_t>, StoreRow<float>},
          Pointwise,
          Combine};
}

}  // namespace
}  // namespace ninefold::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // SIMD targets

#if HWY_ONCE
namespace ninefold::kernels {

PointwiseSteps PointwiseStepsFor(int64_t target) noexcept { NINEFOLD_RETURN_TABLE(target) }

}  // namespace ninefold::kernels
#endif  // HWY_ONCE
