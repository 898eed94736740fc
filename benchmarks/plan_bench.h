// What every benchmark of a whole plan does: pictures, one run checked, then timed runs.

#ifndef NINEFOLD_BENCHMARKS_PLAN_BENCH_H_
#define NINEFOLD_BENCHMARKS_PLAN_BENCH_H_

#include <cstdint>
#include <string>
#include <vector>

#include "ninefold/ninefold.h"

namespace ninefold::bench {

// One whole filter: Gaussian taps of `taps` taps on both axes.
struct Case {
  std::string name;
  int64_t width = 0;
  int64_t height = 0;
  int64_t channels = 1;
  int64_t taps = 17;
  ElementType type = ElementType::kF32;
  Border border = Border::Replicate();
  int threads = 1;  // one of ThreadCounts()
  PlanOptions options;
};

Taps GaussianOf(int64_t taps);

// Registers a benchmark that runs the case. width and height are those of the result; the source has the rows of one
// that is taps - 1 larger on each axis, so that BorderRule::kValid and the others read equally long rows.
//
// Before anything is timed, some samples of the result are compared with sums in double.
void RegisterPlan(const Case& c);

// The same picture filtered by OpenCV, if it is there, after its result has been compared with the plan's.
void RegisterOpenCv(const Case& c);

// One thread, and all that the machine has.
std::vector<int> ThreadCounts();
const Executor& ExecutorOf(int threads);

// The registrations of each file; main calls them.
void RegisterFilterBenchmarks();
void RegisterBorderBenchmarks();
void RegisterChainBenchmarks();
void RegisterApertureBenchmarks();
void RegisterKernelBenchmarks();
void RegisterLimitBenchmarks();

}  // namespace ninefold::bench

#endif  // NINEFOLD_BENCHMARKS_PLAN_BENCH_H_
