// What symmetric filters owe: symmetric impulses, mirrored pictures mirrored, channels that do not see each other.

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "ninefold/plan.h"
#include "tests/support/expectation.h"
#include "tests/support/run.h"

namespace ninefold {
namespace {

using test::Canvas;
using test::Fill;

std::vector<Taps> SymmetricTaps() {
  return {Taps::Gaussian(1, 1), Taps::Gaussian(1.3, 4), Taps::Gaussian(3, 9), Taps::Gaussian(6, 14),
          Taps::Box(2),         Taps::Tent(5),          Taps::Binomial(6),    Taps::Derivative(2)};
}

PlanOptions On(const std::string& target) {
  PlanOptions options;
  options.target = target;
  return options;
}

// How far two runs of one filter may be apart: u8 not at all, u16 by 1, f32 by 1e-6 of the largest sample.
double Slack(ElementType type) { return type == ElementType::kU8 ? 0 : type == ElementType::kU16 ? 1 : 1e-6; }

// A sample to stand around the picture: a whole one, lest sums of whole samples become ties.
double Around(ElementType type) { return type == ElementType::kF32 ? 0.25 : 3; }

// Sample (x, y) becomes (width - 1 - x, y), or (x, height - 1 - y).
Canvas Mirrored(const Canvas& canvas, bool left_right) {
  Canvas mirrored(canvas.type(), canvas.width(), canvas.height(), canvas.channels());
  for (int64_t y = 0; y < canvas.height(); ++y) {
    for (int64_t x = 0; x < canvas.width(); ++x) {
      for (int64_t c = 0; c < canvas.channels(); ++c) {
        mirrored.Set(left_right ? canvas.width() - 1 - x : x, left_right ? y : canvas.height() - 1 - y, c,
                     canvas.At(x, y, c));
      }
    }
  }
  return mirrored;
}

Canvas Transposed(const Canvas& canvas) {
  Canvas transposed(canvas.type(), canvas.height(), canvas.width(), canvas.channels());
  for (int64_t y = 0; y < canvas.height(); ++y) {
    for (int64_t x = 0; x < canvas.width(); ++x) {
      for (int64_t c = 0; c < canvas.channels(); ++c) transposed.Set(y, x, c, canvas.At(x, y, c));
    }
  }
  return transposed;
}

class SymmetryTest : public testing::TestWithParam<ElementType> {};

TEST_P(SymmetryTest, ImpulsesSpreadEvenly) {
  for (const Taps& taps : SymmetricTaps()) {
    for (const std::string& target : Targets()) {
      Canvas src(GetParam(), 41, 41, 1);
      src.Set(20, 20, 0, FullScale(GetParam()));
      const Canvas result = test::Result(Plan(test::Separable(taps), test::FormatOf(src), On(target)), src);
      EXPECT_TRUE(Mirrored(result, true).SameSamples(result)) << taps.size() << " taps " << target;
      EXPECT_TRUE(Mirrored(result, false).SameSamples(result)) << taps.size() << " taps " << target;
      const double slack = GetParam() == ElementType::kF32 ? 1e-7 : 0;
      EXPECT_LE(test::LargestDifference(Transposed(result), result), slack) << taps.size() << " taps " << target;
    }
  }
}

TEST_P(SymmetryTest, AnImpulseLooksTheSameWhereverItStands) {
  const Taps taps = Taps::Gaussian(1.3, 4);
  for (const std::string& target : Targets()) {
    Canvas middle(GetParam(), 90, 12, 1);
    middle.Set(40, 6, 0, FullScale(GetParam()));
    const Canvas expected = test::Result(Plan(test::Separable(taps), test::FormatOf(middle), On(target)), middle);
    for (int64_t x = 4; x < 86; ++x) {
      Canvas src(GetParam(), 90, 12, 1);
      src.Set(x, 6, 0, FullScale(GetParam()));
      const Canvas result = test::Result(Plan(test::Separable(taps), test::FormatOf(src), On(target)), src);
      for (int64_t y = 0; y < 12; ++y) {
        for (int64_t i = -4; i <= 4; ++i) {
          ASSERT_EQ(result.At(x + i, y, 0), expected.At(40 + i, y, 0)) << x << ' ' << i << ' ' << target;
        }
      }
    }
  }
}

TEST_P(SymmetryTest, MirroredPicturesGiveMirroredResults) {
  for (const BorderRule rule : test::kAllRules) {
    for (const Taps& taps : SymmetricTaps()) {
      const Canvas src = test::Painted(GetParam(), 47, 39, 3, Fill::kRandom, 9);
      const Plan plan(test::Separable(taps, test::BorderOf(rule, {Around(GetParam())})), test::FormatOf(src));
      const Canvas result = test::Result(plan, src);
      for (const bool left_right : {true, false}) {
        const Canvas mirrored = Mirrored(test::Result(plan, Mirrored(src, left_right)), left_right);
        EXPECT_LE(test::LargestDifference(mirrored, result), Slack(GetParam())) << taps.size() << " taps";
      }
    }
  }
}

TEST_P(SymmetryTest, EachChannelIsFilteredAsIfAlone) {
  for (const int64_t channels : {2, 3, 4, 7}) {
    const Canvas src = test::Painted(GetParam(), 33, 17, channels, Fill::kRandom, 10);
    const Pipeline pipeline = test::Separable(Taps::Gaussian(1.5), Border::Reflect());
    const Canvas result = test::Result(Plan(pipeline, test::FormatOf(src)), src);
    for (int64_t c = 0; c < channels; ++c) {
      Canvas alone(GetParam(), 33, 17, 1);
      Canvas part(GetParam(), 33, 17, 1);
      for (int64_t y = 0; y < 17; ++y) {
        for (int64_t x = 0; x < 33; ++x) {
          alone.Set(x, y, 0, src.At(x, y, c));
          part.Set(x, y, 0, result.At(x, y, c));
        }
      }
      EXPECT_TRUE(test::Result(Plan(pipeline, test::FormatOf(alone)), alone).SameSamples(part))
          << c << " of " << channels;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Types, SymmetryTest, testing::ValuesIn(test::kAllTypes),
                         [](const auto& param_info) { return std::string(ElementName(param_info.param)); });

}  // namespace
}  // namespace ninefold
