// Separable taps in f32, from and to any type.

#include <cstdint>

#include "kernels/steps.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/separable_f32_simd.cc"
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

template <class Sample>
struct Source {
  using T = Sample;
  explicit Source(const VerticalArgs&) {}
  HWY_INLINE VF Load(const T* p) const { return LoadF32(p); }
  HWY_INLINE VF Finish(VF sum) const { return sum; }
};

template <class Sample>
struct Sink {
  using T = Sample;
  HWY_INLINE explicit Sink(const HorizontalArgs& a) : scale(hn::Set(DF(), a.scale)), stream(a.stream) {}
  HWY_INLINE void Store(VF sum, T* p) const { StoreF32(hn::Mul(sum, scale), p, stream); }
  const VF scale;
  const bool stream;
};

SeparableSteps Table() {
  return {{false,
           kLanes,
           sizeof(float),
           {VerticalSums<F32Lanes, Source<uint8_t>>, VerticalSums<F32Lanes, Source<uint16_t>>,
            VerticalSums<F32Lanes, Source<float>>},
           {HorizontalSums<F32Lanes, Sink<uint8_t>>, HorizontalSums<F32Lanes, Sink<uint16_t>>,
            HorizontalSums<F32Lanes, Sink<float>>},
           PartialSums<F32Lanes>},
          {true,
           kRowStrip,
           sizeof(float),
           {VerticalSumsInRows<F32Lanes, Source<uint8_t>>, VerticalSumsInRows<F32Lanes, Source<uint16_t>>,
            VerticalSumsInRows<F32Lanes, Source<float>>},
           {HorizontalSumsInRows<F32Lanes, Sink<uint8_t>>, HorizontalSumsInRows<F32Lanes, Sink<uint16_t>>,
            HorizontalSumsInRows<F32Lanes, Sink<float>>},
           nullptr},
          3};
}

}  // namespace
}  // namespace ninefold::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // SIMD targets

#if HWY_ONCE
namespace ninefold::kernels {

SeparableSteps SeparableF32StepsFor(int64_t target) noexcept { NINEFOLD_RETURN_TABLE(target) }

}  // namespace ninefold::kernels
#endif  // HWY_ONCE
