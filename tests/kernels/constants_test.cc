// A filter of sum 1 keeps a constant image constant: u8 and u16 to the bit; f32 all samples equal, and within 4 units
// in the last place up to 31 taps an axis, within 8 beyond.

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

// Distance of two positive floats in units in the last place.
double UlpsApart(double a, double b) {
  const auto value = static_cast<float>(b);
  const double ulp = static_cast<double>(std::nextafter(value, std::numeric_limits<float>::infinity()) - value);
  return std::fabs(a - b) / ulp;
}

std::vector<double> ValuesOf(ElementType type) {
  if (type == ElementType::kU8) return {255, 1, 128, 77};
  if (type == ElementType::kU16) return {65535, 1, 40001, 257};
  return {0.1F, 1, 255, 65504, 1e-30F};
}

PlanOptions On(const std::string& target) {
  PlanOptions options;
  options.target = target;
  return options;
}

// Empty when `result` is the constant image that `src` is.
std::string Fault(const Canvas& src, const Canvas& result, int64_t taps) {
  for (int64_t c = 0; c < src.channels(); ++c) {
    const double value = src.At(0, 0, c);
    const double first = result.At(0, 0, c);
    const bool near =
        src.type() == ElementType::kF32 ? UlpsApart(first, value) <= (taps <= 31 ? 4 : 8) : first == value;
    if (!near) return std::to_string(value) + " became " + std::to_string(first);
    for (int64_t y = 0; y < result.height(); ++y) {
      for (int64_t x = 0; x < result.width(); ++x) {
        if (result.At(x, y, c) != first) {
          return std::to_string(value) + " is not uniform at " + std::to_string(x) + " " + std::to_string(y);
        }
      }
    }
  }
  return "";
}

void ExpectKept(const Taps& taps, const Canvas& src, const Border& border, const std::string& what) {
  for (const std::string& target : Targets()) {
    const Plan plan(test::Separable(taps, border), test::FormatOf(src), On(target));
    const std::string fault = Fault(src, test::Result(plan, src), taps.size());
    ASSERT_EQ(fault, "") << what << ' ' << ElementName(src.type()) << ' ' << border.name() << ' ' << target;
  }
}

class ConstantsTest : public testing::TestWithParam<ElementType> {};

TEST_P(ConstantsTest, StayForEveryRadiusUpTo200) {
  const Canvas src = test::Flat(GetParam(), 37, 5, ValuesOf(GetParam()));
  for (int64_t radius = 1; radius <= 200; radius += radius < 40 || !test::kSanitizer ? 1 : 13) {
    const std::string what = "radius " + std::to_string(radius) + " ";
    ExpectKept(Taps::Gaussian(static_cast<double>(radius) / 3, radius), src, Border::Replicate(), what + "gaussian");
    ExpectKept(Taps::Box(radius), src, Border::Reflect101(), what + "box");
    ExpectKept(Taps::Tent(radius), src, Border::Wrap(), what + "tent");
  }
}

TEST_P(ConstantsTest, StayUnderEveryBorder) {
  const Canvas src = test::Flat(GetParam(), 40, 33, ValuesOf(GetParam()));
  for (const BorderRule rule : test::kAllRules) {
    for (const int64_t radius : {1, 2, 5, 8, 12, 16}) {
      const Border border = test::BorderOf(rule, ValuesOf(GetParam()));
      const std::string what = "radius " + std::to_string(radius) + " ";
      ExpectKept(Taps::Gaussian(static_cast<double>(radius) / 2.5, radius), src, border, what + "gaussian");
      ExpectKept(Taps::Box(radius), src, border, what + "box");
      ExpectKept(Taps::Binomial(2 * radius), src, border, what + "binomial");
    }
  }
}

TEST_P(ConstantsTest, StayUnderHugeKernelsOnTinyImages) {
  for (const int64_t radius : {30, 1000, 8000}) {
    for (const int64_t side : {1, 3, 20}) {
      const Canvas src = test::Flat(GetParam(), side, side, ValuesOf(GetParam()));
      const std::string what = "radius " + std::to_string(radius) + " ";
      ExpectKept(Taps::Box(radius), src, Border::Reflect(), what + "box");
      ExpectKept(Taps::Gaussian(static_cast<double>(radius) / 4, radius), src, Border::Wrap(), what + "gaussian");
      if (test::kSanitizer && radius > 1000) continue;
      ExpectKept(Taps::Tent(radius), src, Border::Replicate(), what + "tent");
    }
  }
}

TEST_P(ConstantsTest, StayUnderDenseKernelsOfSumOne) {
  const Canvas src = test::Flat(GetParam(), 40, 12, ValuesOf(GetParam()));
  const Kernel2D kernel = Kernel2D::FromWeights(3, 3, {0.05, 0.1, 0.15, 0.1, 0.2, 0.1, 0.15, 0.1, 0.05});
  for (const std::string& target : Targets()) {
    const Plan plan(Pipeline().Convolve(kernel, Border::Reflect()), test::FormatOf(src), On(target));
    EXPECT_EQ(Fault(src, test::Result(plan, src), 9), "") << target;
  }
}

TEST_P(ConstantsTest, StayThroughLinearLightAndAlpha) {
  // Each curve may be off by 2^-20, 16 ulp; integers round that away.
  const int max_ulp = GetParam() == ElementType::kF32 ? 48 : 9;
  const Canvas src = test::Flat(GetParam(), 40, 12, ValuesOf(GetParam()));
  const Taps taps = Taps::Gaussian(2);
  const Pipeline pipeline = Pipeline().ToLinear().Premultiply().Convolve(taps, taps).Unpremultiply().ToSrgb();
  // Alpha near 0 leaves colour few bits when stored in integers, but none are lost inside a plan.
  for (const std::string& target : Targets()) {
    EXPECT_EQ(Fault(src, test::Result(Plan(pipeline, test::FormatOf(src), On(target)), src), max_ulp), "") << target;
  }
}

INSTANTIATE_TEST_SUITE_P(Types, ConstantsTest, testing::ValuesIn(test::kAllTypes),
                         [](const auto& param_info) { return std::string(ElementName(param_info.param)); });

}  // namespace
}  // namespace ninefold
