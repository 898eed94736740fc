// Separable taps in f32, from and to any type.

#include <cstdint>

#include "kernels/steps.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/separable_f32_simd.cc"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"
#include "kernels/hwy_compat.h"
#include "kernels/separable-inl.h"
#include "kernels/steps-inl.h"

#if !(HWY_TARGET & NINEFOLD_SCALAR_TARGETS)
HWY_BEFORE_NAMESPACE();
namespace ninefold::kernels::HWY_NAMESPACE {
namespace {

template <class T>
void Vertical(const VerticalArgs& a) noexcept {
  VerticalSums<F32Lanes, T>(
      a, [](const T* p) NINEFOLD_LAMBDA { return LoadF32(p); }, [](VF sum) NINEFOLD_LAMBDA { return sum; });
}

template <class T>
void Horizontal(const HorizontalArgs& a) noexcept {
  const VF scale = hn::Set(DF(), a.scale);
  HorizontalSums<F32Lanes, T>(
      a, [=, stream = a.stream](VF sum, T* p) NINEFOLD_LAMBDA { StoreF32(hn::Mul(sum, scale), p, stream); });
  if (a.stream) hwy::FlushStream();
}

SeparableSteps Table() {
  return {kLanes,
          sizeof(float),
          {Vertical<uint8_t>, Vertical<uint16_t>, Vertical<float>},
          {Horizontal<uint8_t>, Horizontal<uint16_t>, Horizontal<float>}};
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
