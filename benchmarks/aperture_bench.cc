// Discs by every method, and a whole lens blur, 1080p, three channels, f32; by OpenCV tap by tap.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>

#include "picture.h"
#include "plan_bench.h"
#include "workloads.h"

namespace ninefold::bench {
namespace {

constexpr int64_t kWidth = 1920, kHeight = 1080, kChannels = 3;
constexpr Format kFormat = {kWidth, kHeight, kChannels, ElementType::kF32, ElementType::kF32};
constexpr LensBlur kLensBlur;

const Picture& Source() {
  static const Picture& picture = *new Picture(kWidth, kHeight, kChannels, ElementType::kF32);
  return picture;
}

Pipeline DiscAlone(const Kernel2D& disc) { return Pipeline().Convolve(disc); }

Pipeline WholeLensBlur(const Kernel2D& disc) {
  BokehOptions options;
  options.srgb = true;
  options.boost = kLensBlur.gain;
  options.threshold = kLensBlur.threshold;
  return BokehPipeline(disc, options, ElementType::kF32, ElementType::kF32);
}

// Runs the plan, or the peer in its place, when the result is within `tolerance` of the exact one.
void RunAperture(benchmark::State& state, const Pipeline& pipeline, const PlanOptions& options, const Peer& peer,
                 double tolerance) {
  PlanOptions exact;
  exact.tolerance = 0;
  const Picture expected(kWidth, kHeight, kChannels, ElementType::kF32);
  const Picture dst(kWidth, kHeight, kChannels, ElementType::kF32);
  RunOptions run;
  run.executor = &SerialExecutor();
  Plan(pipeline, kFormat, exact).Run(Source().view(), expected.view(), run);
  const Plan plan(pipeline, kFormat, options);
  SetOpenCvThreads(1);
  const auto once = [&] {
    peer == nullptr ? plan.Run(Source().view(), dst.view(), run) : peer(Source().view(), dst.view());
  };
  once();
  const double difference = LargestDifference(expected, dst);
  if (!(difference <= tolerance)) {
    state.SkipWithError(("results differ by " + std::to_string(difference)).c_str());
    return;
  }
  for (auto _ : state) {
    once();
    benchmark::ClobberMemory();
  }
  const auto pixels = static_cast<double>(state.iterations() * kWidth * kHeight);
  state.counters["Mpixel/s"] = benchmark::Counter(pixels / 1e6, benchmark::Counter::kIsRate);
  state.counters["Msample/s"] = benchmark::Counter(pixels * kChannels / 1e6, benchmark::Counter::kIsRate);
}

void Register(const std::string& name, const Pipeline& pipeline, const PlanOptions& options, const Peer& peer,
              double tolerance) {
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
    RunAperture(state, pipeline, options, peer, tolerance);
  })->Unit(benchmark::kMillisecond);
}

void RegisterMethods(const std::string& name, const Kernel2D& disc, const Pipeline& pipeline, const LensBlur* around) {
  const auto options = [](ApertureMethod method, double tolerance) {
    PlanOptions result;
    result.method = method;
    result.tolerance = tolerance;
    return result;
  };
  // Samples are 0..1, boosted to the gain at most; and the curve is steepest in the dark.
  const double range = around == nullptr ? 1 : 13 * around->gain;
  Register(name + "/auto_0.02", pipeline, options(ApertureMethod::kAuto, 0.02), nullptr, 0.02 * range);
  Register(name + "/spans", pipeline, options(ApertureMethod::kSpans, 0), nullptr, 1e-4);
  Register(name + "/low_rank_0.002", pipeline, options(ApertureMethod::kLowRank, 0.002), nullptr, 0.002 * range);
  Register(name + "/dense", pipeline, options(ApertureMethod::kDense, 0), nullptr, 1e-4);
  if (const Peer peer = OpenCvAperture(disc, around)) Register(name + "/opencv", pipeline, {}, peer, 1e-3);
}

}  // namespace

void RegisterApertureBenchmarks() {
  for (const int radius : {4, 8, 16, 32, 64}) {
    const Kernel2D disc = Kernel2D::Disc(radius);
    RegisterMethods("aperture/disc:" + std::to_string(radius), disc, DiscAlone(disc), nullptr);
  }
  const Kernel2D disc = Kernel2D::Disc(8);
  RegisterMethods("aperture/lens_blur:8", disc, WholeLensBlur(disc), &kLensBlur);
}

}  // namespace ninefold::bench
