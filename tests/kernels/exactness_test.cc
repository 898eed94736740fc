// How near results are to the exact ones: rounding, saturation, conversions, kernels far larger than the image.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "ninefold/plan.h"
#include "tests/support/expectation.h"
#include "tests/support/run.h"
#include "tests/support/sanitizers.h"

namespace ninefold {
namespace {

using test::Canvas;
using test::Expectation;
using test::Fill;
using test::Painted;

const std::vector<Fill> kFills = {Fill::kRandom, Fill::kCheckerboard, Fill::kImpulses, Fill::kGradient,
                                  Fill::kExtremes};

PlanOptions On(const std::string& target) {
  PlanOptions options;
  options.target = target;
  return options;
}

// 1 where the taps can do the most harm to a 16-bit sum, at the anchor pixel: rows and columns of full scale where the
// product of taps is far from a multiple of 2^-15, else 0.
Canvas Adversarial(const Taps& taps, uint64_t seed) {
  Canvas canvas(ElementType::kU8, 96, 64, 1);
  test::Random random(seed);
  for (int64_t y = 0; y < canvas.height(); ++y) {
    for (int64_t x = 0; x < canvas.width(); ++x) {
      const double v = taps.weights()[static_cast<size_t>(y % taps.size())];
      const double h = taps.weights()[static_cast<size_t>(x % taps.size())];
      const double step = v * 32768 - std::floor(v * 32768) + h * 32768 - std::floor(h * 32768);
      canvas.Set(x, y, 0, step > 1 ? 255 : static_cast<double>(random.Integer(0, 3)));
    }
  }
  return canvas;
}

// The largest error of u8 results of this filter, over all fills and the adversarial picture.
double LargestU8Error(const Taps& taps, const std::string& target) {
  std::vector<Canvas> sources;
  sources.reserve(kFills.size() + 1);
  for (const Fill fill : kFills) sources.push_back(Painted(ElementType::kU8, 160, 90, 1, fill, 11));
  sources.push_back(Adversarial(taps, 12));
  double largest = 0;
  for (const Canvas& src : sources) {
    const Format format = test::FormatOf(src);
    const Pipeline pipeline = test::Separable(taps, Border::Reflect());
    const Canvas result = test::Result(Plan(pipeline, format, On(target)), src);
    largest = std::max(largest, test::LargestError(result, test::Expect(pipeline, format, src)));
  }
  return largest;
}

TEST(RoundingTest, U8ResultsOfSmoothingFiltersAreWithin055) {
  for (const int64_t radius : {1, 2, 4, 8, 10, 15, 20, 31, 60}) {
    for (const double share : {0.25, 0.4, 1.0}) {
      const Taps taps = Taps::Gaussian(static_cast<double>(radius) * share, radius);
      for (const std::string& target : Targets()) {
        EXPECT_LE(LargestU8Error(taps, target), test::kSeen)
            << "radius " << radius << " sigma x " << share << ' ' << target;
      }
    }
  }
}

TEST(RoundingTest, IntegerTapsTimesAScaleGiveTheNearestInteger) {
  const std::vector<Taps> all = {Taps::Box(1),      Taps::Box(2),      Taps::Box(3),     Taps::Box(7),
                                 Taps::Box(20),     Taps::Box(90),     Taps::Tent(1),    Taps::Tent(3),
                                 Taps::Tent(4),     Taps::Tent(15),    Taps::Tent(40),   Taps::Binomial(1),
                                 Taps::Binomial(2), Taps::Binomial(4), Taps::Binomial(9)};
  for (const Taps& taps : all) {
    for (const std::string& target : Targets()) {
      EXPECT_LE(LargestU8Error(taps, target), test::kNearestBound)
          << taps.size() << " taps, first " << taps.weights()[0] << ' ' << target;
    }
  }
}

TEST(RoundingTest, MeansAreNotBiased) {
  for (const int64_t radius : {1, 2, 5, 12}) {
    const Taps taps = Taps::Gaussian(static_cast<double>(radius) / 2.5, radius);
    const Canvas src = Painted(ElementType::kU8, 300, 200, 1, Fill::kRandom, 3);
    const Pipeline pipeline = test::Separable(taps, Border::Reflect());
    const Expectation expected = test::Expect(pipeline, test::FormatOf(src), src);
    const auto got = test::Result(Plan(pipeline, test::FormatOf(src)), src).ToPicture();
    double drift = 0;
    for (size_t k = 0; k < got.samples.size(); ++k) drift += got.samples[k] - expected.value.samples[k];
    // 60 000 rounding errors, each of standard deviation 0.29: four sigma is 0.005.
    EXPECT_LE(std::fabs(drift / static_cast<double>(got.samples.size())), 0.008) << "radius " << radius;
  }
}

TEST(RoundingTest, TiesGoToEven) {
  const Format format{6, 1, 1, ElementType::kF32, ElementType::kU16};
  Canvas src(ElementType::kF32, 6, 1, 1);
  const double values[] = {0.5, 1.5, 2.5, 3.5, 64.5, 65.5};
  for (int64_t x = 0; x < 6; ++x) src.Set(x, 0, 0, values[x]);
  // Gain undoes full scale, so that the ties are exact.
  const Pipeline pipeline = Pipeline().Gain({1.0 / 65536}).Convolve(Taps::Custom({1}), Taps::Custom({1})).Gain({1});
  for (const std::string& target : Targets()) {
    const Canvas result = test::Result(Plan(pipeline, format, On(target)), src);
    const Expectation expected = test::Expect(pipeline, format, src);
    EXPECT_EQ(test::FirstFault(result, expected, false), "") << target;
  }
  Canvas half(ElementType::kU8, 2, 1, 1);
  half.Set(0, 0, 0, 3);
  half.Set(1, 0, 0, 5);
  const Pipeline halves = Pipeline().Convolve(Taps::Custom({1}), Taps::Custom({1})).Gain({0.5});
  for (const std::string& target : Targets()) {
    const Canvas result = test::Result(Plan(halves, test::FormatOf(half), On(target)), half);
    EXPECT_EQ(result.At(0, 0, 0), 2) << target;  // 1.5
    EXPECT_EQ(result.At(1, 0, 0), 2) << target;  // 2.5
  }
}

TEST(SaturationTest, IntegerResultsStayInTheirRange) {
  const Taps sharp = Taps::Custom({-1, 3, -1});
  for (const ElementType type : {ElementType::kU8, ElementType::kU16}) {
    for (const Fill fill : kFills) {
      const Canvas src = Painted(type, 70, 20, 1, fill, 4);
      for (const std::string& target : Targets()) {
        const Plan plan(test::Separable(sharp), test::FormatOf(src), On(target));
        const Expectation expected = test::Expect(test::Separable(sharp), test::FormatOf(src), src);
        EXPECT_EQ(test::FirstFault(test::Result(plan, src), expected, test::RunsInIntegers(plan)), "") << target;
      }
    }
  }
}

TEST(SaturationTest, F32ResultsAreNot) {
  const Canvas src = test::Flat(ElementType::kU8, 4, 4, {200});
  const Plan plan(Pipeline().Convolve(Taps::Custom({1}), Taps::Custom({1})).Gain({-3}),
                  test::FormatOf(src, ElementType::kF32));
  EXPECT_NEAR(test::Result(plan, src).At(2, 2, 0), -600.0 / 255, 1e-6);
}

TEST(SaturationTest, HugeFloatsAndInfinitiesSaturateAndNanIsZero) {
  const float inf = std::numeric_limits<float>::infinity();
  const std::vector<double> values = {inf, -inf, 1e30, -1e30, 3e9, -3e9, 70000, 1, 0, -0.25, 0.5};
  for (const ElementType type : {ElementType::kU8, ElementType::kU16}) {
    Canvas src(ElementType::kF32, 40, 1, 1);
    for (int64_t x = 0; x < 40; ++x) {
      src.Set(x, 0, 0, x % 4 == 3 ? std::numeric_limits<double>::quiet_NaN() : values[static_cast<size_t>(x) % 11]);
    }
    const Pipeline copy = test::Separable(Taps::Custom({1}));
    for (const std::string& target : Targets()) {
      const Canvas result = test::Result(Plan(copy, test::FormatOf(src, type), On(target)), src);
      const Expectation expected = test::Expect(copy, test::FormatOf(src, type), src);
      EXPECT_EQ(test::FirstFault(result, expected, false), "") << target << ' ' << ElementName(type);
      for (int64_t x = 3; x < 40; x += 4) EXPECT_EQ(result.At(x, 0, 0), 0) << target;
    }
  }
}

TEST(ConversionTest, TheOneTapFilterConvertsEveryValue) {
  for (const ElementType src_type : {ElementType::kU8, ElementType::kU16}) {
    const auto count = static_cast<int64_t>(FullScale(src_type)) + 1;
    Canvas src(src_type, count, 1, 1);
    for (int64_t x = 0; x < count; ++x) src.Set(x, 0, 0, static_cast<double>(x));
    const Pipeline copy = test::Separable(Taps::Custom({1}));
    for (const ElementType dst_type : test::kAllTypes) {
      const Format format = test::FormatOf(src, dst_type);
      for (const std::string& target : Targets()) {
        const Plan plan(copy, format, On(target));
        const Canvas result = test::Result(plan, src);
        EXPECT_EQ(test::FirstFault(result, test::Expect(copy, format, src), test::RunsInIntegers(plan)), "")
            << ElementName(src_type) << " -> " << ElementName(dst_type) << ' ' << target;
        if (dst_type == src_type) {
          EXPECT_TRUE(result.SameSamples(src)) << target;
        }
      }
    }
  }
}

TEST(ConversionTest, FloatsThroughTheOneTapFilterKeepTheirBits) {
  const Canvas src = Painted(ElementType::kF32, 77, 9, 3, Fill::kWide, 5);
  for (const std::string& target : Targets()) {
    const Plan plan(test::Separable(Taps::Gaussian(0), Border::Wrap()), test::FormatOf(src), On(target));
    EXPECT_TRUE(test::Result(plan, src).SameSamples(src)) << target;
  }
}

TEST(HugeKernelTest, RadiiFarBeyondTheImageStayRight) {
  for (const ElementType type : test::kAllTypes) {
    const Canvas src = Painted(type, 3, 3, 1, Fill::kRandom, 6);
    for (const BorderRule rule : test::kAllRules) {
      if (rule == BorderRule::kValid) continue;
      const Pipeline pipeline = test::Separable(Taps::Box(40000), test::BorderOf(rule, {1}));
      const Expectation expected = test::Expect(pipeline, test::FormatOf(src), src);
      const std::vector<std::string> targets =
          test::kSanitizer ? std::vector<std::string>{Targets().front()} : Targets();
      for (const std::string& target : targets) {
        const Plan plan(pipeline, test::FormatOf(src), On(target));
        EXPECT_EQ(test::FirstFault(test::Result(plan, src), expected, test::RunsInIntegers(plan)), "")
            << ElementName(type) << ' ' << test::BorderOf(rule).name() << ' ' << target;
      }
    }
  }
}

TEST(HugeKernelTest, SumsPast32BitsStayRight) {
  for (const ElementType type : {ElementType::kU8, ElementType::kU16}) {
    const Canvas src = test::Flat(type, 3, 3, {FullScale(type)});
    for (const int64_t radius : {4096, 40000, 65536}) {
      const Plan plan(test::Separable(Taps::Box(radius)), test::FormatOf(src));
      EXPECT_TRUE(test::Result(plan, src).SameSamples(src)) << ElementName(type) << " radius " << radius;
    }
  }
}

TEST(CancellationTest, LargeSamplesLeaveNoTraceFarAway) {
  // A running sum would carry the rounding errors of the large samples to the end of the row.
  Canvas src(ElementType::kF32, 200, 1, 1);
  for (int64_t x = 0; x < 200; ++x) src.Set(x, 0, 0, x < 20 ? 1e8F : 1e-3F);
  const Pipeline pipeline = test::Separable(Taps::Box(0), Taps::Box(4));
  for (const std::string& target : Targets()) {
    const Canvas result = test::Result(Plan(pipeline, test::FormatOf(src), On(target)), src);
    EXPECT_EQ(test::FirstFault(result, test::Expect(pipeline, test::FormatOf(src), src), false), "") << target;
  }
}

}  // namespace
}  // namespace ninefold
