// Everything that is refused when a plan is made, by its code and the numbers in the sentence.

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "ninefold/plan.h"
#include "tests/support/refusal.h"
#include "tests/support/run.h"

namespace ninefold {
namespace {

using test::ExpectRefused;
using test::Separable;

constexpr ErrorCode kInvalid = ErrorCode::kInvalidArgument;
constexpr ElementType kU8 = ElementType::kU8;
constexpr ElementType kF32 = ElementType::kF32;
const Format kSmall{8, 6, 1, kU8, kU8};

Pipeline Blur() { return Separable(Taps::Gaussian(1)); }

TEST(PlanRefusalTest, SidesBelowOne) {
  ExpectRefused(kInvalid, {"0"}, [] { Plan(Blur(), {0, 5, 1, kU8, kU8}); });
  ExpectRefused(kInvalid, {"-3"}, [] { Plan(Blur(), {7, -3, 1, kU8, kU8}); });
  ExpectRefused(kInvalid, {"0"}, [] { Plan(Blur(), {0, 0, 1, kU8, kU8}); });
  ExpectRefused(kInvalid, {}, [] { Plan(Blur(), {std::numeric_limits<int64_t>::min(), 1, 1, kU8, kU8}); });
}

TEST(PlanRefusalTest, ChannelsBelowOne) {
  ExpectRefused(kInvalid, {"0"}, [] { Plan(Blur(), {7, 5, 0, kU8, kU8}); });
  ExpectRefused(kInvalid, {"-1"}, [] { Plan(Blur(), {7, 5, -1, kU8, kU8}); });
}

TEST(PlanRefusalTest, SizesThatOverflow) {
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  ExpectRefused(ErrorCode::kLimit, {"4611686018427387904"}, [] { Plan(Blur(), {int64_t{1} << 62, 4, 1, kU8, kU8}); });
  ExpectRefused(ErrorCode::kLimit, {}, [] { Plan(Blur(), {kMost, kMost, kMost, kF32, kF32}); });
  // The source fits 63 bits, the result does not.
  ExpectRefused(ErrorCode::kLimit, {}, [] { Plan(Blur(), {int64_t{1} << 31, int64_t{1} << 31, 1, kU8, kF32}); });
  ExpectRefused(ErrorCode::kLimit, {}, [] { Plan(Blur(), {kMost - 1, 1, 1, kU8, kF32}); });
}

TEST(PlanRefusalTest, AnUnknownTarget) {
  PlanOptions options;
  options.target = "PDP11";
  ExpectRefused(kInvalid, {"PDP11", "SCALAR"}, [&] { Plan(Blur(), kSmall, options); });
}

TEST(PlanRefusalTest, TileSizesOutOfRange) {
  PlanOptions options;
  options.tile_width = -3;
  ExpectRefused(kInvalid, {"-3"}, [&] { Plan(Blur(), kSmall, options); });
  options.tile_width = int64_t{1} << 31;
  ExpectRefused(kInvalid, {"2147483648", "2147483647"}, [&] { Plan(Blur(), kSmall, options); });
  options.tile_width = 0;
  options.tile_height = -1;
  ExpectRefused(kInvalid, {"-1"}, [&] { Plan(Blur(), kSmall, options); });
  options.tile_height = int64_t{1} << 40;
  ExpectRefused(kInvalid, {"1099511627776"}, [&] { Plan(Blur(), kSmall, options); });
}

TEST(PlanRefusalTest, CombineWithAStageThatDoesNotComeBefore) {
  const Taps box = Taps::Box(1);
  ExpectRefused(kInvalid, {"stage 1", "-1", "0"},
                [&] { Plan(Pipeline().Convolve(box, box).Combine(1, 1, 1), kSmall); });
  ExpectRefused(kInvalid, {"-2"}, [&] { Plan(Pipeline().Convolve(box, box).Combine(1, 1, -2), kSmall); });
  ExpectRefused(kInvalid, {"7"}, [&] { Plan(Pipeline().Convolve(box, box).From(7), kSmall); });
}

TEST(PlanRefusalTest, CombineOfResultsOfTwoSizes) {
  const Taps box = Taps::Box(1);
  ExpectRefused(kInvalid, {"valid"},
                [&] { Plan(Pipeline().Convolve(box, box, Border::Valid()).Combine(1, 1), kSmall); });
}

TEST(PlanRefusalTest, CombineFactorsAndThresholds) {
  const double inf = std::numeric_limits<double>::infinity();
  const Taps box = Taps::Box(1);
  ExpectRefused(kInvalid, {"inf"}, [&] { Plan(Pipeline().Convolve(box, box).Combine(inf, 1), kSmall); });
  ExpectRefused(kInvalid, {"-0.5"},
                [&] { Plan(Pipeline().Convolve(box, box).Combine(1, 1, Pipeline::kSource, -0.5), kSmall); });
}

TEST(PlanRefusalTest, ConstantBordersWithAWrongNumberOfValues) {
  const Format rgb{8, 6, 3, kU8, kU8};
  ExpectRefused(kInvalid, {"2", "3"}, [&] { Plan(Separable(Taps::Box(1), Border::Constant({1, 2})), rgb); });
  ExpectRefused(kInvalid, {"0", "3"},
                [&] { Plan(Separable(Taps::Box(1), Border::Constant(std::vector<double>{})), rgb); });
  ExpectRefused(kInvalid, {"4", "1"}, [&] {
    Plan(Pipeline().Convolve(Kernel2D::FromWeights(1, 1, {1}), Border::Constant({1, 2, 3, 4})), kSmall);
  });
}

TEST(PlanRefusalTest, GainAndBiasWithAWrongNumberOfValues) {
  const Format rgb{8, 6, 3, kU8, kU8};
  ExpectRefused(kInvalid, {"2", "3"}, [&] { Plan(Blur().Gain({1, 2}), rgb); });
  ExpectRefused(kInvalid, {"4", "3"}, [&] { Plan(Blur().Bias({1, 2, 3, 4}), rgb); });
  ExpectRefused(kInvalid, {"0", "3"}, [&] { Plan(Blur().Gain({}), rgb); });
}

TEST(PlanRefusalTest, ValuesThatAreNotFinite) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  ExpectRefused(kInvalid, {"nan"}, [&] { Plan(Blur().Gain({nan}), kSmall); });
  ExpectRefused(kInvalid, {"inf"}, [&] { Plan(Blur().Bias({inf}), kSmall); });
  ExpectRefused(kInvalid, {"nan"}, [&] { Plan(Separable(Taps::Box(1), Border::Constant(nan)), kSmall); });
}

TEST(PlanRefusalTest, ValidWithAnImageSmallerThanTheKernel) {
  ExpectRefused(kInvalid, {"9", "8"}, [] { Plan(Separable(Taps::Box(0), Taps::Box(4), Border::Valid()), kSmall); });
  ExpectRefused(kInvalid, {"7", "6"}, [] { Plan(Separable(Taps::Box(3), Taps::Box(0), Border::Valid()), kSmall); });
  const Kernel2D kernel = Kernel2D::FromWeights(11, 1, std::vector<double>(11, 1.0));
  ExpectRefused(kInvalid, {"11", "8"}, [&] { Plan(Pipeline().Convolve(kernel, Border::Valid()), kSmall); });
}

TEST(PlanRefusalTest, MoreScratchThanAllowed) {
  PlanOptions options;
  options.max_scratch_bytes = 1;
  ExpectRefused(ErrorCode::kLimit, {"1"}, [&] { Plan(Blur(), {640, 480, 3, kU8, kF32}, options); });
}

TEST(PlanRefusalTest, ANegativeLimitOfScratch) {
  PlanOptions options;
  options.max_scratch_bytes = -5;
  ExpectRefused(kInvalid, {"-5"}, [&] { Plan(Blur(), kSmall, options); });
}

TEST(PlanRefusalTest, AScratchLimitAboveTheNeedIsFine) {
  PlanOptions options;
  options.max_scratch_bytes = int64_t{1} << 40;
  EXPECT_EQ(Plan(Blur(), kSmall, options).dst_width(), 8);
}

TEST(PlanRefusalTest, ASigmaWhoseRadiusPassesTheLimit) {
  ExpectRefused(ErrorCode::kLimit, {"sigma", "65536"}, [] { Plan(Separable(Taps::Gaussian(1e6)), kSmall); });
}

}  // namespace
}  // namespace ninefold
