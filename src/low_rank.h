// A kernel as a sum of separable ones.

#ifndef NINEFOLD_SRC_LOW_RANK_H_
#define NINEFOLD_SRC_LOW_RANK_H_

#include <cstdint>
#include <vector>

#include "ninefold/kernel2d.h"
#include "ninefold/pipeline.h"

namespace ninefold {

struct LowRank {
  std::vector<SeparableFilter> terms;  // taps as f32 has them; to be divided by the sum of all their weights
  double l1_error = 0;                 // the sum of |weight given - weight asked for|
  double largest_error = 0;
};

// The sum of the fewest separable terms that leaves an L1 error of `tolerance` at most: singular values cut off, which
// no other sum of so many terms betters in the mean square (Eckart and Young, 1936). No terms where more than `most`
// are needed. For kernels of one channel whose weights add up to 1. Cost: cubic in the sides.
LowRank FactorLowRank(const Kernel2D& kernel, double tolerance, int64_t most);

}  // namespace ninefold

#endif  // NINEFOLD_SRC_LOW_RANK_H_
