// A picture of the tiles of a plan.

#ifndef NINEFOLD_EXAMPLES_CLI_TILE_MAP_H_
#define NINEFOLD_EXAMPLES_CLI_TILE_MAP_H_

#include <ninefold/plan.h>

#include <string>

#include "picture.h"

namespace ninefold::cli {

// Draws every tile in the colour of its region, with thin lines between tiles. RGB, of the size of the result, made
// smaller by a whole factor where a side would pass 1024 pixels.
Picture DrawTileMap(const Plan& plan);

// What the colours mean: a line for each region that has tiles.
std::string TileMapLegend(const Plan& plan);

}  // namespace ninefold::cli

#endif  // NINEFOLD_EXAMPLES_CLI_TILE_MAP_H_
