// The reference against examples worked out by hand, and the tools of the tests against what they claim.

#include "tests/support/reference.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <string>

#include "ninefold/pipeline.h"
#include "tests/support/canvas.h"
#include "tests/support/expectation.h"
#include "tests/support/shuffled_executor.h"

namespace ninefold::reference {
namespace {

Picture Row(std::vector<double> samples) {
  Picture picture(static_cast<int64_t>(samples.size()), 1, 1);
  picture.samples = std::move(samples);
  return picture;
}

// `abc` read at -5..7 under a rule, outside as '.'.
std::string Continued(BorderRule rule) {
  std::string line;
  for (int64_t i = -5; i < 8; ++i) {
    const int64_t k = SourceIndex(rule, i, 3);
    line += k == kOutside ? '.' : static_cast<char>('a' + k);
  }
  return line;
}

TEST(ReferenceTest, BorderRulesGoOnForEver) {
  EXPECT_EQ(Continued(BorderRule::kReplicate), "aaaaaabcccccc");
  EXPECT_EQ(Continued(BorderRule::kReflect), "bccbaabccbaab");
  EXPECT_EQ(Continued(BorderRule::kReflect101), "babcbabcbabcb");
  EXPECT_EQ(Continued(BorderRule::kWrap), "bcabcabcabcab");
  EXPECT_EQ(Continued(BorderRule::kConstant), ".....abc.....");
}

TEST(ReferenceTest, ALineOfOneSampleIsThatSampleEverywhere) {
  for (const BorderRule rule :
       {BorderRule::kReplicate, BorderRule::kReflect, BorderRule::kReflect101, BorderRule::kWrap}) {
    for (int64_t i = -9; i < 10; ++i) EXPECT_EQ(SourceIndex(rule, i, 1), 0);
  }
}

TEST(ReferenceTest, CorrelatesWithoutFlipping) {
  const Picture src = Row({0, 0, 1, 0, 0});
  const Picture dst = Separable(src, {{1}, 0}, {{1, 2, 3}, 1}, BorderRule::kReplicate, {0});
  EXPECT_EQ(dst.samples, (std::vector<double>{0, 3, 2, 1, 0}));
}

TEST(ReferenceTest, AnchorShiftsTheResult) {
  const Picture src = Row({0, 0, 1, 0, 0});
  const Picture dst = Separable(src, {{1}, 0}, {{1, 2, 3}, 0}, BorderRule::kReplicate, {0});
  EXPECT_EQ(dst.samples, (std::vector<double>{3, 2, 1, 0, 0}));
}

TEST(ReferenceTest, ValidShrinksTheResult) {
  const Picture dst = Separable(Row({1, 2, 4, 8}), {{1}, 0}, {{1, 1, 1}, 1}, BorderRule::kValid, {0});
  EXPECT_EQ(dst.samples, (std::vector<double>{7, 14}));
}

TEST(ReferenceTest, ConstantBorderFiltersThePaddedPicture) {
  Picture src(1, 1, 2);
  src.samples = {10, 20};
  // Channel 0: above and below 1, so the column is 1 + 30 + 1 = 32, and beside it stands 1 x (1 + 3 + 1) = 5.
  const Picture dst = Separable(src, {{1, 3, 1}, 1}, {{1, -2, 1}, 1}, BorderRule::kConstant, {1, -2});
  EXPECT_EQ(dst.samples[0], 5 - 64 + 5);
  EXPECT_EQ(dst.samples[1], -10 - 2 * (60 - 4) - 10);
}

TEST(ReferenceTest, DenseAgreesWithSeparable) {
  const Weights v{{1, -2, 5, 3}, 2};
  const Weights h{{2, 7, -1}, 0};
  Table table{3, 4, 0, 2, {}};
  for (const double a : v.w) {
    for (const double b : h.w) table.w.push_back(a * b);
  }
  const Picture src = test::Painted(ElementType::kU8, 5, 3, 2, test::Fill::kRandom, 1).ToPicture();
  for (const BorderRule rule : {BorderRule::kReplicate, BorderRule::kReflect, BorderRule::kReflect101,
                                BorderRule::kWrap, BorderRule::kConstant}) {
    EXPECT_EQ(Dense(src, table, rule, {3, 9}).samples, Separable(src, v, h, rule, {3, 9}).samples);
  }
}

TEST(ReferenceTest, WeightsFollowTheirFormulas) {
  EXPECT_EQ(Tent(1).w, (std::vector<double>{0.25, 0.5, 0.25}));
  EXPECT_EQ(Binomial(3).w, (std::vector<double>{0.125, 0.375, 0.375, 0.125}));
  EXPECT_EQ(Binomial(3).anchor, 1);
  EXPECT_EQ(Box(1).w[2], 1.0 / 3);
  const Weights gaussian = Gaussian(2, 6);
  EXPECT_NEAR(std::accumulate(gaussian.w.begin(), gaussian.w.end(), 0.0), 1, 1e-15);
  EXPECT_NEAR(gaussian.w[8] / gaussian.w[6], std::exp(-0.5), 1e-15);
}

TEST(ReferenceTest, SrgbCurvesAreInverse) {
  for (int i = 0; i <= 1000; ++i) EXPECT_NEAR(SrgbEncode(SrgbDecode(i / 1000.0)), i / 1000.0, 1e-7);
  EXPECT_NEAR(SrgbDecode(0.5), 0.21404114048223255, 1e-15);
}

TEST(ExpectationTest, FullScaleBecomesFullScale) {
  const test::Canvas src = test::Flat(ElementType::kU8, 2, 2, {255});
  const Format format{2, 2, 1, ElementType::kU8, ElementType::kU16};
  const Pipeline pipeline = Pipeline().Convolve(Taps::Custom({1}), Taps::Custom({1}));
  EXPECT_EQ(test::Expect(pipeline, format, src).value.At(1, 1, 0), 65535);
}

TEST(ExpectationTest, FaultsAreFoundAndNamed) {
  test::Canvas src = test::Painted(ElementType::kU8, 4, 3, 1, test::Fill::kRandom, 2);
  const Format format{4, 3, 1, ElementType::kU8, ElementType::kU8};
  const Pipeline pipeline = Pipeline().Convolve(Taps::Custom({1}), Taps::Custom({1}));
  const test::Expectation expected = test::Expect(pipeline, format, src);
  EXPECT_EQ(test::FirstFault(src, expected, true), "");
  src.Set(2, 1, 0, src.At(2, 1, 0) == 0 ? 1 : src.At(2, 1, 0) - 1);
  EXPECT_NE(test::FirstFault(src, expected, true).find("x=2 y=1 c=0"), std::string::npos);
}

TEST(ExpectationTest, NanAndInfinityMustStandWhereTheyBelong) {
  test::Canvas src = test::Flat(ElementType::kF32, 3, 1, {1});
  src.Set(1, 0, 0, INFINITY);
  const Format format{3, 1, 1, ElementType::kF32, ElementType::kF32};
  const test::Expectation expected =
      test::Expect(Pipeline().Convolve(Taps::Custom({1}), Taps::Custom({1, 0})), format, src);
  test::Canvas result = test::Flat(ElementType::kF32, 3, 1, {1});
  result.Set(0, 0, 0, NAN);       // 0 x infinity
  result.Set(1, 0, 0, INFINITY);  // 1 x infinity + 0 x 1
  EXPECT_EQ(test::FirstFault(result, expected, false), "");
  result.Set(2, 0, 0, NAN);
  EXPECT_NE(test::FirstFault(result, expected, false), "");
}

TEST(CanvasTest, EveryByteBesideTheRowsIsWatched) {
  for (const bool bottom_up : {false, true}) {
    test::Canvas canvas(ElementType::kU16, 3, 4, 2, {6, bottom_up, 2});
    for (int64_t y = 0; y < 4; ++y) {
      for (int64_t x = 0; x < 3; ++x) canvas.Set(x, y, 1, static_cast<double>(100 * y + x));
    }
    EXPECT_TRUE(canvas.PaddingUntouched());
    EXPECT_EQ(canvas.As<uint16_t>().Row(3)[5], 302);
    canvas.As<uint16_t>().Row(bottom_up ? 3 : 0)[-1] = 0;
    EXPECT_FALSE(canvas.PaddingUntouched());
  }
}

TEST(ShuffledExecutorTest, RunsEveryTaskOnceInAnotherOrder) {
  std::vector<int64_t> ids;
  const auto task = [](void* context, int64_t id) noexcept {
    static_cast<std::vector<int64_t>*>(context)->push_back(id);
  };
  test::ShuffledExecutor(7).ParallelFor(50, task, &ids);
  std::vector<int64_t> sorted = ids;
  std::sort(sorted.begin(), sorted.end());
  EXPECT_NE(ids, sorted);
  for (int64_t k = 0; k < 50; ++k) EXPECT_EQ(sorted[static_cast<size_t>(k)], k);
}

}  // namespace
}  // namespace ninefold::reference
