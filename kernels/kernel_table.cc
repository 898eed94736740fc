#include "kernels/kernel_table.h"

#include <vector>

#include "hwy/targets.h"
#include "kernels/hwy_compat.h"
#include "kernels/scalar_tile.h"
#include "kernels/simd_tile.h"

namespace ninefold::kernels {
namespace {

// Best first, as the bits of Highway's targets are ordered.
std::vector<Target> FindTargets() {
  std::vector<Target> targets;
  int64_t bits = hwy::SupportedTargets() & NINEFOLD_SIMD_TARGETS;
  for (; bits != 0; bits &= bits - 1) {
    const int64_t target = bits & -bits;
    const Steps* steps =
        new Steps{{SeparableF32StepsFor(target), SeparableI32StepsFor(target), SeparableFixed16StepsFor(target)},
                  DenseStepsFor(target),
                  SpanStepFor(target),
                  PointwiseStepsFor(target)};
    targets.push_back({hwy::TargetName(target), steps});
  }
  targets.push_back({"SCALAR", nullptr});
  return targets;
}

}  // namespace

std::span<const Target> SupportedTargets() {
  static const std::vector<Target>& targets = *new std::vector<Target>(FindTargets());  // never destroyed
  return targets;
}

NamedKernel FindKernel(const Target& target, bool scalar_borders, bool leaves_rows, bool leaves_columns) {
  static constexpr const char* kNames[2][2] = {{"simd", "simd, columns extended"},
                                               {"simd, rows extended", "simd, rows and columns extended"}};
  if (target.steps == nullptr || (scalar_borders && (leaves_rows || leaves_columns))) return {ScalarTile, "scalar"};
  return {SimdTile(leaves_rows, leaves_columns), kNames[leaves_rows][leaves_columns]};
}

}  // namespace ninefold::kernels
