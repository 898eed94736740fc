// What benchmarks filter.

#ifndef NINEFOLD_BENCHMARKS_PICTURE_H_
#define NINEFOLD_BENCHMARKS_PICTURE_H_

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "ninefold/image.h"

namespace ninefold::bench {

// A picture of pseudo-random samples: 0..full scale for integers, 0..1 for f32.
class Picture {
 public:
  Picture(int64_t width, int64_t height, int64_t channels, ElementType type)
      : buffer_(CheckedImageBytes(width, height, channels, ElementBytes(type))),
        view_(buffer_.data(), type, width, height, channels, width * channels * ElementBytes(type)) {
    uint32_t state = 1;
    for (int64_t i = 0; i < width * height * channels; ++i) {
      state = state * 1664525 + 1013904223;
      Set(i, state >> 8);
    }
  }

  AnyImageView view() const { return view_; }
  int64_t samples() const { return view_.width * view_.height * view_.channels; }

  double At(int64_t x, int64_t y, int64_t c) const { return At((y * view_.width + x) * view_.channels + c); }
  double At(int64_t i) const {
    switch (view_.type) {
      case ElementType::kU8:
        return static_cast<const uint8_t*>(view_.data)[i];
      case ElementType::kU16:
        return static_cast<const uint16_t*>(view_.data)[i];
      case ElementType::kF32:
        break;
    }
    return static_cast<const float*>(view_.data)[i];
  }

 private:
  void Set(int64_t i, uint32_t bits24) {
    switch (view_.type) {
      case ElementType::kU8:
        static_cast<uint8_t*>(view_.data)[i] = static_cast<uint8_t>(bits24 >> 16);
        break;
      case ElementType::kU16:
        static_cast<uint16_t*>(view_.data)[i] = static_cast<uint16_t>(bits24 >> 8);
        break;
      case ElementType::kF32:
        static_cast<float*>(view_.data)[i] = static_cast<float>(bits24) / 16777216.0f;
        break;
    }
  }

  AlignedBuffer buffer_;
  AnyImageView view_;
};

inline double LargestDifference(const Picture& a, const Picture& b) {
  double largest = 0;
  for (int64_t i = 0; i < a.samples(); ++i) largest = std::max(largest, std::abs(a.At(i) - b.At(i)));
  return largest;
}

}  // namespace ninefold::bench

#endif  // NINEFOLD_BENCHMARKS_PICTURE_H_
