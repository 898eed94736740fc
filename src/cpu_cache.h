// The sizes of the CPU's caches, as far as the system tells.

#ifndef NINEFOLD_SRC_CPU_CACHE_H_
#define NINEFOLD_SRC_CPU_CACHE_H_

#include <cstdint>

namespace ninefold {

// Bytes of the L2 cache of one core, and of the last cache that cores share, as far as one core may count on it; what
// most CPUs have where the system does not say. Asked once.
int64_t L2Bytes();
int64_t L3Bytes();

}  // namespace ninefold

#endif  // NINEFOLD_SRC_CPU_CACHE_H_
