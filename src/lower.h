// From a pipeline to the nodes of a chain.

#ifndef NINEFOLD_SRC_LOWER_H_
#define NINEFOLD_SRC_LOWER_H_

#include "kernels/kernel_table.h"
#include "ninefold/plan.h"
#include "src/plan_state.h"

namespace ninefold {

// Fills state's nodes and all that they point to, except for scratch and what depends on the size of tiles, from the
// pipeline, state.format and the options that concern it; and dst_width, dst_height, stages, worst_error.
//
// Errors: those of Plan's constructor that concern the pipeline.
void LowerPipeline(const Pipeline& pipeline, const PlanOptions& options, const kernels::Target& target,
                   Plan::State& state);

}  // namespace ninefold

#endif  // NINEFOLD_SRC_LOWER_H_
