#include "tile_map.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace ninefold::cli {
namespace {

constexpr int64_t kMaxSide = 1024;

// Below that many pixels a line would hide the tile.
constexpr int64_t kMinSideForLines = 4;

struct Colour {
  unsigned char rgb[3];
};

struct NamedColour {
  Colour colour;
  const char* name;
};

// In the order of the regions: corners warm, sides cool, bulk light.
constexpr std::array<NamedColour, kRegions> kColours = {{{{{214, 39, 40}}, "red"},
                                                         {{{31, 119, 180}}, "blue"},
                                                         {{{255, 127, 14}}, "orange"},
                                                         {{{44, 160, 44}}, "green"},
                                                         {{{224, 224, 224}}, "light grey"},
                                                         {{{148, 103, 189}}, "violet"},
                                                         {{{188, 189, 34}}, "olive"},
                                                         {{{23, 190, 207}}, "cyan"},
                                                         {{{227, 119, 194}}, "pink"}}};
constexpr Colour kLine = {{32, 32, 32}};

const NamedColour& ColourOf(Region region) { return kColours[static_cast<size_t>(region)]; }

void Fill(const AnyImageView& map, int64_t x0, int64_t y0, int64_t x1, int64_t y1, const Colour& colour) {
  for (int64_t y = y0; y < y1; ++y) {
    unsigned char* pixel = RowBytes(map, y) + 3 * x0;
    for (int64_t x = x0; x < x1; ++x, pixel += 3) std::copy_n(colour.rgb, 3, pixel);
  }
}

}  // namespace

Picture DrawTileMap(const Plan& plan) {
  const int64_t longest = std::max(plan.dst_width(), plan.dst_height());
  const int64_t factor = (longest + kMaxSide - 1) / kMaxSide;
  const auto reduced = [&](int64_t pixels) { return (pixels + factor - 1) / factor; };
  Picture picture(reduced(plan.dst_width()), reduced(plan.dst_height()), 3, ElementType::kU8);
  const AnyImageView& map = picture.view();
  for (int64_t id = 0; id < plan.tiles(); ++id) {
    const Tile tile = plan.tile(id);
    const int64_t x0 = reduced(tile.x);
    const int64_t y0 = reduced(tile.y);
    const int64_t x1 = reduced(tile.x + tile.width);
    const int64_t y1 = reduced(tile.y + tile.height);
    Fill(map, x0, y0, x1, y1, ColourOf(tile.region).colour);
    if (std::min(x1 - x0, y1 - y0) < kMinSideForLines) continue;
    if (tile.x > 0) Fill(map, x0, y0, x0 + 1, y1, kLine);
    if (tile.y > 0) Fill(map, x0, y0, x1, y0 + 1, kLine);
  }
  return picture;
}

std::string TileMapLegend(const Plan& plan) {
  std::string legend;
  for (int i = 0; i < kRegions; ++i) {
    const auto region = static_cast<Region>(i);
    if (plan.RegionTiles(region) == 0) continue;
    const auto& [colour, name] = ColourOf(region);
    char hex[8];
    std::snprintf(hex, sizeof hex, "#%02x%02x%02x", colour.rgb[0], colour.rgb[1], colour.rgb[2]);
    legend += std::string("map: ") + hex + " " + name + ": " + RegionName(region) + ", " +
              std::to_string(plan.RegionTiles(region)) + (plan.RegionTiles(region) == 1 ? " tile, " : " tiles, ") +
              plan.RegionKernel(region) + "\n";
  }
  return legend;
}

}  // namespace ninefold::cli
