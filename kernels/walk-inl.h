// The walk: sums of taps over a line of vectors. One piece of code for both passes: down the rows of a column block,
// and along the columns of a transposed strip.
//
// A walker computes as many outputs as a vector has lanes, a square block. For each output it adds the two inputs that
// an equal tap belongs to before the multiplication (symmetric taps; antisymmetric ones subtract), from the outermost
// pair inwards, the middle tap last; taps without symmetry are summed one by one. The order depends on the taps alone.

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

// A walker is direct when it loads inputs straight from where they stand; else it does so more than once, and they are
// converted and laid in a line first.

// Few symmetric taps. Output after output: as many inputs as there are taps stay in registers. Where the registers also
// hold all outputs, each input is loaded once.
template <class L, int kTaps, int kStride = 1>
class FewWalker {
 public:
  using V = typename L::V;
  static constexpr int kLanes = static_cast<int>(hn::MaxLanes(typename L::D()));
  static constexpr bool kDirect = kLanes <= 16;

  HWY_INLINE explicit FewWalker(const AxisTaps& taps) {
    NINEFOLD_UNROLL
    for (int i = 0; i <= kPairs; ++i) taps_[i] = hn::Set(typename L::D(), L::Taps(taps)[i]);
  }

  // load(i): input i of 0..(kLanes - 1) kStride + taps - 1. sums: kLanes vectors.
  template <class Load>
  HWY_INLINE void operator()(Load load, V* HWY_RESTRICT sums) const {
    if constexpr (kDirect) {
      Step<kLanes>(load, sums);
    } else {
      for (int first = 0; first < kLanes; first += 8) {
        Step<8>([&](int64_t i) NINEFOLD_LAMBDA { return load(first * kStride + i); }, sums + first);
      }
    }
  }

  // The same for the first kOutputs.
  template <int kOutputs, class Load>
  HWY_INLINE void Step(Load load, V* HWY_RESTRICT sums) const {
    constexpr int kInputs = (kOutputs - 1) * kStride + kTaps;
    V v[kInputs];
    NINEFOLD_UNROLL
    for (int i = 0; i < kInputs; ++i) v[i] = load(i);
    NINEFOLD_UNROLL
    for (int r = 0; r < kOutputs; ++r) {
      const V* w = v + r * kStride;
      if constexpr (kTaps == 1) {
        sums[r] = L::Multiply(taps_[0], w[0]);
        continue;
      }
      V sum = L::Multiply(taps_[0], hn::Add(w[0], w[kTaps - 1]));
      NINEFOLD_UNROLL
      for (int i = 1; i < kPairs; ++i) sum = L::MultiplyAdd(taps_[i], hn::Add(w[i], w[kTaps - 1 - i]), sum);
      sums[r] = L::MultiplyAdd(taps_[kPairs], w[kPairs], sum);
    }
  }

 private:
  static constexpr int kPairs = kTaps / 2;

  V taps_[kPairs + 1];
};

// Sums of groups of taps, added up pairwise, as in a binary counter: the rounding error of long sums grows with the
// logarithm of their length. Lives in memory: it is touched once in a group.
template <class L, int kOutputs>
class PairwiseTotal {
 public:
  using V = typename L::V;

  HWY_INLINE void Add(V* sums) {
    const typename L::D d;
    for (int64_t carry = groups_++; (carry & 1) != 0; carry >>= 1) AddLevel(sums);
    for (int r = 0; r < kOutputs; ++r) hn::Store(sums[r], d, levels_[top_][r]);
    ++top_;
  }

  HWY_INLINE void AddAllTo(V* sums) {
    while (top_ > 0) AddLevel(sums);
  }

 private:
  HWY_INLINE void AddLevel(V* sums) {
    const typename L::D d;
    --top_;
    for (int r = 0; r < kOutputs; ++r) sums[r] = hn::Add(hn::Load(d, levels_[top_][r]), sums[r]);
  }

  static constexpr int kLevels = 20;  // 2^20 groups are more than any taps make
  HWY_ALIGN typename L::T levels_[kLevels][kOutputs][hn::MaxLanes(typename L::D())];
  int top_ = 0;
  int64_t groups_ = 0;
};

// Any number of taps of any symmetry. Several outputs at a time: the inputs of neighbouring outputs overlap, and two
// sliding windows of registers hold them, so that a pair of taps costs two loads for all outputs together. Spaced, by
// strides or dilations: each input is loaded where it is needed.
template <class L, Symmetry kSymmetry, bool kSpaced>
class ManyWalker {
 public:
  using V = typename L::V;
  static constexpr int kLanes = static_cast<int>(hn::MaxLanes(typename L::D()));
  static constexpr bool kDirect = kSpaced;

  HWY_INLINE explicit ManyWalker(const AxisTaps& taps) : taps_(taps) {}

  template <class Load>
  HWY_INLINE void operator()(Load load, V* HWY_RESTRICT sums) const {
    const int64_t stride = kSpaced ? taps_.stride : 1;
    for (int first = 0; first < kLanes; first += R) {
      Step([&](int64_t i) NINEFOLD_LAMBDA { return load(first * stride + i); }, sums + first);
    }
  }

 private:
  static constexpr bool kFold = kSymmetry != Symmetry::kNone;
  static constexpr int64_t kGroup = 8;
  // Outputs at a time: the sums and two windows of as many vectors must fit into the registers.
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_NEON
  static constexpr int R = kLanes < 8 ? kLanes : 8;
#else
  static constexpr int R = 4;
#endif

  template <class Load>
  HWY_INLINE void Step(Load load, V* HWY_RESTRICT out) const {
    const typename L::D d;
    const int64_t taps = taps_.count, steps = kFold ? taps / 2 : taps;
    const int64_t stride = kSpaced ? taps_.stride : 1, dilation = kSpaced ? taps_.dilation : 1;
    const auto* w = L::Taps(taps_);
    // In step i output r reads input i + r, in near[(i + r) % R], and input taps - 1 - i + r, in far[(r - i) % R].
    V near[R], far[R], sums[R];
    NINEFOLD_UNROLL
    for (int r = 0; r < R; ++r) sums[r] = hn::Zero(d);
    if constexpr (!kSpaced) {
      NINEFOLD_UNROLL
      for (int r = 0; r < R - 1; ++r) near[r] = load(r);
      near[R - 1] = near[0];
    }
    if constexpr (!kSpaced && kFold) {
      NINEFOLD_UNROLL
      for (int r = 1; r < R; ++r) far[r] = load(taps - 1 + r);
      far[0] = far[1];
    }
    PairwiseTotal<L, R> total;
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
        if constexpr (!kSpaced) near[(u + R - 1) % R] = load(i + R - 1);
        if constexpr (!kSpaced && kFold) far[(R - u) % R] = load(taps - 1 - i);
        NINEFOLD_UNROLL
        for (int r = 0; r < R; ++r) {
          if constexpr (kSpaced) near[(u + r) % R] = load(r * stride + i * dilation);
          if constexpr (kSpaced && kFold) far[(r - u + R) % R] = load(r * stride + (taps - 1 - i) * dilation);
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
      for (int r = 0; r < R; ++r) sums[r] = L::MultiplyAdd(tap, load(r * stride + steps * dilation), sums[r]);
    }
    if constexpr (L::kGrouped) total.AddAllTo(sums);
    NINEFOLD_UNROLL
    for (int r = 0; r < R; ++r) out[r] = sums[r];
  }

  const AxisTaps& taps_;
};

// Stands for a type where a value is asked for.
template <class T>
struct Type {
  using type = T;
};

template <class L, bool kSpaced, class Function>
HWY_INLINE void WithManyWalker(const AxisTaps& taps, Function function) {
  if (taps.symmetry == Symmetry::kEven) return function(Type<ManyWalker<L, Symmetry::kEven, kSpaced>>());
  if (taps.symmetry == Symmetry::kOdd) return function(Type<ManyWalker<L, Symmetry::kOdd, kSpaced>>());
  function(Type<ManyWalker<L, Symmetry::kNone, kSpaced>>());
}

// Calls function(Type<Walker>()) with the walker for these taps. How many taps are few: those whose inputs fit into the
// registers.
template <class L, class Function>
HWY_INLINE void WithWalker(const AxisTaps& taps, Function function) {
  if (taps.stride == 2 && taps.dilation == 1 && taps.count == 5 && taps.symmetry == Symmetry::kEven) {
    return function(Type<FewWalker<L, 5, 2>>());  // the step of a pyramid
  }
  if (taps.stride != 1 || taps.dilation != 1) return WithManyWalker<L, true>(taps, function);
  if (taps.symmetry == Symmetry::kEven) {
    switch (taps.count) {
      case 3:
        return function(Type<FewWalker<L, 3>>());
      case 5:
        return function(Type<FewWalker<L, 5>>());
      case 7:
        return function(Type<FewWalker<L, 7>>());
      case 9:
        return function(Type<FewWalker<L, 9>>());
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_NEON
      case 11:
        return function(Type<FewWalker<L, 11>>());
      case 13:
        return function(Type<FewWalker<L, 13>>());
      case 15:
        return function(Type<FewWalker<L, 15>>());
      case 17:
        return function(Type<FewWalker<L, 17>>());
#endif
      default:
        break;
    }
  }
  WithManyWalker<L, false>(taps, function);
}

}  // namespace ninefold::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // SIMD targets

#endif  // per-target include guard
