// What a Plan holds.

#ifndef NINEFOLD_SRC_PLAN_STATE_H_
#define NINEFOLD_SRC_PLAN_STATE_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "kernels/chain_tile.h"
#include "kernels/kernel_table.h"
#include "kernels/tile_kernel.h"
#include "ninefold/plan.h"
#include "src/scratch.h"
#include "src/spans.h"
#include "src/tile_grid.h"

namespace ninefold {

// What the taps of one axis point to.
struct KeptTaps {
  std::vector<float> f32;
  std::vector<int32_t> integer;
  std::vector<int16_t> fixed16;
};

// What a term of a separable convolution points to.
struct KeptTerm {
  KeptTaps vertical;
  KeptTaps horizontal;
  AlignedBuffer constant_mid;
};

// A convolution, and all that its tile plan points to.
struct Convolution {
  kernels::TilePlan plan;  // points into the vectors below
  std::vector<kernels::SeparableTerm> terms;
  std::vector<KeptTerm> kept;  // by term
  std::vector<kernels::DenseTap> dense_taps;
  std::vector<float> dense_weights;
  std::unique_ptr<Spans> spans;         // of an aperture
  std::unique_ptr<Convolution> direct;  // the same, for plan.direct
  std::vector<kernels::PointwiseOp> before, after;
  std::vector<kernels::PointwiseOp> constant_ops;  // what acts on the constant of its border
  std::vector<float> constant_pixel;
  AlignedBuffer constant_row;
};

// A node of the chain, and what is known of it beside what the kernels need.
struct PlanNode {
  kernels::ChainNode node;
  std::unique_ptr<Convolution> convolution;  // ChainNode::Kind::kConvolve
  std::vector<kernels::PointwiseOp> ops;     // else
  // Of the whole result, and of the largest part of it that one tile asks for.
  int64_t width = 0;
  int64_t height = 0;
  int64_t part_width = 0;
  int64_t part_height = 0;
};

struct Plan::State {
  Format format;
  int64_t dst_width = 0;
  int64_t dst_height = 0;
  std::string target;
  std::vector<std::string> stages;  // for people
  double worst_error = 0;           // of integer arithmetic, in units of the result; 0: does not apply

  // Each node reads nodes before it; the last one makes the result. A lone convolution needs no chain around it.
  std::vector<PlanNode> nodes;
  std::vector<std::vector<float>> op_values;
  std::deque<RowFunction> functions;
  std::vector<kernels::ChainNode> chain_nodes;  // what `chain` points to
  kernels::ChainPlan chain;

  // Whether each sample of the result depends on the one in its place alone.
  bool IsPointwise() const {
    return std::all_of(nodes.begin(), nodes.end(), [](const PlanNode& n) { return n.convolution == nullptr; });
  }
  bool IsChain() const { return nodes.size() > 1 || nodes[0].convolution == nullptr; }
  kernels::Arithmetic arithmetic() const {
    return IsChain() ? kernels::Arithmetic::kF32 : nodes[0].convolution->plan.arithmetic;
  }

  TileGrid grid;
  int64_t tile_width = 0;
  int64_t tile_height = 0;
  std::array<kernels::TileKernel, kRegions> region_kernels = {};
  std::array<std::string, kRegions> region_kernel_names;
  int64_t block_bytes = 0;  // scratch of one tile

  mutable ScratchPool scratch;
};

}  // namespace ninefold

#endif  // NINEFOLD_SRC_PLAN_STATE_H_
