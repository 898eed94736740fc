// Apertures by every method, against weights times samples added up in double precision.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "ninefold/plan.h"
#include "tests/support/expectation.h"
#include "tests/support/run.h"
#include "tests/support/shuffled_executor.h"

namespace ninefold {
namespace {

using test::Canvas;
using test::Fill;

// A heart, white on black.
Kernel2D Heart(double radius) {
  constexpr int64_t kSize = 40;
  Image<uint8_t> picture(kSize, kSize, 1);
  for (int64_t i = 0; i < kSize * kSize; ++i) {
    const double x = (static_cast<double>(i % kSize) - 19.5) / 16, y = (17 - static_cast<double>(i / kSize)) / 16;
    const double r = x * x + y * y - 1;
    picture.Row(i / kSize)[i % kSize] = r * r * r - x * x * y * y * y < 0 ? 255 : 0;
  }
  return Kernel2D::FromImage(picture.view(), radius);
}

struct NamedKernel {
  std::string name;
  Kernel2D kernel;
};

std::vector<NamedKernel> Apertures() {
  return {
      {"identity", Kernel2D::Disc(0.3)},
      {"disc 0.8", Kernel2D::Disc(0.8)},
      {"disc 2", Kernel2D::Disc(2)},
      {"disc 6.3", Kernel2D::Disc(6.3)},
      {"disc 17", Kernel2D::Disc(17)},
      {"ellipse", Kernel2D::Disc(5, 1.7)},
      {"triangle", Kernel2D::Polygon(6, 3, -90)},
      {"pentagon", Kernel2D::Polygon(4.5, 5, 20, 0.3)},
      {"narrow", Kernel2D::Polygon(9, 6, 0, 0, 0.1)},
      {"heart", Heart(7)},
  };
}

// Of tolerance 0.
constexpr ApertureMethod kExactMethods[] = {ApertureMethod::kAuto, ApertureMethod::kDense, ApertureMethod::kSpans};
PlanOptions Exactly(ApertureMethod method, const std::string& target = "") {
  PlanOptions options;
  options.method = method;
  options.target = target;
  options.tolerance = 0;
  return options;
}

class ApertureMethodsTest : public testing::TestWithParam<BorderRule> {
 protected:
  Border border() const { return test::BorderOf(GetParam(), {0.25}); }

  // Whether a picture of this size is larger than the kernel where it has to be.
  bool Fits(const Kernel2D& kernel, const Canvas& src) const {
    return GetParam() != BorderRule::kValid || (src.width() >= kernel.width() && src.height() >= kernel.height());
  }
};

TEST_P(ApertureMethodsTest, GiveTheWeightedSum) {
  uint64_t seed = 0;
  for (const auto& [name, kernel] : Apertures()) {
    const Pipeline pipeline = Pipeline().Convolve(kernel, border());
    for (const auto& [width, height] : std::vector<std::pair<int64_t, int64_t>>{{1, 1}, {5, 3}, {41, 37}, {130, 40}}) {
      const auto type = test::kAllTypes[++seed % 3], dst_type = test::kAllTypes[seed / 3 % 3];
      const Canvas src = test::Painted(type, width, height, 1 + static_cast<int64_t>(seed % 5), Fill::kRandom, seed);
      if (!Fits(kernel, src)) continue;
      const Format format = test::FormatOf(src, dst_type);
      const test::Expectation expected = test::Expect(pipeline, format, src);
      for (const std::string& target : Targets()) {
        for (const ApertureMethod method : kExactMethods) {
          PlanOptions options = Exactly(method, target);
          const Canvas whole = test::Result(Plan(pipeline, format, options), src);
          ASSERT_EQ(test::FirstFault(whole, expected, false), "")
              << name << ' ' << width << 'x' << height << 'x' << src.channels() << ' ' << ElementName(type) << " to "
              << ElementName(dst_type) << ' ' << border().name() << ' ' << target << " method "
              << static_cast<int>(method);
          options.tile_width = 1 + static_cast<int64_t>(seed * 7 % 30);
          options.tile_height = 1 + static_cast<int64_t>(seed * 5 % 20);
          const Canvas parts = test::Result(Plan(pipeline, format, options), src, test::ShuffledExecutor(seed));
          ASSERT_TRUE(whole.SameSamples(parts)) << name << ' ' << target << " method " << static_cast<int>(method);
        }
      }
    }
  }
}

TEST_P(ApertureMethodsTest, KeepPowersAndCurvesAround) {
  const Pipeline pipeline =
      Pipeline().ToLinear().Premultiply().Convolve(Kernel2D::Disc(3.4), border()).Unpremultiply().ToSrgb();
  const Canvas src = test::Painted(ElementType::kU8, 60, 33, 4, Fill::kRandom, 3);
  const test::Expectation expected = test::Expect(pipeline, test::FormatOf(src), src);
  for (const ApertureMethod method : kExactMethods) {
    const Plan plan(pipeline, test::FormatOf(src), Exactly(method));
    EXPECT_EQ(test::FirstFault(test::Result(plan, src), expected, false), "");
  }
}

TEST_P(ApertureMethodsTest, NotFiniteStaysInItsFootprint) {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  for (const auto& [name, kernel] : Apertures()) {
    const Pipeline pipeline = Pipeline().Convolve(kernel, border());
    for (const double value : {std::numeric_limits<double>::quiet_NaN(), kInf, -kInf, 1e8}) {
      Canvas src = test::Painted(ElementType::kF32, 44, 39, 1, Fill::kRandom, 7);
      src.Set(20, 11, 0, value);
      src.Set(43, 38, 0, value);
      if (!Fits(kernel, src)) continue;
      const test::Expectation expected = test::Expect(pipeline, test::FormatOf(src), src);
      for (const std::string& target : Targets()) {
        for (const ApertureMethod method : kExactMethods) {
          const Canvas result = test::Result(Plan(pipeline, test::FormatOf(src), Exactly(method, target)), src);
          ASSERT_EQ(test::FirstFault(result, expected, false), "")
              << name << ' ' << value << ' ' << target << " method " << static_cast<int>(method);
        }
      }
    }
  }
}

// Weights that are off by `tolerance` in all move a result by that times the largest sample at most.
TEST_P(ApertureMethodsTest, LowRankStaysWithinItsTolerance) {
  uint64_t seed = 0;
  for (const auto& [name, kernel] : Apertures()) {
    for (const double tolerance : {0.1, 0.002, 1e-6}) {
      const Pipeline pipeline = Pipeline().Convolve(kernel, border());
      ++seed;
      const Canvas src =
          test::Painted(test::kAllTypes[seed % 3], 60, 45, 1 + static_cast<int64_t>(seed % 4), Fill::kRandom, seed);
      if (!Fits(kernel, src)) continue;
      const Format format = test::FormatOf(src, ElementType::kF32);
      const test::Expectation expected = test::Expect(pipeline, format, src);
      for (const std::string& target : Targets()) {
        for (const BorderKernels border_kernels : {BorderKernels::kSimd, BorderKernels::kScalar}) {
          PlanOptions options;
          options.target = target;
          options.method = ApertureMethod::kLowRank;
          options.tolerance = tolerance;
          options.border_kernels = border_kernels;
          const Canvas whole = test::Result(Plan(pipeline, format, options), src);
          EXPECT_LE(test::LargestError(whole, expected), tolerance + 4e-6) << name << ' ' << target;
          options.tile_width = 19;
          options.tile_height = 11;
          const Canvas parts = test::Result(Plan(pipeline, format, options), src, test::ShuffledExecutor(seed));
          if (border_kernels == BorderKernels::kSimd) {
            EXPECT_TRUE(whole.SameSamples(parts)) << name << ' ' << target;
          } else {
            EXPECT_LE(test::LargestDifference(whole, parts), 4e-6) << name << ' ' << target;
          }
        }
      }
    }
  }
}

// The same by low rank, where terms would spread it over the whole box: NaN and infinity exactly, and a huge sample
// without traces beside the aperture.
TEST_P(ApertureMethodsTest, NotFiniteStaysInItsFootprintByLowRank) {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  for (const auto& [name, kernel] : Apertures()) {
    const Pipeline pipeline = Pipeline().Convolve(kernel, border());
    for (const double value : {std::numeric_limits<double>::quiet_NaN(), kInf, -kInf, 1e8}) {
      Canvas src = test::Painted(ElementType::kF32, 44, 39, 2, Fill::kRandom, 7);
      src.Set(20, 11, 1, value);
      src.Set(43, 38, 0, value);
      if (!Fits(kernel, src)) continue;
      const test::Expectation expected = test::Expect(pipeline, test::FormatOf(src), src);
      for (const std::string& target : Targets()) {
        PlanOptions options;
        options.target = target;
        options.method = ApertureMethod::kLowRank;
        const Canvas whole = test::Result(Plan(pipeline, test::FormatOf(src), options), src);
        for (int64_t y = 0; y < whole.height(); ++y) {
          for (int64_t x = 0; x < whole.width(); ++x) {
            for (int64_t c = 0; c < 2; ++c) {
              const double shown = whole.At(x, y, c), exact = expected.value.At(x, y, c);
              if (!std::isfinite(exact)) {
                ASSERT_TRUE(std::isnan(exact) ? std::isnan(shown) : shown == exact) << name << ' ' << x << ' ' << y;
              } else {
                const double size = std::max(1.0, std::abs(exact));
                ASSERT_NEAR(shown, exact, 0.003 * size)
                    << name << ' ' << value << ' ' << x << ' ' << y << ' ' << target;
              }
            }
          }
        }
        options.tile_width = 7;
        options.tile_height = 5;
        ASSERT_TRUE(whole.SameSamples(test::Result(Plan(pipeline, test::FormatOf(src), options), src))) << name;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Rules, ApertureMethodsTest, testing::ValuesIn(test::kAllRules),
                         [](const auto& param_info) { return std::string(test::BorderOf(param_info.param).name()); });

TEST(ApertureMethodsTest, ConstantsStay) {
  for (const auto& [name, kernel] : Apertures()) {
    for (const ApertureMethod method :
         {ApertureMethod::kAuto, ApertureMethod::kDense, ApertureMethod::kSpans, ApertureMethod::kLowRank}) {
      PlanOptions options;
      options.method = method;
      for (const double value : {0.1, 0.7, 1.0, 3e-5, 65504.0}) {
        const Canvas src = test::Flat(ElementType::kF32, 70, 50, {value});
        const Canvas result = test::Result(Plan(Pipeline().Convolve(kernel), test::FormatOf(src), options), src);
        const double first = result.At(0, 0, 0);
        EXPECT_LE(std::abs(first - value), 8 * value * 0x1p-23) << name << ' ' << static_cast<int>(method);
        EXPECT_TRUE(result.SameSamples(test::Flat(ElementType::kF32, 70, 50, {first}))) << name << ' ' << value;
      }
      for (const double value : {1, 77, 128, 200, 255}) {
        const Canvas src = test::Flat(ElementType::kU8, 30, 20, {value});
        EXPECT_TRUE(test::Result(Plan(Pipeline().Convolve(kernel), test::FormatOf(src), options), src).SameSamples(src))
            << name << ' ' << value << ' ' << static_cast<int>(method);
      }
    }
  }
}

// What a highlight turns into is the aperture: upright, though the filter is a correlation.
TEST(ApertureMethodsTest, HighlightsLookLikeTheAperture) {
  const Kernel2D kernel = Heart(9);
  const int64_t side = kernel.width() + 2;
  Canvas src(ElementType::kF32, side, side, 1);
  src.Set(side / 2, side / 2, 0, 1);
  for (const ApertureMethod method : kExactMethods) {
    const Canvas result = test::Result(Plan(Pipeline().Convolve(kernel), test::FormatOf(src), Exactly(method)), src);
    const int64_t last = static_cast<int64_t>(kernel.weights().size()) - 1;
    for (int64_t i = 0; i <= last; ++i) {
      const double shown = result.At(1 + i % kernel.width(), 1 + i / kernel.width(), 0);
      EXPECT_NEAR(shown, kernel.weights()[static_cast<size_t>(last - i)], 1e-9);
    }
    // A heart's lobes are above its tip.
    EXPECT_GT(result.At(side / 2 - 5, side / 2 - 5, 0), 0);
    EXPECT_EQ(result.At(side / 2 - 5, side / 2 + 6, 0), 0);
  }
}

TEST(ApertureMethodsTest, AutoTakesSpansForLargeFlatApertures) {
  const auto description = [](const Kernel2D& kernel) {
    return Plan(Pipeline().Convolve(kernel), {640, 480, 3, ElementType::kF32, ElementType::kF32}).Describe();
  };
  EXPECT_NE(description(Kernel2D::Disc(20)).find("spans"), std::string::npos);
  EXPECT_NE(description(Kernel2D::Disc(0.9)).find("dense"), std::string::npos);
}

// The plan says how far its weights are from those asked for. A highlight shows the weights taken.
TEST(ApertureMethodsTest, TheErrorThatAPlanStatesIsWhatItLeaves) {
  for (const double tolerance : {0.1, 0.02, 0.002}) {
    PlanOptions options;
    options.method = ApertureMethod::kLowRank;
    options.tolerance = tolerance;
    const Kernel2D kernel = Kernel2D::Disc(8);
    Canvas src(ElementType::kF32, 17, 17, 1);
    src.Set(8, 8, 0, 1);
    const Plan plan(Pipeline().Convolve(kernel, Border::Constant(0)), test::FormatOf(src), options);
    const Canvas result = test::Result(plan, src);
    double l1 = 0, largest = 0, sum = 0;
    for (size_t i = 0; i < kernel.weights().size(); ++i) {
      const auto at = static_cast<int64_t>(i);
      const double off = std::abs(result.At(at % 17, at / 17, 0) - kernel.weights()[i]);  // a disc is its own half turn
      l1 += off;
      largest = std::max(largest, off);
      sum += result.At(at % 17, at / 17, 0);
    }
    EXPECT_LE(l1, tolerance);
    EXPECT_NEAR(sum, 1, 0x1p-22);
    const std::string text = plan.Describe();
    const auto stated = [&](const std::string& what) {
      const size_t found = text.find(what);
      EXPECT_NE(found, std::string::npos) << text;
      return std::stod(text.substr(found + what.size()));
    };
    EXPECT_NEAR(stated("L1 error "), l1, 1e-5 + 1e-4 * l1);
    EXPECT_NEAR(stated("largest "), largest, 1e-6);
  }
}

TEST(ApertureMethodsTest, AutoTakesTermsForSoftApertures) {
  Image<float> soft(41, 41, 1);
  for (int64_t i = 0; i < 41 * 41; ++i) {
    const double x = static_cast<double>(i % 41 - 20) / 10, y = static_cast<double>(i / 41 - 20) / 10;
    soft.Row(i / 41)[i % 41] = static_cast<float>(std::exp(-(x * x + y * y) / 2) + 0.2 * std::exp(-4 * x * x - y * y));
  }
  const Pipeline pipeline = Pipeline().Convolve(Kernel2D::FromImage(soft.view(), 20));
  const Format format = {640, 480, 3, ElementType::kF32, ElementType::kF32};
  EXPECT_NE(Plan(pipeline, format).Describe().find("low rank"), std::string::npos);
  PlanOptions exact;
  exact.tolerance = 0;
  EXPECT_EQ(Plan(pipeline, format, exact).Describe().find("low rank"), std::string::npos);
}

TEST(ApertureMethodsTest, ToleranceIsChecked) {
  for (const double tolerance : {-0.1, 1.5, std::numeric_limits<double>::quiet_NaN()}) {
    PlanOptions options;
    options.tolerance = tolerance;
    EXPECT_THROW(Plan(Pipeline().Convolve(Kernel2D::Disc(3)), {9, 9, 1, ElementType::kF32, ElementType::kF32}, options),
                 Error);
  }
}

TEST(ApertureMethodsTest, SpansRefuseStrides) {
  PlanOptions options;
  options.method = ApertureMethod::kSpans;
  const Pipeline pipeline = Pipeline().Convolve(Kernel2D::Disc(3), Border::Replicate(), Sampling::Stride(2));
  try {
    Plan(pipeline, {20, 20, 1, ElementType::kF32, ElementType::kF32}, options);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kUnsupported);
  }
  EXPECT_NO_THROW(Plan(pipeline, {20, 20, 1, ElementType::kF32, ElementType::kF32}));
}

}  // namespace
}  // namespace ninefold
