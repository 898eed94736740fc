#include "ninefold/image.h"

#include <cstdlib>
#include <new>

#include "src/checked.h"
#include "src/refuse.h"

namespace ninefold {
namespace {

constexpr int64_t kMaxSide = INT32_MAX;

}  // namespace

AlignedBuffer::AlignedBuffer(int64_t bytes) {
  Require(bytes >= 0, "a buffer of ", bytes, " bytes: a size must be 0 or more");
  const auto alignment = static_cast<std::align_val_t>(kAlignment);
  data_.reset(::operator new(static_cast<size_t>(bytes), alignment, std::nothrow));
  if (data_ == nullptr) Refuse(ErrorCode::kOutOfMemory, "out of memory: ", bytes, " bytes could not be had");
}

void AlignedBuffer::Free::operator()(void* p) const noexcept {
  ::operator delete(p, static_cast<std::align_val_t>(kAlignment));
}

int64_t CheckedImageBytes(int64_t width, int64_t height, int64_t channels, int64_t element_bytes) {
  const auto check = [](int64_t value, const char* what) {
    Require(value >= 1, what, " ", value, ": an image has at least 1");
    if (value > kMaxSide) Refuse(ErrorCode::kLimit, what, " ", value, " is more than the limit of ", kMaxSide);
  };
  check(width, "width");
  check(height, "height");
  check(channels, "channels");
  const int64_t row = CheckedMul(CheckedMul(width, channels, "image row"), element_bytes, "image row");
  return CheckedMul(row, height, "image");
}

void CheckCrop(int64_t x, int64_t y, int64_t width, int64_t height, int64_t image_width, int64_t image_height) {
  // Written so that no sum can overflow.
  const bool inside = x >= 0 && y >= 0 && width >= 0 && height >= 0 && x <= image_width && y <= image_height &&
                      width <= image_width - x && height <= image_height - y;
  Require(inside, "the part ", width, " x ", height, " at (", x, ", ", y, ") does not lie inside an image of ",
          image_width, " x ", image_height);
}

}  // namespace ninefold
