// The separable steps alone, per target: a strip of 1152 samples that stays in the cache.

#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "kernels/kernel_table.h"
#include "ninefold/image.h"
#include "picture.h"
#include "plan_bench.h"

namespace ninefold::bench {
namespace {

constexpr int64_t kSamples = 1152;  // whole blocks of 1, 3 and 4 channels

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

void RunStep(benchmark::State& state, const kernels::Target& target, ElementType type, int64_t channels, int64_t count,
             bool in_rows, bool vertical) {
  const BoxTaps taps(count);
  const auto arithmetic = type == ElementType::kU8 ? kernels::Arithmetic::kFixed16 : kernels::Arithmetic::kF32;
  const kernels::StripSteps& steps = in_rows ? target.steps->separable[static_cast<int>(arithmetic)].rows
                                             : target.steps->separable[static_cast<int>(arithmetic)].transposed;
  const int64_t inputs = taps.axis.Inputs(steps.strip_rows), row_bytes = (kSamples + 64) * ElementBytes(type);
  const Picture src(kSamples + 64, inputs, 1, type), dst(kSamples + 64, steps.strip_rows, 1, type);
  std::vector<const void*> rows;
  for (int64_t i = 0; i < inputs; ++i) {
    rows.push_back(static_cast<const std::byte*>(src.view().data) + i * row_bytes);
  }
  const kernels::AxisGeometry geometry = {1, 0, count, 0};
  const int64_t mid_samples = kSamples + (count + 64) * channels, mid_pitch = mid_samples * steps.lane_bytes;
  const int64_t mid_bytes = mid_pitch * steps.strip_rows;
  AlignedBuffer mid(mid_bytes);
  AlignedBuffer columns(steps.ColumnBytes(geometry, channels));
  const kernels::VerticalArgs v = {rows.data(), 0, &taps.axis, 0, kSamples, mid.data(), mid_pitch, columns.data(), 0};
  const kernels::HorizontalArgs h = {
      mid.data(),      mid_pitch, nullptr,        &taps.axis, channels, kSamples, steps.strip_rows,
      dst.view().data, row_bytes, columns.data(), 1.0f,       1,        false};
  // Sums for the horizontal step to read: what stands in fresh memory may be denormal, and slow.
  std::memset(mid.data(), 0, static_cast<size_t>(mid_bytes));
  steps.vertical[static_cast<int>(type)](v);
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
        const auto add = [&](const std::string& step, int64_t channels, bool in_rows) {
          const std::string name = "kernel/" + step + (in_rows ? "_in_rows/" : "/") + ElementName(type) +
                                   "/channels:" + std::to_string(channels) + "/taps:" + std::to_string(taps) + "/" +
                                   target.name;
          const bool vertical = step == "vertical";
          benchmark::RegisterBenchmark(name.c_str(), [=, &target](benchmark::State& state) {
            RunStep(state, target, type, channels, taps, in_rows, vertical);
          })->Unit(benchmark::kMicrosecond);
        };
        for (const bool in_rows : {false, true}) {
          if (in_rows && taps > kernels::kMostRowTaps) continue;
          add("vertical", 1, in_rows);  // columns know no channels
          for (const int64_t channels : {1, 3, 4}) add("horizontal", channels, in_rows);
        }
      }
    }
  }
}

}  // namespace ninefold::bench
