// The apertures of Kernel2D against shares counted point by point.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <vector>

#include "ninefold/kernel2d.h"
#include "tests/support/refusal.h"

namespace ninefold {
namespace {

using test::ExpectRefused;

constexpr double kPi = 3.14159265358979323846;

// The weight of the pixel (x, y) from the anchor.
double WeightAt(const Kernel2D& k, int64_t x, int64_t y) {
  const int64_t column = k.anchor_x() + x, row = k.anchor_y() + y;
  if (column < 0 || column >= k.width() || row < 0 || row >= k.height()) return 0;
  return k.weights()[static_cast<size_t>(row * k.width() + column)];
}

// Compares with 100 x 100 points a pixel, of which `inside` tells whether the aperture covers them.
void ExpectCovers(const Kernel2D& k, const std::function<bool(double, double)>& inside) {
  constexpr int kPoints = 100;
  const int64_t half_x = k.width() / 2 + 1, half_y = k.height() / 2 + 1;
  std::vector<double> shares, weights;
  for (int64_t y = -half_y; y <= half_y; ++y) {
    for (int64_t x = -half_x; x <= half_x; ++x) {
      int hits = 0;
      for (int i = 0; i < kPoints * kPoints; ++i) {
        const double px = static_cast<double>(x) - 0.5 + (i % kPoints + 0.5) / kPoints;
        const double py = static_cast<double>(y) - 0.5 + (i / kPoints + 0.5) / kPoints;
        hits += inside(px, py) ? 1 : 0;
      }
      shares.push_back(hits / static_cast<double>(kPoints * kPoints));
      weights.push_back(WeightAt(k, x, y));
    }
  }
  const double area = std::accumulate(shares.begin(), shares.end(), 0.0);
  for (size_t i = 0; i < shares.size(); ++i) {
    // A rim crosses a pixel as one line at most or two, and counts points along it wrongly by as much as their spacing.
    EXPECT_NEAR(weights[i] * area, shares[i], 0.02) << "pixel " << i;
  }
}

double SumOf(const Kernel2D& k) { return std::accumulate(k.weights().begin(), k.weights().end(), 0.0); }

// Inside the polygon whose corners stand at these angles on a circle: on the inner side of each edge.
bool InPolygon(double x, double y, double radius, int blades, double rotation_deg) {
  for (int i = 0; i < blades; ++i) {
    const double towards = (rotation_deg / 180 + (2.0 * i + 1) / blades) * kPi;
    if (x * std::cos(towards) + y * std::sin(towards) > radius * std::cos(kPi / blades)) return false;
  }
  return true;
}

TEST(ApertureTest, DiscsCoverWhatTheyShould) {
  for (const double r : {0.6, 1.0, 1.5, 2.0, 4.3, 7.0}) {
    SCOPED_TRACE(r);
    const Kernel2D k = Kernel2D::Disc(r);
    EXPECT_TRUE(k.is_aperture());
    EXPECT_EQ(k.width(), 2 * static_cast<int64_t>(std::ceil(r - 0.5)) + 1);
    EXPECT_NEAR(SumOf(k), 1, 1e-12);
    ExpectCovers(k, [&](double x, double y) { return x * x + y * y <= r * r; });
  }
}

// The middle pixel of a disc of radius 1 is covered whole: its weight is 1 / area, and the area is pi.
TEST(ApertureTest, AreasAreExact) {
  EXPECT_NEAR(WeightAt(Kernel2D::Disc(1), 0, 0), 1 / kPi, 1e-8);
  EXPECT_NEAR(WeightAt(Kernel2D::Disc(100), 3, 5), 1 / (kPi * 1e4), 1e-11);
  // A square with corners on the axes: |x| + |y| <= 2. Of the pixel (1, 1) the lower triangle of legs 1 is inside.
  EXPECT_NEAR(WeightAt(Kernel2D::Polygon(2, 4), 1, 1), 0.5 / 8, 1e-9);
}

TEST(ApertureTest, DiscsAreSymmetricToTheBit) {
  for (const double r : {1.0, 3.7, 8.0, 31.4}) {
    const Kernel2D k = Kernel2D::Disc(r);
    const int64_t half = k.width() / 2;
    for (int64_t y = -half; y <= half; ++y) {
      for (int64_t x = -half; x <= half; ++x) {
        const double w = WeightAt(k, x, y);
        EXPECT_EQ(w, WeightAt(k, -x, y));
        EXPECT_EQ(w, WeightAt(k, x, -y));
        EXPECT_EQ(w, WeightAt(k, y, x));
      }
    }
  }
}

TEST(ApertureTest, AnAspectStretchesSideways) {
  const Kernel2D k = Kernel2D::Disc(4, 1.5);
  EXPECT_GT(k.width(), k.height());
  ExpectCovers(k, [](double x, double y) { return x * x / 36 + y * y / 16 <= 1; });
}

TEST(ApertureTest, PolygonsStandAsRotated) {
  for (const int blades : {3, 5, 6, 16}) {
    for (const double rotation : {0.0, -90.0, 17.0}) {
      SCOPED_TRACE(blades);
      const Kernel2D k = Kernel2D::Polygon(5.3, blades, rotation);
      EXPECT_NEAR(SumOf(k), 1, 1e-12);
      ExpectCovers(k, [&](double x, double y) { return InPolygon(x, y, 5.3, blades, rotation); });
    }
  }
}

TEST(ApertureTest, RoundnessGoesFromStraightEdgesToTheCircle) {
  const Kernel2D round = Kernel2D::Polygon(6, 5, 10, 1), disc = Kernel2D::Disc(6);
  ASSERT_EQ(round.width(), disc.width());
  for (size_t i = 0; i < disc.weights().size(); ++i) EXPECT_NEAR(round.weights()[i], disc.weights()[i], 1e-9);

  // Between them an edge is an arc of radius / roundness through two corners: nearer than that to its middle.
  constexpr int kBlades = 5;
  const double radius = 6, arc = radius / 0.5, chord = radius * std::sin(kPi / kBlades);
  const double middle = radius * std::cos(kPi / kBlades) - std::sqrt(arc * arc - chord * chord);
  ExpectCovers(Kernel2D::Polygon(radius, kBlades, 0, 0.5), [&](double x, double y) {
    for (int i = 0; i < kBlades; ++i) {
      const double towards = (2.0 * i + 1) / kBlades * kPi;
      if (std::hypot(x - middle * std::cos(towards), y - middle * std::sin(towards)) > arc) return false;
    }
    return true;
  });
}

TEST(ApertureTest, SmallRadiiAreTheIdentity) {
  for (const double r : {0.0, 1e-9, 0.4, 0.5}) {
    const Kernel2D k = Kernel2D::Disc(r);
    EXPECT_EQ(k.weights(), std::vector<double>{1}) << r;
    EXPECT_EQ(Kernel2D::Polygon(r, 6).weights(), std::vector<double>{1}) << r;
  }
}

// What a highlight shows at the pixel (x, y) from it: the table turned by half a turn.
double Shown(const Kernel2D& k, int64_t x, int64_t y) { return WeightAt(k, -x, -y); }

// A picture of as many pixels as the square has: the aperture is the picture, upright.
TEST(ApertureTest, PicturesStandUpright) {
  const std::vector<uint8_t> picture = {0, 255, 0, 0, 0, 255, 255, 0, 51};
  const Kernel2D k = Kernel2D::FromImage(ImageView<const uint8_t>(picture.data(), 3, 3, 1), 1);
  const double sum = 3.2;
  for (int64_t i = 0; i < 9; ++i) {
    EXPECT_NEAR(Shown(k, i % 3 - 1, i / 3 - 1), picture[static_cast<size_t>(i)] / 255.0 / sum, 1e-9) << i;
  }
}

TEST(ApertureTest, PicturesAreAveragedAndKeepTheirAspect) {
  // 6 x 3 pixels in a square of side 3: two by two in one, two rows high; centred, so three rows are touched.
  const std::vector<float> picture = {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
  const Kernel2D k = Kernel2D::FromImage(ImageView<const float>(picture.data(), 6, 3, 1), 1);
  EXPECT_EQ(k.width(), 3);
  EXPECT_EQ(k.height(), 3);
  // A picture's pixel is 1/2 x 1/2; rows of them begin at -0.75, -0.25 and 0.25.
  EXPECT_NEAR(Shown(k, -1, -1), 0.25, 1e-9);
  EXPECT_NEAR(Shown(k, -1, 0), 0.25, 1e-9);
  EXPECT_NEAR(Shown(k, 1, 0), 0.25, 1e-9);
  EXPECT_NEAR(Shown(k, 1, 1), 0.25, 1e-9);
}

TEST(ApertureTest, AlphaAndColourCount) {
  const std::vector<uint16_t> rgba = {65535, 0, 0, 65535, 65535, 65535, 65535, 32768};
  const Kernel2D k = Kernel2D::FromImage(ImageView<const uint16_t>(rgba.data(), 2, 1, 4), 0.5);
  ASSERT_EQ(k.width(), 3);
  const double red = 0.2126, white = 32768 / 65535.0, sum = red + white;
  EXPECT_NEAR(Shown(k, -1, 0), red / 2 / sum, 1e-8);
  EXPECT_NEAR(Shown(k, 0, 0), 0.5, 1e-8);
  EXPECT_NEAR(Shown(k, 1, 0), white / 2 / sum, 1e-8);
}

TEST(ApertureTest, WrongValuesAreRefused) {
  constexpr ErrorCode kInvalid = ErrorCode::kInvalidArgument;
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  ExpectRefused(kInvalid, {"radius", "-1"}, [] { Kernel2D::Disc(-1); });
  ExpectRefused(kInvalid, {"radius", "nan"}, [] { Kernel2D::Disc(kNan); });
  ExpectRefused(kInvalid, {"aspect", "11", "10"}, [] { Kernel2D::Disc(3, 11); });
  ExpectRefused(kInvalid, {"blades", "2", "3"}, [] { Kernel2D::Polygon(3, 2); });
  ExpectRefused(kInvalid, {"blades", "17", "16"}, [] { Kernel2D::Polygon(3, 17); });
  ExpectRefused(kInvalid, {"rotation", "inf"},
                [] { Kernel2D::Polygon(3, 5, std::numeric_limits<double>::infinity()); });
  ExpectRefused(kInvalid, {"roundness", "1.5"}, [] { Kernel2D::Polygon(3, 5, 0, 1.5); });
  ExpectRefused(ErrorCode::kLimit, {"129", "128.5"}, [] { Kernel2D::Disc(129); });
  ExpectRefused(ErrorCode::kLimit, {"50", "aspect", "128.5"}, [] { Kernel2D::Disc(50, 3); });
  EXPECT_EQ(Kernel2D::Disc(128.5).width(), 257);
}

TEST(ApertureTest, UselessPicturesAreRefused) {
  constexpr ErrorCode kInvalid = ErrorCode::kInvalidArgument;
  const std::vector<float> black = {0, 0}, negative = {1, -1}, odd = {1, std::numeric_limits<float>::quiet_NaN()};
  const auto view = [](const std::vector<float>& v) { return ImageView<const float>(v.data(), 2, 1, 1); };
  ExpectRefused(kInvalid, {"black"}, [&] { Kernel2D::FromImage(view(black), 2); });
  ExpectRefused(kInvalid, {"negative"}, [&] { Kernel2D::FromImage(view(negative), 2); });
  ExpectRefused(kInvalid, {"finite"}, [&] { Kernel2D::FromImage(view(odd), 2); });
  ExpectRefused(kInvalid, {"0 x 0"}, [&] { Kernel2D::FromImage(AnyConstImageView(), 2); });
}

}  // namespace
}  // namespace ninefold
