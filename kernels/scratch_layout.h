// Placing the parts of a kernel's scratch one behind the other.

#ifndef NINEFOLD_KERNELS_SCRATCH_LAYOUT_H_
#define NINEFOLD_KERNELS_SCRATCH_LAYOUT_H_

#include <cstdint>

namespace ninefold::kernels {

constexpr int64_t kScratchAlignment = 64;

constexpr int64_t RoundUp(int64_t n, int64_t multiple) { return (n + multiple - 1) / multiple * multiple; }

// Hands out aligned offsets. Sizes beyond 2^62 bytes stay there instead of overflowing: no such scratch can
// be had, and the plan refuses it.
class ScratchCursor {
 public:
  int64_t Place(int64_t count, int64_t element_bytes) {
    const int64_t at = bytes_;
    int64_t size = 0;
    if (__builtin_mul_overflow(count, element_bytes, &size) || size > kTooLarge - bytes_) {
      bytes_ = kTooLarge;
    } else {
      bytes_ = RoundUp(bytes_ + size, kScratchAlignment);
    }
    return at;
  }
  // rows x pitch elements of 4 bytes.
  int64_t PlaceRows(int64_t rows, int64_t pitch) {
    int64_t count = 0;
    return Place(__builtin_mul_overflow(rows, pitch, &count) ? kTooLarge : count, 4);
  }
  int64_t bytes() const { return bytes_; }

 private:
  static constexpr int64_t kTooLarge = int64_t{1} << 62;
  int64_t bytes_ = 0;
};

}  // namespace ninefold::kernels

#endif  // NINEFOLD_KERNELS_SCRATCH_LAYOUT_H_
