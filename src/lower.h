// From a pipeline to what the kernels read: taps rounded, constants laid out, arithmetic chosen.

#ifndef NINEFOLD_SRC_LOWER_H_
#define NINEFOLD_SRC_LOWER_H_

#include "kernels/kernel_table.h"
#include "src/plan_state.h"

namespace ninefold {

// Fills state's nodes and all that they point to, except for scratch and what depends on the size of tiles, from the
// pipeline and state.format; and dst_width, dst_height, stages, worst_error.
//
// Errors: those of Plan's constructor that concern the pipeline.
void LowerPipeline(const Pipeline& pipeline, const kernels::Target& target, Plan::State& state);

// Lays out the constant of BorderRule::kConstant for tiles whose taps read up to `columns` columns. After
// LowerPipeline.
void LowerConstant(int64_t columns, Convolution& convolution);

}  // namespace ninefold

#endif  // NINEFOLD_SRC_LOWER_H_
