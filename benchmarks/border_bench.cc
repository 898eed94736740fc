// What borders cost: each rule against no padding at all, for the same number of result pixels, by SIMD and by scalar
// border kernels.

#include "plan_bench.h"

namespace ninefold::bench {

void RegisterBorderBenchmarks() {
  struct Size {
    const char* name;
    int64_t width, height;
  };
  constexpr Size kSizes[] = {{"256", 256, 256}, {"1080p", 1920, 1080}, {"4K", 3840, 2160}};
  const Border borders[] = {Border::Valid(),      Border::Replicate(), Border::Reflect(),
                            Border::Reflect101(), Border::Wrap(),      Border::Constant(0)};
  for (const ElementType type : {ElementType::kU8, ElementType::kU16, ElementType::kF32}) {
    for (const Size& size : kSizes) {
      for (const int64_t taps : {5, 17, 31}) {
        for (const Border& border : borders) {
          for (const bool scalar : {false, true}) {
            if (scalar && border.rule() != BorderRule::kReplicate) continue;
            Case c;
            c.name = std::string("border/") + ElementName(type) + "/" + size.name + "/taps:" + std::to_string(taps) +
                     "/" + border.name() + (scalar ? "-scalar" : "");
            c.width = size.width;
            c.height = size.height;
            c.taps = taps;
            c.type = type;
            c.border = border;
            c.options.border_kernels = scalar ? BorderKernels::kScalar : BorderKernels::kSimd;
            RegisterPlan(c);
          }
        }
      }
    }
  }
}

}  // namespace ninefold::bench
