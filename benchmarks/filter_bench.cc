// Whole filters: types, sizes, channels, taps, targets.

#include "plan_bench.h"

namespace ninefold::bench {

void RegisterFilterBenchmarks() {
  struct Size {
    const char* name;
    int64_t width, height;
  };
  constexpr Size kSizes[] = {{"512", 512, 512}, {"1080p", 1920, 1080}, {"4K", 3840, 2160}};
  constexpr ElementType kTypes[] = {ElementType::kU8, ElementType::kU16, ElementType::kF32};
  for (const ElementType type : kTypes) {
    for (const Size& size : kSizes) {
      for (const int64_t channels : {1, 3, 4}) {
        for (const int64_t taps : {3, 5, 9, 17, 31, 63}) {
          Case c;
          c.name = std::string("filter/") + ElementName(type) + "/" + size.name +
                   "/channels:" + std::to_string(channels) + "/taps:" + std::to_string(taps);
          c.width = size.width;
          c.height = size.height;
          c.channels = channels;
          c.taps = taps;
          c.type = type;
          RegisterPlan(c);
        }
      }
    }
    // Every target, at 1080p with 17 taps.
    for (const std::string& target : Targets()) {
      Case c;
      c.name = std::string("target/") + ElementName(type) + "/1080p/channels:1/taps:17/" + target;
      c.width = 1920;
      c.height = 1080;
      c.type = type;
      c.options.target = target;
      RegisterPlan(c);
    }
  }
}

}  // namespace ninefold::bench
