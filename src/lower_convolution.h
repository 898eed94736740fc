// One convolution: its geometry, its taps rounded and laid out, its arithmetic chosen.

#ifndef NINEFOLD_SRC_LOWER_CONVOLUTION_H_
#define NINEFOLD_SRC_LOWER_CONVOLUTION_H_

#include <cstdint>
#include <string>
#include <vector>

#include "ninefold/plan.h"
#include "src/plan_state.h"

namespace ninefold {

// What follows from the stage.
struct LoweredConvolution {
  int64_t width = 0;  // of the result
  int64_t height = 0;
  double worst_error = 0;  // of integer arithmetic, in units of the result
  std::string method;      // for people: how a kernel that is not separable is computed
};

// Of convolution.plan, the input's size and all types, full scale, steps and operations stand; the rest is filled,
// except for scratch and what depends on the size of tiles. scale: of the result.
//
// Errors: those of Plan's constructor that concern the stage.
LoweredConvolution LowerConvolution(const SeparableStage& stage, const Format& format, const PlanOptions& options,
                                    double scale, Convolution& convolution);
LoweredConvolution LowerConvolution(const DenseStage& stage, const Format& format, const PlanOptions& options,
                                    double scale, Convolution& convolution);

// Lays out the constant of BorderRule::kConstant for tiles whose taps read up to `columns` columns. Afterwards.
void LowerConstant(int64_t columns, Convolution& convolution);

// One value per channel, from one for all or one each. Errors: kInvalidArgument, naming `what`.
std::vector<double> PerChannel(const std::vector<double>& values, int64_t channels, const char* what);

}  // namespace ninefold

#endif  // NINEFOLD_SRC_LOWER_CONVOLUTION_H_
