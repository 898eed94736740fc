#include "src/cpu_cache.h"

#include <unistd.h>

#include <algorithm>

namespace ninefold {
namespace {

constexpr int64_t kKiB = 1024, kMiB = 1024 * kKiB;

// What sysconf says, or the usual value.
int64_t Ask(int name, int64_t usual, int64_t least, int64_t most) {
  const long bytes = sysconf(name);
  return bytes > 0 ? std::clamp<int64_t>(bytes, least, most) : usual;
}

}  // namespace

int64_t L2Bytes() {
#ifdef _SC_LEVEL2_CACHE_SIZE
  static const int64_t bytes = Ask(_SC_LEVEL2_CACHE_SIZE, 512 * kKiB, 256 * kKiB, 4 * kMiB);
  return bytes;
#else
  return 512 * kKiB;
#endif
}

int64_t L3Bytes() {
#ifdef _SC_LEVEL3_CACHE_SIZE
  // Larger ones are sums over many cores that work on other things too, or what a virtual machine says of its host.
  static const int64_t bytes = Ask(_SC_LEVEL3_CACHE_SIZE, 16 * kMiB, 2 * kMiB, 32 * kMiB);
  return bytes;
#else
  return 16 * kMiB;
#endif
}

}  // namespace ninefold
