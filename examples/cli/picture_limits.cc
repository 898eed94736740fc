#include "picture_limits.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>

#include "failure.h"
#include "numbers.h"

namespace ninefold::cli {
namespace {

constexpr int64_t kUntrustedPixels = 64'000'000;
constexpr int64_t kUntrustedMemoryBytes = 512'000'000;

// NumPy and the formats know no more; it keeps the sizes below far from overflow.
constexpr int64_t kMaxChannels = 65536;

int64_t MachineMemoryBytes() {
  const int64_t pages = sysconf(_SC_PHYS_PAGES);
  const int64_t page_bytes = sysconf(_SC_PAGESIZE);
  int64_t bytes = pages > 0 && page_bytes > 0 ? pages * page_bytes : std::numeric_limits<int64_t>::max();
  std::string word;
  if (std::ifstream("/sys/fs/cgroup/memory.max") >> word) {
    if (const auto limit = ParseWhole(word); limit && *limit > 0) bytes = std::min(bytes, *limit);  // else it is "max"
  }
  return bytes;
}

}  // namespace

Limits MakeLimits(std::optional<int64_t> max_pixels, std::optional<int64_t> max_memory_bytes, bool untrusted) {
  Limits limits;
  limits.max_pixels = max_pixels.value_or(limits.max_pixels);
  limits.max_memory_bytes = max_memory_bytes ? *max_memory_bytes : MachineMemoryBytes() / 4 * 3;
  if (untrusted) {
    limits.max_pixels = std::min(limits.max_pixels, kUntrustedPixels);
    limits.max_memory_bytes = std::min(limits.max_memory_bytes, kUntrustedMemoryBytes);
    limits.png_only = true;
  }
  return limits;
}

void CheckPictureSize(const Limits& limits, int64_t width, int64_t height, int64_t channels) {
  const std::string size = std::to_string(width) + " x " + std::to_string(height);
  if (width < 1 || height < 1) throw FileFailure("has no pixels: its size is " + size);
  if (channels < 1) throw FileFailure("has no channels");
  if (channels > kMaxChannels) {
    throw LimitFailure(std::to_string(channels) + " channels; the limit is " + std::to_string(kMaxChannels));
  }
  if (std::max(width, height) > limits.max_side) {
    throw LimitFailure("the size is " + size + " pixels; the limit for a side is " + std::to_string(limits.max_side));
  }
  if (width * height > limits.max_pixels) {
    throw LimitFailure("the size is " + size + " = " + std::to_string(width * height) + " pixels; the limit is " +
                       std::to_string(limits.max_pixels) + " (--max-pixels)");
  }
}

void CheckMemory(const Limits& limits, int64_t bytes, const std::string& what_for) {
  if (bytes > limits.max_memory_bytes) {
    throw LimitFailure(std::to_string(bytes) + " bytes are needed for " + what_for + "; the limit is " +
                       std::to_string(limits.max_memory_bytes) + " (--max-memory)");
  }
}

}  // namespace ninefold::cli
