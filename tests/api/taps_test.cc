#include "ninefold/taps.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "tests/support/reference.h"
#include "tests/support/refusal.h"

namespace ninefold {
namespace {

using test::ExpectRefused;

void ExpectTaps(const Taps& taps, const reference::Weights& expected) {
  ASSERT_TRUE(taps.resolved());
  ASSERT_EQ(taps.size(), expected.size());
  EXPECT_EQ(taps.anchor(), expected.anchor);
  for (size_t i = 0; i < expected.w.size(); ++i) EXPECT_NEAR(taps.weights()[i], expected.w[i], 1e-15) << "tap " << i;
}

double Sum(const Taps& taps) { return std::accumulate(taps.weights().begin(), taps.weights().end(), 0.0); }

TEST(TapsTest, GaussianFollowsItsFormula) {
  for (const double sigma : {0.3, 0.8, 1.0, 2.5, 11.0}) {
    for (const int64_t radius : {1, 2, 7, 40}) {
      ExpectTaps(Taps::Gaussian(sigma, radius), reference::Gaussian(sigma, radius));
    }
  }
}

TEST(TapsTest, GaussianOfSigmaOrRadiusZeroIsOneTap) {
  ExpectTaps(Taps::Gaussian(0).Resolve(ElementType::kU8), {{1.0}, 0});
  ExpectTaps(Taps::Gaussian(0, 5), {{1.0}, 0});
  ExpectTaps(Taps::Gaussian(3, 0), {{1.0}, 0});
}

TEST(TapsTest, GaussianOfTinySigmaIsFiniteAndSymmetric) {
  const Taps taps = Taps::Gaussian(1e-30, 3);
  EXPECT_EQ(taps.weights()[3], 1.0);
  for (const int i : {0, 1, 2, 4, 5, 6}) EXPECT_EQ(taps.weights()[static_cast<size_t>(i)], 0.0);
  EXPECT_EQ(Sum(Taps::Gaussian(std::numeric_limits<double>::denorm_min(), 2)), 1.0);
}

TEST(TapsTest, GaussianOfHugeSigmaIsFlat) {
  const Taps taps = Taps::Gaussian(1e300, 4);
  for (const double w : taps.weights()) EXPECT_NEAR(w, 1.0 / 9, 1e-15);
}

TEST(TapsTest, GaussianWithoutARadiusTakesThreeOrFourSigma) {
  for (const double sigma : {0.1, 0.5, 1.0, 1.2, 2.0, 10.0 / 3, 25.0}) {
    const Taps taps = Taps::Gaussian(sigma);
    EXPECT_FALSE(taps.resolved());
    EXPECT_EQ(taps.Resolve(ElementType::kU8).anchor(), static_cast<int64_t>(std::ceil(3 * sigma))) << sigma;
    EXPECT_EQ(taps.Resolve(ElementType::kU16).anchor(), static_cast<int64_t>(std::ceil(4 * sigma))) << sigma;
    EXPECT_EQ(taps.Resolve(ElementType::kF32).anchor(), static_cast<int64_t>(std::ceil(4 * sigma))) << sigma;
    ExpectTaps(taps.Resolve(ElementType::kF32), reference::Gaussian(sigma, static_cast<int64_t>(std::ceil(4 * sigma))));
  }
}

TEST(TapsTest, ResolveLeavesDefiniteTapsAlone) {
  const Taps taps = Taps::Gaussian(2, 3);
  EXPECT_EQ(taps.Resolve(ElementType::kU8).weights(), taps.weights());
  EXPECT_EQ(Taps::Custom({1, 2}, 1).Resolve(ElementType::kF32).anchor(), 1);
}

TEST(TapsTest, BoxIsFlat) {
  for (const int64_t radius : {0, 1, 2, 9, 100}) ExpectTaps(Taps::Box(radius), reference::Box(radius));
}

TEST(TapsTest, TentFallsInEqualSteps) {
  for (const int64_t radius : {0, 1, 2, 9, 100}) ExpectTaps(Taps::Tent(radius), reference::Tent(radius));
}

TEST(TapsTest, BinomialFollowsPascal) {
  for (const int64_t n : {0, 1, 2, 5, 6, 33, 62}) ExpectTaps(Taps::Binomial(n), reference::Binomial(n));
}

TEST(TapsTest, SmoothingTapsSumToOne) {
  for (const int64_t radius : {1, 3, 30, 1000}) {
    EXPECT_NEAR(Sum(Taps::Box(radius)), 1, 1e-12);
    EXPECT_NEAR(Sum(Taps::Tent(radius)), 1, 1e-12);
    EXPECT_NEAR(Sum(Taps::Gaussian(static_cast<double>(radius) / 3, radius)), 1, 1e-12);
  }
  EXPECT_EQ(Sum(Taps::Binomial(62)), 1);
}

TEST(TapsTest, DerivativesAreCentralDifferences) {
  ExpectTaps(Taps::Derivative(1), {{-0.5, 0, 0.5}, 1});
  ExpectTaps(Taps::Derivative(2), {{1, -2, 1}, 1});
}

TEST(TapsTest, CustomAnchorDefaultsToTheMiddleRoundedDown) {
  EXPECT_EQ(Taps::Custom({1}).anchor(), 0);
  EXPECT_EQ(Taps::Custom({1, 2}).anchor(), 0);
  EXPECT_EQ(Taps::Custom({1, 2, 3}).anchor(), 1);
  EXPECT_EQ(Taps::Custom({1, 2, 3, 4}).anchor(), 1);
  EXPECT_EQ(Taps::Custom({1, 2, 3, 4}, 3).anchor(), 3);
  EXPECT_EQ(Taps::Custom({1, -2, 3e300}).weights(), (std::vector<double>{1, -2, 3e300}));
}

TEST(TapsTest, ValuesWithoutMeaningAreRefused) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInf = std::numeric_limits<double>::infinity();
  constexpr ErrorCode kInvalid = ErrorCode::kInvalidArgument;
  ExpectRefused(kInvalid, {"sigma", "-1"}, [] { Taps::Gaussian(-1); });
  ExpectRefused(kInvalid, {"sigma", "nan"}, [] { Taps::Gaussian(kNan); });
  ExpectRefused(kInvalid, {"sigma", "inf"}, [] { Taps::Gaussian(kInf, 3); });
  ExpectRefused(kInvalid, {"radius", "-2"}, [] { Taps::Gaussian(1, -2); });
  ExpectRefused(kInvalid, {"radius", "-1"}, [] { Taps::Box(-1); });
  ExpectRefused(kInvalid, {"radius", "-7"}, [] { Taps::Tent(-7); });
  ExpectRefused(kInvalid, {"-1"}, [] { Taps::Binomial(-1); });
  ExpectRefused(kInvalid, {"3"}, [] { Taps::Derivative(3); });
  ExpectRefused(kInvalid, {"0"}, [] { Taps::Derivative(0); });
  ExpectRefused(kInvalid, {}, [] { Taps::Custom({}); });
  ExpectRefused(kInvalid, {"nan"}, [] { Taps::Custom({1, kNan}); });
  ExpectRefused(kInvalid, {"inf"}, [] { Taps::Custom({-kInf}); });
  ExpectRefused(kInvalid, {"anchor", "2"}, [] { Taps::Custom({1, 2}, 2); });
  ExpectRefused(kInvalid, {"anchor", "-1"}, [] { Taps::Custom({1, 2}, -1); });
}

TEST(TapsTest, RadiiBeyondTheLimitAreALimit) {
  EXPECT_EQ(Taps::Box(Taps::kMaxRadius).size(), 2 * Taps::kMaxRadius + 1);
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  ExpectRefused(ErrorCode::kLimit, {"65537", "65536"}, [] { Taps::Box(Taps::kMaxRadius + 1); });
  ExpectRefused(ErrorCode::kLimit, {"65537", "65536"}, [] { Taps::Tent(Taps::kMaxRadius + 1); });
  ExpectRefused(ErrorCode::kLimit, {"65537", "65536"}, [] { Taps::Gaussian(1, Taps::kMaxRadius + 1); });
  ExpectRefused(ErrorCode::kLimit, {}, [] { Taps::Box(kMost); });
  ExpectRefused(ErrorCode::kLimit, {"65536"}, [] { Taps::Custom(std::vector<double>(65538, 0.5), 0); });
  ExpectRefused(ErrorCode::kLimit, {"65536"}, [] { Taps::Custom(std::vector<double>(200000, 0.5)); });
}

TEST(TapsTest, ResolvingAHugeSigmaNamesSigmaAndTheLimit) {
  for (const double sigma : {16385.0, 5e4, 1e6, 1e18, 1e300}) {
    ExpectRefused(ErrorCode::kLimit, {"sigma", "65536"}, [&] { Taps::Gaussian(sigma).Resolve(ElementType::kF32); });
  }
  EXPECT_EQ(Taps::Gaussian(16384).Resolve(ElementType::kF32).anchor(), 65536);
}

TEST(TapsTest, BinomialBeyond62IsRefused) {
  try {
    Taps::Binomial(63);
    ADD_FAILURE() << "not refused";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("63"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("62"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace ninefold
