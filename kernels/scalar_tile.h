// The plain kernel: any region, any plan, written to be read. The SIMD kernels are measured and tested against it.

#ifndef NINEFOLD_KERNELS_SCALAR_TILE_H_
#define NINEFOLD_KERNELS_SCALAR_TILE_H_

#include "kernels/tile_kernel.h"

namespace ninefold::kernels {

// Computes one tile. kF32 sums in double and rounds to f32 between the passes; kInteger is exact to the bit.
void ScalarTile(const TileArgs& args) noexcept;

// Its scratch for tiles of at most this size.
ScratchLayout ScalarTileScratch(const TilePlan& plan, int64_t tile_width, int64_t tile_height) noexcept;

}  // namespace ninefold::kernels

#endif  // NINEFOLD_KERNELS_SCALAR_TILE_H_
