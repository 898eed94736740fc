// The sRGB curve (IEC 61966-2-1) on vectors of f32, relative error at most 2^-20.

// Per-target include guard.
#if defined(NINEFOLD_KERNELS_SRGB_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef NINEFOLD_KERNELS_SRGB_INL_H_
#undef NINEFOLD_KERNELS_SRGB_INL_H_
#else
#define NINEFOLD_KERNELS_SRGB_INL_H_
#endif

#include "hwy/highway.h"
#include "kernels/steps-inl.h"

HWY_BEFORE_NAMESPACE();
namespace ninefold::kernels::HWY_NAMESPACE {

// x^(power_high + power_low) for normal x > 0 and a power between 0 and 1; power_high has at most 8 significant bits.
//
// x = 2^e m with m in [sqrt(1/2), sqrt(2)); log2 m = 2 / ln 2 * atanh(s), s = (m - 1) / (m + 1), |s| < 0.172, by its
// series (next term below 2^-30). The product power_high * e is exact, so that the fraction of the exponent keeps its
// precision; 2^f, |f| <= 1/2, by the series of exp (next term below 2^-27).
HWY_INLINE VF Power(VF x, float power_high, float power_low) {
  const DF d;
  const DI di;
  const VI bits = hn::BitCast(di, x);
  // Subtracting the bits of sqrt(1/2) makes the exponent field count from there.
  const VI from_root = hn::Sub(bits, hn::Set(di, 0x3F3504F3));
  const VI exponent = hn::ShiftRight<23>(from_root);
  const VF m = hn::BitCast(d, hn::Sub(bits, hn::ShiftLeft<23>(exponent)));
  const VF e = hn::ConvertTo(d, exponent);

  const VF one = hn::Set(d, 1.0f);
  const VF s = hn::Div(hn::Sub(m, one), hn::Add(m, one));
  const VF s2 = hn::Mul(s, s);
  VF series = hn::Set(d, 0.32059889f);                       // 2 / ln 2 / 9
  series = hn::MulAdd(series, s2, hn::Set(d, 0.41219858f));  // / 7
  series = hn::MulAdd(series, s2, hn::Set(d, 0.57707802f));  // / 5
  series = hn::MulAdd(series, s2, hn::Set(d, 0.96179669f));  // / 3
  series = hn::MulAdd(series, s2, hn::Set(d, 2.8853900f));   // / 1
  const VF log2_m = hn::Mul(series, s);

  const VF whole = hn::Mul(e, hn::Set(d, power_high));
  const VF rest = hn::MulAdd(log2_m, hn::Set(d, power_high + power_low), hn::Mul(e, hn::Set(d, power_low)));
  const VF n = hn::Round(hn::Add(whole, rest));
  const VF f = hn::Add(hn::Sub(whole, n), rest);

  VF p = hn::Set(d, 1.5252734e-5f);                 // (ln 2)^7 / 7!
  p = hn::MulAdd(p, f, hn::Set(d, 1.5403530e-4f));  // ^6 / 6!
  p = hn::MulAdd(p, f, hn::Set(d, 1.3333558e-3f));
  p = hn::MulAdd(p, f, hn::Set(d, 9.6181291e-3f));
  p = hn::MulAdd(p, f, hn::Set(d, 5.5504109e-2f));
  p = hn::MulAdd(p, f, hn::Set(d, 0.24022651f));
  p = hn::MulAdd(p, f, hn::Set(d, 0.69314718f));
  p = hn::MulAdd(p, f, one);
  const VI scale = hn::ShiftLeft<23>(hn::Add(hn::ConvertTo(di, n), hn::Set(di, 127)));
  return hn::Mul(p, hn::BitCast(d, scale));
}

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
  const VF power = hn::Mul(hn::Mul(x, x), Power(x, 51.0f / 128, 0.0015625f));
  return SelectCurve(v, 0.04045f, straight, power);
}

HWY_INLINE VF EncodeSrgb(VF v) {
  const DF d;
  const VF straight = hn::Mul(v, hn::Set(d, 12.92f));
  const VF power = hn::MulSub(hn::Set(d, 1.055f), Power(v, 53.0f / 128, 0.0026041667f), hn::Set(d, 0.055f));
  return SelectCurve(v, 0.0031308f, straight, power);
}

}  // namespace ninefold::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
