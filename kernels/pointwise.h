// From source samples to a row in scratch, and a list of pointwise operations on it.

#ifndef NINEFOLD_KERNELS_POINTWISE_H_
#define NINEFOLD_KERNELS_POINTWISE_H_

#include <cstdint>
#include <span>

#include "kernels/steps.h"
#include "kernels/tile_kernel.h"

namespace ninefold::kernels {

// count source samples, whole pixels, to f32: by the table where there is one, else as they are.
inline void LoadSource(LoadStep load, const SourceTable& table, const void* src, int64_t count, float* dst) noexcept {
  if (table.values == nullptr) return load(src, count, dst);
  const auto* samples = static_cast<const uint8_t*>(src);
  for (int64_t i = 0; i < count; ++i) dst[i] = table.values[samples[i]];
  if (table.alpha_channels == 0) return;
  for (int64_t i = table.alpha_channels - 1; i < count; i += table.alpha_channels) {
    dst[i] = static_cast<float>(samples[i]);
  }
}

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
