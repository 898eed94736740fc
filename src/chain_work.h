// What the tiles of a plan compute and fetch, counted.

#ifndef NINEFOLD_SRC_CHAIN_WORK_H_
#define NINEFOLD_SRC_CHAIN_WORK_H_

#include <vector>

#include "src/plan_state.h"
#include "src/tile_grid.h"

namespace ninefold {

struct ChainWork {
  // Work of all tiles beyond that of computing each stage once over its whole image, as a share of the latter: halos
  // that neighbours compute too, and earlier results that two stages read. Stages weigh as much as they take time.
  double recomputed = 0;
  // How often a sample of the source is fetched, on average: more than once where halos of tiles overlap. All but the
  // first time it comes from a cache.
  double source_fetches = 0;
};

// Cost: proportional to rows plus columns of tiles and to the ways from the result to the source.
ChainWork CountWork(const Format& format, const TileGrid& grid, const std::vector<PlanNode>& nodes);

}  // namespace ninefold

#endif  // NINEFOLD_SRC_CHAIN_WORK_H_
