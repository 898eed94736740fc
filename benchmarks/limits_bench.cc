// The machine's limits, measured in the run that is held against them: how fast each target multiplies, and how fast a
// picture is copied.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "ninefold/executor.h"
#include "ninefold/image.h"
#include "plan_bench.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "benchmarks/limits_bench.cc"
#include "hwy/foreach_target.h"
//
#include "hwy/cache_control.h"
#include "hwy/highway.h"
#include "kernels/hwy_compat.h"

#ifndef NINEFOLD_BENCHMARKS_LIMITS_ONCE
#define NINEFOLD_BENCHMARKS_LIMITS_ONCE
namespace ninefold::bench {

// What a target offers. Multiply: that many rounds of independent multiplications with addition, each of which keeps
// every pipe busy; `sink` takes the results, so that they are needed.
struct LimitSteps {
  int64_t f32_per_round = 0;
  void (*multiply_f32)(int64_t rounds, float* sink) = nullptr;
  int64_t i16_per_round = 0;
  void (*multiply_i16)(int64_t rounds, int16_t* sink) = nullptr;
  void (*stream)(const std::byte* src, int64_t bytes, std::byte* dst) = nullptr;  // both aligned to 64
};

}  // namespace ninefold::bench
#endif

#if !(HWY_TARGET & NINEFOLD_SCALAR_TARGETS)
HWY_BEFORE_NAMESPACE();
namespace ninefold::bench::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

constexpr int kChains = 12;  // more than latency times throughput asks for

// The arithmetic of f32 sums and of the 16-bit fixed point of u8.
template <class D, class MultiplyAdd>
HWY_INLINE void Rounds(D d, int64_t rounds, hn::TFromD<D>* sink, MultiplyAdd multiply_add) {
  const auto factor = hn::Set(d, static_cast<hn::TFromD<D>>(1));
  hn::Vec<D> sums[kChains];
  NINEFOLD_UNROLL
  for (int i = 0; i < kChains; ++i) sums[i] = hn::LoadU(d, sink + i);
  for (int64_t r = 0; r < rounds; ++r) {
    NINEFOLD_UNROLL
    for (int i = 0; i < kChains; ++i) sums[i] = multiply_add(factor, sums[i]);
  }
  NINEFOLD_UNROLL
  for (int i = 0; i < kChains; ++i) hn::StoreU(sums[i], d, sink + i);
}

HWY_NOINLINE void MultiplyF32(int64_t rounds, float* sink) {
  const hn::ScalableTag<float> d;
  using V = hn::Vec<decltype(d)>;
  Rounds(d, rounds, sink, [](V a, V sum) NINEFOLD_LAMBDA { return hn::MulAdd(a, sum, a); });
}

HWY_NOINLINE void MultiplyI16(int64_t rounds, int16_t* sink) {
  const hn::ScalableTag<int16_t> d;
  using V = hn::Vec<decltype(d)>;
  Rounds(d, rounds, sink, [](V a, V sum) NINEFOLD_LAMBDA { return hn::Add(hn::MulFixedPoint15(sum, a), a); });
}

HWY_NOINLINE void Stream(const std::byte* src, int64_t bytes, std::byte* dst) {
  const hn::ScalableTag<uint8_t> d;
  constexpr int64_t kBytes = static_cast<int64_t>(hn::MaxLanes(d));
  const auto* from = reinterpret_cast<const uint8_t*>(src);
  auto* to = reinterpret_cast<uint8_t*>(dst);
  for (int64_t i = 0; i + kBytes <= bytes; i += kBytes) hn::Stream(hn::Load(d, from + i), d, to + i);
  hwy::FlushStream();
}

LimitSteps Table() {
  return {static_cast<int64_t>(hn::MaxLanes(hn::ScalableTag<float>())) * kChains, MultiplyF32,
          static_cast<int64_t>(hn::MaxLanes(hn::ScalableTag<int16_t>())) * kChains, MultiplyI16, Stream};
}

}  // namespace
}  // namespace ninefold::bench::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // SIMD targets

#if HWY_ONCE
namespace ninefold::bench {
namespace {

LimitSteps LimitStepsFor(int64_t target) { NINEFOLD_RETURN_TABLE(target) }

template <class T>
void RunMultiply(benchmark::State& state, void (*multiply)(int64_t, T*), int64_t per_round) {
  constexpr int64_t kRounds = 100'000;
  T sink[256] = {};
  for (auto _ : state) {
    multiply(kRounds, sink);
    benchmark::DoNotOptimize(sink[0]);
  }
  const auto multiplications = static_cast<double>(state.iterations() * kRounds * per_round);
  state.counters["multiplications/s"] = benchmark::Counter(multiplications, benchmark::Counter::kIsRate);
}

// Each thread copies a piece of its own. stream: null, by memcpy.
void RunCopy(benchmark::State& state, int64_t bytes, int threads,
             void (*stream)(const std::byte*, int64_t, std::byte*)) {
  const int64_t piece = bytes / threads / 64 * 64;
  AlignedBuffer src(piece * threads), dst(piece * threads);
  std::memset(src.data(), 1, static_cast<size_t>(piece * threads));
  std::memset(dst.data(), 2, static_cast<size_t>(piece * threads));
  const auto copy = [&](int64_t i) {
    const std::byte* from = static_cast<const std::byte*>(src.data()) + i * piece;
    std::byte* to = static_cast<std::byte*>(dst.data()) + i * piece;
    if (stream != nullptr) return stream(from, piece, to);
    std::memcpy(to, from, static_cast<size_t>(piece));
  };
  for (auto _ : state) {
    ExecutorOf(threads).ParallelFor(
        threads, [](void* context, int64_t i) noexcept { (*static_cast<decltype(copy)*>(context))(i); },
        const_cast<void*>(static_cast<const void*>(&copy)));
    benchmark::ClobberMemory();
  }
  state.counters["bytes/s"] = benchmark::Counter(static_cast<double>(state.iterations() * piece * threads),
                                                 benchmark::Counter::kIsRate, benchmark::Counter::kIs1000);
}

template <class Function>
void Register(const std::string& name, Function function) {
  benchmark::RegisterBenchmark(("limit/" + name).c_str(), function)->UseRealTime()->Unit(benchmark::kMillisecond);
}

}  // namespace

void RegisterLimitBenchmarks() {
  LimitSteps best;
  for (const auto& [target, name] : {std::pair<int64_t, const char*>{HWY_SSSE3, "SSSE3"},
                                     {HWY_SSE4, "SSE4"},
                                     {HWY_AVX2, "AVX2"},
                                     {HWY_AVX3, "AVX3"},
                                     {HWY_NEON, "NEON"}}) {
    if ((hwy::SupportedTargets() & target) == 0) continue;
    const LimitSteps steps = LimitStepsFor(target);
    if (steps.stream == nullptr) continue;
    best = steps;
    Register(std::string("multiply/f32/") + name,
             [steps](benchmark::State& s) { RunMultiply(s, steps.multiply_f32, steps.f32_per_round); });
    Register(std::string("multiply/i16/") + name,
             [steps](benchmark::State& s) { RunMultiply(s, steps.multiply_i16, steps.i16_per_round); });
  }
  // Sizes of pictures: u8 of 512 x 512, f32 of the same, 1080p and 4K, and f32 of 4K with four channels.
  for (const int threads : ThreadCounts()) {
    for (const int64_t bytes : {262'144, 1'048'576, 8'294'400, 33'177'600, 132'710'400}) {
      const std::string size = "bytes:" + std::to_string(bytes) + "/threads:" + std::to_string(threads);
      Register("copy/" + size, [=](benchmark::State& s) { RunCopy(s, bytes, threads, nullptr); });
      if (best.stream == nullptr) continue;
      Register("stream/" + size, [=](benchmark::State& s) { RunCopy(s, bytes, threads, best.stream); });
    }
  }
}

}  // namespace ninefold::bench
#endif  // HWY_ONCE
