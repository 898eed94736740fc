// Separable taps, u8 to u8, in 16-bit fixed point: symmetric averages.
//
// A sample s stands as (s - 128) * 128, -16384..16256: the sum of two, -32768..32512, just fits 16 bits. Taps have 15
// fractional bits and a sum of exactly 32768, each below 1. A term is the rounding high product (pair * tap + 2^14)
// >> 15. It lies between what the darkest and the brightest pair give, so every sum stays in -16384..16256 as well, the
// bias passes through (the taps add up to one), and the second pass may do the same again. src/fixed_point.cc counts
// the worst case of all roundings before it chooses this path; what they do to a constant is far below half a unit, so
// that constants stay.

#include <cstdint>

#include "kernels/steps.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/separable_fixed16_simd.cc"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"
#include "kernels/hwy_compat.h"
#include "kernels/rows-inl.h"
#include "kernels/separable-inl.h"

#if !(HWY_TARGET & NINEFOLD_SCALAR_TARGETS)
HWY_BEFORE_NAMESPACE();
namespace ninefold::kernels::HWY_NAMESPACE {
namespace {

using D16 = hn::ScalableTag<int16_t>;
using V16 = hn::Vec<D16>;
using D8 = hn::Rebind<uint8_t, D16>;

struct Source {
  using T = uint8_t;
  explicit Source(const VerticalArgs&) {}
  HWY_INLINE V16 Load(const T* p) const {
    const D16 d;
    return hn::ShiftLeft<7>(hn::Sub(hn::PromoteTo(d, hn::LoadU(D8(), p)), hn::Set(d, 128)));
  }
  HWY_INLINE V16 Finish(V16 sum) const { return sum; }
};

struct Sink {
  using T = uint8_t;
  explicit Sink(const HorizontalArgs&) {}
  HWY_INLINE void Store(V16 sum, T* p) const {
    const V16 bias = hn::Set(D16(), 128 * 128 + 64);  // 16256 + 128 * 128 + 64 fits 16 bits
    hn::StoreU(hn::DemoteTo(D8(), hn::ShiftRight<7>(hn::Add(sum, bias))), D8(), p);
  }
};

SeparableSteps Table() {
  return {{false,
           static_cast<int64_t>(hn::MaxLanes(D16())),
           sizeof(int16_t),
           {VerticalSums<Fixed16Lanes, Source>},
           {HorizontalSums<Fixed16Lanes, Sink>},
           nullptr},
          {true,
           kRowStrip,
           sizeof(int16_t),
           {VerticalSumsInRows<Fixed16Lanes, Source>},
           {HorizontalSumsInRows<Fixed16Lanes, Sink>},
           nullptr},
          hn::MaxLanes(D16()) == 32 ? 9 : 5};
}

}  // namespace
}  // namespace ninefold::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // SIMD targets

#if HWY_ONCE
namespace ninefold::kernels {

SeparableSteps SeparableFixed16StepsFor(int64_t target) noexcept { NINEFOLD_RETURN_TABLE(target) }

}  // namespace ninefold::kernels
#endif  // HWY_ONCE
