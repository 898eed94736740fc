// Views of pixels (ImageView, owning nothing), pixels with an owner (Image), and what a plan must know of both
// (Format).
//
// An image is height x width x channels, interleaved: the samples of a pixel are neighbours, the pixels of a row are
// neighbours, and rows are row_bytes apart. row_bytes may be larger than a row, and negative (a picture stored bottom
// up: data points at the first row of the picture, the last one in memory).

#ifndef NINEFOLD_IMAGE_H_
#define NINEFOLD_IMAGE_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>

#include "ninefold/error.h"

namespace ninefold {

// The type of one sample.
enum class ElementType { kU8, kU16, kF32 };

// Bytes of one sample: 1, 2 or 4.
constexpr int64_t ElementBytes(ElementType type) {
  return type == ElementType::kU8 ? 1 : type == ElementType::kU16 ? 2 : 4;
}

// The value that means "all of it" (white, opaque): 255, 65535 or 1.
constexpr double FullScale(ElementType type) {
  return type == ElementType::kU8 ? 255.0 : type == ElementType::kU16 ? 65535.0 : 1.0;
}

// "u8", "u16" or "f32".
constexpr const char* ElementName(ElementType type) {
  return type == ElementType::kU8 ? "u8" : type == ElementType::kU16 ? "u16" : "f32";
}

// The ElementType of uint8_t, uint16_t or float; there is no other.
template <class T>
constexpr ElementType ElementTypeOf() {
  using U = std::remove_const_t<T>;
  static_assert(std::is_same_v<U, uint8_t> || std::is_same_v<U, uint16_t> || std::is_same_v<U, float>,
                "samples are uint8_t, uint16_t or float");
  return std::is_same_v<U, uint8_t>    ? ElementType::kU8
         : std::is_same_v<U, uint16_t> ? ElementType::kU16
                                       : ElementType::kF32;
}

// Where the pixels of an image are. Owns nothing; copying one is cheap. T is uint8_t, uint16_t or float, const or not.
//
// Nothing is checked here: a plan checks the views that it is run on.
template <class T>
class ImageView {
 public:
  ImageView() = default;

  // Rows row_bytes apart.
  ImageView(T* data, int64_t width, int64_t height, int64_t channels, ptrdiff_t row_bytes)
      : data_(data), width_(width), height_(height), channels_(channels), row_bytes_(row_bytes) {}

  // Packed rows: one follows the other without a gap.
  ImageView(T* data, int64_t width, int64_t height, int64_t channels)
      : ImageView(data, width, height, channels,
                  static_cast<ptrdiff_t>(width * channels * static_cast<int64_t>(sizeof(T)))) {}

  // A view that may write is also one that may read.
  template <class U, class = std::enable_if_t<std::is_same_v<const U, T> && !std::is_same_v<U, T>>>
  ImageView(const ImageView<U>& other)  // NOLINT(google-explicit-constructor): widening, like T* to const T*
      : ImageView(other.data(), other.width(), other.height(), other.channels(), other.row_bytes()) {}

  T* data() const { return data_; }
  int64_t width() const { return width_; }
  int64_t height() const { return height_; }
  int64_t channels() const { return channels_; }
  ptrdiff_t row_bytes() const { return row_bytes_; }

  // The first sample of row y, 0 <= y < height.
  T* Row(int64_t y) const {
    using Byte = std::conditional_t<std::is_const_v<T>, const unsigned char, unsigned char>;
    return reinterpret_cast<T*>(reinterpret_cast<Byte*>(data_) + y * row_bytes_);
  }

  // The part that begins at (x, y). It is an image of its own: a filter run on it reads nothing around it.
  //
  // Errors: kInvalidArgument when the part does not lie inside the view.
  ImageView Crop(int64_t x, int64_t y, int64_t width, int64_t height) const;

 private:
  T* data_ = nullptr;
  int64_t width_ = 0;
  int64_t height_ = 0;
  int64_t channels_ = 0;
  ptrdiff_t row_bytes_ = 0;
};

// A view whose element type is known at run time only. ImageView<T> converts to it.
struct AnyImageView {
  AnyImageView() = default;
  AnyImageView(void* pixels, ElementType element, int64_t columns, int64_t rows, int64_t samples, ptrdiff_t pitch)
      : data(pixels), type(element), width(columns), height(rows), channels(samples), row_bytes(pitch) {}
  template <class T, class = std::enable_if_t<!std::is_const_v<T>>>
  AnyImageView(const ImageView<T>& v)  // NOLINT(google-explicit-constructor): the type is kept, as a value
      : AnyImageView(v.data(), ElementTypeOf<T>(), v.width(), v.height(), v.channels(), v.row_bytes()) {}

  void* data = nullptr;
  ElementType type = ElementType::kU8;
  int64_t width = 0;
  int64_t height = 0;
  int64_t channels = 0;
  ptrdiff_t row_bytes = 0;
};

// The same for reading.
struct AnyConstImageView {
  AnyConstImageView() = default;
  AnyConstImageView(const void* pixels, ElementType element, int64_t columns, int64_t rows, int64_t samples,
                    ptrdiff_t pitch)
      : data(pixels), type(element), width(columns), height(rows), channels(samples), row_bytes(pitch) {}
  AnyConstImageView(const AnyImageView& v)  // NOLINT(google-explicit-constructor): like T* to const T*
      : AnyConstImageView(v.data, v.type, v.width, v.height, v.channels, v.row_bytes) {}
  template <class T>
  AnyConstImageView(const ImageView<T>& v)  // NOLINT(google-explicit-constructor): the type is kept, as a value
      : AnyConstImageView(v.data(), ElementTypeOf<T>(), v.width(), v.height(), v.channels(), v.row_bytes()) {}

  const void* data = nullptr;
  ElementType type = ElementType::kU8;
  int64_t width = 0;
  int64_t height = 0;
  int64_t channels = 0;
  ptrdiff_t row_bytes = 0;
};

// Pixels x .. x + width - 1 of rows y .. y + height - 1.
struct Rectangle {
  int64_t x = 0;
  int64_t y = 0;
  int64_t width = 0;
  int64_t height = 0;
};

// Aligned memory without a type. Errors: kOutOfMemory; kInvalidArgument for a negative size.
class AlignedBuffer {
 public:
  static constexpr size_t kAlignment = 64;

  AlignedBuffer() = default;
  explicit AlignedBuffer(int64_t bytes);

  void* data() const { return data_.get(); }

 private:
  struct Free {
    void operator()(void* p) const noexcept;
  };
  std::unique_ptr<void, Free> data_;
};

// Checks the sides of an image and returns its size in bytes, packed.
//
// Errors: kInvalidArgument when width, height or channels is below 1; kLimit when one of
// them passes 2^31 - 1, or the size 2^60 bytes.
int64_t CheckedImageBytes(int64_t width, int64_t height, int64_t channels, int64_t element_bytes);

// An image that owns its pixels: packed rows, zeroed, the first one aligned to 64 bytes. Movable, not copyable.
//
// Errors: as CheckedImageBytes, and kOutOfMemory.
template <class T>
class Image {
 public:
  Image() = default;
  Image(int64_t width, int64_t height, int64_t channels)
      : buffer_(CheckedImageBytes(width, height, channels, sizeof(T))),
        view_(static_cast<T*>(buffer_.data()), width, height, channels) {
    std::memset(buffer_.data(), 0, static_cast<size_t>(width * height * channels) * sizeof(T));
  }

  Image(Image&& other) noexcept : buffer_(std::move(other.buffer_)), view_(other.view_) { other.view_ = {}; }
  Image& operator=(Image&& other) noexcept {
    buffer_ = std::move(other.buffer_);
    view_ = other.view_;
    if (this != &other) other.view_ = {};
    return *this;
  }

  ImageView<T> view() { return view_; }
  ImageView<const T> view() const { return view_; }
  int64_t width() const { return view_.width(); }
  int64_t height() const { return view_.height(); }
  int64_t channels() const { return view_.channels(); }
  T* Row(int64_t y) { return view_.Row(y); }
  const T* Row(int64_t y) const { return view_.Row(y); }

 private:
  AlignedBuffer buffer_;
  ImageView<T> view_;
};

// What a plan is made for: the size and the element types of the images that it will be run on.
//
// width and height are those of the source; those of the result follow from the pipeline (Plan::dst_width()).
// Full scale becomes full scale: with src_type kU8 and dst_type kF32, 255 becomes 1.0.
struct Format {
  int64_t width = 0;
  int64_t height = 0;
  int64_t channels = 1;
  ElementType src_type = ElementType::kU8;
  ElementType dst_type = ElementType::kU8;
};

// Throws kInvalidArgument, with the numbers, unless the part lies inside an image of the given size.
void CheckCrop(int64_t x, int64_t y, int64_t width, int64_t height, int64_t image_width, int64_t image_height);

template <class T>
ImageView<T> ImageView<T>::Crop(int64_t x, int64_t y, int64_t width, int64_t height) const {
  CheckCrop(x, y, width, height, width_, height_);
  return {Row(y) + x * channels_, width, height, channels_, row_bytes_};
}

}  // namespace ninefold

#endif  // NINEFOLD_IMAGE_H_
