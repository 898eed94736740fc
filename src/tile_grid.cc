#include "src/tile_grid.h"

#include <algorithm>

namespace ninefold {
namespace {

constexpr int64_t DivideUp(int64_t a, int64_t b) { return (a + b - 1) / b; }

}  // namespace

AxisGrid::AxisGrid(int64_t size, int64_t tile, int64_t halo_before, int64_t halo_after, bool halo_thick_borders)
    : size_(size), tile_(tile), halo_before_(halo_before), halo_after_(halo_after) {
  const auto add = [&](int64_t begin, int64_t end) {
    if (begin == end) return;
    segments_[static_cast<size_t>(segment_count_++)] = {begin, end, count_};
    count_ += DivideUp(end - begin, tile_);
  };
  if (halo_thick_borders && halo_before + halo_after < size) {
    add(0, halo_before);
    add(halo_before, size - halo_after);
    add(size - halo_after, size);
  } else {
    add(0, size);
  }
  for (int64_t i = 0; i < count_; ++i) ++counts_[static_cast<size_t>(At(i).kind)];
}

AxisGrid::Interval AxisGrid::At(int64_t index) const {
  int s = segment_count_ - 1;
  while (segments_[static_cast<size_t>(s)].first_tile > index) --s;
  const Segment& segment = segments_[static_cast<size_t>(s)];
  const int64_t begin = segment.begin + (index - segment.first_tile) * tile_;
  const int64_t end = std::min(begin + tile_, segment.end);
  const Kind kind = begin < halo_before_ ? Kind::kLow : end > size_ - halo_after_ ? Kind::kHigh : Kind::kInside;
  return {begin, end, kind};
}

int64_t AxisGrid::Find(int64_t coordinate) const {
  int s = segment_count_ - 1;
  while (segments_[static_cast<size_t>(s)].begin > coordinate) --s;
  const Segment& segment = segments_[static_cast<size_t>(s)];
  return segment.first_tile + (coordinate - segment.begin) / tile_;
}

TileRange TileGrid::Meeting(const Rectangle& r) const {
  const int64_t column = columns_.Find(r.x), row = rows_.Find(r.y);
  return {column, columns_.Find(r.x + r.width - 1) - column + 1, row, rows_.Find(r.y + r.height - 1) - row + 1};
}

Tile TileGrid::At(const TileRange& range, int64_t index) const {
  const AxisGrid::Interval column = columns_.At(range.first_column + index % range.columns),
                           row = rows_.At(range.first_row + index / range.columns);
  const auto region = static_cast<Region>(3 * static_cast<int>(row.kind) + static_cast<int>(column.kind));
  return {column.begin, row.begin, column.end - column.begin, row.end - row.begin, region};
}

int64_t TileGrid::Count(Region region) const {
  const int r = static_cast<int>(region);
  return rows_.Count(static_cast<AxisGrid::Kind>(r / 3)) * columns_.Count(static_cast<AxisGrid::Kind>(r % 3));
}

}  // namespace ninefold
