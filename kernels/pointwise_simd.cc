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

// row = function(row, c), vector by vector; c: the channel of the first lane. Works beyond the last sample, in the
// row's slack.
template <class Function>
HWY_INLINE void ForVectors(int64_t pixels, int64_t channels, float* row, Function function) {
  const DF d;
  const int64_t step = kLanes % channels;
  int64_t channel = 0;
  for (int64_t x = 0; x < pixels * channels; x += kLanes) {
    hn::StoreU(function(hn::LoadU(d, row + x), channel), d, row + x);
    channel += step;
    if (channel >= channels) channel -= channels;
  }
}

// `colour`, but `v` where alpha is.
HWY_INLINE VF KeepAlpha(const PointwiseOp& op, int64_t channel, VF v, VF colour) {
  const DF d;
  return hn::IfThenElse(hn::Ne(hn::LoadU(d, op.alpha_lanes + channel), hn::Zero(d)), v, colour);
}

// Applies a curve to value / full scale, leaving alpha alone.
template <class Curve>
HWY_INLINE void ApplyCurve(const PointwiseOp& op, float full_scale, int64_t pixels, int64_t channels, float* row,
                           Curve curve) {
  const VF full = hn::Set(DF(), full_scale), inverse = hn::Set(DF(), 1.0f / full_scale);
  const auto colour = [&](VF v) NINEFOLD_LAMBDA { return hn::Mul(curve(hn::Mul(v, inverse)), full); };
  if (op.alpha) {
    ForVectors(pixels, channels, row,
               [&](VF v, int64_t channel) NINEFOLD_LAMBDA { return KeepAlpha(op, channel, v, colour(v)); });
  } else {
    ForVectors(pixels, channels, row, [&](VF v, int64_t) NINEFOLD_LAMBDA { return colour(v); });
  }
}

// colour(v, the alpha of each sample's pixel), of pixels of 2 or 4 channels: those that lie within a block of 4 lanes.
template <class Colour>
HWY_INLINE void ApplyAlpha(const PointwiseOp& op, int64_t pixels, int64_t channels, float* row, Colour colour) {
  if (channels == 4) {
    ForVectors(pixels, 4, row, [&](VF v, int64_t channel) NINEFOLD_LAMBDA {
      return KeepAlpha(op, channel, v, colour(v, hn::Broadcast<3>(v)));
    });
  } else {
    ForVectors(pixels, 2, row, [&](VF v, int64_t channel) NINEFOLD_LAMBDA {
      return KeepAlpha(op, channel, v, colour(v, hn::DupOdd(v)));
    });
  }
}

// Loads and stores kLanes pixels, a vector per channel.
HWY_INLINE void LoadPixels(const float* row, VF (&v)[1]) { v[0] = hn::LoadU(DF(), row); }
HWY_INLINE void LoadPixels(const float* row, VF (&v)[2]) { hn::LoadInterleaved2(DF(), row, v[0], v[1]); }
HWY_INLINE void LoadPixels(const float* row, VF (&v)[3]) { hn::LoadInterleaved3(DF(), row, v[0], v[1], v[2]); }
HWY_INLINE void LoadPixels(const float* row, VF (&v)[4]) { hn::LoadInterleaved4(DF(), row, v[0], v[1], v[2], v[3]); }
HWY_INLINE void StorePixels(const VF (&v)[1], float* row) { hn::StoreU(v[0], DF(), row); }
HWY_INLINE void StorePixels(const VF (&v)[2], float* row) { hn::StoreInterleaved2(v[0], v[1], DF(), row); }
HWY_INLINE void StorePixels(const VF (&v)[3], float* row) { hn::StoreInterleaved3(v[0], v[1], v[2], DF(), row); }
HWY_INLINE void StorePixels(const VF (&v)[4], float* row) { hn::StoreInterleaved4(v[0], v[1], v[2], v[3], DF(), row); }

// The first kColours channels of kLanes pixels times what the largest of them asks for.
template <int kChannels, int kColours>
HWY_INLINE void BoostPixels(const PointwiseOp& op, VF inverse, float* row) {
  const DF d;
  const VF zero = hn::Zero(d), one = hn::Set(d, 1.0f), threshold = hn::Set(d, op.values[0]);
  VF v[kChannels];
  LoadPixels(row, v);
  VF largest = zero;
  for (int c = 0; c < kColours; ++c) largest = hn::IfThenElse(hn::Gt(v[c], largest), v[c], largest);  // not a NaN
  largest = hn::Mul(largest, inverse);
  VF t = hn::IfThenElseZero(hn::Ge(largest, threshold), one);
  if (op.values[1] != 0) {
    const VF slope = hn::Set(d, op.values[1]);
    t = hn::Min(hn::Max(hn::Mul(hn::Sub(largest, threshold), slope), zero), one);
  }
  const VF smooth = hn::Mul(hn::Mul(t, t), hn::Sub(hn::Set(d, 3.0f), hn::Add(t, t)));
  const VF factor = hn::MulAdd(hn::Set(d, op.values[2]), smooth, one);
  for (int c = 0; c < kColours; ++c) v[c] = hn::Mul(v[c], factor);
  StorePixels(v, row);
}

template <int kChannels, int kColours>
HWY_NOINLINE void Boost(const PointwiseOp& op, float full_scale, int64_t pixels, float* row) {
  const VF inverse = hn::Set(DF(), 1.0f / full_scale);
  for (; pixels >= kLanes; pixels -= kLanes, row += kLanes * kChannels)
    BoostPixels<kChannels, kColours>(op, inverse, row);
  if (pixels == 0) return;
  float rest[kLanes * kChannels] = {};
  const size_t bytes = static_cast<size_t>(pixels) * kChannels * sizeof(float);
  std::memcpy(rest, row, bytes);
  BoostPixels<kChannels, kColours>(op, inverse, rest);
  std::memcpy(row, rest, bytes);
}

void Pointwise(const PointwiseOp& op, float full_scale, int64_t pixels, int64_t channels, float* row) noexcept {
  using Op = PointwiseStage::Op;
  const DF d;
  switch (op.op) {
    case Op::kToLinear:
      return ApplyCurve(op, full_scale, pixels, channels, row, [](VF v) NINEFOLD_LAMBDA { return DecodeSrgb(v); });
    case Op::kToSrgb:
      return ApplyCurve(op, full_scale, pixels, channels, row, [](VF v) NINEFOLD_LAMBDA { return EncodeSrgb(v); });
    case Op::kPower: {
      const SignedPower power(op.values[0]);
      return ApplyCurve(op, full_scale, pixels, channels, row, [&](VF v) NINEFOLD_LAMBDA { return power(v); });
    }
    case Op::kGain:
      return ForVectors(pixels, channels, row, [&](VF v, int64_t channel) NINEFOLD_LAMBDA {
        return hn::Mul(v, hn::LoadU(d, op.values + channel));
      });
    case Op::kBias:
      return ForVectors(pixels, channels, row, [&](VF v, int64_t channel) NINEFOLD_LAMBDA {
        return hn::Add(v, hn::LoadU(d, op.values + channel));
      });
    case Op::kClamp: {
      const VF low = hn::Set(d, op.values[0]), high = hn::Set(d, op.values[1]);
      return ForVectors(pixels, channels, row, [&](VF v, int64_t) NINEFOLD_LAMBDA {  // comparisons let a NaN through
        return hn::IfThenElse(hn::Lt(v, low), low, hn::IfThenElse(hn::Gt(v, high), high, v));
      });
    }
    case Op::kPremultiply: {
      if (channels != 2 && channels != 4) break;
      const VF inverse = hn::Set(d, 1.0f / full_scale);
      return ApplyAlpha(op, pixels, channels, row,
                        [&](VF v, VF alpha) NINEFOLD_LAMBDA { return hn::Mul(v, hn::Mul(alpha, inverse)); });
    }
    case Op::kUnpremultiply: {
      if (channels != 2 && channels != 4) break;
      const VF full = hn::Set(d, full_scale);
      return ApplyAlpha(op, pixels, channels, row, [&](VF v, VF alpha) NINEFOLD_LAMBDA {
        // Dividing first stays in range where alpha is tiny; <= lets a NaN through.
        const VF colour = hn::Mul(hn::Div(v, alpha), full);
        return hn::IfThenElse(hn::Le(alpha, hn::Zero(d)), hn::Zero(d), colour);
      });
    }
    case Op::kBoost:
      if (channels == 1) return Boost<1, 1>(op, full_scale, pixels, row);
      if (channels == 2 && op.alpha) return Boost<2, 1>(op, full_scale, pixels, row);
      if (channels == 2) return Boost<2, 2>(op, full_scale, pixels, row);
      if (channels == 3 && !op.alpha) return Boost<3, 3>(op, full_scale, pixels, row);
      if (channels == 4 && op.alpha) return Boost<4, 3>(op, full_scale, pixels, row);
      if (channels == 4) return Boost<4, 4>(op, full_scale, pixels, row);
      break;
    case Op::kFunction:  // called by ApplyOps
      return;
  }
  ApplyPointwise(op, full_scale, pixels, channels, row);
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
