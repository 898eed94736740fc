#include "src/fixed_point.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "ninefold/taps.h"

namespace ninefold {
namespace {

std::vector<double> Gaussian(int64_t radius) {
  return Taps::Gaussian(static_cast<double>(radius) / 3, radius).weights();
}

template <class T>
int64_t SumOf(const std::vector<T>& taps) {
  return std::accumulate(taps.begin(), taps.end(), int64_t{0});
}

TEST(FixedPointTest, ScaledIntegersAreFoundInBoxTentAndBinomial) {
  const auto box = FindScaledIntegers(Taps::Box(6).weights());
  ASSERT_TRUE(box.has_value());
  EXPECT_EQ(box->integers, std::vector<int32_t>(13, 1));
  EXPECT_NEAR(box->scale, 1.0 / 13, 1e-15);
  const auto tent = FindScaledIntegers(Taps::Tent(2).weights());
  ASSERT_TRUE(tent.has_value());
  EXPECT_EQ(tent->integers, (std::vector<int32_t>{1, 2, 3, 2, 1}));
  const auto binomial = FindScaledIntegers(Taps::Binomial(4).weights());
  ASSERT_TRUE(binomial.has_value());
  EXPECT_EQ(binomial->integers, (std::vector<int32_t>{1, 4, 6, 4, 1}));
  EXPECT_EQ(binomial->magnitude, 16);
}

TEST(FixedPointTest, ScaledIntegersAreNotFoundWhereThereAreNone) {
  EXPECT_FALSE(FindScaledIntegers(Gaussian(4)).has_value());
  EXPECT_FALSE(FindScaledIntegers({1.0, std::sqrt(2.0), 1.0}).has_value());
  EXPECT_FALSE(FindScaledIntegers({0.0, 5e-324, 1.0}).has_value());
  EXPECT_FALSE(FindScaledIntegers({1.0, 1e9}).has_value());
}

TEST(FixedPointTest, ExactIntegersNeedAWholeDivisorAndSumsOf31Bits) {
  const std::vector<double> box = Taps::Box(1).weights();
  const auto exact = LowerExactly(box, Taps::Box(2).weights());
  ASSERT_TRUE(exact.has_value());
  EXPECT_EQ(exact->divisor, 15);
  EXPECT_EQ(exact->mid_shift, 0);
  EXPECT_FALSE(LowerExactly({0.3}, {1.0}).has_value());
  EXPECT_TRUE(LowerExactly(Taps::Box(1000).weights(), Taps::Box(1000).weights()).has_value());
  EXPECT_FALSE(LowerExactly(Taps::Box(2000).weights(), Taps::Box(2000).weights()).has_value());
}

TEST(FixedPointTest, SixteenBitTapsAddUpToOneAndStaySymmetric) {
  for (int64_t radius = 1; radius <= 15; ++radius) {
    const auto filter = LowerToFixed16(Gaussian(radius), Gaussian(radius));
    ASSERT_TRUE(filter.has_value()) << radius;
    EXPECT_EQ(SumOf(filter->vertical), 32768) << radius;
    EXPECT_TRUE(std::equal(filter->vertical.begin(), filter->vertical.end(), filter->vertical.rbegin())) << radius;
    EXPECT_LE(filter->worst_error, 0.70) << radius;
    EXPECT_GT(filter->worst_error, 0.5) << radius;
  }
}

TEST(FixedPointTest, SixteenBitsAreRefusedBeyondTheBoundAndForOtherTaps) {
  const std::vector<double> good = Gaussian(3);
  EXPECT_FALSE(LowerToFixed16(Gaussian(40), Gaussian(40)).has_value());
  EXPECT_FALSE(LowerToFixed16({1.0}, good).has_value()) << "a tap of 1 does not fit";
  EXPECT_FALSE(LowerToFixed16({0.25, 0.5, 0.2}, good).has_value()) << "not of sum 1";
  EXPECT_FALSE(LowerToFixed16({0.5, 0.3, 0.2}, good).has_value()) << "not symmetric";
  EXPECT_FALSE(LowerToFixed16({-0.25, 1.5, -0.25}, good).has_value()) << "negative";
}

TEST(FixedPointTest, ThirtyTwoBitsServeLongAndUnevenAverages) {
  for (const int64_t radius : {16, 40, 100}) {
    const auto filter = LowerToIntegers(Gaussian(radius), Gaussian(radius));
    ASSERT_TRUE(filter.has_value()) << radius;
    EXPECT_LE(filter->worst_error, 0.70) << radius;
    EXPECT_EQ(SumOf(filter->vertical) * SumOf(filter->horizontal), int64_t{filter->divisor} << filter->mid_shift)
        << radius;
  }
  EXPECT_TRUE(LowerToIntegers({0.5, 0.3, 0.2}, {0.123, 0.456, 0.421}).has_value());
  EXPECT_FALSE(LowerToIntegers({1e12, 1.5}, {1.0}).has_value());
  EXPECT_FALSE(LowerToIntegers({0.0}, {1.0}).has_value());
}

// The pictures for which sums are largest, and the taps' rounding errors add up.
TEST(FixedPointTest, NoSumPasses31Bits) {
  for (const std::vector<double>& taps :
       {Gaussian(40), std::vector<double>{-1.3, 3.61, -1.31}, std::vector<double>{7.77, -7.77}}) {
    const auto filter = LowerToIntegers(taps, taps);
    if (!filter) continue;
    double vertical = 0, horizontal = 0;
    for (const int32_t tap : filter->vertical) vertical += 255.0 * std::abs(static_cast<double>(tap));
    for (const int32_t tap : filter->horizontal) horizontal += std::abs(static_cast<double>(tap));
    EXPECT_LT(vertical, 2147483648.0);
    EXPECT_LT((vertical / std::ldexp(1.0, filter->mid_shift) + 1) * horizontal, 2147483648.0);
  }
}

}  // namespace
}  // namespace ninefold
