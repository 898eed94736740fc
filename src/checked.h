// The one place where sizes are multiplied and added: 64 bits, and an Error instead of an overflow.

#ifndef NINEFOLD_SRC_CHECKED_H_
#define NINEFOLD_SRC_CHECKED_H_

#include <cstdint>

#include "src/refuse.h"

namespace ninefold {

// No size in bytes passes this, so that offsets computed from sizes do not overflow either.
constexpr int64_t kMaxBytes = int64_t{1} << 60;

// a * b, both 0 or more. Errors: kLimit beyond kMaxBytes, naming `what`.
inline int64_t CheckedMul(int64_t a, int64_t b, const char* what) {
  int64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product) || product > kMaxBytes) {
    Refuse(ErrorCode::kLimit, what, ": ", a, " x ", b, " is more than the limit of 2^60 bytes");
  }
  return product;
}

// a + b, both 0 or more. Errors: as CheckedMul.
inline int64_t CheckedAdd(int64_t a, int64_t b, const char* what) {
  int64_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum) || sum > kMaxBytes) {
    Refuse(ErrorCode::kLimit, what, ": ", a, " + ", b, " is more than the limit of 2^60 bytes");
  }
  return sum;
}

}  // namespace ninefold

#endif  // NINEFOLD_SRC_CHECKED_H_
