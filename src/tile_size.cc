#include "src/tile_size.h"

#include <algorithm>

#include "src/cpu_cache.h"

namespace ninefold {
namespace {

// `size` cut into equal parts of at most `most`, rounded up to whole vectors of pixels where that is not more.
int64_t EvenPart(int64_t size, int64_t most) {
  const int64_t parts = (size + most - 1) / most;
  const int64_t part = (size + parts - 1) / parts;
  return std::min(size, (part + 15) / 16 * 16);
}

}  // namespace

TileSize ChooseTileSize(const kernels::TilePlan& plan, int64_t dst_width, int64_t dst_height) {
  const int64_t halo_x = plan.columns.reach - 1, halo_y = plan.rows.reach - 1;
  // Three columns or more where the image is not narrow, so that there is a bulk.
  const int64_t parts = dst_width * plan.channels >= 3 * 256 ? 3 : 1;
  const int64_t widest = (dst_width + parts - 1) / parts;
  if (!plan.staged) {
    // Rows stream through, a strip at a time: wide enough that what a tile costs beside its pixels is little and that
    // the CPU fetches rows ahead well, so narrow that a strip of 64 bytes a sample stays in L2, low enough that there
    // are tiles for many threads.
    const int64_t width = std::max<int64_t>({1536 / plan.channels, 4 * halo_x, 16});
    return {EvenPart(dst_width, std::min(width, widest)), std::min<int64_t>(dst_height, 64)};
  }
  if (plan.spans != nullptr) {
    // Rows of a tile's halo cost as much as others, and stream through: many halos high.
    const int64_t height = EvenPart(dst_height, std::max<int64_t>(96, std::min<int64_t>(6 * halo_y, 384)));
    const int64_t samples = L2Bytes() / 4 / plan.channels;
    const int64_t width = std::max<int64_t>({samples / (height + halo_y) - halo_x, halo_x, 64});
    return {EvenPart(dst_width, std::min(width, widest)), height};
  }
  // The tile and its whole halo stand in scratch, in half of L2: some halos high, and as wide as fits.
  const int64_t samples = L2Bytes() / 2 / 4 / plan.channels;
  const int64_t height = std::min(dst_height, std::max<int64_t>(64, std::min<int64_t>(3 * halo_y, 256)));
  const int64_t width = std::max<int64_t>({samples / (height + halo_y) - halo_x, halo_x, 64});
  return {EvenPart(dst_width, std::min(width, widest)), height};
}

}  // namespace ninefold
