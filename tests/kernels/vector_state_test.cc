// Kernels must leave the vector registers as other code expects them: AVX code that ends without vzeroupper makes the
// SSE code of whoever called it run at a fraction of its speed.

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>

#include "ninefold/ninefold.h"

#if defined(__x86_64__)
namespace ninefold {
namespace {

// The registers YMM0 to YMM15, 8 words each; words 4 to 7 are their upper halves, which vzeroupper makes 0.
__attribute__((target("avx"), noinline)) void ReadRegisters(uint32_t (*words)[8]) {
#define NINEFOLD_READ(n) asm volatile("vmovdqu %%ymm" #n ", %0" : "=m"(*(uint32_t(*)[8])words[n]))
  NINEFOLD_READ(0);
  NINEFOLD_READ(1);
  NINEFOLD_READ(2);
  NINEFOLD_READ(3);
  NINEFOLD_READ(4);
  NINEFOLD_READ(5);
  NINEFOLD_READ(6);
  NINEFOLD_READ(7);
  NINEFOLD_READ(8);
  NINEFOLD_READ(9);
  NINEFOLD_READ(10);
  NINEFOLD_READ(11);
  NINEFOLD_READ(12);
  NINEFOLD_READ(13);
  NINEFOLD_READ(14);
  NINEFOLD_READ(15);
#undef NINEFOLD_READ
  asm volatile("vzeroupper");
}

bool UpperHalvesInUse() {
  uint32_t words[16][8];
  ReadRegisters(words);
  uint32_t all = 0;
  for (const auto& word : words) all |= word[4] | word[5] | word[6] | word[7];
  return all != 0;
}

TEST(VectorStateTest, NoKernelLeavesUpperHalvesInUse) {
  if (!__builtin_cpu_supports("avx")) GTEST_SKIP() << "this CPU has no AVX";
  RunOptions serial;
  serial.executor = &SerialExecutor();
  for (const std::string& target : Targets()) {
    for (const ElementType type : {ElementType::kU8, ElementType::kU16, ElementType::kF32}) {
      for (const Taps& taps : {Taps::Gaussian(1, 2), Taps::Gaussian(9, 27), Taps::Box(3), Taps::Custom({1, 2, 4})}) {
        for (const int64_t channels : {1, 3}) {
          PlanOptions options;
          options.target = target;
          const Format format = {100, 40, channels, type, type};
          const AlignedBuffer src(100 * 40 * 3 * 4), dst(100 * 40 * 3 * 4);
          std::memset(src.data(), 0x3f, 100 * 40 * 3 * 4);  // not 0, in any type
          const ptrdiff_t row_bytes = 100 * channels * ElementBytes(type);
          for (const Pipeline& pipeline :
               {Pipeline().Convolve(taps, taps), Pipeline().ToLinear().Convolve(taps, taps)}) {
            const Plan plan(pipeline, format, options);
            plan.Run(AnyConstImageView(src.data(), type, 100, 40, channels, row_bytes),
                     AnyImageView(dst.data(), type, 100, 40, channels, row_bytes), serial);
            ASSERT_FALSE(UpperHalvesInUse())
                << target << " " << ElementName(type) << " " << taps.size() << " taps, " << channels << " channels";
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace ninefold
#endif
