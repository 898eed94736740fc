#include "src/tile_size.h"

#include <unistd.h>

#include <algorithm>

namespace ninefold {
namespace {

// The L2 cache of one core, or what most have where the system does not say.
int64_t L2Bytes() {
  static const int64_t bytes = [] {
#ifdef _SC_LEVEL2_CACHE_SIZE
    const long reported = sysconf(_SC_LEVEL2_CACHE_SIZE);
    if (reported > 0) return std::clamp<int64_t>(reported, 256 << 10, 4 << 20);
#endif
    return int64_t{512} << 10;
  }();
  return bytes;
}

// `size` cut into equal parts of at most `most`, rounded up to whole vectors of pixels where that is not more.
int64_t EvenPart(int64_t size, int64_t most) {
  const int64_t parts = (size + most - 1) / most;
  const int64_t part = (size + parts - 1) / parts;
  return std::min(size, (part + 15) / 16 * 16);
}

}  // namespace

TileSize ChooseTileSize(const kernels::TilePlan& plan, int64_t dst_width, int64_t dst_height) {
  const int64_t halo_x = plan.horizontal.count - 1, halo_y = plan.vertical.count - 1;
  if (!plan.staged) {
    // Rows stream through, a strip at a time: wide enough that the left and right halo cost little, low enough that
    // there are tiles for many threads.
    const int64_t width = std::max<int64_t>({1024 / plan.channels, 4 * halo_x, 16});
    return {EvenPart(dst_width, width), std::min<int64_t>(dst_height, 64)};
  }
  // The tile and its whole halo stand in scratch: half of L2 for them, about four times as wide as high.
  const int64_t samples = L2Bytes() / 2 / 4 / plan.channels;
  const int64_t height = std::min(dst_height, std::max<int64_t>(64, halo_y));
  const int64_t width = samples / (height + halo_y) - halo_x;
  return {EvenPart(dst_width, std::max<int64_t>({width, halo_x, 64})), height};
}

}  // namespace ninefold
