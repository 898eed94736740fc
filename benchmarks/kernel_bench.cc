// The separable steps alone, per target: a strip of 1024 samples that stays in the cache.

#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/kernel_table.h"
#include "ninefold/image.h"
#include "picture.h"
#include "plan_bench.h"

namespace ninefold::bench {
namespace {

constexpr int64_t kSamples = 1024;

// A box: how fast taps are depends on their number alone.
struct BoxTaps {
  explicit BoxTaps(int64_t count)
      : f32(static_cast<size_t>(count), 1.0f / static_cast<float>(count)),
        fixed16(static_cast<size_t>(count), static_cast<int16_t>(32768 / count)) {
    axis.count = count;
    axis.symmetry = kernels::Symmetry::kEven;
    axis.f32 = f32.data();
    axis.fixed16 = fixed16.data();
  }
  std::vector<float> f32;
  std::vector<int16_t> fixed16;
  kernels::AxisTaps axis;
};

void RunStep(benchmark::State& state, const kernels::Target& target, ElementType type, int64_t count, bool vertical) {
  const BoxTaps taps(count);
  const auto arithmetic = type == ElementType::kU8 ? kernels::Arithmetic::kFixed16 : kernels::Arithmetic::kF32;
  const kernels::SeparableSteps& steps = target.steps->separable[static_cast<int>(arithmetic)];
  const int64_t inputs = taps.axis.Inputs(steps.strip_rows), row_bytes = (kSamples + 64) * ElementBytes(type);
  const Picture src(kSamples + 64, inputs, 1, type), dst(kSamples + 64, steps.strip_rows, 1, type);
  std::vector<const void*> rows;
  for (int64_t i = 0; i < inputs; ++i) {
    rows.push_back(static_cast<const std::byte*>(src.view().data) + i * row_bytes);
  }
  const kernels::AxisGeometry geometry = {1, 0, count, 0};
  AlignedBuffer mid((kSamples + count + 2 * steps.strip_rows) * steps.sample_bytes());
  AlignedBuffer columns(steps.ColumnBytes(geometry, 1));
  const kernels::VerticalArgs v = {rows.data(), 0, &taps.axis, 0, kSamples, mid.data(), columns.data(), 0};
  const kernels::HorizontalArgs h = {mid.data(),      nullptr,   &taps.axis,     1,    kSamples, steps.strip_rows,
                                     dst.view().data, row_bytes, columns.data(), 1.0f, 1,        false};
  for (auto _ : state) {
    if (vertical) {
      steps.vertical[static_cast<int>(type)](v);
    } else {
      steps.horizontal[static_cast<int>(type)](h);
    }
    benchmark::ClobberMemory();
  }
  state.counters["Msample/s"] = benchmark::Counter(
      static_cast<double>(state.iterations() * kSamples * steps.strip_rows) / 1e6, benchmark::Counter::kIsRate);
  state.counters["multiplications"] = static_cast<double>(count / 2 + 1);
  state.SetLabel(target.name);
}

}  // namespace

void RegisterKernelBenchmarks() {
  for (const kernels::Target& target : kernels::SupportedTargets()) {
    if (target.steps == nullptr) continue;
    for (const ElementType type : {ElementType::kU8, ElementType::kF32}) {
      for (const int64_t taps : {3, 5, 9, 17, 31}) {
        for (const bool vertical : {true, false}) {
          const std::string name = std::string("kernel/") + (vertical ? "vertical/" : "horizontal/") +
                                   ElementName(type) + "/taps:" + std::to_string(taps) + "/" + target.name;
          benchmark::RegisterBenchmark(name.c_str(), [=, &target](benchmark::State& state) {
            RunStep(state, target, type, taps, vertical);
          })->Unit(benchmark::kMicrosecond);
        }
      }
    }
  }
}

}  // namespace ninefold::bench
