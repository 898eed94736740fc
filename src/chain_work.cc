#include "src/chain_work.h"

#include <algorithm>

#include "kernels/extension.h"
#include "src/chain_layout.h"

namespace ninefold {
namespace {

struct Interval {
  int64_t begin = 0;
  int64_t length = 0;
};
// One or several for each tile of an axis.
using Intervals = std::vector<Interval>;

double Length(const Intervals& intervals) {
  double sum = 0;
  for (const Interval& i : intervals) sum += static_cast<double>(i.length);
  return sum;
}

Intervals TilesOf(const AxisGrid& axis) {
  Intervals tiles;
  for (int64_t i = 0; i < axis.count(); ++i) {
    const AxisGrid::Interval tile = axis.At(i);
    tiles.push_back({tile.begin, tile.end - tile.begin});
  }
  return tiles;
}

// What a convolution reads for such results, as the tile kernels fetch it.
Intervals Behind(const Intervals& results, const kernels::AxisGeometry& axis, int64_t size, BorderRule rule) {
  Intervals inputs;
  for (const Interval& i : results) {
    const auto window = kernels::MakeWindow<true>(axis, i.begin, i.length, size, rule);
    for (int64_t at = window.stored_begin; at < window.stored_end; at += window.Run(at)) {
      inputs.push_back({window.Source(at), window.Run(at)});
    }
  }
  return inputs;
}

// The two axes are cut independently, and so is what stands behind the cuts: along one way from the result to a node,
// all tiles together compute the sum of their rows times the sum of their columns.
class Counter {
 public:
  explicit Counter(const std::vector<PlanNode>& nodes) : nodes_(nodes) {}

  void Visit(int index, const Intervals& columns, const Intervals& rows) {
    if (index == kernels::ChainNode::kSource) {
      fetched_ += Length(columns) * Length(rows);
      return;
    }
    const PlanNode& node = nodes_[static_cast<size_t>(index)];
    computed_ += SampleCost(node) * Length(columns) * Length(rows);
    if (node.convolution != nullptr) {
      const kernels::TilePlan& p = node.convolution->plan;
      Visit(node.node.input, Behind(columns, p.columns, p.src_width, p.border),
            Behind(rows, p.rows, p.src_height, p.border));
    } else {
      Visit(node.node.input, columns, rows);
    }
    if (node.node.kind == kernels::ChainNode::Kind::kCombine && !node.node.other_is_read) {
      Visit(node.node.other, columns, rows);
    }
  }

  double computed() const { return computed_; }
  double fetched() const { return fetched_; }

 private:
  const std::vector<PlanNode>& nodes_;
  double computed_ = 0;
  double fetched_ = 0;
};

}  // namespace

ChainWork CountWork(const Format& format, const TileGrid& grid, const std::vector<PlanNode>& nodes) {
  Counter counter(nodes);
  counter.Visit(static_cast<int>(nodes.size()) - 1, TilesOf(grid.columns()), TilesOf(grid.rows()));
  double needed = 0;
  for (const PlanNode& n : nodes)
    needed += SampleCost(n) * static_cast<double>(n.width) * static_cast<double>(n.height);
  const double source = static_cast<double>(format.width) * static_cast<double>(format.height);
  // Strides can leave rows out, and then less than the whole is computed.
  return {std::max(0.0, counter.computed() / needed - 1), counter.fetched() / source};
}

}  // namespace ninefold
