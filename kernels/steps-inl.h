// Small steps that the SIMD kernels share, per target: load and widen, narrow and store, go through a row in blocks
// of vectors.

// Per-target include guard.
#if defined(NINEFOLD_KERNELS_STEPS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef NINEFOLD_KERNELS_STEPS_INL_H_
#undef NINEFOLD_KERNELS_STEPS_INL_H_
#else
#define NINEFOLD_KERNELS_STEPS_INL_H_
#endif

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace ninefold::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using DF = hn::ScalableTag<float>;
using DI = hn::RebindToSigned<DF>;
using VF = hn::Vec<DF>;
using VI = hn::Vec<DI>;
constexpr int64_t kLanes = static_cast<int64_t>(hn::MaxLanes(DF()));

// As many samples as a vector of f32 has lanes, at any address.
HWY_INLINE VI LoadI32(const uint8_t* p) { return hn::PromoteTo(DI(), hn::LoadU(hn::Rebind<uint8_t, DI>(), p)); }
HWY_INLINE VI LoadI32(const uint16_t* p) { return hn::PromoteTo(DI(), hn::LoadU(hn::Rebind<uint16_t, DI>(), p)); }
template <class T>
HWY_INLINE VF LoadF32(const T* p) {
  return hn::ConvertTo(DF(), LoadI32(p));
}
HWY_INLINE VF LoadF32(const float* p) { return hn::LoadU(DF(), p); }

// The same where only n < kLanes samples may be read. The other lanes are 0.
template <class T>
HWY_INLINE const T* CopyPart(const T* p, int64_t n, T* buffer) {
  std::memset(buffer, 0, kLanes * sizeof(T));
  std::memcpy(buffer, p, static_cast<size_t>(n) * sizeof(T));
  return buffer;
}

// Rounds half to even and saturates. The order of Max's arguments makes a NaN 0.
template <int kMax>
HWY_INLINE VI RoundTo(VF v) {
  const DF d;
  return hn::NearestInt(hn::Min(hn::Max(v, hn::Zero(d)), hn::Set(d, static_cast<float>(kMax))));
}
HWY_INLINE void StoreF32(VF v, uint8_t* p) {
  hn::StoreU(hn::DemoteTo(hn::Rebind<uint8_t, DI>(), RoundTo<255>(v)), hn::Rebind<uint8_t, DI>(), p);
}
HWY_INLINE void StoreF32(VF v, uint16_t* p) {
  hn::StoreU(hn::DemoteTo(hn::Rebind<uint16_t, DI>(), RoundTo<65535>(v)), hn::Rebind<uint16_t, DI>(), p);
}
HWY_INLINE void StoreF32(VF v, float* p) { hn::StoreU(v, DF(), p); }

// The same, past the caches where that is asked for and the address allows it.
template <class T>
HWY_INLINE void StoreF32(VF v, T* p, bool stream) {
  static_cast<void>(stream);
  StoreF32(v, p);
}
HWY_INLINE void StoreF32(VF v, float* p, bool stream) {
  if (stream && reinterpret_cast<uintptr_t>(p) % (kLanes * sizeof(float)) == 0) {
    hn::Stream(v, DF(), p);
  } else {
    hn::StoreU(v, DF(), p);
  }
}

// Calls block(unroll, x) for blocks of unroll x kLanes samples that cover 0..count-1: large ones, then single vectors,
// the last of them overlapping the one before. A row shorter than a vector is one call of part(count).
template <int kUnroll, class Block, class Part>
HWY_INLINE void ForBlocks(int64_t count, Block block, Part part) {
  if (count < kLanes) return part(count);
  int64_t x = 0;
  for (; x + kUnroll * kLanes <= count; x += kUnroll * kLanes) block(std::integral_constant<int, kUnroll>(), x);
  for (; x + kLanes <= count; x += kLanes) block(std::integral_constant<int, 1>(), x);
  if (x < count) block(std::integral_constant<int, 1>(), count - kLanes);
}

}  // namespace ninefold::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
