// The tile kernels around the SIMD steps: plain code that finds rows, extends edges, and calls the steps strip by
// strip.
//
// One template serves the nine regions: which sides may leave the image is a type, not a branch in a loop.

#ifndef NINEFOLD_KERNELS_SIMD_TILE_H_
#define NINEFOLD_KERNELS_SIMD_TILE_H_

#include "kernels/tile_kernel.h"

namespace ninefold::kernels {

// The kernel for tiles whose taps may leave the image above or below (extend_rows), left or right (extend_columns).
// Neither: the bulk, without any clamp or coordinate test.
TileKernel SimdTile(bool extend_rows, bool extend_columns) noexcept;

// Its scratch for tiles of at most this size.
ScratchLayout SimdTileScratch(const TilePlan& plan, int64_t tile_width, int64_t tile_height) noexcept;

// One pixel of the vertical sums of plan.constant_row, into `mid`: what a term finds left and right of an image under
// kConstant. rows: pointers to the constant row; columns: scratch.
void SimdConstantMid(const TilePlan& plan, const SeparableTerm& term, const void* const* rows, void* columns,
                     void* mid) noexcept;

// What SimdConstantMid is to be given.
struct ConstantMidSize {
  int64_t rows;
  int64_t mid_bytes;
  int64_t column_bytes;
};
ConstantMidSize SimdConstantMidSize(const TilePlan& plan) noexcept;

}  // namespace ninefold::kernels

#endif  // NINEFOLD_KERNELS_SIMD_TILE_H_
