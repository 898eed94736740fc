// One-dimensional filter taps: the weights of one axis of a separable filter.

#ifndef NINEFOLD_TAPS_H_
#define NINEFOLD_TAPS_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "ninefold/image.h"

namespace ninefold {

// Weights w[0..K-1] and an anchor a: dst[x] = sum over i of w[i] * src[x + i - a]. A correlation: the taps are not
// flipped, as in OpenCV and in linalg.depthwise_conv.
//
// Errors (all makers): kInvalidArgument for a value without meaning, kLimit for a radius above kMaxRadius.
class Taps {
 public:
  // The largest distance from the anchor to either end.
  static constexpr int64_t kMaxRadius = 65536;

  // exp(-i^2 / (2 sigma^2)) for i = -radius..radius, divided by their sum. Without a radius the plan takes ceil(3
  // sigma) where the result is u8, else ceil(4 sigma). sigma 0 or radius 0: the one tap 1. sigma in pixels, finite, >=
  // 0.
  static Taps Gaussian(double sigma_px, std::optional<int64_t> radius = std::nullopt);

  // 2 radius + 1 equal taps of sum 1.
  static Taps Box(int64_t radius);

  // (radius + 1 - |i|) / (radius + 1)^2 for i = -radius..radius: a box of radius + 1 taps twice over. Sum 1.
  static Taps Tent(int64_t radius);

  // The binomial coefficients C(n, i) / 2^n, i = 0..n: n + 1 taps of sum 1, 0 <= n <= 62. Binomial(2) is 1 2 1.
  static Taps Binomial(int64_t n);

  // Central differences: order 1 is (-1 0 1) / 2, order 2 is (1 -2 1).
  static Taps Derivative(int order);

  // Any finite weights; anchor default (K - 1) / 2, rounded down, and 0 <= anchor < K.
  static Taps Custom(std::vector<double> weights, std::optional<int64_t> anchor = std::nullopt);

  // The taps for a result of this type: those of a Gaussian without a radius become definite, all others are
  // themselves. Errors: kLimit, naming sigma, where the radius would pass kMaxRadius.
  Taps Resolve(ElementType dst_type) const;

  // Whether the weights are definite: false only for a Gaussian without a radius, before Resolve.
  bool resolved() const { return !unresolved_sigma_px_; }

  // Valid when resolved.
  const std::vector<double>& weights() const { return weights_; }
  int64_t size() const { return static_cast<int64_t>(weights_.size()); }
  int64_t anchor() const { return anchor_; }

 private:
  Taps() = default;

  std::vector<double> weights_;
  int64_t anchor_ = 0;
  std::optional<double> unresolved_sigma_px_;
};

}  // namespace ninefold

#endif  // NINEFOLD_TAPS_H_
