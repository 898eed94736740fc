// The walk: sums of taps over vectors that stand a fixed distance apart in scratch. One piece of code for both passes:
// down the rows of a column block, and along the columns of a transposed strip.
//
// A walk computes kWalkOutputs outputs at a time. For each it adds the two inputs that an equal tap belongs to before
// the multiplication (symmetric taps; antisymmetric ones subtract), from the outermost pair inwards, the middle tap
// last; taps without symmetry are summed one by one. The inputs of neighbouring outputs overlap: two sliding windows of
// registers hold them, so that a pair costs two loads for all outputs together.

// Per-target include guard.
#if defined(NINEFOLD_KERNELS_WALK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef NINEFOLD_KERNELS_WALK_INL_H_
#undef NINEFOLD_KERNELS_WALK_INL_H_
#else
#define NINEFOLD_KERNELS_WALK_INL_H_
#endif

#include "hwy/highway.h"
#include "kernels/hwy_compat.h"
#include "kernels/tile_kernel.h"

#if !(HWY_TARGET & NINEFOLD_SCALAR_TARGETS)
HWY_BEFORE_NAMESPACE();
namespace ninefold::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Outputs per step: the accumulators and two windows of as many vectors must fit into the registers.
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_NEON
constexpr int kWalkOutputs = 8;
#else
constexpr int kWalkOutputs = 4;
#endif

// What the walk needs to know of a kind of lane.
struct F32Lanes {
  using T = float;
  using D = hn::ScalableTag<float>;
  using V = hn::Vec<D>;
  static const T* Taps(const AxisTaps& taps) { return taps.f32; }
  static HWY_INLINE V Multiply(V tap, V x) { return hn::Mul(tap, x); }
  static HWY_INLINE V MultiplyAdd(V tap, V x, V sum) { return hn::MulAdd(tap, x, sum); }
  static constexpr bool kGrouped = true;  // long sums in groups: rounding
};
struct I32Lanes {
  using T = int32_t;
  using D = hn::ScalableTag<int32_t>;
  using V = hn::Vec<D>;
  static const T* Taps(const AxisTaps& taps) { return taps.integer; }
  static HWY_INLINE V Multiply(V tap, V x) { return hn::Mul(tap, x); }
  static HWY_INLINE V MultiplyAdd(V tap, V x, V sum) { return hn::Add(hn::Mul(tap, x), sum); }
  static constexpr bool kGrouped = false;
};
struct Fixed16Lanes {
  using T = int16_t;
  using D = hn::ScalableTag<int16_t>;
  using V = hn::Vec<D>;
  static const T* Taps(const AxisTaps& taps) { return taps.fixed16; }
  static HWY_INLINE V Multiply(V tap, V x) { return hn::MulFixedPoint15(x, tap); }
  static HWY_INLINE V MultiplyAdd(V tap, V x, V sum) { return hn::Add(hn::MulFixedPoint15(x, tap), sum); }
  static constexpr bool kGrouped = false;
};

// src: vector i stands at src + i * stride. out: output j goes to out + j * out_stride. outputs: a multiple of
// kWalkOutputs. Reads outputs + taps.count - 1 vectors. All aligned.
template <class T>
struct WalkArgs {
  const T* HWY_RESTRICT src;
  ptrdiff_t stride;
  const AxisTaps* taps;
  int64_t outputs;
  T* HWY_RESTRICT out;
  ptrdiff_t out_stride;
};
template <class T>
using WalkFunction = void (*)(const WalkArgs<T>&);

// Few symmetric taps: all inputs of kWalkOutputs outputs are in registers at once.
template <class L, int kTaps>
void WalkFew(const WalkArgs<typename L::T>& a) {
  const typename L::D d;
  using V = typename L::V;
  constexpr int kPairs = kTaps / 2;
  V w[kPairs + 1];
  NINEFOLD_UNROLL
  for (int i = 0; i <= kPairs; ++i) w[i] = hn::Set(d, L::Taps(*a.taps)[i]);
  for (int64_t o = 0; o < a.outputs; o += kWalkOutputs) {
    const auto* src = a.src + o * a.stride;
    V v[kTaps + kWalkOutputs - 1];
    NINEFOLD_UNROLL
    for (int i = 0; i < kTaps + kWalkOutputs - 1; ++i) v[i] = hn::Load(d, src + i * a.stride);
    NINEFOLD_UNROLL
    for (int r = 0; r < kWalkOutputs; ++r) {
      V sum = L::Multiply(w[0], hn::Add(v[r], v[r + kTaps - 1]));
      NINEFOLD_UNROLL
      for (int i = 1; i < kPairs; ++i) sum = L::MultiplyAdd(w[i], hn::Add(v[r + i], v[r + kTaps - 1 - i]), sum);
      hn::Store(L::MultiplyAdd(w[kPairs], v[r + kPairs], sum), d, a.out + (o + r) * a.out_stride);
    }
  }
}

// Sums of groups of taps, added up pairwise, as in a binary counter: the rounding error of long sums grows with the
// logarithm of their length. Lives in memory: it is touched once in kGroup steps.
template <class L>
class PairwiseTotal {
 public:
  using V = typename L::V;

  HWY_INLINE void Add(V* sums) {
    const typename L::D d;
    for (int64_t carry = groups_++; (carry & 1) != 0; carry >>= 1) AddLevel(sums);
    for (int r = 0; r < kWalkOutputs; ++r) hn::Store(sums[r], d, levels_[top_][r]);
    ++top_;
  }

  HWY_INLINE void AddAllTo(V* sums) {
    while (top_ > 0) AddLevel(sums);
  }

 private:
  HWY_INLINE void AddLevel(V* sums) {
    const typename L::D d;
    --top_;
    for (int r = 0; r < kWalkOutputs; ++r) sums[r] = hn::Add(hn::Load(d, levels_[top_][r]), sums[r]);
  }

  static constexpr int kLevels = 20;  // 2^20 groups are more than any taps make
  HWY_ALIGN typename L::T levels_[kLevels][kWalkOutputs][hn::MaxLanes(typename L::D())];
  int top_ = 0;
  int64_t groups_ = 0;
};

// Any number of taps of any symmetry.
template <class L, Symmetry kSymmetry>
void WalkMany(const WalkArgs<typename L::T>& a) {
  const typename L::D d;
  using V = typename L::V;
  constexpr int R = kWalkOutputs;
  constexpr bool kFold = kSymmetry != Symmetry::kNone;
  constexpr int64_t kGroup = 16;
  const int64_t taps = a.taps->count, steps = kFold ? taps / 2 : taps;
  const auto* w = L::Taps(*a.taps);

  for (int64_t o = 0; o < a.outputs; o += R) {
    const auto load = [&](int64_t i) HWY_ATTR { return hn::Load(d, a.src + (o + i) * a.stride); };
    // In step i output r reads input i + r, in near[(i + r) % R], and input taps - 1 - i + r, in far[(r - i) % R].
    V near[R], far[R], sums[R];
    NINEFOLD_UNROLL
    for (int r = 0; r < R; ++r) sums[r] = hn::Zero(d);
    NINEFOLD_UNROLL
    for (int r = 0; r < R - 1; ++r) near[r] = load(r);
    near[R - 1] = near[0];
    if constexpr (kFold) {
      NINEFOLD_UNROLL
      for (int r = 1; r < R; ++r) far[r] = load(taps - 1 + r);
      far[0] = far[1];
    }
    PairwiseTotal<L> total;
    for (int64_t begin = 0; begin < steps; begin += R) {
      if (L::kGrouped && begin != 0 && begin % kGroup == 0) {
        total.Add(sums);
        NINEFOLD_UNROLL
        for (int r = 0; r < R; ++r) sums[r] = hn::Zero(d);
      }
      NINEFOLD_UNROLL
      for (int u = 0; u < R; ++u) {
        const int64_t i = begin + u;
        if (i == steps) break;
        const V tap = hn::Set(d, w[i]);
        near[(u + R - 1) % R] = load(i + R - 1);
        if constexpr (kFold) far[(R - u) % R] = load(taps - 1 - i);
        NINEFOLD_UNROLL
        for (int r = 0; r < R; ++r) {
          V x = near[(u + r) % R];
          if constexpr (kSymmetry == Symmetry::kEven) x = hn::Add(x, far[(r - u + R) % R]);
          if constexpr (kSymmetry == Symmetry::kOdd) x = hn::Sub(x, far[(r - u + R) % R]);
          sums[r] = L::MultiplyAdd(tap, x, sums[r]);
        }
      }
    }
    if (kFold && taps % 2 == 1) {
      const V tap = hn::Set(d, w[steps]);
      NINEFOLD_UNROLL
      for (int r = 0; r < R; ++r) sums[r] = L::MultiplyAdd(tap, load(steps + r), sums[r]);
    }
    if constexpr (L::kGrouped) total.AddAllTo(sums);
    NINEFOLD_UNROLL
    for (int r = 0; r < R; ++r) hn::Store(sums[r], d, a.out + (o + r) * a.out_stride);
  }
}

// The walk for these taps. The choice, and with it the order of a sum, depends on the taps alone.
template <class L>
WalkFunction<typename L::T> FindWalk(const AxisTaps& taps) {
  switch (taps.symmetry) {
    case Symmetry::kEven:
      switch (taps.count) {
        case 3:
          return WalkFew<L, 3>;
        case 5:
          return WalkFew<L, 5>;
        case 7:
          return WalkFew<L, 7>;
        case 9:
          return WalkFew<L, 9>;
        default:
          return WalkMany<L, Symmetry::kEven>;
      }
    case Symmetry::kOdd:
      return WalkMany<L, Symmetry::kOdd>;
    case Symmetry::kNone:
      break;
  }
  return WalkMany<L, Symmetry::kNone>;
}

}  // namespace ninefold::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // SIMD targets

#endif  // per-target include guard
