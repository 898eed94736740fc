// Pixels for tests: any element type, rows any distance apart, and every byte that is not a sample known, so that a
// write beside the rows shows.

#ifndef NINEFOLD_TESTS_SUPPORT_CANVAS_H_
#define NINEFOLD_TESTS_SUPPORT_CANVAS_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ninefold/image.h"
#include "tests/support/random.h"
#include "tests/support/reference.h"

namespace ninefold::test {

// How the rows lie in memory.
struct Layout {
  int64_t padding_bytes = 0;  // behind each row but the last in memory
  bool bottom_up = false;     // row_bytes is negative
  int64_t lead_bytes = 0;     // before the first row in memory
};

class Canvas {
 public:
  static constexpr unsigned char kPadByte = 0xa5;

  // Samples 0, all other bytes kPadByte. The buffer ends with the last row, for the address sanitizer to see
  // over-reads.
  Canvas(ElementType type, int64_t width, int64_t height, int64_t channels, const Layout& layout = {});

  // A copy of all bytes.
  Canvas(const Canvas& other);
  Canvas& operator=(const Canvas&) = delete;

  AnyImageView view() { return {first_, type_, width_, height_, channels_, row_bytes_}; }
  AnyConstImageView view() const { return {first_, type_, width_, height_, channels_, row_bytes_}; }

  // The typed view; T must be the canvas's type.
  template <class T>
  ImageView<T> As() {
    return {reinterpret_cast<T*>(first_), width_, height_, channels_, row_bytes_};
  }
  template <class T>
  ImageView<const T> As() const {
    return {reinterpret_cast<const T*>(first_), width_, height_, channels_, row_bytes_};
  }

  ElementType type() const { return type_; }
  int64_t width() const { return width_; }
  int64_t height() const { return height_; }
  int64_t channels() const { return channels_; }

  double At(int64_t x, int64_t y, int64_t c) const;
  // The value must be one of the type.
  void Set(int64_t x, int64_t y, int64_t c, double value);

  // All samples as numbers.
  reference::Picture ToPicture() const;

  // Same size, type and bytes of every sample (so two equal NaN are the same, 0 and -0 are not).
  bool SameSamples(const Canvas& other) const;

  // Whether every byte outside the rows still is kPadByte.
  bool PaddingUntouched() const;

  // All bytes, rows and others.
  std::vector<unsigned char> Bytes() const { return {buffer_.get(), buffer_.get() + size_}; }

 private:
  unsigned char* Sample(int64_t x, int64_t y, int64_t c) const;

  ElementType type_;
  int64_t width_;
  int64_t height_;
  int64_t channels_;
  ptrdiff_t row_bytes_;
  size_t size_;
  std::unique_ptr<unsigned char[]> buffer_;
  unsigned char* first_;
};

// Reads or writes one sample at p (which may be unaligned).
double ReadSample(const void* p, ElementType type);
void WriteSample(void* p, ElementType type, double value);

// The sample (x, y, c) of any view.
double ReadSample(const AnyConstImageView& view, int64_t x, int64_t y, int64_t c);

// What to fill a canvas with. All are deterministic; kImpulses and kCheckerboard reach both ends of the range.
enum class Fill {
  kRandom,        // whole range; f32: 0..1
  kCheckerboard,  // 0 and full scale in turn
  kImpulses,      // full scale at one sample in 37 or so, else 0
  kGradient,      // from 0 at the top left to full scale at the bottom right
  kExtremes,      // 0 or full scale at random
  kSigned,        // f32: -1..1; else as kRandom
  kWide,          // f32: 2^-20..2^20, both signs; else as kRandom
};
const char* FillName(Fill fill);
void Paint(Canvas& canvas, Fill fill, Random& random);

// A canvas filled.
Canvas Painted(ElementType type, int64_t width, int64_t height, int64_t channels, Fill fill, uint64_t seed,
               const Layout& layout = {});

// Fills dst with the rows of src from first_row on; both of one width, channel count and type. Returns dst.
Canvas& CopyRows(const Canvas& src, int64_t first_row, Canvas& dst);

// Every sample of channel c is values[c].
Canvas Flat(ElementType type, int64_t width, int64_t height, const std::vector<double>& values);

}  // namespace ninefold::test

#endif  // NINEFOLD_TESTS_SUPPORT_CANVAS_H_
