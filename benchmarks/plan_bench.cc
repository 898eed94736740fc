#include "plan_bench.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "picture.h"

namespace ninefold::bench {
namespace {

Taps GaussianOf(int64_t taps) {
  const int64_t radius = (taps - 1) / 2;
  return Taps::Gaussian(std::max(static_cast<double>(radius) / 3, 0.5), radius);
}

// The part of the picture that the plan reads: all of it for kValid, else the upper left one of the result's size.
AnyConstImageView SourceOf(const Case& c, const Picture& picture) {
  AnyImageView view = picture.view();
  if (c.border.rule() != BorderRule::kValid) {
    view.width = c.width;
    view.height = c.height;
  }
  return view;
}

// The largest error of some samples away from the edges, where all borders agree.
double WorstError(const Case& c, const Picture& src, const Picture& dst) {
  const Taps taps = GaussianOf(c.taps);
  const int64_t shift = c.border.rule() == BorderRule::kValid ? 0 : taps.anchor();
  double worst = 0;
  for (int64_t n = 0; n < 200; ++n) {
    const int64_t x = c.taps + n * 7919 % std::max<int64_t>(c.width - 2 * c.taps, 1);
    const int64_t y = c.taps + n * 104729 % std::max<int64_t>(c.height - 2 * c.taps, 1);
    if (x + c.taps > c.width || y + c.taps > c.height) continue;
    const int64_t channel = n % c.channels;
    double sum = 0;
    for (int64_t i = 0; i < c.taps; ++i) {
      for (int64_t j = 0; j < c.taps; ++j) {
        sum += taps.weights()[static_cast<size_t>(i)] * taps.weights()[static_cast<size_t>(j)] *
               src.At(x + j - shift, y + i - shift, channel);
      }
    }
    worst = std::max(worst, std::abs(sum - dst.At(x, y, channel)));
  }
  return worst;
}

void RunCase(benchmark::State& state, const Case& c) {
  const Picture src(c.width + c.taps - 1, c.height + c.taps - 1, c.channels, c.type);
  const Picture dst(c.width, c.height, c.channels, c.type);
  const AnyConstImageView view = SourceOf(c, src);
  const Format format = {view.width, view.height, c.channels, c.type, c.type};
  const Plan plan(Pipeline().Convolve(GaussianOf(c.taps), GaussianOf(c.taps), c.border), format, c.options);
  const std::unique_ptr<Executor> threads = MakeThreadExecutor(c.threads);
  RunOptions run;
  run.executor = c.threads == 1 ? &SerialExecutor() : threads.get();

  plan.Run(view, dst.view(), run);
  const double worst = WorstError(c, src, dst), allowed = c.type == ElementType::kF32 ? 1e-5 : 0.7;
  if (worst > allowed) {
    state.SkipWithError("the result is wrong");
    return;
  }
  for (auto _ : state) {
    plan.Run(view, dst.view(), run);
    benchmark::ClobberMemory();
  }
  const auto pixels = static_cast<double>(state.iterations() * c.width * c.height);
  state.counters["Mpixel/s"] = benchmark::Counter(pixels / 1e6, benchmark::Counter::kIsRate);
  state.counters["Msample/s"] =
      benchmark::Counter(pixels * static_cast<double>(c.channels) / 1e6, benchmark::Counter::kIsRate);
  state.SetLabel(plan.target());
}

}  // namespace

void RegisterPlan(const Case& c) {
  benchmark::RegisterBenchmark(c.name.c_str(), [c](benchmark::State& state) { RunCase(state, c); })
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond);
}

}  // namespace ninefold::bench
