#include "src/chain_layout.h"

#include <algorithm>
#include <limits>

#include "kernels/extension.h"
#include "kernels/scalar_tile.h"
#include "kernels/scratch_layout.h"
#include "kernels/simd_tile.h"
#include "src/cpu_cache.h"

namespace ninefold {
namespace {

using kernels::ChainNode;
using kernels::RoundUp;

// Calls function(reader, input) for each node that a node reads; readers after all that read them.
template <class Function>
void ForEachInput(std::vector<PlanNode>& nodes, Function function) {
  for (size_t i = nodes.size(); i-- > 0;) {
    for (const int input : {nodes[i].node.input, nodes[i].node.other}) {
      if (input != ChainNode::kSource) function(nodes[i], nodes[static_cast<size_t>(input)]);
    }
  }
}

// Time of a tile in units of SampleCost. The kernels work on strips of 16 rows, in which blocks at the ends overlap.
// Each row of the source lies on a page of its own, and waits for memory once: wide tiles read it better.
double TileCost(const std::vector<PlanNode>& nodes, int64_t channels) {
  constexpr double kTileStart = 4000, kStripStart = 1000, kSourceRow = 2500;
  double cost = kTileStart;
  for (const PlanNode& node : nodes) {
    const int64_t rows = RoundUp(node.part_height, 16), columns = RoundUp(node.part_width * channels, 16) + 16;
    cost += SampleCost(node) * static_cast<double>(columns * rows) + kStripStart * static_cast<double>(rows / 16);
    if (node.node.input != ChainNode::kSource) continue;
    const kernels::TilePlan* p = node.convolution == nullptr ? nullptr : &node.convolution->plan;
    const int64_t source_rows =
        p == nullptr ? node.part_height : kernels::MaxStored(p->rows, node.part_height, p->src_height);
    cost += kSourceRow * static_cast<double>(source_rows);
  }
  return cost;
}

// Along one axis of a result: what lies before `begin` is computed by taps that leave an image at its low end, what
// lies from `end` on by taps that leave one at its high end. The two may overlap.
struct Inside {
  int64_t begin = 0;
  int64_t end = 0;
};
struct InsideBoth {
  Inside columns;
  Inside rows;
};

// Of the `size` results of a convolution of such an input.
Inside InsideOf(const kernels::AxisGeometry& axis, const Inside& input, int64_t size) {
  const int64_t begin = (input.begin + axis.before + axis.stride - 1) / axis.stride;
  const int64_t last = input.end - axis.reach + axis.before;  // input of the last result that stays inside
  return {std::min(begin, size), last < 0 ? 0 : std::min(last / axis.stride + 1, size)};
}

Inside Common(const Inside& a, const Inside& b) { return {std::max(a.begin, b.begin), std::min(a.end, b.end)}; }

}  // namespace

Halo ChainHalo(const Format& format, const std::vector<PlanNode>& nodes) {
  const InsideBoth source = {{0, format.width}, {0, format.height}};
  std::vector<InsideBoth> inside(nodes.size());
  for (size_t i = 0; i < nodes.size(); ++i) {
    const ChainNode& node = nodes[i].node;
    const auto of = [&](int input) {
      return input == ChainNode::kSource ? source : inside[static_cast<size_t>(input)];
    };
    inside[i] = of(node.input);
    if (nodes[i].convolution != nullptr) {
      const kernels::TilePlan& p = nodes[i].convolution->plan;
      inside[i].columns = InsideOf(p.columns, inside[i].columns, nodes[i].width);
      inside[i].rows = InsideOf(p.rows, inside[i].rows, nodes[i].height);
    } else if (node.kind == ChainNode::Kind::kCombine) {
      inside[i].columns = Common(inside[i].columns, of(node.other).columns);
      inside[i].rows = Common(inside[i].rows, of(node.other).rows);
    }
  }
  const Inside &columns = inside.back().columns, &rows = inside.back().rows;
  return {columns.begin, nodes.back().width - columns.end, rows.begin, nodes.back().height - rows.end};
}

RowRange RowsBehind(const RowRange& rows, const std::vector<PlanNode>& nodes) {
  // First and last row that is asked of each node, and of the source.
  struct Asked {
    int64_t first = INT64_MAX;
    int64_t last = -1;
    void Cover(int64_t begin, int64_t end) {
      first = std::min(first, begin);
      last = std::max(last, end - 1);
    }
  };
  std::vector<Asked> asked(nodes.size());
  Asked source;
  asked.back().Cover(rows.first, rows.first + rows.count);
  for (size_t i = nodes.size(); i-- > 0;) {
    int64_t begin = asked[i].first, end = asked[i].last + 1;
    if (nodes[i].convolution != nullptr) {
      const kernels::TilePlan& p = nodes[i].convolution->plan;
      const auto window = kernels::MakeWindow<true>(p.rows, begin, end - begin, p.src_height, p.border);
      const bool turns = window.stored_begin < 0 || window.stored_end > p.src_height;
      begin = turns ? 0 : window.stored_begin;
      end = turns ? p.src_height : window.stored_end;
    }
    const auto ask = [&](int input) {
      (input == ChainNode::kSource ? source : asked[static_cast<size_t>(input)]).Cover(begin, end);
    };
    ask(nodes[i].node.input);
    if (nodes[i].node.kind == ChainNode::Kind::kCombine) ask(nodes[i].node.other);
  }
  return {source.first, source.last - source.first + 1};
}

double SampleCost(const PlanNode& node) {
  constexpr double kCurve = 20, kMove = 4;  // a curve; a pass over memory
  if (node.convolution == nullptr) return kMove + kCurve * static_cast<double>(node.ops.size());
  const kernels::TilePlan& p = node.convolution->plan;
  auto taps = p.spans == nullptr ? static_cast<double>(p.dense_taps.size()) : node.convolution->spans->work();
  for (const kernels::SeparableTerm& term : p.terms) {
    taps += static_cast<double>(term.vertical.count + term.horizontal.count) / 2 + kMove;
  }
  return kMove + taps + kCurve * static_cast<double>(p.before.size() + p.after.size());
}

void SizeParts(TileSize tile, std::vector<PlanNode>& nodes) {
  for (PlanNode& node : nodes) node.part_width = node.part_height = 0;
  nodes.back().part_width = tile.width;
  nodes.back().part_height = tile.height;
  ForEachInput(nodes, [](const PlanNode& reader, PlanNode& input) {
    int64_t width = reader.part_width, height = reader.part_height;
    if (reader.convolution != nullptr) {
      const kernels::TilePlan& p = reader.convolution->plan;
      width = kernels::MaxStored(p.columns, width, p.src_width);
      height = kernels::MaxStored(p.rows, height, p.src_height);
    }
    input.part_width = std::max(input.part_width, width);
    input.part_height = std::max(input.part_height, height);
  });
}

int64_t LayOutScratch(bool simd, bool scalar, int64_t channels, std::vector<PlanNode>& nodes) {
  int64_t kernel_bytes = 64;
  for (PlanNode& node : nodes) {
    if (node.convolution == nullptr) continue;
    kernels::TilePlan& p = node.convolution->plan;
    if (simd) p.scratch = kernels::SimdTileScratch(p, node.part_width, node.part_height);
    if (scalar) p.scalar_scratch = kernels::ScalarTileScratch(p, node.part_width, node.part_height);
    if (p.direct != nullptr) {  // a row at a time
      kernels::TilePlan& direct = node.convolution->direct->plan;
      if (simd) direct.scratch = kernels::SimdTileScratch(direct, node.part_width, 1);
      if (scalar) direct.scalar_scratch = kernels::ScalarTileScratch(direct, node.part_width, 1);
      p.scratch.bytes += direct.scratch.bytes;
      p.scalar_scratch.bytes += direct.scalar_scratch.bytes;
    }
    kernel_bytes = std::max({kernel_bytes, p.scratch.bytes, p.scalar_scratch.bytes});
  }
  kernels::ScratchCursor cursor;
  cursor.Place(kernel_bytes, 1);
  const auto place = [&](int64_t width, int64_t height) {
    kernels::ChainBuffer buffer;
    buffer.pitch = RoundUp(width * channels, 16) + kernels::kScratchSlack;
    buffer.offset = cursor.PlaceRows(height, buffer.pitch);
    return buffer;
  };
  for (PlanNode& node : nodes) {
    ChainNode& n = node.node;
    if (node.convolution == nullptr) n.input_buffer = place(node.part_width, node.part_height);
    if (n.kind == ChainNode::Kind::kCombine && !n.other_is_read)
      n.other_buffer = place(node.part_width, node.part_height);
    if (node.convolution != nullptr && n.input != ChainNode::kSource) {
      const kernels::TilePlan& p = node.convolution->plan;
      n.input_buffer = place(kernels::MaxStored(p.columns, node.part_width, p.src_width),
                             kernels::MaxStored(p.rows, node.part_height, p.src_height));
    }
  }
  return cursor.bytes();
}

TileSize ChooseChainTileSize(int64_t channels, std::vector<PlanNode>& nodes) {
  const int64_t dst_width = nodes.back().width, dst_height = nodes.back().height;
  const auto budget = static_cast<double>(L2Bytes()) / 2;
  TileSize best;
  double least = std::numeric_limits<double>::infinity();
  for (const int64_t rows : {32, 48, 64, 96, 128, 192, 256, 384, 512}) {
    for (const int64_t columns : {32, 64, 128, 192, 256, 384, 512, 768, 1024, 2048}) {
      // Equal tiles, three or more on each axis of an image that is not small, so that there are some for all threads.
      const auto part = [](int64_t size, int64_t most) {
        const int64_t parts = std::max<int64_t>((size + most - 1) / most, size >= 192 ? 3 : 1);
        return std::min(size, RoundUp((size + parts - 1) / parts, 16));
      };
      const TileSize tile = {part(dst_width, std::max<int64_t>(columns / channels, 16)), part(dst_height, rows)};
      SizeParts(tile, nodes);
      double bytes = 0;
      for (const PlanNode& node : nodes) {
        bytes += 4.0 * static_cast<double>(node.part_width * channels) * static_cast<double>(node.part_height);
      }
      const double misses = 1 + std::max(0.0, bytes / budget - 1);
      const double cost =
          TileCost(nodes, channels) * misses / (static_cast<double>(tile.width) * static_cast<double>(tile.height));
      if (cost < least) {
        least = cost;
        best = tile;
      }
    }
  }
  return best;
}

}  // namespace ninefold
