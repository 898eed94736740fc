#include "tests/support/expectation.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <variant>

namespace ninefold::test {
namespace {

using reference::Picture;
using reference::Table;
using reference::Weights;

constexpr double kUlp = 0x1p-24;    // half a unit in the last place of a float in 1..2
constexpr double kCurve = 0x1p-20;  // relative error of the sRGB curves
constexpr double kTiny = 1e-40;     // below the normal floats relative errors mean nothing
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The picture so far, what f32 may have lost, and the curves and alpha stages that made it, which act on the values of
// a constant border as well.
struct State {
  Picture value;
  Picture error;
  std::vector<PointwiseStage> colour;
};

Weights FromTaps(const Taps& taps, ElementType dst_type) {
  const Taps definite = taps.Resolve(dst_type);
  return {definite.weights(), definite.anchor()};
}

Table FromKernel(const Kernel2D& kernel) {
  return {kernel.width(),   kernel.height(),   kernel.anchor_x(),    kernel.anchor_y(),
          kernel.weights(), kernel.channels(), !kernel.is_aperture()};
}

template <class T>
T Absolute(T weights) {
  for (double& w : weights.w) w = std::fabs(w);
  return weights;
}

Picture AbsoluteOf(Picture picture) {
  for (double& v : picture.samples) v = std::fabs(v);
  return picture;
}

// The values of a constant border, one per channel.
std::vector<double> PerChannel(const std::vector<double>& values, int64_t channels) {
  if (values.empty()) return std::vector<double>(static_cast<size_t>(channels), 0.0);
  std::vector<double> all = values;
  if (all.size() == 1) all.resize(static_cast<size_t>(channels), values[0]);
  return all;
}

// Applies `convolve(picture, absolute weights?, constants)` to the value and to the two terms of its error. around: the
// constants.
template <class F>
void Convolve(State& state, double taps, const std::vector<double>& around, const F& convolve) {
  const std::vector<double> zero(around.size(), 0.0);
  std::vector<double> absolute = around;
  for (double& v : absolute) v = std::fabs(v);
  Picture magnitude = convolve(AbsoluteOf(state.value), true, absolute);
  Picture value = convolve(state.value, false, around);
  const bool exact =
      std::all_of(state.error.samples.begin(), state.error.samples.end(), [](double e) { return e == 0; });
  Picture error = exact ? Picture(value.width, value.height, value.channels) : convolve(state.error, true, zero);
  for (size_t k = 0; k < error.samples.size(); ++k) error.samples[k] += (taps + 8) * kUlp * magnitude.samples[k];
  state.value = std::move(value);
  state.error = std::move(error);
}

// The largest change of f within +-error, and `relative` of its value. f is monotone.
template <class F>
double Through(double value, double error, double relative, const F& f) {
  const double y = f(value);
  const double moved = error == 0 ? 0 : std::max(std::fabs(f(value + error) - y), std::fabs(f(value - error) - y));
  return moved + relative * (std::fabs(y) + moved);
}

int64_t AlphaChannel(Alpha alpha, int64_t channels) {
  const bool has =
      channels > 1 && (alpha == Alpha::kLast || (alpha == Alpha::kByChannels && (channels == 2 || channels == 4)));
  return has ? channels - 1 : -1;
}

// One pixel through a pointwise stage; `full` is full scale of the source. Functions are to be monotone, the same for
// all channels, and no wilder than what f32 can follow.
void ApplyToPixel(const PointwiseStage& stage, double full, int64_t channels, double* value, double* error) {
  using Op = PointwiseStage::Op;
  const int64_t alpha = AlphaChannel(stage.alpha, channels);
  const double a = alpha < 0 ? 1 : value[alpha] / full;
  const double ea = alpha < 0 ? 0 : error[alpha] / full;
  double boost_by = 0, boost_error = 0;  // the largest colour / full scale
  for (int64_t c = 0; c < channels; ++c) {
    if (c != alpha && value[c] > boost_by * full) boost_by = value[c] / full;
    if (c != alpha) boost_error = std::max(boost_error, error[c] / full);
  }
  for (int64_t c = 0; c < channels; ++c) {
    const bool colour = c != alpha;
    const double v = value[c];
    const double e = error[c];
    const auto one = [&] { return stage.values[stage.values.size() == 1 ? 0 : static_cast<size_t>(c)]; };
    if (stage.op == Op::kGain) {
      value[c] = v * one();
      error[c] = (e + 2 * kUlp * std::fabs(v)) * std::fabs(one());
    } else if (stage.op == Op::kClamp) {
      const auto clamp = [&](double t) {
        const double low = stage.values[0], high = stage.values[1];
        return t < low ? low : t > high ? high : t;
      };
      error[c] = Through(v, e, 0, clamp) + 2 * kUlp * std::fabs(clamp(v));
      value[c] = clamp(v);
    } else if (stage.op == Op::kBoost) {
      if (!colour) {
        error[c] = e + 2 * kUlp * std::fabs(v);
        continue;
      }
      // Of the largest colour, and of what it may be: the factor is monotone for gains above 1 and below alike.
      const double threshold = stage.values[0], gain = stage.values[1];
      const auto factor = [&](double l) {
        double t = l >= threshold ? 1 : 0;
        if (threshold < 1) t = std::min(std::max((l - threshold) / (1 - threshold), 0.0), 1.0);
        return 1 + (gain - 1) * t * t * (3 - 2 * t);
      };
      const double f = factor(boost_by),
                   spread = 8 * kUlp * boost_by / std::max(1e-3, 1 - std::min(threshold, 1.0)) + boost_error;
      const double ef = std::max(std::fabs(factor(boost_by + spread) - f), std::fabs(factor(boost_by - spread) - f)) +
                        8 * kUlp * (1 + std::fabs(gain - 1));
      error[c] = e * (f + ef) + std::fabs(v) * ef + 2 * kUlp * std::fabs(v * f);
      value[c] = v * f;
    } else if (stage.op == Op::kFunction) {
      const auto function = [&](double t) {
        std::vector<float> pixel(static_cast<size_t>(channels), static_cast<float>(t));
        stage.function(pixel.data(), 1, channels);
        return static_cast<double>(pixel[static_cast<size_t>(c)]);
      };
      error[c] = Through(v, e + 2 * kUlp * std::fabs(v), 4 * kUlp, function);
      value[c] = function(v);
    } else if (stage.op == Op::kBias) {
      value[c] = v + one();
      error[c] = e + 2 * kUlp * (std::fabs(v) + std::fabs(one()));
    } else if (!colour) {
      continue;
    } else if (stage.op == Op::kToLinear) {
      const auto curve = [&](double t) { return reference::SrgbDecode(t / full) * full; };
      error[c] = Through(v, e, kCurve, curve);
      value[c] = curve(v);
    } else if (stage.op == Op::kToSrgb) {
      const auto curve = [&](double t) { return reference::SrgbEncode(t / full) * full; };
      error[c] = Through(v, e, kCurve, curve);
      value[c] = curve(v);
    } else if (stage.op == Op::kPower) {
      const auto curve = [&](double t) {
        return std::copysign(std::pow(std::fabs(t / full), stage.values[0]), t) * full;
      };
      error[c] = Through(v, e, kCurve, curve);
      value[c] = curve(v);
    } else if (alpha < 0) {
      continue;
    } else if (stage.op == Op::kPremultiply) {
      value[c] = v * a;
      error[c] = e * (std::fabs(a) + ea) + std::fabs(v) * ea + 4 * kUlp * std::fabs(v * a);
    } else {  // kUnpremultiply
      value[c] = a > 0 ? v / a : 0;
      const bool certain = ea == 0 || std::fabs(a) > 2 * ea;
      error[c] = !certain ? kInfinity
                 : a > 0  ? (e + std::fabs(v / a) * ea) / (a - ea) + 4 * kUlp * std::fabs(v / a)
                          : 0;
    }
  }
}

// The values of a constant border as they stand around the picture.
std::vector<double> Around(const State& state, const Border& border, const Format& format) {
  std::vector<double> values = PerChannel(border.values(), state.value.channels);
  std::vector<double> ignored(values.size());
  for (const PointwiseStage& stage : state.colour) {
    ApplyToPixel(stage, FullScale(format.src_type), state.value.channels, values.data(), ignored.data());
  }
  return values;
}

// Where a stage's taps lie, for the box of taps that its default padding goes by.
reference::Lattice LatticeOf(const Sampling& s, const Border& border, int64_t before_x, int64_t after_x,
                             int64_t before_y, int64_t after_y) {
  reference::Lattice l{s.stride_x, s.stride_y, s.dilation_x, s.dilation_y};
  if (border.rule() == BorderRule::kValid) return l;
  const Padding pad = s.padding.value_or(
      Padding{before_y * s.dilation_y, before_x * s.dilation_x, after_y * s.dilation_y, after_x * s.dilation_x});
  l.top = pad.top;
  l.left = pad.left;
  l.bottom = pad.bottom;
  l.right = pad.right;
  return l;
}

bool IsPlain(const Sampling& s) {
  return s.stride_x == 1 && s.stride_y == 1 && s.dilation_x == 1 && s.dilation_y == 1 && !s.padding;
}

// A sum of separable filters as the sum of their tables: all of the box that covers them.
void ApplyTables(State& state, const SeparableStage& stage, const Format& format) {
  std::vector<Table> tables;
  int64_t before_x = 0, after_x = 0, before_y = 0, after_y = 0;
  double taps = 0;
  for (const SeparableFilter& filter : stage.terms) {
    const Weights v = FromTaps(filter.vertical, format.dst_type), h = FromTaps(filter.horizontal, format.dst_type);
    before_x = std::max(before_x, h.anchor);
    before_y = std::max(before_y, v.anchor);
    after_x = std::max(after_x, h.size() - 1 - h.anchor);
    after_y = std::max(after_y, v.size() - 1 - v.anchor);
    taps += static_cast<double>(v.size() + h.size());
    tables.push_back(reference::Product(v, h));
  }
  Convolve(state, taps, Around(state, stage.border, format),
           [&](const Picture& picture, bool absolute, const std::vector<double>& around) {
             Table sum{before_x + 1 + after_x, before_y + 1 + after_y, before_x, before_y, {}};
             sum.w.resize(static_cast<size_t>(sum.width * sum.height));
             for (const Table& table : tables) {
               for (int64_t i = 0; i < table.height; ++i) {
                 for (int64_t j = 0; j < table.width; ++j) {
                   const double w = table.w[static_cast<size_t>(i * table.width + j)];
                   const int64_t row = i + before_y - table.anchor_y, column = j + before_x - table.anchor_x;
                   sum.w[static_cast<size_t>(row * sum.width + column)] += absolute ? std::fabs(w) : w;
                 }
               }
             }
             return reference::Dense(picture, sum, stage.border.rule(), around,
                                     LatticeOf(stage.sampling, stage.border, before_x, after_x, before_y, after_y));
           });
}

void Apply(State& state, const SeparableStage& stage, const Format& format) {
  if (stage.terms.size() > 1 || !IsPlain(stage.sampling)) return ApplyTables(state, stage, format);
  const Weights v = FromTaps(stage.terms[0].vertical, format.dst_type);
  const Weights h = FromTaps(stage.terms[0].horizontal, format.dst_type);
  Convolve(state, static_cast<double>(v.size() + h.size()), Around(state, stage.border, format),
           [&](const Picture& picture, bool absolute, const std::vector<double>& around) {
             return reference::Separable(picture, absolute ? Absolute(v) : v, absolute ? Absolute(h) : h,
                                         stage.border.rule(), around);
           });
}

void Apply(State& state, const DenseStage& stage, const Format& format) {
  const Table table = FromKernel(stage.kernel);
  const auto lattice = LatticeOf(stage.sampling, stage.border, table.anchor_x, table.width - 1 - table.anchor_x,
                                 table.anchor_y, table.height - 1 - table.anchor_y);
  Convolve(state, static_cast<double>(table.width * table.height), Around(state, stage.border, format),
           [&](const Picture& picture, bool absolute, const std::vector<double>& around) {
             return reference::Dense(picture, absolute ? Absolute(table) : table, stage.border.rule(), around, lattice);
           });
}

void Apply(State& state, const PointwiseStage& stage, const Format& format) {
  const int64_t channels = state.value.channels;
  for (size_t k = 0; k < state.value.samples.size(); k += static_cast<size_t>(channels)) {
    ApplyToPixel(stage, FullScale(format.src_type), channels, &state.value.samples[k], &state.error.samples[k]);
  }
  using Op = PointwiseStage::Op;
  const bool on_constants =
      stage.op != Op::kGain && stage.op != Op::kBias && stage.op != Op::kClamp && stage.op != Op::kFunction;
  if (on_constants) state.colour.push_back(stage);
}

// state and an earlier one. Where the threshold cannot be told apart from the difference, either may stand.
void Combine(State& state, const State& earlier, const CombineStage& stage, const Format& format) {
  const double threshold = stage.threshold * FullScale(format.src_type);
  for (size_t k = 0; k < state.value.samples.size(); ++k) {
    const double v = state.value.samples[k], w = earlier.value.samples[k];
    const double ev = state.error.samples[k], ew = earlier.error.samples[k];
    const double combined = stage.a * v + stage.b * w;
    const double error = std::fabs(stage.a) * (ev + 2 * kUlp * std::fabs(v)) +
                         std::fabs(stage.b) * (ew + 2 * kUlp * std::fabs(w)) + 2 * kUlp * std::fabs(combined);
    const double distance = std::fabs(v - w), doubt = ev + ew + 2 * kUlp * distance;
    const bool small = distance < threshold;
    state.value.samples[k] = small ? w : combined;
    state.error.samples[k] = small ? ew : error;
    if (threshold > 0 && std::fabs(distance - threshold) <= doubt) state.error.samples[k] += std::fabs(combined - w);
  }
}

bool SmoothsToOne(const std::vector<double>& w) {
  double sum = 0;
  for (const double v : w) {
    if (!(v >= 0)) return false;
    sum += v;
  }
  return std::fabs(sum - 1) < 1e-6;
}

// The sum of the smallest integers that the weights are multiples of (box 3, tent 1 2 1: 4); 0 when there are none.
double IntegerSum(const std::vector<double>& w) {
  double smallest = kInfinity, sum = 0;
  for (const double v : w) {
    if (v > 0) smallest = std::min(smallest, v);
  }
  for (const double v : w) {
    const double k = v / smallest;
    if (std::fabs(k - std::round(k)) > 1e-9) return 0;
    sum += std::round(k);
  }
  return sum;
}

// Whether the sums of integer taps over u8 samples are whole numbers that fit 32 bits. Beyond that, and with border
// values that are no samples, the nearest integer is not promised.
bool GivesNearest(const Weights& v, const Weights& h, const Border& border) {
  for (const double value : border.values()) {
    if (value != std::floor(value) || value < 0 || value > 255) return false;
  }
  const double total = IntegerSum(v.w) * IntegerSum(h.w);
  return total > 0 && total * 255 < 0x1p31;
}

Rounding RoundingOf(const Pipeline& pipeline, const Format& format) {
  if (pipeline.stages().size() != 1 || format.src_type != format.dst_type) return Rounding::kByF32Error;
  const auto* stage = std::get_if<SeparableStage>(&pipeline.stages()[0]);
  if (stage == nullptr || stage->terms.size() != 1) return Rounding::kByF32Error;
  const Weights v = FromTaps(stage->terms[0].vertical, format.dst_type);
  const Weights h = FromTaps(stage->terms[0].horizontal, format.dst_type);
  if (!SmoothsToOne(v.w) || !SmoothsToOne(h.w)) return Rounding::kByF32Error;
  const bool nearest = format.dst_type == ElementType::kU8 && GivesNearest(v, h, stage->border);
  return nearest ? Rounding::kNearest : Rounding::kSmoothing;
}

double Saturated(double value, ElementType type) {
  if (std::isnan(value)) return 0;
  return std::clamp(value, 0.0, FullScale(type));
}

double Bound(const Expectation& expected, double error, bool integer) {
  if (expected.rounding == Rounding::kNearest) return kNearestBound;
  if (expected.rounding == Rounding::kSmoothing) return integer ? kSeen : std::min(kSeen, kNearestBound + error);
  return integer ? kGuaranteed : kNearestBound + error;
}

bool Near(double got, double exact, double error, const Expectation& expected, bool integer) {
  if (error == kInfinity && std::isfinite(exact)) return true;
  if (expected.dst_type != ElementType::kF32) {
    const double bound = std::isfinite(exact) ? Bound(expected, error, integer) : 0;
    return std::fabs(got - Saturated(exact, expected.dst_type)) <= bound;
  }
  if (std::isnan(exact) || std::isnan(got)) return std::isnan(exact) && std::isnan(got);
  if (std::isinf(exact) || std::isinf(got)) return exact == got;
  return std::fabs(got - exact) <= error + kTiny;
}

}  // namespace

Expectation Expect(const Pipeline& pipeline, const Format& format, const Picture& src) {
  const double full = FullScale(format.src_type);
  const State source{src, Picture(src.width, src.height, src.channels), {}};
  std::vector<State> results;  // of each stage
  const auto at = [&](int64_t stage) { return stage < 0 ? source : results[static_cast<size_t>(stage)]; };
  for (const Stage& stage : pipeline.stages()) {
    State state = at(static_cast<int64_t>(results.size()) - 1);
    if (const auto* s = std::get_if<SeparableStage>(&stage)) {
      Apply(state, *s, format);
    } else if (const auto* d = std::get_if<DenseStage>(&stage)) {
      Apply(state, *d, format);
    } else if (const auto* p = std::get_if<PointwiseStage>(&stage)) {
      Apply(state, *p, format);
    } else if (const auto* c = std::get_if<CombineStage>(&stage)) {
      Combine(state, at(c->earlier), *c, format);
    } else {
      state = at(std::get<BranchStage>(stage).earlier);
    }
    results.push_back(std::move(state));
  }
  State state = results.empty() ? source : std::move(results.back());
  Expectation expected{std::move(state.value), std::move(state.error), format.dst_type, RoundingOf(pipeline, format)};
  const double scale = FullScale(format.dst_type) / full;
  for (double& v : expected.value.samples) v *= scale;
  for (double& e : expected.error.samples) e *= scale;
  if (scale != 1 && pipeline.stages().size() > 1) {  // a lone convolution has this in its own bound
    for (size_t k = 0; k < expected.error.samples.size(); ++k) {
      expected.error.samples[k] += 2 * kUlp * std::fabs(expected.value.samples[k]);
    }
  }
  return expected;
}

std::string FirstFault(const AnyConstImageView& result, const Expectation& expected, bool integer) {
  const Picture& value = expected.value;
  char text[200];
  if (result.width != value.width || result.height != value.height || result.channels != value.channels) {
    std::snprintf(text, sizeof(text), "result is %lldx%lld, expected %lldx%lld", static_cast<long long>(result.width),
                  static_cast<long long>(result.height), static_cast<long long>(value.width),
                  static_cast<long long>(value.height));
    return text;
  }
  size_t k = 0;
  for (int64_t y = 0; y < value.height; ++y) {
    for (int64_t x = 0; x < value.width; ++x) {
      for (int64_t c = 0; c < value.channels; ++c, ++k) {
        const double got = ReadSample(result, x, y, c);
        if (Near(got, value.samples[k], expected.error.samples[k], expected, integer)) continue;
        std::snprintf(text, sizeof(text), "sample x=%lld y=%lld c=%lld is %.9g, exact %.12g, off by %.6g (bound %.6g)",
                      static_cast<long long>(x), static_cast<long long>(y), static_cast<long long>(c), got,
                      value.samples[k], std::fabs(got - value.samples[k]),
                      expected.dst_type == ElementType::kF32 ? expected.error.samples[k]
                                                             : Bound(expected, expected.error.samples[k], integer));
        return text;
      }
    }
  }
  return "";
}

std::string FirstFault(const Canvas& result, const Expectation& expected, bool integer) {
  return FirstFault(result.view(), expected, integer);
}

std::string JsonString(const std::string& json, const std::string& key) {
  const size_t at = json.find("\"" + key + "\"");
  if (at == std::string::npos) return "";
  const size_t open = json.find('"', json.find(':', at));
  return json.substr(open + 1, json.find('"', open + 1) - open - 1);
}

bool RunsInIntegers(const Plan& plan) { return JsonString(plan.ToJson(), "arithmetic") == "integer"; }

double LargestDifference(const Canvas& a, const Canvas& b) {
  const Picture p = a.ToPicture(), q = b.ToPicture();
  double largest = p.samples.size() == q.samples.size() ? 0 : kInfinity;
  for (size_t k = 0; k < std::min(p.samples.size(), q.samples.size()); ++k) {
    if (p.samples[k] == q.samples[k] || (std::isnan(p.samples[k]) && std::isnan(q.samples[k]))) continue;
    const double difference = std::fabs(p.samples[k] - q.samples[k]);
    largest = std::isnan(difference) ? kInfinity : std::max(largest, difference);
  }
  return largest;
}

double LargestError(const Canvas& result, const Expectation& expected) {
  const Picture got = result.ToPicture();
  double largest = 0;
  for (size_t k = 0; k < got.samples.size(); ++k) {
    const double exact = expected.value.samples[k];
    const double value = expected.dst_type == ElementType::kF32 ? exact : Saturated(exact, expected.dst_type);
    largest = std::max(largest, std::fabs(got.samples[k] - value));
  }
  return largest;
}

}  // namespace ninefold::test
