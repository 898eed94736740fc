#include "ninefold/kernel2d.h"

#include <cmath>
#include <utility>

#include "src/checked.h"
#include "src/refuse.h"

namespace ninefold {

Kernel2D Kernel2D::FromWeights(int64_t width, int64_t height, std::vector<double> weights,
                               std::optional<int64_t> anchor_x, std::optional<int64_t> anchor_y) {
  return FromWeightsPerChannel(width, height, 1, std::move(weights), anchor_x, anchor_y);
}

Kernel2D Kernel2D::FromWeightsPerChannel(int64_t width, int64_t height, int64_t channels, std::vector<double> weights,
                                         std::optional<int64_t> anchor_x, std::optional<int64_t> anchor_y) {
  Require(width >= 1 && height >= 1, "a kernel of ", width, " x ", height, ": its sides are at least 1");
  if (width > kMaxSide || height > kMaxSide) {
    Refuse(ErrorCode::kLimit, "a kernel of ", width, " x ", height, " is larger than the limit of ", kMaxSide, " x ",
           kMaxSide);
  }
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

}  // namespace ninefold
