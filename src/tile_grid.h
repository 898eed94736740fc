// From the size of a result and the halo of its taps to tiles. Integer arithmetic: touches no pixels, tested alone.
//
// The two axes are cut independently, and tile IDs run along the rows of tiles. On each axis a
// tile is one of three kinds: its halo leaves the image at the low end (top, left), at neither, or at the high end
// (bottom, right); one that leaves at both counts as low, and its kernel serves both. The kinds of the two axes make
// the nine regions:
//
//            low       inside     high
//   low    top_left     top     top_right
//   inside   left       bulk      right
//   high  bottom_left  bottom  bottom_right
//
// Normally an axis is cut into equal tiles and a rest. With halo-thick borders it is cut in three first: the low border
// as thick as the halo, the inside, the high border; so that no tile of the inside leaves the image and no border tile
// is thicker than needed. Where the two halos meet there is no inside, and the cut is the normal one.

#ifndef NINEFOLD_SRC_TILE_GRID_H_
#define NINEFOLD_SRC_TILE_GRID_H_

#include <array>
#include <cstdint>

#include "ninefold/plan.h"

namespace ninefold {

// One axis of the grid.
class AxisGrid {
 public:
  enum class Kind { kLow, kInside, kHigh };
  struct Interval {
    int64_t begin;
    int64_t end;
    Kind kind;
  };

  AxisGrid() = default;

  // size: of the result. tile: length of a tile, at least 1. halo_before, halo_after: how far the taps reach beyond a
  // tile; both 0 where the halo cannot leave the image (BorderRule::kValid).
  AxisGrid(int64_t size, int64_t tile, int64_t halo_before, int64_t halo_after, bool halo_thick_borders);

  int64_t count() const { return count_; }
  Interval At(int64_t index) const;

  // The index of the tile that holds a coordinate of the result.
  int64_t Find(int64_t coordinate) const;

  // How many tiles are of this kind.
  int64_t Count(Kind kind) const { return counts_[static_cast<size_t>(kind)]; }

 private:
  struct Segment {
    int64_t begin = 0;
    int64_t end = 0;
    int64_t first_tile = 0;
  };

  int64_t size_ = 0;
  int64_t tile_ = 1;
  int64_t halo_before_ = 0;
  int64_t halo_after_ = 0;
  int64_t count_ = 0;
  std::array<Segment, 3> segments_;
  int segment_count_ = 0;
  std::array<int64_t, 3> counts_ = {};
};

// A rectangle of tiles.
struct TileRange {
  int64_t first_column = 0;
  int64_t columns = 0;
  int64_t first_row = 0;
  int64_t rows = 0;

  int64_t count() const { return columns * rows; }
};

// Both axes.
class TileGrid {
 public:
  TileGrid() = default;
  TileGrid(const AxisGrid& columns, const AxisGrid& rows) : columns_(columns), rows_(rows) {}

  const AxisGrid& columns() const { return columns_; }
  const AxisGrid& rows() const { return rows_; }

  TileRange all() const { return {0, columns_.count(), 0, rows_.count()}; }
  int64_t count() const { return all().count(); }
  Tile At(int64_t id) const { return At(all(), id); }

  // The tiles that meet a rectangle, and one of them: index 0 .. range.count() - 1.
  TileRange Meeting(const Rectangle& r) const;
  Tile At(const TileRange& range, int64_t index) const;
  int64_t Count(Region region) const;

 private:
  AxisGrid columns_;
  AxisGrid rows_;
};

}  // namespace ninefold

#endif  // NINEFOLD_SRC_TILE_GRID_H_
