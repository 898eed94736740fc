// How large a picture may be.

#ifndef NINEFOLD_EXAMPLES_CLI_PICTURE_LIMITS_H_
#define NINEFOLD_EXAMPLES_CLI_PICTURE_LIMITS_H_

#include <cstdint>
#include <optional>
#include <string>

namespace ninefold::cli {

struct Limits {
  int64_t max_side = 1'000'000;
  int64_t max_pixels = 1'000'000'000;
  int64_t max_memory_bytes = 0;
  bool png_only = false;
};

// The limits that the options --max-pixels, --max-memory and --untrusted ask for; else three quarters of the memory of
// this machine (or of the control group that this process is in).
Limits MakeLimits(std::optional<int64_t> max_pixels, std::optional<int64_t> max_memory_bytes, bool untrusted);

// Checks what a file says of itself, before memory is taken for it. Errors: kFailed for an empty picture, kLimit, with
// the numbers, for one that is too large.
void CheckPictureSize(const Limits& limits, int64_t width, int64_t height, int64_t channels);

// Checks that so many bytes may be taken. `what_for` completes "... bytes are needed for". Errors: kLimit.
void CheckMemory(const Limits& limits, int64_t bytes, const std::string& what_for);

}  // namespace ninefold::cli

#endif  // NINEFOLD_EXAMPLES_CLI_PICTURE_LIMITS_H_
