// The list of targets and kernels: what a plan picks from.

#ifndef NINEFOLD_KERNELS_KERNEL_TABLE_H_
#define NINEFOLD_KERNELS_KERNEL_TABLE_H_

#include <span>

#include "kernels/steps.h"
#include "kernels/tile_kernel.h"

namespace ninefold::kernels {

// A set of instructions that kernels were built for.
struct Target {
  const char* name;    // "AVX3", "AVX2", "SSE4", "SSSE3", "NEON" or "SCALAR"
  const Steps* steps;  // null for SCALAR: the scalar kernel runs every region
};

// The targets that this build has and this CPU runs, best first; SCALAR is the last.
std::span<const Target> SupportedTargets();

// A kernel and its name for people.
struct NamedKernel {
  TileKernel kernel;
  const char* name;
};

// The kernel for tiles of which the taps leave the image above or below, or left or right, as said.
NamedKernel FindKernel(const Target& target, bool scalar_borders, bool leaves_rows, bool leaves_columns);

}  // namespace ninefold::kernels

#endif  // NINEFOLD_KERNELS_KERNEL_TABLE_H_
