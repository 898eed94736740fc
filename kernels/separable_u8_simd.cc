// Separable taps, u8 to u8, in 32-bit integers: integer taps, exact sums, one rounding between the passes and one at
// the end. src/fixed_point.h chooses the taps so that no sum overflows.

#include <cstdint>

#include "kernels/steps.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/separable_u8_simd.cc"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"
#include "kernels/hwy_compat.h"
#include "kernels/steps-inl.h"

#if !(HWY_TARGET & NINEFOLD_SCALAR_TARGETS)
HWY_BEFORE_NAMESPACE();
namespace ninefold::kernels::HWY_NAMESPACE {
namespace {

// sums[u] = sum of weights[k] * load(k, u).
template <int kUnroll, class Load>
HWY_INLINE void SumI32(const int32_t* weights, int64_t count, Load load, VI* sums) {
  const DI d;
  for (int u = 0; u < kUnroll; ++u) sums[u] = hn::Zero(d);
  for (int64_t k = 0; k < count; ++k) {
    const VI w = hn::Set(d, weights[k]);
    for (int u = 0; u < kUnroll; ++u) sums[u] = hn::Add(sums[u], hn::Mul(w, load(k, u)));
  }
}

HWY_INLINE VI ShiftRightRounding(VI sum, int32_t shift) {
  if (shift == 0) return sum;
  return hn::ShiftRightSame(hn::Add(sum, hn::Set(DI(), 1 << (shift - 1))), shift);
}

// Division to the nearest, half to even, saturated to 0..255: an estimate by f32, right or one off, put right by its
// exact remainder.
class Divider {
 public:
  explicit Divider(int32_t divisor)
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

void Vertical(const VerticalArgs& a) noexcept {
  const DI d;
  for (int64_t r = 0; r < a.out_rows; ++r) {
    const uint8_t* const* rows = reinterpret_cast<const uint8_t* const*>(a.rows) + r;
    int32_t* mid = static_cast<int32_t*>(a.mid) + r * a.mid_pitch;
    const auto block = [&](auto unroll, int64_t x) HWY_ATTR {
      VI sums[unroll];
      SumI32<unroll>(
          a.taps->integer, a.taps->count, [&](int64_t k, int u) HWY_ATTR { return LoadI32(rows[k] + x + u * kLanes); },
          sums);
      for (int u = 0; u < unroll; ++u) hn::StoreU(ShiftRightRounding(sums[u], a.shift), d, mid + x + u * kLanes);
    };
    const auto part = [&](int64_t n) HWY_ATTR {
      VI sum[1];
      uint8_t buffer[kLanes];
      SumI32<1>(
          a.taps->integer, a.taps->count,
          [&](int64_t k, int) HWY_ATTR { return LoadI32(CopyPart(rows[k], n, buffer)); }, sum);
      hn::StoreU(ShiftRightRounding(sum[0], a.shift), d, mid);
    };
    ForBlocks<4>(a.count, block, part);
  }
}

void Horizontal(const HorizontalArgs& a) noexcept {
  const hn::Rebind<uint8_t, DI> d8;
  const Divider divide(a.divisor);
  for (int64_t r = 0; r < a.out_rows; ++r) {
    const int32_t* mid = static_cast<const int32_t*>(a.mid) + r * a.mid_pitch;
    uint8_t* dst = static_cast<uint8_t*>(a.dst) + r * a.dst_row_bytes;
    const auto block = [&](auto unroll, int64_t x) HWY_ATTR {
      VI sums[unroll];
      SumI32<unroll>(
          a.taps->integer, a.taps->count,
          [&](int64_t k, int u) HWY_ATTR { return LoadI32(mid + x + k * a.sample_step + u * kLanes); }, sums);
      for (int u = 0; u < unroll; ++u) hn::StoreU(hn::DemoteTo(d8, divide(sums[u])), d8, dst + x + u * kLanes);
    };
    const auto part = [&](int64_t n) HWY_ATTR {
      VI sum[1];
      uint8_t buffer[kLanes];
      SumI32<1>(
          a.taps->integer, a.taps->count, [&](int64_t k, int) HWY_ATTR { return LoadI32(mid + k * a.sample_step); },
          sum);
      hn::StoreU(hn::DemoteTo(d8, divide(sum[0])), d8, buffer);
      std::memcpy(dst, buffer, static_cast<size_t>(n));
    };
    ForBlocks<4>(a.count, block, part);
  }
}

SeparableU8Steps Table() { return {Vertical, Horizontal}; }

}  // namespace
}  // namespace ninefold::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // SIMD targets

#if HWY_ONCE
namespace ninefold::kernels {

SeparableU8Steps SeparableU8StepsFor(int64_t target) noexcept { NINEFOLD_RETURN_TABLE(target) }

}  // namespace ninefold::kernels
#endif  // HWY_ONCE
