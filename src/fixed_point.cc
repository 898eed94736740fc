#include "src/fixed_point.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>

namespace ninefold {
namespace {

constexpr double kMaxSample = 255.0;
constexpr double kWorstAllowed = 0.70;
constexpr double kMaxSum = 2147483647.0;  // 2^31 - 1

double Magnitude(const std::vector<double>& weights) {
  return std::accumulate(weights.begin(), weights.end(), 0.0, [](double s, double w) { return s + std::abs(w); });
}

bool IsAverage(const std::vector<double>& weights) {
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  return std::all_of(weights.begin(), weights.end(), [](double w) { return w >= 0; }) && std::abs(sum - 1) < 1e-9;
}

std::optional<ScaledIntegers> WithScale(const std::vector<double>& weights, double scale) {
  constexpr double kMaxInteger = 1 << 24;
  if (!std::isnormal(scale)) return {};  // weights too small, or none that is not 0
  ScaledIntegers result;
  result.scale = scale;
  for (const double w : weights) {
    const double ratio = w / scale, nearest = std::nearbyint(ratio);
    if (std::abs(nearest) > kMaxInteger || std::abs(ratio - nearest) > std::abs(nearest) * 0x1p-40) return {};
    result.integers.push_back(static_cast<int32_t>(nearest));
    result.magnitude += std::abs(result.integers.back());
  }
  return result;
}

// The taps as integers times 2^-bits.
struct Quantized {
  std::vector<int32_t> taps;
  double magnitude = 0;  // the sum of the absolute integers
  double error = 0;      // the largest error of sum(taps * s) * 2^-bits for samples s of 0..1
};

// Moves a sum of rounded taps to exactly 2^bits. Symmetric taps are changed in pairs (the middle one takes an odd
// rest), so that they stay symmetric; those change first that rounding moved most.
void FixSum(const std::vector<double>& weights, double unit, std::vector<int32_t>& taps) {
  const size_t n = taps.size();
  int64_t rest = static_cast<int64_t>(unit) - std::accumulate(taps.begin(), taps.end(), int64_t{0});
  bool symmetric = true;
  for (size_t i = 0; i < n / 2; ++i) symmetric = symmetric && taps[i] == taps[n - 1 - i];
  if (symmetric && (rest & 1) != 0 && n % 2 == 1) {
    const int32_t step = rest > 0 ? 1 : -1;
    taps[n / 2] += step;
    rest -= step;
  }
  const int64_t step = rest > 0 ? 1 : -1;
  const auto missing = [&](size_t i) { return static_cast<double>(step) * (weights[i] * unit - taps[i]); };
  std::vector<size_t> order(symmetric ? n / 2 : n);
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return missing(a) > missing(b); });
  for (const size_t i : order) {
    if (rest == 0) break;
    taps[i] += static_cast<int32_t>(step);
    if (symmetric) taps[n - 1 - i] += static_cast<int32_t>(step);
    rest -= symmetric ? 2 * step : step;
  }
}

Quantized Quantize(const std::vector<double>& weights, int bits) {
  const double unit = std::ldexp(1.0, bits);
  Quantized q;
  q.taps.reserve(weights.size());
  for (const double w : weights) q.taps.push_back(static_cast<int32_t>(std::nearbyint(w * unit)));
  const bool average = IsAverage(weights);
  if (average) FixSum(weights, unit, q.taps);
  double above = 0, below = 0;
  for (size_t i = 0; i < weights.size(); ++i) {
    q.magnitude += std::abs(static_cast<double>(q.taps[i]));
    const double off = q.taps[i] / unit - weights[i];
    (off > 0 ? above : below) += std::abs(off);
  }
  // The errors of an average add up to 0: a constant has none, and the worst picture is light where they are positive.
  q.error = average ? std::max(above, below) : above + below;
  return q;
}

// The integer taps of one pass of 16-bit fixed point, and the largest error of that pass.
struct Fixed16Pass {
  std::vector<int16_t> taps;
  double error = 0;
};

std::optional<Fixed16Pass> LowerPass(const std::vector<double>& weights) {
  if (!IsAverage(weights) || !std::equal(weights.begin(), weights.end(), weights.rbegin())) return {};
  const Quantized q = Quantize(weights, 15);
  Fixed16Pass pass;
  for (const int32_t tap : q.taps) {
    if (tap > 32767) return {};  // a tap of 1 does not fit
    pass.taps.push_back(static_cast<int16_t>(tap));
  }
  // Each product, of a pair or of the middle sample, is rounded to 1/128.
  const size_t products = (weights.size() + 1) / 2;
  pass.error = kMaxSample * q.error + static_cast<double>(products) * 0.5 / 128;
  return pass;
}

}  // namespace

std::optional<ScaledIntegers> FindScaledIntegers(const std::vector<double>& weights) {
  if (auto whole = WithScale(weights, 1.0)) return whole;
  double least = HUGE_VAL;
  for (const double w : weights) {
    if (w != 0) least = std::min(least, std::abs(w));
  }
  // The least weight may itself be a few units.
  for (int units = 1; units <= 16; ++units) {
    if (auto scaled = WithScale(weights, least / units)) return scaled;
  }
  return {};
}

std::optional<IntegerFilter> LowerExactly(const std::vector<double>& vertical, const std::vector<double>& horizontal) {
  const auto v = FindScaledIntegers(vertical), h = FindScaledIntegers(horizontal);
  if (!v || !h) return {};
  const double divisor = 1 / (v->scale * h->scale), nearest = std::nearbyint(divisor);
  const auto v_magnitude = static_cast<double>(v->magnitude), h_magnitude = static_cast<double>(h->magnitude);
  if (nearest < 1 || std::abs(divisor - nearest) > nearest * 1e-9) return {};
  if (kMaxSample * v_magnitude * std::max(h_magnitude, 1.0) > kMaxSum || kMaxSample * nearest > kMaxSum) return {};
  return IntegerFilter{v->integers, h->integers, 0, static_cast<int32_t>(nearest), 0.5};
}

std::optional<Fixed16Filter> LowerToFixed16(const std::vector<double>& vertical,
                                            const std::vector<double>& horizontal) {
  auto v = LowerPass(vertical), h = LowerPass(horizontal);
  if (!v || !h) return {};
  const double worst = 0.5 + v->error + h->error;
  if (worst > kWorstAllowed) return {};
  return Fixed16Filter{std::move(v->taps), std::move(h->taps), worst};
}

std::optional<IntegerFilter> LowerToIntegers(const std::vector<double>& vertical,
                                             const std::vector<double>& horizontal) {
  const double v_magnitude = Magnitude(vertical), h_magnitude = Magnitude(horizontal);
  if (v_magnitude == 0 || h_magnitude == 0) return {};
  const int v_bits = std::min(29, static_cast<int>(std::floor(std::log2(kMaxSum / 2 / kMaxSample / v_magnitude))));
  if (v_bits < 0) return {};
  const Quantized v = Quantize(vertical, v_bits);

  std::optional<IntegerFilter> best;
  for (int mid_bits = 0; mid_bits <= std::min(v_bits, 16); ++mid_bits) {
    // |mid| <= mid_max; one is for rounding. The final sum must fit, and so must 255 times the divisor.
    const double mid_max = kMaxSample * v.magnitude * std::ldexp(1.0, mid_bits - v_bits) + 1;
    const int h_bits =
        std::min(23 - mid_bits, static_cast<int>(std::floor(std::log2(kMaxSum / mid_max / h_magnitude) - 1e-6)));
    if (h_bits < 0) break;
    const Quantized h = Quantize(horizontal, h_bits);
    if (mid_max * h.magnitude > kMaxSum) continue;
    const double v_gain = IsAverage(vertical) ? 1.0 : v_magnitude;
    const double h_gain = h.magnitude * std::ldexp(1.0, -h_bits);
    const double mid_rounding = mid_bits == v_bits ? 0.0 : std::ldexp(0.5, -mid_bits);
    const double worst = 0.5 + kMaxSample * (v.error * h_gain + v_gain * h.error) + mid_rounding * h_gain;
    if (worst <= kWorstAllowed && (!best || worst < best->worst_error)) {
      best = IntegerFilter{v.taps, h.taps, v_bits - mid_bits, int32_t{1} << (mid_bits + h_bits), worst};
    }
  }
  return best;
}

}  // namespace ninefold
