// What a Plan holds.

#ifndef NINEFOLD_SRC_PLAN_STATE_H_
#define NINEFOLD_SRC_PLAN_STATE_H_

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/kernel_table.h"
#include "kernels/tile_kernel.h"
#include "ninefold/plan.h"
#include "src/scratch.h"
#include "src/tile_grid.h"

namespace ninefold {

struct Plan::State {
  Format format;
  int64_t dst_width = 0;
  int64_t dst_height = 0;
  std::string target;
  std::vector<std::string> stages;  // for people
  double worst_error = 0;           // of integer arithmetic, in units of the result; 0: does not apply

  kernels::TilePlan tile_plan;  // points into the vectors below
  std::vector<float> vertical_f32, horizontal_f32, dense_f32;
  std::vector<int32_t> vertical_integer, horizontal_integer;
  std::vector<int16_t> vertical_fixed16, horizontal_fixed16;
  std::vector<kernels::PointwiseOp> before, after;
  std::vector<std::vector<float>> op_values;
  std::vector<float> constant_pixel;
  AlignedBuffer constant_row, constant_mid;

  TileGrid grid;
  int64_t tile_width = 0;
  int64_t tile_height = 0;
  std::array<kernels::NamedKernel, kRegions> region_kernels = {};
  std::array<std::string, kRegions> region_kernel_names;
  int64_t block_bytes = 0;  // scratch of one tile

  mutable ScratchPool scratch;
};

}  // namespace ninefold

#endif  // NINEFOLD_SRC_PLAN_STATE_H_
