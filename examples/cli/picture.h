// Pixels in memory, of an element type known at run time only.

#ifndef NINEFOLD_EXAMPLES_CLI_PICTURE_H_
#define NINEFOLD_EXAMPLES_CLI_PICTURE_H_

#include <ninefold/image.h>

#include <cstdint>

namespace ninefold::cli {

// Owns packed pixels. They are not zeroed: a file that announces much and holds little costs no memory that way.
class Picture {
 public:
  Picture() = default;
  Picture(int64_t width, int64_t height, int64_t channels, ElementType type)
      : buffer_(CheckedImageBytes(width, height, channels, ElementBytes(type))),
        view_(buffer_.data(), type, width, height, channels,
              static_cast<ptrdiff_t>(width * channels * ElementBytes(type))) {}

  const AnyImageView& view() const { return view_; }

 private:
  AlignedBuffer buffer_;
  AnyImageView view_;
};

// The first byte of row y.
inline unsigned char* RowBytes(const AnyImageView& view, int64_t y) {
  return static_cast<unsigned char*>(view.data) + y * view.row_bytes;
}
inline const unsigned char* RowBytes(const AnyConstImageView& view, int64_t y) {
  return static_cast<const unsigned char*>(view.data) + y * view.row_bytes;
}

// The bytes of one packed row.
inline int64_t PackedRowBytes(const AnyConstImageView& view) {
  return view.width * view.channels * ElementBytes(view.type);
}

// Whether the last channel is full scale everywhere.
bool IsOpaque(const AnyConstImageView& view);

}  // namespace ninefold::cli

#endif  // NINEFOLD_EXAMPLES_CLI_PICTURE_H_
