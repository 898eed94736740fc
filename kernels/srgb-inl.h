// Powers and the sRGB curve (IEC 61966-2-1) on vectors of f32.

// Per-target include guard.
#if defined(NINEFOLD_KERNELS_SRGB_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef NINEFOLD_KERNELS_SRGB_INL_H_
#undef NINEFOLD_KERNELS_SRGB_INL_H_
#else
#define NINEFOLD_KERNELS_SRGB_INL_H_
#endif

#include <cfloat>
#include <cmath>
#include <cstring>

#include "hwy/highway.h"
#include "kernels/steps-inl.h"

HWY_BEFORE_NAMESPACE();
namespace ninefold::kernels::HWY_NAMESPACE {

// 2^i, -127 < i < 128.
HWY_INLINE VF ExponentOf(VI i) { return hn::BitCast(DF(), hn::ShiftLeft<23>(hn::Add(i, hn::Set(DI(), 127)))); }

// x^(power_high + power_low) for normal x > 0; power_high has at most 12 significant bits. Unless the result is kWide
// it is a normal float. Relative error at most 2^-20 for powers up to 4 in magnitude.
//
// x = 2^e m with m in [sqrt(1/2), sqrt(2)); log2 m by a polynomial in m - 1 (error 2^-27), without a division. The
// product power_high * e is exact, so that the fraction of the exponent keeps its precision; 2^f, |f| <= 1/2, by
// another (2^-29). Both are the best of their degree for the largest error.
template <bool kWide>
HWY_INLINE VF Power(VF x, float power_high, float power_low) {
  const DF d;
  const DI di;
  const VI bits = hn::BitCast(di, x);
  // Subtracting the bits of sqrt(1/2) makes the exponent field count from there.
  const VI from_root = hn::Sub(bits, hn::Set(di, 0x3F3504F3));
  const VI exponent = hn::ShiftRight<23>(from_root);
  const VF m = hn::BitCast(d, hn::Sub(bits, hn::ShiftLeft<23>(exponent)));
  const VF e = hn::ConvertTo(d, exponent);

  const VF t = hn::Sub(m, hn::Set(d, 1.0f));
  VF log2_m = hn::Set(d, 0.125411212f);
  log2_m = hn::MulAdd(log2_m, t, hn::Set(d, -0.210302933f));
  log2_m = hn::MulAdd(log2_m, t, hn::Set(d, 0.217379666f));
  log2_m = hn::MulAdd(log2_m, t, hn::Set(d, -0.238519509f));
  log2_m = hn::MulAdd(log2_m, t, hn::Set(d, 0.28765665f));
  log2_m = hn::MulAdd(log2_m, t, hn::Set(d, -0.360721192f));
  log2_m = hn::MulAdd(log2_m, t, hn::Set(d, 0.48092253f));
  log2_m = hn::MulAdd(log2_m, t, hn::Set(d, -0.721347129f));
  log2_m = hn::MulAdd(log2_m, t, hn::Set(d, 1.44269487f));
  log2_m = hn::Mul(log2_m, t);

  const VF whole = hn::Mul(e, hn::Set(d, power_high));
  const VF rest = hn::MulAdd(log2_m, hn::Set(d, power_high + power_low), hn::Mul(e, hn::Set(d, power_low)));
  const VF n = hn::Round(hn::Add(whole, rest));
  const VF f = hn::Add(hn::Sub(whole, n), rest);

  VF p = hn::Set(d, 1.53458076e-4f);
  p = hn::MulAdd(p, f, hn::Set(d, 1.33999312e-3f));
  p = hn::MulAdd(p, f, hn::Set(d, 9.61848897e-3f));
  p = hn::MulAdd(p, f, hn::Set(d, 5.55032878e-2f));
  p = hn::MulAdd(p, f, hn::Set(d, 0.240226469f));
  p = hn::MulAdd(p, f, hn::Set(d, 0.693147206f));
  p = hn::MulAdd(p, f, hn::Set(d, 1.0f));
  if constexpr (!kWide) return hn::Mul(p, ExponentOf(hn::ConvertTo(di, n)));
  // 2^n in two parts, so that the result may be subnormal, or infinite.
  const VF limit = hn::Set(d, 300.0f);
  const VI i = hn::ConvertTo(di, hn::Clamp(n, hn::Neg(limit), limit));
  const VI half = hn::ShiftRight<1>(i);
  return hn::Mul(hn::Mul(p, ExponentOf(half)), ExponentOf(hn::Sub(i, half)));
}

// x^exponent where x is not negative, minus the power of the magnitude where it is. What is below the normal floats
// counts as 0; NaN stays.
class SignedPower {
 public:
  HWY_INLINE explicit SignedPower(float exponent)
      : high_(HighBits(exponent)),
        low_(exponent - high_),
        of_zero_(exponent > 0    ? 0.0f
                 : exponent == 0 ? 1.0f
                                 : HUGE_VALF),
        of_infinity_(exponent > 0    ? HUGE_VALF
                     : exponent == 0 ? 1.0f
                                     : 0.0f) {}

  HWY_INLINE VF operator()(VF x) const {
    const DF d;
    const VF magnitude = hn::Abs(x);
    VF power = Power<true>(magnitude, high_, low_);
    power = hn::IfThenElse(hn::Lt(magnitude, hn::Set(d, 0x1p-126f)), hn::Set(d, of_zero_), power);
    power = hn::IfThenElse(hn::Gt(magnitude, hn::Set(d, FLT_MAX)), hn::Set(d, of_infinity_), power);
    return hn::IfThenElse(hn::Eq(x, x), hn::CopySign(power, x), x);
  }

 private:
  // Its product with an exponent of f32 is exact.
  static float HighBits(float v) {
    uint32_t bits = 0;
    std::memcpy(&bits, &v, sizeof(bits));
    bits &= 0xFFFFF000;
    std::memcpy(&v, &bits, sizeof(bits));
    return v;
  }

  const float high_, low_, of_zero_, of_infinity_;
};

// power(v) where v is finite and above the threshold of the curve's straight part, straight(v) below; NaN and infinity
// stay.
HWY_INLINE VF SelectCurve(VF v, float threshold, VF straight, VF power) {
  const DF d;
  const VF bent = hn::IfThenElse(hn::Le(v, hn::Set(d, 3.4e38f)), power, v);
  return hn::IfThenElse(hn::Le(v, hn::Set(d, threshold)), straight, bent);
}

HWY_INLINE VF DecodeSrgb(VF v) {
  const DF d;
  const VF straight = hn::Mul(v, hn::Set(d, 1.0f / 12.92f));
  const VF x = hn::Mul(hn::Add(v, hn::Set(d, 0.055f)), hn::Set(d, 1.0f / 1.055f));
  // x^2.4 = x^2 x^0.4: what is left to the power has a small exponent.
  const VF power = hn::Mul(hn::Mul(x, x), Power<false>(x, 51.0f / 128, 0.0015625f));
  return SelectCurve(v, 0.04045f, straight, power);
}

HWY_INLINE VF EncodeSrgb(VF v) {
  const DF d;
  const VF straight = hn::Mul(v, hn::Set(d, 12.92f));
  const VF power = hn::MulSub(hn::Set(d, 1.055f), Power<false>(v, 53.0f / 128, 0.0026041667f), hn::Set(d, 0.055f));
  return SelectCurve(v, 0.0031308f, straight, power);
}

}  // namespace ninefold::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
