// Two-dimensional kernels that are not separable.

#ifndef NINEFOLD_KERNEL2D_H_
#define NINEFOLD_KERNEL2D_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "ninefold/image.h"

namespace ninefold {

// A dense table of weights w[i][j], height rows of width, with an anchor:
// dst[y][x] = sum over i, j of w[i][j] * src[y + i - anchor_y][x + j - anchor_x]. A correlation: not flipped.
//
// Apertures are kernels that turn a highlight into a shape. As a filter is a correlation, the highlight shows the table
// turned by half a turn. The weight of a pixel is the share of its unit square that the shape covers, divided by the
// sum of all shares; only pixels of positive weight belong to the footprint. How a plan computes them, and how exactly:
// PlanOptions::method and tolerance.
//
// Errors of the apertures: kInvalidArgument for a radius that is negative or not finite, an aspect outside 0.1 .. 10,
// and what each says; kLimit when a side passes kMaxSide. A radius below 1/2 is the identity.
class Kernel2D {
 public:
  // The largest side.
  static constexpr int64_t kMaxSide = 257;

  // Any finite weights, row by row; the anchor defaults to (width - 1) / 2, (height - 1) / 2, rounded down.
  //
  // Errors: kInvalidArgument when the sides do not fit the number of weights, a weight is not finite or the anchor lies
  // outside; kLimit when a side passes kMaxSide.
  static Kernel2D FromWeights(int64_t width, int64_t height, std::vector<double> weights,
                              std::optional<int64_t> anchor_x = std::nullopt,
                              std::optional<int64_t> anchor_y = std::nullopt);

  // A filter of its own for each channel: weights[(i * width + j) * channels + c], as the HWC filter of
  // linalg.depthwise_conv_2d_nhwc_hwc. For images of as many channels. Anchors and errors as above.
  static Kernel2D FromWeightsPerChannel(int64_t width, int64_t height, int64_t channels, std::vector<double> weights,
                                        std::optional<int64_t> anchor_x = std::nullopt,
                                        std::optional<int64_t> anchor_y = std::nullopt);

  // The disc of a radius in pixels, fractions too; with an aspect, the ellipse radius x aspect wide, radius high.
  static Kernel2D Disc(double radius, double aspect = 1);

  // A polygon of 3 .. 16 blades: corners at a distance of `radius`, the first at rotation_deg from +x towards +y (down)
  // in the table; in highlights on the other side. roundness 0 .. 1: from straight edges to the circle through the
  // corners, by arcs of radius / roundness. All is then stretched sideways by the aspect.
  static Kernel2D Polygon(double radius, int blades, double rotation_deg = 0, double roundness = 0, double aspect = 1);

  // A picture as aperture, which highlights show upright: its grey (of colours the luma of BT.709, as stored) times its
  // alpha (the last of 2 or 4 channels), averaged over the pixels of a square of side 2 radius + 1, its own aspect
  // kept. Nothing of the picture is referred to afterwards.
  //
  // Errors: also kInvalidArgument when the picture is empty, black, or has samples that are negative or not finite.
  static Kernel2D FromImage(const AnyConstImageView& picture, double radius);

  int64_t width() const { return width_; }
  int64_t height() const { return height_; }
  int64_t anchor_x() const { return anchor_x_; }
  int64_t anchor_y() const { return anchor_y_; }
  // 1: the same weights for all channels of any image.
  int64_t channels() const { return channels_; }
  const std::vector<double>& weights() const { return weights_; }
  // Made by Disc, Polygon or FromImage.
  bool is_aperture() const { return is_aperture_; }

 private:
  Kernel2D() = default;
  // Shares of pixels, divided by their sum.
  static Kernel2D Aperture(int64_t width, int64_t height, std::vector<double> shares);

  int64_t width_ = 0;
  int64_t height_ = 0;
  int64_t channels_ = 1;
  int64_t anchor_x_ = 0;
  int64_t anchor_y_ = 0;
  std::vector<double> weights_;
  bool is_aperture_ = false;
};

}  // namespace ninefold

#endif  // NINEFOLD_KERNEL2D_H_
