// A list of pointwise operations on a row in scratch.

#ifndef NINEFOLD_KERNELS_POINTWISE_H_
#define NINEFOLD_KERNELS_POINTWISE_H_

#include <cstdint>
#include <span>

#include "kernels/steps.h"
#include "kernels/tile_kernel.h"

namespace ninefold::kernels {

inline void ApplyOps(std::span<const PointwiseOp> ops, PointwiseStep step, float full_scale, int64_t pixels,
                     int64_t channels, void* run, float* row) noexcept {
  for (const PointwiseOp& op : ops) {
    if (op.call != nullptr) {
      op.call(op.function, run, row, pixels, channels);
    } else {
      step(op, full_scale, pixels, channels, row);
    }
  }
}

}  // namespace ninefold::kernels

#endif  // NINEFOLD_KERNELS_POINTWISE_H_
