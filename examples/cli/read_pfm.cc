// Portable float maps in: "PF" (three channels) or "Pf" (one), the bottom row first.
// https://www.pauldebevec.com/Research/HDR/PFM/

#include "failure.h"
#include "netpbm_header.h"
#include "numbers.h"
#include "picture.h"
#include "reader.h"
#include "text.h"

namespace ninefold::cli {
namespace {

class PfmReader : public PictureReader {
 public:
  PfmReader(Input& input, const ReadOptions& options) : input_(input) {
    info_.format = FileFormat::kPfm;
    info_.type = ElementType::kF32;
    info_.channels = NextHeaderWord(input, info_.format) == "PF" ? 3 : 1;
    info_.width = NextHeaderWhole(input, info_.format);
    info_.height = NextHeaderWhole(input, info_.format);
    // The sign tells the byte order; the size of the number is a remark that other programs ignore too.
    const std::string scale = NextHeaderWord(input, info_.format);
    const auto value = ParseNumber(scale);
    if (!value || *value == 0) throw FileFailure("is a broken PFM: its scale is " + Quoted(scale));
    order_ = *value < 0 ? ByteOrder::kLittle : ByteOrder::kBig;
    CheckPictureSize(options.limits, info_.width, info_.height, info_.channels);
    input.ExpectRemaining(info_.width * info_.height * info_.channels * ElementBytes(info_.type));
  }

  void ReadPixels(const AnyImageView& dst) override {
    for (int64_t y = dst.height - 1; y >= 0; --y) {
      input_.ReadExactly(RowBytes(dst, y), static_cast<size_t>(PackedRowBytes(dst)));
      ToNativeOrder(RowBytes(dst, y), dst.width * dst.channels, dst.type, order_);
    }
  }

 private:
  Input& input_;
  ByteOrder order_ = ByteOrder::kLittle;
};

}  // namespace

std::unique_ptr<PictureReader> OpenPfm(Input& input, const ReadOptions& options) {
  return std::make_unique<PfmReader>(input, options);
}

}  // namespace ninefold::cli
