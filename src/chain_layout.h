// How a chain's tiles and what they need lie in coordinates and in scratch.

#ifndef NINEFOLD_SRC_CHAIN_LAYOUT_H_
#define NINEFOLD_SRC_CHAIN_LAYOUT_H_

#include <cstdint>

#include "src/plan_state.h"
#include "src/tile_size.h"

namespace ninefold {

// How wide the borders of the result are in which the taps of any stage, its halo, leave the image that they read.
struct Halo {
  int64_t left = 0;
  int64_t right = 0;
  int64_t top = 0;
  int64_t bottom = 0;
};
Halo ChainHalo(const Format& format, const std::vector<PlanNode>& nodes);

// The source rows that rows of the result depend on; with `wrap` at an edge, all.
RowRange RowsBehind(const RowRange& rows, const std::vector<PlanNode>& nodes);

// What one sample of a node's result costs, about: in multiply-adds, or as much time as these take.
double SampleCost(const PlanNode& node);

// Sets the largest part of each node's result that one tile of this size asks for.
void SizeParts(TileSize tile, std::vector<PlanNode>& nodes);

// Lays out the scratch of a tile, for the parts that SizeParts has set and the kernels that are used; returns its
// bytes.
int64_t LayOutScratch(bool simd, bool scalar, int64_t channels, std::vector<PlanNode>& nodes);

// The tile size for which the least is computed twice while the scratch of a tile stays in L2. Sets parts too.
TileSize ChooseChainTileSize(int64_t channels, std::vector<PlanNode>& nodes);

}  // namespace ninefold

#endif  // NINEFOLD_SRC_CHAIN_LAYOUT_H_
