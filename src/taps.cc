#include "ninefold/taps.h"

#include <algorithm>
#include <cmath>

#include "src/refuse.h"

namespace ninefold {
namespace {

void CheckRadius(int64_t radius) {
  Require(radius >= 0, "radius ", radius, ": a radius is 0 or more");
  if (radius > Taps::kMaxRadius) {
    Refuse(ErrorCode::kLimit, "radius ", radius, " is more than the limit of ", Taps::kMaxRadius);
  }
}

// weight(i) for i = -radius..radius, divided by their sum.
template <class Weight>
std::vector<double> Normalized(int64_t radius, Weight weight) {
  std::vector<double> weights;
  weights.reserve(static_cast<size_t>(2 * radius + 1));
  for (int64_t i = -radius; i <= radius; ++i) weights.push_back(weight(static_cast<double>(i)));
  // From the small ones inwards, so that nothing is lost.
  double sum = 0;
  for (int64_t i = 0; i < radius; ++i) sum += 2 * weights[static_cast<size_t>(i)];
  sum += weights[static_cast<size_t>(radius)];
  for (double& w : weights) w /= sum;
  return weights;
}

std::vector<double> GaussianWeights(double sigma_px, int64_t radius) {
  if (sigma_px == 0 || radius == 0) return {1.0};
  // i / sigma first: sigma^2 may underflow.
  return Normalized(radius, [&](double i) { return std::exp(-0.5 * (i / sigma_px) * (i / sigma_px)); });
}

}  // namespace

Taps Taps::Gaussian(double sigma_px, std::optional<int64_t> radius) {
  Require(std::isfinite(sigma_px) && sigma_px >= 0, "sigma ", sigma_px, ": a sigma is finite and 0 or more");
  Taps taps;
  if (radius) {
    CheckRadius(*radius);
    taps.weights_ = GaussianWeights(sigma_px, *radius);
    taps.anchor_ = (taps.size() - 1) / 2;
  } else {
    taps.unresolved_sigma_px_ = sigma_px;
  }
  return taps;
}

Taps Taps::Box(int64_t radius) {
  CheckRadius(radius);
  Taps taps;
  taps.weights_ = Normalized(radius, [](double) { return 1.0; });
  taps.anchor_ = radius;
  return taps;
}

Taps Taps::Tent(int64_t radius) {
  CheckRadius(radius);
  Taps taps;
  taps.weights_ = Normalized(radius, [&](double i) { return static_cast<double>(radius) + 1 - std::abs(i); });
  taps.anchor_ = radius;
  return taps;
}

Taps Taps::Binomial(int64_t n) {
  Require(n >= 0 && n <= 62, "binomial of order ", n, ": the order is 0 to 62");
  std::vector<double> weights = {1.0};  // a row of Pascal's triangle, halved at each step: exact up to 2^53
  for (int64_t row = 0; row < n; ++row) {
    weights.push_back(0.0);
    for (size_t i = weights.size() - 1; i > 0; --i) weights[i] = (weights[i] + weights[i - 1]) / 2;
    weights[0] /= 2;
  }
  return Custom(std::move(weights));
}

Taps Taps::Derivative(int order) {
  Require(order == 1 || order == 2, "derivative of order ", order, ": the order is 1 or 2");
  return order == 1 ? Custom({-0.5, 0.0, 0.5}) : Custom({1.0, -2.0, 1.0});
}

Taps Taps::Custom(std::vector<double> weights, std::optional<int64_t> anchor) {
  Require(!weights.empty(), "a kernel without taps: there must be at least 1");
  for (size_t i = 0; i < weights.size(); ++i) {
    Require(std::isfinite(weights[i]), "kernel tap ", i, " is ", weights[i], ": a tap must be finite");
  }
  Taps taps;
  taps.weights_ = std::move(weights);
  taps.anchor_ = anchor.value_or((taps.size() - 1) / 2);
  Require(taps.anchor_ >= 0 && taps.anchor_ < taps.size(), "anchor ", taps.anchor_, " lies outside a kernel of ",
          taps.size(), " taps (0 to ", taps.size() - 1, ")");
  const int64_t reach = std::max(taps.anchor_, taps.size() - 1 - taps.anchor_);
  if (reach > kMaxRadius) {
    Refuse(ErrorCode::kLimit, "a kernel of ", taps.size(), " taps reaches ", reach,
           " samples from its anchor, more than the limit (radius) of ", kMaxRadius);
  }
  return taps;
}

Taps Taps::Resolve(ElementType dst_type) const {
  if (resolved()) return *this;
  const double sigma_px = *unresolved_sigma_px_;
  const double radius = std::ceil((dst_type == ElementType::kU8 ? 3 : 4) * sigma_px);
  if (radius > static_cast<double>(kMaxRadius)) {
    Refuse(ErrorCode::kLimit, "sigma ", sigma_px, " takes a radius of ", radius, ", more than the limit of ",
           kMaxRadius);
  }
  return Gaussian(sigma_px, static_cast<int64_t>(radius));
}

}  // namespace ninefold
