// Two-dimensional kernels that are not separable.

#ifndef NINEFOLD_KERNEL2D_H_
#define NINEFOLD_KERNEL2D_H_

#include <cstdint>
#include <optional>
#include <vector>

namespace ninefold {

// A dense table of weights w[i][j], height rows of width, with an anchor:
// dst[y][x] = sum over i, j of w[i][j] * src[y + i - anchor_y][x + j - anchor_x]. A correlation: not flipped.
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

  int64_t width() const { return width_; }
  int64_t height() const { return height_; }
  int64_t anchor_x() const { return anchor_x_; }
  int64_t anchor_y() const { return anchor_y_; }
  // 1: the same weights for all channels of any image.
  int64_t channels() const { return channels_; }
  const std::vector<double>& weights() const { return weights_; }

 private:
  Kernel2D() = default;

  int64_t width_ = 0;
  int64_t height_ = 0;
  int64_t channels_ = 1;
  int64_t anchor_x_ = 0;
  int64_t anchor_y_ = 0;
  std::vector<double> weights_;
};

}  // namespace ninefold

#endif  // NINEFOLD_KERNEL2D_H_
