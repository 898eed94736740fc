// Separable taps, u8 to u8, in 32-bit integers: integer taps, exact sums, one rounding between the passes and one at
// the end. src/fixed_point.h chooses the taps so that no sum overflows.

#include <cstdint>

#include "kernels/steps.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/separable_i32_simd.cc"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"
#include "kernels/hwy_compat.h"
#include "kernels/rows-inl.h"
#include "kernels/separable-inl.h"
#include "kernels/steps-inl.h"

#if !(HWY_TARGET & NINEFOLD_SCALAR_TARGETS)
HWY_BEFORE_NAMESPACE();
namespace ninefold::kernels::HWY_NAMESPACE {
namespace {

// Division to the nearest, half to even, saturated to 0..255: an estimate by f32, right or one off, put right by its
// exact remainder.
class Divider {
 public:
  HWY_INLINE explicit Divider(int32_t divisor)
      : inverse_(hn::Set(DF(), 1.0f / static_cast<float>(divisor))),
        divisor_(hn::Set(DI(), divisor)),
        half_(hn::Set(DI(), divisor / 2)),
        even_divisor_(hn::Set(DI(), divisor % 2 == 0 ? 1 : 0)) {}

  HWY_INLINE VI operator()(VI sum) const {
    const DI d;
    const VI one = hn::Set(d, 1);
    const VI q = RoundTo<255>(hn::Mul(hn::ConvertTo(DF(), sum), inverse_));
    const VI r = hn::Sub(sum, hn::Mul(q, divisor_));
    // A remainder above half goes up, below minus half down; a tie goes to the even neighbour.
    const VI odd_tie = hn::And(hn::And(q, one), even_divisor_);
    const VI up = hn::VecFromMask(d, hn::Gt(r, hn::Sub(half_, odd_tie)));
    const VI down = hn::VecFromMask(d, hn::Lt(r, hn::Sub(odd_tie, half_)));
    return hn::Add(hn::Sub(q, up), down);  // masks are -1
  }

 private:
  const VF inverse_;
  const VI divisor_;
  const VI half_;
  const VI even_divisor_;
};

struct Source {
  using T = uint8_t;
  HWY_INLINE explicit Source(const VerticalArgs& a)
      : half(hn::Set(DI(), a.shift == 0 ? 0 : 1 << (a.shift - 1))), shift(a.shift) {}
  HWY_INLINE VI Load(const T* p) const { return LoadI32(p); }
  HWY_INLINE VI Finish(VI sum) const { return hn::ShiftRightSame(hn::Add(sum, half), shift); }
  const VI half;
  const int32_t shift;
};

struct Sink {
  using T = uint8_t;
  HWY_INLINE explicit Sink(const HorizontalArgs& a) : divide(a.divisor) {}
  HWY_INLINE void Store(VI sum, T* p) const {
    const hn::Rebind<uint8_t, DI> d8;
    hn::StoreU(hn::DemoteTo(d8, divide(sum)), d8, p);
  }
  const Divider divide;
};

SeparableSteps Table() {
  return {{false, kLanes, sizeof(int32_t), {VerticalSums<I32Lanes, Source>}, {HorizontalSums<I32Lanes, Sink>}, nullptr},
          {true,
           kRowStrip,
           sizeof(int32_t),
           {VerticalSumsInRows<I32Lanes, Source>},
           {HorizontalSumsInRows<I32Lanes, Sink>},
           nullptr},
          5};
}

}  // namespace
}  // namespace ninefold::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // SIMD targets

#if HWY_ONCE
namespace ninefold::kernels {

SeparableSteps SeparableI32StepsFor(int64_t target) noexcept { NINEFOLD_RETURN_TABLE(target) }

}  // namespace ninefold::kernels
#endif  // HWY_ONCE
