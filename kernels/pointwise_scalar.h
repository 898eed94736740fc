// Pointwise operations on a row of f32 pixels, in plain C++: the twin of the SIMD ones.

#ifndef NINEFOLD_KERNELS_POINTWISE_SCALAR_H_
#define NINEFOLD_KERNELS_POINTWISE_SCALAR_H_

#include <cstdint>

#include "kernels/steps.h"
#include "kernels/tile_kernel.h"

namespace ninefold::kernels {

// Applies op to pixels x channels samples in units in which full_scale is white.
void ApplyPointwise(const PointwiseOp& op, float full_scale, int64_t pixels, int64_t channels, float* row) noexcept;

// All steps on rows, in plain C++. Needs no room behind the rows.
const PointwiseSteps& ScalarPointwiseSteps() noexcept;

}  // namespace ninefold::kernels

#endif  // NINEFOLD_KERNELS_POINTWISE_SCALAR_H_
