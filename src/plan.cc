#include "ninefold/plan.h"

#include <algorithm>

#include "kernels/pointwise_scalar.h"
#include "kernels/scalar_tile.h"
#include "src/chain_layout.h"
#include "src/checked.h"
#include "src/cpu_cache.h"
#include "src/lower.h"
#include "src/lower_convolution.h"
#include "src/plan_state.h"
#include "src/refuse.h"
#include "src/tile_size.h"

namespace ninefold {
namespace {

const kernels::Target& FindTarget(const std::string& name) {
  const auto targets = kernels::SupportedTargets();
  if (name.empty()) return targets.front();
  std::string known;
  for (const kernels::Target& target : targets) {
    if (name == target.name) return target;
    if (!known.empty()) known += ", ";
    known += target.name;
  }
  Refuse(ErrorCode::kInvalidArgument, "target ", name, " is not one of those that this CPU runs: ", known);
}

void CheckOptions(const PlanOptions& options) {
  const auto check = [](int64_t value, const char* what) {
    Require(value >= 0 && value <= INT32_MAX, what, " ", value, ": 0 (chosen by the plan) to ", INT32_MAX);
  };
  check(options.tile_width, "tile_width");
  check(options.tile_height, "tile_height");
  Require(options.tolerance >= 0 && options.tolerance <= 1, "tolerance ", options.tolerance, ": 0 to 1");
  Require(options.max_scratch_bytes >= 0, "max_scratch_bytes ", options.max_scratch_bytes, ": 0 (no limit) or more");
}

// Cuts the result into tiles, chooses the kernels of the regions and lays out the scratch.
void MakeTiles(const PlanOptions& options, const kernels::Target& target, Plan::State& s) {
  const TileSize chosen = s.IsChain() ? ChooseChainTileSize(s.format.channels, s.nodes)
                                      : ChooseTileSize(s.nodes[0].convolution->plan, s.dst_width, s.dst_height);
  s.tile_width = std::min(options.tile_width > 0 ? options.tile_width : chosen.width, s.dst_width);
  s.tile_height = std::min(options.tile_height > 0 ? options.tile_height : chosen.height, s.dst_height);

  const bool scalar_borders = options.border_kernels == BorderKernels::kScalar;
  const Halo halo = ChainHalo(s.format, s.nodes);
  s.grid = TileGrid(AxisGrid(s.dst_width, s.tile_width, halo.left, halo.right, scalar_borders),
                    AxisGrid(s.dst_height, s.tile_height, halo.top, halo.bottom, scalar_borders));

  bool any_scalar = false, any_simd = false;
  for (int r = 0; r < kRegions; ++r) {
    const auto index = static_cast<size_t>(r);
    const bool rows = r / 3 != 1, columns = r % 3 != 1;
    const kernels::NamedKernel kernel = kernels::FindKernel(target, scalar_borders, rows, columns);
    for (PlanNode& node : s.nodes) node.node.kernels[rows][columns] = kernel.kernel;
    s.region_kernels[index] = s.IsChain() ? kernels::ChainTile(rows, columns) : kernel.kernel;
    s.region_kernel_names[index] = std::string(s.IsChain() ? "chain: " : "") + kernel.name;
    if (s.grid.Count(static_cast<Region>(r)) == 0) continue;
    (kernel.kernel == kernels::ScalarTile ? any_scalar : any_simd) = true;
  }
  SizeParts({s.tile_width, s.tile_height}, s.nodes);
  s.block_bytes = LayOutScratch(any_simd, any_scalar, s.format.channels, s.nodes);
  const int64_t limit = options.max_scratch_bytes > 0 ? options.max_scratch_bytes : kMaxBytes;
  if (s.block_bytes > limit) {
    Refuse(ErrorCode::kLimit, "a tile of ", s.tile_width, " x ", s.tile_height, " needs ", s.block_bytes,
           " bytes of scratch, more than the limit of ", limit);
  }
}

// What the chain's kernels read, after all else of the nodes is set.
void MakeChain(const kernels::Target& target, Plan::State& s) {
  for (const PlanNode& node : s.nodes) s.chain_nodes.push_back(node.node);
  s.chain.nodes = s.chain_nodes;
  s.chain.channels = s.format.channels;
  s.chain.src_type = s.format.src_type;
  s.chain.full_scale = static_cast<float>(FullScale(s.format.src_type));
  s.chain.steps = target.steps != nullptr ? &target.steps->pointwise : &kernels::ScalarPointwiseSteps();
}

}  // namespace

std::vector<std::string> Targets() {
  std::vector<std::string> names;
  for (const kernels::Target& target : kernels::SupportedTargets()) names.emplace_back(target.name);
  return names;
}

const char* RegionName(Region region) {
  static constexpr const char* kNames[kRegions] = {"top_left", "top",         "top_right", "left",        "bulk",
                                                   "right",    "bottom_left", "bottom",    "bottom_right"};
  return kNames[static_cast<int>(region)];
}

Plan::Plan(const Pipeline& pipeline, const Format& format, const PlanOptions& options) {
  const auto check_format = [&](ElementType type) {
    CheckedImageBytes(format.width, format.height, format.channels, ElementBytes(type));
  };
  check_format(format.src_type);
  check_format(format.dst_type);
  CheckOptions(options);
  const kernels::Target& target = FindTarget(options.target);

  auto state = std::make_shared<State>();
  state->format = format;
  state->target = target.name;
  LowerPipeline(pipeline, options, target, *state);
  // A picture that the caches do not keep anyway should not push out what they could keep. Rows that go to scratch
  // first stay there.
  const double pixels = static_cast<double>(format.width) * static_cast<double>(format.height * format.channels);
  const auto bytes = static_cast<double>(ElementBytes(format.src_type) + ElementBytes(format.dst_type));
  if (Convolution* last = state->nodes.back().convolution.get()) {
    last->plan.stream = format.dst_type == ElementType::kF32 && last->plan.after.empty() &&
                        pixels * bytes > static_cast<double>(L3Bytes()) * 0.75;
  }
  MakeTiles(options, target, *state);
  for (PlanNode& node : state->nodes) {
    if (node.convolution == nullptr) continue;
    LowerConstant(node.convolution->plan.columns.Inputs(node.part_width), *node.convolution);
  }
  MakeChain(target, *state);
  state_ = std::move(state);
}

int64_t Plan::dst_width() const { return state_->dst_width; }
int64_t Plan::dst_height() const { return state_->dst_height; }
const Format& Plan::format() const { return state_->format; }
int Plan::Dispatches() const { return 1; }
const std::string& Plan::target() const { return state_->target; }

int64_t Plan::tiles() const { return state_->grid.count(); }
int64_t Plan::tile_width() const { return state_->tile_width; }
int64_t Plan::tile_height() const { return state_->tile_height; }

Tile Plan::tile(int64_t id) const {
  Require(id >= 0 && id < tiles(), "tile ", id, ": 0 to ", tiles() - 1);
  return state_->grid.At(id);
}

int64_t Plan::RegionTiles(Region region) const { return state_->grid.Count(region); }

const std::string& Plan::RegionKernel(Region region) const {
  return state_->region_kernel_names[static_cast<size_t>(region)];
}

}  // namespace ninefold
