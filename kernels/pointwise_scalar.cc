#include "kernels/pointwise_scalar.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace ninefold::kernels {
namespace {

// The sRGB curve (IEC 61966-2-1), and its inverse. Negative values take the straight part, values above 1 the power.
double DecodeSrgb(double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); }
double EncodeSrgb(double v) { return v <= 0.0031308 ? v * 12.92 : 1.055 * std::pow(v, 1 / 2.4) - 0.055; }

template <class Curve>
void ApplyCurve(Curve curve, bool alpha, double full_scale, int64_t pixels, int64_t channels, float* row) {
  const int64_t colours = alpha ? channels - 1 : channels;
  for (int64_t p = 0; p < pixels; ++p, row += channels) {
    for (int64_t c = 0; c < colours; ++c) row[c] = static_cast<float>(curve(row[c] / full_scale) * full_scale);
  }
}

// Of the largest colour of a pixel / full scale: what the pixel's colours are multiplied by.
float BoostFactor(const PointwiseOp& op, float largest) {
  const float threshold = op.values[0], slope = op.values[1], more = op.values[2];
  float t = largest >= threshold ? 1.0f : 0.0f;
  if (slope != 0) t = std::clamp((largest - threshold) * slope, 0.0f, 1.0f);
  return 1 + more * t * t * (3 - 2 * t);
}

// Nearest, half to even, saturated; NaN becomes 0.
template <class T>
T RoundTo(float v) {
  constexpr float kMax = static_cast<float>(std::is_same_v<T, uint8_t> ? 255 : 65535);
  return static_cast<T>(std::nearbyint(v > 0 ? std::min(v, kMax) : 0.0f));
}

template <class T>
void LoadRow(const void* src, int64_t count, float* dst) noexcept {
  const T* samples = static_cast<const T*>(src);
  for (int64_t i = 0; i < count; ++i) dst[i] = static_cast<float>(samples[i]);
}

template <class T>
void StoreRow(const float* src, int64_t count, float scale, void* dst) noexcept {
  T* samples = static_cast<T*>(dst);
  for (int64_t i = 0; i < count; ++i) {
    if constexpr (std::is_same_v<T, float>) {
      samples[i] = src[i] * scale;
    } else {
      samples[i] = RoundTo<T>(src[i] * scale);
    }
  }
}

void Combine(const CombineOp& op, const float* earlier, int64_t count, float* row) noexcept {
  for (int64_t i = 0; i < count; ++i) {
    row[i] = std::abs(row[i] - earlier[i]) < op.threshold ? earlier[i] : op.a * row[i] + op.b * earlier[i];
  }
}

}  // namespace

const PointwiseSteps& ScalarPointwiseSteps() noexcept {
  static constexpr PointwiseSteps kSteps = {{LoadRow<uint8_t>, LoadRow<uint16_t>, LoadRow<float>},
                                            {StoreRow<uint8_t>, StoreRow<uint16_t>, StoreRow<float>},
                                            ApplyPointwise,
                                            Combine};
  return kSteps;
}

void ApplyPointwise(const PointwiseOp& op, float full_scale, int64_t pixels, int64_t channels, float* row) noexcept {
  using Op = PointwiseStage::Op;
  switch (op.op) {
    case Op::kToLinear:
      return ApplyCurve(DecodeSrgb, op.alpha, full_scale, pixels, channels, row);
    case Op::kToSrgb:
      return ApplyCurve(EncodeSrgb, op.alpha, full_scale, pixels, channels, row);
    case Op::kPower: {
      const double exponent = op.values[0];
      const auto power = [&](double v) { return std::copysign(std::pow(std::abs(v), exponent), v); };
      return ApplyCurve(power, op.alpha, full_scale, pixels, channels, row);
    }
    case Op::kClamp:
      for (int64_t i = 0; i < pixels * channels; ++i) {  // comparisons let a NaN through
        if (row[i] < op.values[0]) row[i] = op.values[0];
        if (row[i] > op.values[1]) row[i] = op.values[1];
      }
      return;
    case Op::kBoost: {
      const int64_t colours = op.alpha ? channels - 1 : channels;
      for (int64_t p = 0; p < pixels; ++p, row += channels) {
        float largest = 0;
        for (int64_t c = 0; c < colours; ++c) largest = row[c] > largest ? row[c] : largest;  // not a NaN
        const float factor = BoostFactor(op, largest / full_scale);
        for (int64_t c = 0; c < colours; ++c) row[c] *= factor;
      }
      return;
    }
    case Op::kFunction:  // called by ApplyOps
      return;
    case Op::kPremultiply:
      for (int64_t p = 0; p < pixels; ++p, row += channels) {
        const float alpha = row[channels - 1] / full_scale;
        for (int64_t c = 0; c < channels - 1; ++c) row[c] *= alpha;
      }
      return;
    case Op::kUnpremultiply:
      for (int64_t p = 0; p < pixels; ++p, row += channels) {
        const float alpha = row[channels - 1];
        // Dividing first stays in range where alpha is tiny; <= lets a NaN through.
        for (int64_t c = 0; c < channels - 1; ++c) row[c] = alpha <= 0 ? 0.0f : row[c] / alpha * full_scale;
      }
      return;
    case Op::kGain:
      for (int64_t p = 0; p < pixels; ++p, row += channels) {
        for (int64_t c = 0; c < channels; ++c) row[c] *= op.values[c];
      }
      return;
    case Op::kBias:
      for (int64_t p = 0; p < pixels; ++p, row += channels) {
        for (int64_t c = 0; c < channels; ++c) row[c] += op.values[c];
      }
      return;
  }
}

}  // namespace ninefold::kernels
