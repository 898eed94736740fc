#include "plan_bench.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <thread>

#include "picture.h"
#include "workloads.h"

namespace ninefold::bench {
namespace {

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

// What is timed: the plan, or a peer in its place.
void RunCase(benchmark::State& state, const Case& c, const Peer& peer) {
  const Picture src(c.width + c.taps - 1, c.height + c.taps - 1, c.channels, c.type);
  const Picture dst(c.width, c.height, c.channels, c.type);
  const AnyConstImageView view = SourceOf(c, src);
  const Format format = {view.width, view.height, c.channels, c.type, c.type};
  const Plan plan(Pipeline().Convolve(GaussianOf(c.taps), GaussianOf(c.taps), c.border), format, c.options);
  RunOptions run;
  run.executor = &ExecutorOf(c.threads);

  plan.Run(view, dst.view(), run);
  const double worst = WorstError(c, src, dst), allowed = c.type == ElementType::kF32 ? 1e-5 : 0.7;
  if (worst > allowed) {
    state.SkipWithError("the result is wrong");
    return;
  }
  if (peer != nullptr) {
    const Picture theirs(c.width, c.height, c.channels, c.type);
    SetOpenCvThreads(c.threads);
    peer(view, theirs.view());
    const double difference = LargestDifference(dst, theirs);
    // OpenCV's taps for u8 have 8 fractional bits.
    const double allowed_difference = c.type == ElementType::kF32 ? 1e-5 : c.type == ElementType::kU16 ? 1 : 2;
    if (!(difference <= allowed_difference)) {
      state.SkipWithError(("results differ by " + std::to_string(difference)).c_str());
      return;
    }
  }
  for (auto _ : state) {
    if (peer == nullptr) {
      plan.Run(view, dst.view(), run);
    } else {
      peer(view, dst.view());
    }
    benchmark::ClobberMemory();
  }
  const auto pixels = static_cast<double>(state.iterations() * c.width * c.height);
  state.counters["Mpixel/s"] = benchmark::Counter(pixels / 1e6, benchmark::Counter::kIsRate);
  state.counters["Msample/s"] =
      benchmark::Counter(pixels * static_cast<double>(c.channels) / 1e6, benchmark::Counter::kIsRate);
  // What report.py holds against the machine's limits: multiplications a sample, with symmetric taps folded, and the
  // bytes of the picture.
  state.counters["multiplications"] = static_cast<double>(2 * (c.taps / 2 + 1));
  state.counters["bytes"] = static_cast<double>(c.width * c.height * c.channels * ElementBytes(c.type));
  state.SetLabel(plan.target());
}

void Register(const std::string& name, const Case& c, const Peer& peer) {
  benchmark::RegisterBenchmark(name.c_str(), [c, peer](benchmark::State& state) { RunCase(state, c, peer); })
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond);
}

}  // namespace

Taps GaussianOf(int64_t taps) {
  const int64_t radius = (taps - 1) / 2;
  return Taps::Gaussian(std::max(static_cast<double>(radius) / 3, 0.5), radius);
}

void RegisterPlan(const Case& c) { Register(c.name, c, nullptr); }

void RegisterOpenCv(const Case& c) {
  if (const Peer peer = OpenCvGaussian(GaussianOf(c.taps), c.type)) Register(c.name + "/opencv", c, peer);
}

std::vector<int> ThreadCounts() {
  const int all = static_cast<int>(std::thread::hardware_concurrency());
  return all > 1 ? std::vector<int>{1, all} : std::vector<int>{1};
}

const Executor& ExecutorOf(int threads) { return threads == 1 ? SerialExecutor() : TbbExecutor(); }

}  // namespace ninefold::bench
