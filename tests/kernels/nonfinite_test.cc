// NaN and infinity reach exactly the samples whose footprint covers them. The footprint is the box of the kernel: a tap
// of zero counts.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "ninefold/plan.h"
#include "tests/support/expectation.h"
#include "tests/support/run.h"

namespace ninefold {
namespace {

using test::Canvas;
using test::Fill;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

std::vector<std::pair<std::string, Pipeline>> Filters(const Border& border) {
  return {
      {"gaussian9", test::Separable(Taps::Gaussian(1.5, 4), border)},
      {"box3", test::Separable(Taps::Box(1), border)},
      {"box41", test::Separable(Taps::Box(20), border)},
      {"derivative", test::Separable(Taps::Derivative(1), Taps::Derivative(2), border)},
      {"zero taps at both ends", test::Separable(Taps::Custom({0, 1, 0}), Taps::Custom({0, 0, 1, 2, 0}), border)},
      {"tiny sigma", test::Separable(Taps::Gaussian(1e-3, 3), border)},
      {"even, odd anchor", test::Separable(Taps::Custom({1, 2, 3, 4}, 3), Taps::Custom({1, 0}, 0), border)},
      {"dense", Pipeline().Convolve(Kernel2D::FromWeights(3, 3, {0, 1, 0, 1, -4, 1, 0, 1, 0}), border)},
  };
}

class NonFiniteTest : public testing::TestWithParam<BorderRule> {};

TEST_P(NonFiniteTest, ReachesExactlyItsFootprint) {
  const Border border = test::BorderOf(GetParam(), {0.5});
  for (const auto& [name, pipeline] : Filters(border)) {
    for (const double value : {kNan, kInf, -kInf}) {
      for (const auto& [x, y] :
           std::vector<std::pair<int64_t, int64_t>>{{0, 0}, {25, 21}, {49, 42}, {48, 1}, {16, 42}}) {
        Canvas src = test::Painted(ElementType::kF32, 50, 43, 1, Fill::kSigned, 7);
        src.Set(x, y, 0, value);
        const test::Expectation expected = test::Expect(pipeline, test::FormatOf(src), src);
        for (const std::string& target : Targets()) {
          for (const int64_t tile : {0, 9}) {
            PlanOptions options;
            options.target = target;
            options.tile_width = options.tile_height = tile;
            const Canvas result = test::Result(Plan(pipeline, test::FormatOf(src), options), src);
            ASSERT_EQ(test::FirstFault(result, expected, false), "")
                << name << ' ' << value << " at " << x << ' ' << y << ' ' << border.name() << ' ' << target << " tile "
                << tile;
          }
        }
      }
    }
  }
}

TEST_P(NonFiniteTest, StaysInItsChannel) {
  const Border border = test::BorderOf(GetParam());
  Canvas src = test::Painted(ElementType::kF32, 30, 20, 3, Fill::kRandom, 8);
  src.Set(12, 9, 1, kNan);
  const Pipeline pipeline = test::Separable(Taps::Gaussian(1.2), border);
  const Canvas result = test::Result(Plan(pipeline, test::FormatOf(src)), src);
  for (int64_t y = 0; y < result.height(); ++y) {
    for (int64_t x = 0; x < result.width(); ++x) {
      EXPECT_TRUE(std::isfinite(result.At(x, y, 0)) && std::isfinite(result.At(x, y, 2))) << x << ' ' << y;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Rules, NonFiniteTest, testing::ValuesIn(test::kAllRules),
                         [](const auto& param_info) { return std::string(test::BorderOf(param_info.param).name()); });

TEST(NearInfinityTest, LargeFiniteSamplesStayFinite) {
  // Two of them just fit a float, so that folded symmetric taps may add them first.
  Canvas src(ElementType::kF32, 20, 3, 1);
  for (int64_t x = 0; x < 20; ++x) {
    for (int64_t y = 0; y < 3; ++y) src.Set(x, y, 0, x % 2 == 0 ? 1.5e38F : -1.5e38F);
  }
  const Pipeline pipeline = test::Separable(Taps::Box(1));
  for (const std::string& target : Targets()) {
    PlanOptions options;
    options.target = target;
    const Canvas result = test::Result(Plan(pipeline, test::FormatOf(src), options), src);
    EXPECT_EQ(test::FirstFault(result, test::Expect(pipeline, test::FormatOf(src), src), false), "") << target;
  }
}

}  // namespace
}  // namespace ninefold
