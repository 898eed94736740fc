#include "picture.h"

namespace ninefold::cli {
namespace {

template <class T>
bool LastIsFull(const AnyConstImageView& view) {
  const T full = static_cast<T>(FullScale(view.type));
  for (int64_t y = 0; y < view.height; ++y) {
    const T* const row = reinterpret_cast<const T*>(RowBytes(view, y));
    bool full_row = true;
    for (int64_t i = view.channels - 1; i < view.width * view.channels; i += view.channels) full_row &= row[i] == full;
    if (!full_row) return false;
  }
  return true;
}

}  // namespace

bool IsOpaque(const AnyConstImageView& view) {
  switch (view.type) {
    case ElementType::kU8:
      return LastIsFull<uint8_t>(view);
    case ElementType::kU16:
      return LastIsFull<uint16_t>(view);
    case ElementType::kF32:
      break;
  }
  return LastIsFull<float>(view);
}

}  // namespace ninefold::cli
