#include "ninefold/kernel2d.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "src/aperture.h"
#include "src/checked.h"
#include "src/refuse.h"

namespace ninefold {
namespace {

void CheckSides(int64_t width, int64_t height) {
  if (width <= Kernel2D::kMaxSide && height <= Kernel2D::kMaxSide) return;
  Refuse(ErrorCode::kLimit, "a kernel of ", width, " x ", height, " is larger than the limit of ", Kernel2D::kMaxSide,
         " x ", Kernel2D::kMaxSide);
}

// Before anything of that size is made. The largest is half a pixel more than what fits, for the corners' sake.
void CheckAperture(double radius, double aspect) {
  Require(std::isfinite(radius) && radius >= 0, "aperture: radius ", radius, ": 0 or more, and finite");
  Require(aspect >= 0.1 && aspect <= 10, "aperture: aspect ", aspect, ": 0.1 to 10");
  const double largest = static_cast<double>(Kernel2D::kMaxSide) / 2;
  const double reach = radius * std::max(aspect, 1.0);
  if (reach > largest) {
    Refuse(ErrorCode::kLimit, "aperture: radius ", radius, aspect > 1 ? Sentence(" times aspect ", aspect) : "",
           " is larger than the limit of ", largest);
  }
}

}  // namespace

Kernel2D Kernel2D::FromWeights(int64_t width, int64_t height, std::vector<double> weights,
                               std::optional<int64_t> anchor_x, std::optional<int64_t> anchor_y) {
  return FromWeightsPerChannel(width, height, 1, std::move(weights), anchor_x, anchor_y);
}

Kernel2D Kernel2D::FromWeightsPerChannel(int64_t width, int64_t height, int64_t channels, std::vector<double> weights,
                                         std::optional<int64_t> anchor_x, std::optional<int64_t> anchor_y) {
  Require(width >= 1 && height >= 1, "a kernel of ", width, " x ", height, ": its sides are at least 1");
  CheckSides(width, height);
  Require(channels >= 1, "a kernel for ", channels, " channels: it is for 1 or more");
  const int64_t count = CheckedMul(width * height, channels, "kernel weights");
  Require(static_cast<int64_t>(weights.size()) == count, "a kernel of ", width, " x ", height,
          channels == 1 ? "" : Sentence(" for each of ", channels, " channels"), " has ", count, " weights, not ",
          weights.size());
  for (size_t i = 0; i < weights.size(); ++i) {
    Require(std::isfinite(weights[i]), "kernel weight ", i, " is ", weights[i], ": a weight must be finite");
  }
  Kernel2D kernel;
  kernel.width_ = width;
  kernel.height_ = height;
  kernel.channels_ = channels;
  kernel.anchor_x_ = anchor_x.value_or((width - 1) / 2);
  kernel.anchor_y_ = anchor_y.value_or((height - 1) / 2);
  kernel.weights_ = std::move(weights);
  const bool inside =
      kernel.anchor_x_ >= 0 && kernel.anchor_x_ < width && kernel.anchor_y_ >= 0 && kernel.anchor_y_ < height;
  Require(inside, "anchor (", kernel.anchor_x_, ", ", kernel.anchor_y_, ") lies outside a kernel of ", width, " x ",
          height);
  return kernel;
}

Kernel2D Kernel2D::Aperture(int64_t width, int64_t height, std::vector<double> shares) {
  const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
  for (double& share : shares) share /= sum;
  Kernel2D kernel = FromWeights(width, height, std::move(shares));
  kernel.is_aperture_ = true;
  return kernel;
}

Kernel2D Kernel2D::Disc(double radius, double aspect) {
  constexpr int kQuarters = 4;  // arcs of a circle, whatever their number
  return Polygon(radius, kQuarters, 0, 1, aspect);
}

Kernel2D Kernel2D::Polygon(double radius, int blades, double rotation_deg, double roundness, double aspect) {
  CheckAperture(radius, aspect);
  Require(blades >= 3 && blades <= 16, "aperture: ", blades, " blades: 3 to 16");
  Require(std::isfinite(rotation_deg), "aperture: rotation ", rotation_deg, ": a finite number of degrees");
  Require(roundness >= 0 && roundness <= 1, "aperture: roundness ", roundness, ": 0 to 1");
  std::vector<Point> outline = RoundedPolygon(radius, blades, rotation_deg, roundness);
  for (Point& p : outline) p.x *= aspect;
  CoverageTable table = CoveredShares(outline);
  // All inside one pixel: that pixel alone, though its share may be too small to be seen.
  if (table.shares.size() == 1) table.shares = {1};
  return Aperture(table.width(), table.height(), std::move(table.shares));
}

Kernel2D Kernel2D::FromImage(const AnyConstImageView& picture, double radius) {
  CheckAperture(radius, 1);
  Require(picture.data != nullptr && picture.width >= 1 && picture.height >= 1 && picture.channels >= 1,
          "aperture: a picture of ", picture.width, " x ", picture.height, " x ", picture.channels, " has no samples");
  CoverageTable table = ScaledToSquare(picture, radius);
  CheckSides(table.width(), table.height());
  double sum = 0;
  for (const double share : table.shares) {
    Require(share >= 0, "aperture: the picture has samples that are negative or not finite");
    sum += share;
  }
  Require(sum > 0, "aperture: the picture is black, nothing passes through it");
  std::reverse(table.shares.begin(), table.shares.end());  // half a turn
  return Aperture(table.width(), table.height(), std::move(table.shares));
}

}  // namespace ninefold
