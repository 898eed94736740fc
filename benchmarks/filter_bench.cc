// Whole filters: types, sizes, channels, taps, threads, targets; OpenCV beside them; and how time grows with size.

#include "plan_bench.h"

namespace ninefold::bench {
namespace {

Case CaseOf(const std::string& group, ElementType type, const std::string& size, int64_t width, int64_t height,
            int64_t channels, int64_t taps) {
  Case c;
  c.name = group + "/" + ElementName(type) + "/" + size + "/channels:" + std::to_string(channels) +
           "/taps:" + std::to_string(taps);
  c.width = width;
  c.height = height;
  c.channels = channels;
  c.taps = taps;
  c.type = type;
  return c;
}

}  // namespace

void RegisterFilterBenchmarks() {
  struct Size {
    const char* name;
    int64_t width, height;
  };
  constexpr Size kSizes[] = {{"512", 512, 512}, {"1080p", 1920, 1080}, {"4K", 3840, 2160}};
  for (const ElementType type : {ElementType::kU8, ElementType::kU16, ElementType::kF32}) {
    for (const Size& size : kSizes) {
      for (const int64_t channels : {1, 3, 4}) {
        for (const int64_t taps : {3, 5, 9, 17, 31, 63}) {
          for (const int threads : ThreadCounts()) {
            Case c = CaseOf("filter", type, size.name, size.width, size.height, channels, taps);
            c.name += "/threads:" + std::to_string(threads);
            c.threads = threads;
            RegisterPlan(c);
            if (taps <= 31) RegisterOpenCv(c);
          }
        }
      }
    }
    for (const std::string& target : Targets()) {
      for (const int64_t taps : {3, 5, 9, 17, 31}) {
        Case c = CaseOf("target", type, "1080p", 1920, 1080, 1, taps);
        c.name += "/" + target;
        c.options.target = target;
        RegisterPlan(c);
      }
    }
    for (int64_t side = 64; side <= 8192; side *= 2) {
      RegisterPlan(CaseOf("growth", type, std::to_string(side), side, side, 1, 9));
    }
  }
}

}  // namespace ninefold::bench
