// The grid as a plan shows it: tiles cover the result exactly once, and each belongs to the region that its halo says.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "ninefold/plan.h"
#include "tests/support/run.h"

namespace ninefold {
namespace {

// The taps of one axis, as far as the grid is concerned.
struct Reach {
  int64_t before;
  int64_t after;
  Taps taps() const { return Taps::Custom(std::vector<double>(static_cast<size_t>(before + after + 1), 1.0), before); }
};

// 0: the halo leaves at the low end (or at both), 1: at neither, 2: at the high end.
int Kind(int64_t begin, int64_t length, const Reach& reach, int64_t size) {
  if (begin - reach.before < 0) return 0;
  return begin + length + reach.after > size ? 2 : 1;
}

class Grid {
 public:
  Grid(int64_t width, int64_t height, const Reach& x, const Reach& y, const PlanOptions& options,
       BorderRule rule = BorderRule::kReplicate)
      : x_(x),
        y_(y),
        valid_(rule == BorderRule::kValid),
        plan_(test::Separable(y.taps(), x.taps(), test::BorderOf(rule)),
              {width, height, 1, ElementType::kF32, ElementType::kF32}, options) {}

  // Empty when all is well.
  std::string Fault() const {
    std::vector<int> covered(static_cast<size_t>(plan_.dst_width() * plan_.dst_height()), 0);
    std::vector<int64_t> regions(kRegions, 0);
    for (int64_t id = 0; id < plan_.tiles(); ++id) {
      const Tile tile = plan_.tile(id);
      if (tile.width < 1 || tile.height < 1 || tile.x < 0 || tile.y < 0 || tile.x + tile.width > plan_.dst_width() ||
          tile.y + tile.height > plan_.dst_height()) {
        return "tile " + std::to_string(id) + " is empty or leaves the result";
      }
      if (tile.width > plan_.tile_width() || tile.height > plan_.tile_height()) {
        return "tile " + std::to_string(id) + " is larger than a tile";
      }
      if (tile.region != RegionOf(tile))
        return "tile " + std::to_string(id) + " is in region " + RegionName(tile.region);
      ++regions[static_cast<size_t>(tile.region)];
      for (int64_t y = tile.y; y < tile.y + tile.height; ++y) {
        for (int64_t x = tile.x; x < tile.x + tile.width; ++x) {
          ++covered[static_cast<size_t>(y * plan_.dst_width() + x)];
        }
      }
    }
    if (!std::all_of(covered.begin(), covered.end(), [](int n) { return n == 1; })) return "not covered exactly once";
    for (int r = 0; r < kRegions; ++r) {
      if (plan_.RegionTiles(static_cast<Region>(r)) != regions[static_cast<size_t>(r)]) return "RegionTiles is wrong";
    }
    return "";
  }

  // Pixels in tiles of the bulk.
  int64_t BulkPixels() const {
    int64_t pixels = 0;
    for (int64_t id = 0; id < plan_.tiles(); ++id) {
      const Tile tile = plan_.tile(id);
      if (tile.region == Region::kBulk) pixels += tile.width * tile.height;
    }
    return pixels;
  }

  const Plan& plan() const { return plan_; }

 private:
  Region RegionOf(const Tile& tile) const {
    if (valid_) return Region::kBulk;
    const int column = Kind(tile.x, tile.width, x_, plan_.dst_width());
    const int row = Kind(tile.y, tile.height, y_, plan_.dst_height());
    return static_cast<Region>(3 * row + column);
  }

  const Reach x_;
  const Reach y_;
  const bool valid_;
  const Plan plan_;
};

PlanOptions Options(int64_t tile_width, int64_t tile_height, BorderKernels kernels = BorderKernels::kSimd) {
  PlanOptions options;
  options.tile_width = tile_width;
  options.tile_height = tile_height;
  options.border_kernels = kernels;
  return options;
}

class TileGridTest : public testing::TestWithParam<BorderKernels> {};

TEST_P(TileGridTest, TilesCoverEverySmallSizeOnceInTheRightRegion) {
  const std::vector<int64_t> tiles = {1, 3, 7, 16, 0};
  for (int64_t height = 1; height <= 40; ++height) {
    for (int64_t width = 1; width <= 40; ++width) {
      const int64_t tile_width = tiles[static_cast<size_t>(width % 5)];
      const int64_t tile_height = tiles[static_cast<size_t>((width + height) % 5)];
      const Reach x{(width * 7 + height) % 6, (width + height * 5) % 5};
      const Reach y{height % 4, width % 7};
      const std::string fault = Grid(width, height, x, y, Options(tile_width, tile_height, GetParam())).Fault();
      ASSERT_EQ(fault, "") << width << 'x' << height << " tiles " << tile_width << 'x' << tile_height << " reach x "
                           << x.before << '+' << x.after << " y " << y.before << '+' << y.after;
    }
  }
}

TEST_P(TileGridTest, OddTileSizesCoverLargeImagesToo) {
  for (const int64_t tile : {5, 13, 31, 33, 127, 4001}) {
    const Grid grid(601, 403, {8, 8}, {5, 2}, Options(tile, tile + 2, GetParam()));
    EXPECT_EQ(grid.Fault(), "") << tile;
  }
}

TEST_P(TileGridTest, ValidImagesAreAllBulk) {
  const Grid grid(50, 40, {3, 3}, {4, 1}, Options(9, 7, GetParam()), BorderRule::kValid);
  EXPECT_EQ(grid.Fault(), "");
  EXPECT_EQ(grid.BulkPixels(), 44 * 35);
}

TEST_P(TileGridTest, WithoutAHaloAllIsBulk) {
  EXPECT_EQ(Grid(50, 40, {0, 0}, {0, 0}, Options(9, 7, GetParam())).BulkPixels(), 50 * 40);
}

TEST_P(TileGridTest, AHaloOnOneAxisLeavesThreeRegions) {
  const Grid grid(50, 40, {2, 2}, {0, 0}, Options(5, 5, GetParam()));
  EXPECT_GT(grid.plan().RegionTiles(Region::kLeft), 0);
  EXPECT_GT(grid.plan().RegionTiles(Region::kBulk), 0);
  EXPECT_GT(grid.plan().RegionTiles(Region::kRight), 0);
  EXPECT_EQ(grid.plan().RegionTiles(Region::kTop) + grid.plan().RegionTiles(Region::kBottom), 0);
}

TEST_P(TileGridTest, AnImageSmallerThanTwoHalosHasNoBulk) {
  for (const int64_t tile : {0, 1, 3, 100}) {
    EXPECT_EQ(Grid(15, 40, {8, 8}, {1, 1}, Options(tile, tile, GetParam())).BulkPixels(), 0);
    EXPECT_EQ(Grid(40, 15, {1, 1}, {8, 8}, Options(tile, tile, GetParam())).BulkPixels(), 0);
  }
}

TEST_P(TileGridTest, OneTileThatLeavesOnBothSidesCountsAsTheFirst) {
  const Grid grid(20, 20, {2, 2}, {2, 2}, Options(64, 64, GetParam()));
  if (grid.plan().tiles() == 1) {
    EXPECT_EQ(grid.plan().RegionTiles(Region::kTopLeft), 1);
  }
  EXPECT_EQ(grid.Fault(), "");
}

INSTANTIATE_TEST_SUITE_P(BorderKernels, TileGridTest, testing::Values(BorderKernels::kSimd, BorderKernels::kScalar),
                         [](const auto& param_info) {
                           return param_info.param == BorderKernels::kSimd ? "Simd" : "Scalar";
                         });

TEST(TileGridScalarBordersTest, BorderTilesAreHaloThickSoThatTheBulkStaysBulk) {
  if (Targets().size() == 1) GTEST_SKIP() << "this build has no SIMD target";
  for (const int64_t tile : {0, 16, 64, 1000}) {
    const Grid grid(300, 200, {5, 9}, {3, 7}, Options(tile, tile, BorderKernels::kScalar));
    EXPECT_EQ(grid.Fault(), "");
    EXPECT_EQ(grid.BulkPixels(), (300 - 14) * (200 - 10)) << "tile " << tile;
  }
}

TEST(TileGridScalarBordersTest, EveryRegionIsThereAndHaloThick) {
  if (Targets().size() == 1) GTEST_SKIP() << "this build has no SIMD target";
  const Grid grid(300, 200, {5, 9}, {3, 7}, Options(64, 64, BorderKernels::kScalar));
  for (int64_t id = 0; id < grid.plan().tiles(); ++id) {
    const Tile tile = grid.plan().tile(id);
    const int region = static_cast<int>(tile.region);
    if (region % 3 == 0) {
      EXPECT_LE(tile.width, 5);
    } else if (region % 3 == 2) {
      EXPECT_LE(tile.width, 9);
    }
    if (region / 3 == 0) {
      EXPECT_LE(tile.height, 3);
    } else if (region / 3 == 2) {
      EXPECT_LE(tile.height, 7);
    }
  }
  for (int r = 0; r < kRegions; ++r) EXPECT_GT(grid.plan().RegionTiles(static_cast<Region>(r)), 0) << r;
}

}  // namespace
}  // namespace ninefold
