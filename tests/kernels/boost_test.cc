// BoostHighlights against its formula, for every number of channels and every target.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "ninefold/plan.h"
#include "tests/support/expectation.h"
#include "tests/support/refusal.h"
#include "tests/support/run.h"

namespace ninefold {
namespace {

using test::Canvas;
using test::Fill;

TEST(BoostTest, FollowsItsFormula) {
  uint64_t seed = 0;
  for (int64_t channels = 1; channels <= 6; ++channels) {
    for (const Alpha alpha : {Alpha::kByChannels, Alpha::kNone, Alpha::kLast}) {
      for (const double threshold : {0.0, 0.6, 0.95, 1.0}) {
        for (const double gain : {0.25, 1.0, 8.0}) {
          const ElementType type = test::kAllTypes[++seed % 3];
          const Canvas src =
              test::Painted(type, 1 + static_cast<int64_t>(seed * 13 % 50), 3, channels, Fill::kRandom, seed);
          const Pipeline pipeline = Pipeline().BoostHighlights(threshold, gain, alpha);
          const Format format = test::FormatOf(src, ElementType::kF32);
          const test::Expectation expected = test::Expect(pipeline, format, src);
          for (const std::string& target : Targets()) {
            PlanOptions options;
            options.target = target;
            const Canvas whole = test::Result(Plan(pipeline, format, options), src);
            EXPECT_EQ(test::FirstFault(whole, expected, false), "")
                << channels << " channels, alpha " << static_cast<int>(alpha) << ", threshold " << threshold
                << ", gain " << gain << ' ' << target;
            options.tile_width = 3;
            EXPECT_TRUE(whole.SameSamples(test::Result(Plan(pipeline, format, options), src))) << target;
          }
        }
      }
    }
  }
}

// The numbers, once by hand: threshold 0.5, gain 5; L = 0.75 is half way, where the smooth step is 1/2.
TEST(BoostTest, OnePixelByHand) {
  Canvas src(ElementType::kF32, 4, 1, 3);
  const double pixels[4][3] = {{0.75, 0.3, 0}, {0.5, 0.5, 0.5}, {1, 0.2, 0.4}, {2, 0, 0}};
  for (int64_t x = 0; x < 4; ++x) {
    for (int64_t c = 0; c < 3; ++c) src.Set(x, 0, c, static_cast<float>(pixels[x][c]));
  }
  const Canvas result = test::Result(Plan(Pipeline().BoostHighlights(0.5, 5), test::FormatOf(src)), src);
  const double factors[4] = {3, 1, 5, 5};
  for (int64_t x = 0; x < 4; ++x) {
    for (int64_t c = 0; c < 3; ++c) EXPECT_NEAR(result.At(x, 0, c), factors[x] * pixels[x][c], 1e-5) << x << ' ' << c;
  }
}

TEST(BoostTest, ThresholdOfOneIsAStep) {
  Canvas src(ElementType::kF32, 3, 1, 1);
  src.Set(0, 0, 0, 0.99f);
  src.Set(1, 0, 0, 1);
  src.Set(2, 0, 0, 3);
  for (const std::string& target : Targets()) {
    PlanOptions options;
    options.target = target;
    const Canvas result = test::Result(Plan(Pipeline().BoostHighlights(1, 4), test::FormatOf(src), options), src);
    EXPECT_EQ(result.At(0, 0, 0), 0.99f) << target;
    EXPECT_EQ(result.At(1, 0, 0), 4) << target;
    EXPECT_EQ(result.At(2, 0, 0), 12) << target;
  }
}

TEST(BoostTest, NotANumberStaysInItsChannel) {
  for (int64_t channels = 1; channels <= 5; ++channels) {
    Canvas src = test::Flat(ElementType::kF32, 20, 1, std::vector<double>(static_cast<size_t>(channels), 0.75));
    src.Set(7, 0, 0, std::numeric_limits<double>::quiet_NaN());
    for (const std::string& target : Targets()) {
      PlanOptions options;
      options.target = target;
      const Pipeline pipeline = Pipeline().BoostHighlights(0.5, 5, Alpha::kNone);
      const Canvas result = test::Result(Plan(pipeline, test::FormatOf(src), options), src);
      EXPECT_TRUE(std::isnan(result.At(7, 0, 0)));
      for (int64_t c = 1; c < channels; ++c) EXPECT_NEAR(result.At(7, 0, c), 2.25, 1e-5) << channels << target;
      EXPECT_NEAR(result.At(8, 0, 0), 2.25, 1e-5) << target;
    }
  }
}

// A border of the picture's own colour is boosted as the picture is.
TEST(BoostTest, ActsOnBorderConstants) {
  const Canvas src = test::Flat(ElementType::kF32, 9, 7, {0.9, 0.1, 0.4});
  const Pipeline pipeline =
      Pipeline().BoostHighlights(0.3, 6).Convolve(Kernel2D::Disc(2.5), Border::Constant({0.9, 0.1, 0.4}));
  const Canvas result = test::Result(Plan(pipeline, test::FormatOf(src)), src);
  EXPECT_EQ(test::FirstFault(result, test::Expect(pipeline, test::FormatOf(src), src), false), "");
  EXPECT_EQ(result.At(0, 0, 0), result.At(4, 3, 0));
}

TEST(BoostTest, WrongValuesAreRefused) {
  const auto make = [](double threshold, double gain) {
    Plan(Pipeline().BoostHighlights(threshold, gain), {4, 4, 3, ElementType::kU8, ElementType::kU8});
  };
  test::ExpectRefused(ErrorCode::kInvalidArgument, {"threshold", "-1"}, [&] { make(-1, 2); });
  test::ExpectRefused(ErrorCode::kInvalidArgument, {"gain", "-2"}, [&] { make(0.5, -2); });
  test::ExpectRefused(ErrorCode::kInvalidArgument, {"gain", "inf"},
                      [&] { make(0.5, std::numeric_limits<double>::infinity()); });
}

}  // namespace
}  // namespace ninefold
