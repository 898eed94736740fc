// How large the tiles of a plan are, unless the user says.

#ifndef NINEFOLD_SRC_TILE_SIZE_H_
#define NINEFOLD_SRC_TILE_SIZE_H_

#include <cstdint>

#include "kernels/tile_kernel.h"

namespace ninefold {

struct TileSize {
  int64_t width = 0;
  int64_t height = 0;
};

// Tiles whose scratch stays in the L2 cache and whose halo is a small part of them, for a result of this size. Depends
// on the plan and the cache size only.
TileSize ChooseTileSize(const kernels::TilePlan& plan, int64_t dst_width, int64_t dst_height);

}  // namespace ninefold

#endif  // NINEFOLD_SRC_TILE_SIZE_H_
