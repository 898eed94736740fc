#include "src/view_check.h"

#include <cstdint>

#include "src/checked.h"
#include "src/refuse.h"

namespace ninefold {
namespace {

// The bytes of a view: rows of row_length bytes, `pitch` apart (0 or more), from the lowest address up.
struct Extent {
  uintptr_t low;
  int64_t pitch;
  int64_t rows;
  int64_t row_length;

  uintptr_t high() const { return low + static_cast<uintptr_t>((rows - 1) * pitch + row_length); }
};

Extent ExtentOf(const AnyConstImageView& v) {
  const int64_t pitch = v.row_bytes < 0 ? -v.row_bytes : v.row_bytes;
  const int64_t below = v.row_bytes < 0 ? (v.height - 1) * pitch : 0;
  return {reinterpret_cast<uintptr_t>(v.data) - static_cast<uintptr_t>(below), pitch, v.height,
          v.width * v.channels * ElementBytes(v.type)};
}

// Whether any row of a shares a byte with any row of b, both of one pitch.
bool RowsMeet(const Extent& a, const Extent& b) {
  if (a.pitch == 0) return true;
  const int64_t distance = static_cast<int64_t>(b.low - a.low);
  // Row r of a meets row q of b when -b.row_length < distance - (r - q) pitch < a.row_length.
  for (int64_t k = distance / a.pitch - 1; k <= distance / a.pitch + 1; ++k) {
    const int64_t offset = distance - k * a.pitch;
    if (k > -b.rows && k < a.rows && offset > -b.row_length && offset < a.row_length) return true;
  }
  return false;
}

}  // namespace

void CheckView(const AnyConstImageView& view, const char* name, int64_t width, int64_t height, int64_t channels,
               ElementType type) {
  Require(view.type == type, name, " has samples of ", ElementName(view.type), ", the plan is for ", ElementName(type));
  Require(view.width == width && view.height == height && view.channels == channels, name, " is ", view.width, " x ",
          view.height, " with ", view.channels, " channels, the plan is for ", width, " x ", height, " with ",
          channels);
  Require(view.data != nullptr, name, " has no data (a null pointer)");
  const int64_t element = ElementBytes(type), row = width * channels * element;
  Require(view.row_bytes != INT64_MIN, name, " has row_bytes ", view.row_bytes);
  const int64_t pitch = view.row_bytes < 0 ? -view.row_bytes : view.row_bytes;
  if (height > 1) {
    Require(pitch >= row, name, " has row_bytes ", view.row_bytes, ", but a row takes ", row, " bytes");
    Require(pitch <= kMaxBytes / height, name, " has ", height, " rows that are ", view.row_bytes,
            " bytes apart: more than 2^60 bytes");
  }
  Require(
      view.row_bytes % element == 0 && reinterpret_cast<uintptr_t>(view.data) % static_cast<uintptr_t>(element) == 0,
      name, " has rows that do not begin at a multiple of ", element, " bytes, the size of its samples (row_bytes ",
      view.row_bytes, ")");
}

bool CheckAliasing(const AnyConstImageView& src, const AnyImageView& dst) {
  const bool same = src.data == dst.data && src.row_bytes == dst.row_bytes && src.type == dst.type &&
                    src.width == dst.width && src.height == dst.height && src.channels == dst.channels;
  if (same) return true;
  const Extent a = ExtentOf(src), b = ExtentOf(dst);
  if (a.high() <= b.low || b.high() <= a.low) return false;
  Require(a.pitch == b.pitch && !RowsMeet(a, b),
          "dst overlaps src without being the same image: filter in place, or into memory of its own");
  return false;
}

}  // namespace ninefold
