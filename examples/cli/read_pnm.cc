// Binary PNM in: P5 (grey) and P6 (RGB) of 8 or 16 bits, as stb_image reads them, but with samples of 16 bits in the
// right byte order, any maximum scaled to full scale, and a file that ends early noticed.
// https://netpbm.sourceforge.net/doc/ppm.html

#include <algorithm>

#include "failure.h"
#include "netpbm_header.h"
#include "picture.h"
#include "reader.h"

namespace ninefold::cli {
namespace {

// Turns 0..maximum into the whole range of T, rounded to nearest; larger samples are as the maximum.
template <class T>
void ScaleToFull(T* samples, int64_t count, uint32_t maximum) {
  constexpr uint32_t kFull = static_cast<T>(~T{0});
  if (maximum == kFull) return;
  for (int64_t i = 0; i < count; ++i) {
    const uint32_t sample = std::min<uint32_t>(samples[i], maximum);
    samples[i] = static_cast<T>((sample * kFull + maximum / 2) / maximum);
  }
}

class PnmReader : public PictureReader {
 public:
  PnmReader(Input& input, const ReadOptions& options) : input_(input) {
    info_.format = FileFormat::kPnm;
    info_.channels = NextHeaderWord(input, info_.format) == "P6" ? 3 : 1;
    info_.width = NextHeaderWhole(input, info_.format);
    info_.height = NextHeaderWhole(input, info_.format);
    const int64_t maximum = NextHeaderWhole(input, info_.format);
    if (maximum < 1 || maximum > 65535) {
      throw FileFailure("is a broken PNM: its largest sample is " + std::to_string(maximum) + ", not 1 to 65535");
    }
    maximum_ = static_cast<uint32_t>(maximum);
    info_.type = maximum > 255 ? ElementType::kU16 : ElementType::kU8;
    CheckPictureSize(options.limits, info_.width, info_.height, info_.channels);
    input.ExpectRemaining(info_.width * info_.height * info_.channels * ElementBytes(info_.type));
  }

  void ReadPixels(const AnyImageView& dst) override {
    const int64_t count = dst.width * dst.channels;
    for (int64_t y = 0; y < dst.height; ++y) {
      unsigned char* const row = RowBytes(dst, y);
      input_.ReadExactly(row, static_cast<size_t>(PackedRowBytes(dst)));
      if (dst.type == ElementType::kU8) {
        ScaleToFull(row, count, maximum_);
      } else {
        ToNativeOrder(row, count, dst.type, ByteOrder::kBig);
        ScaleToFull(reinterpret_cast<uint16_t*>(row), count, maximum_);
      }
    }
  }

 private:
  Input& input_;
  uint32_t maximum_ = 0;
};

}  // namespace

std::unique_ptr<PictureReader> OpenPnm(Input& input, const ReadOptions& options) {
  return std::make_unique<PnmReader>(input, options);
}

}  // namespace ninefold::cli
