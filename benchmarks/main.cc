// ninefold_bench: Google Benchmark's own command line; script/bench runs it with the options that make figures
// comparable.

#include <benchmark/benchmark.h>

#include "plan_bench.h"

int main(int argc, char** argv) {
  ninefold::bench::RegisterLimitBenchmarks();
  ninefold::bench::RegisterKernelBenchmarks();
  ninefold::bench::RegisterFilterBenchmarks();
  ninefold::bench::RegisterBorderBenchmarks();
  ninefold::bench::RegisterChainBenchmarks();
  ninefold::bench::RegisterApertureBenchmarks();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
