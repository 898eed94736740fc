// NumPy arrays in: u1, u2 and f4 of either byte order, H x W or H x W x C, in C or Fortran order.

#include <bit>
#include <cstring>
#include <vector>

#include "failure.h"
#include "npy_header.h"
#include "picture.h"
#include "reader.h"

namespace ninefold::cli {
namespace {

// A header says three things; NumPy itself stops at 10 000 bytes.
constexpr uint32_t kMaxHeaderBytes = 65536;

std::string ReadHeaderText(Input& input) {
  unsigned char start[12];
  input.ReadExactly(start, 10);
  const int version = start[6];
  if (version < 1 || version > 3)
    throw FileFailure("is an NPY of version " + std::to_string(version) + " (1 to 3 are read)");
  uint32_t length = static_cast<uint32_t>(start[8] | start[9] << 8);
  if (version > 1) {
    input.ReadExactly(start + 10, 2);
    length |= static_cast<uint32_t>(start[10]) << 16 | static_cast<uint32_t>(start[11]) << 24;
  }
  if (length > kMaxHeaderBytes) {
    throw FileFailure("is a broken NPY: its header is " + std::to_string(length) + " bytes long");
  }
  std::string text(length, '\0');
  input.ReadExactly(text.data(), text.size());
  return text;
}

class NpyReader : public PictureReader {
 public:
  NpyReader(Input& input, const ReadOptions& options) : input_(input) {
    const NpyHeader header = ParseNpyHeader(ReadHeaderText(input));
    TakeType(header.descr);
    const auto& shape = header.shape;
    if (shape.size() != 2 && shape.size() != 3) {
      throw FileFailure("is an NPY of " + std::to_string(shape.size()) +
                        " dimensions; pictures are height x width or height x width x channels");
    }
    info_.format = FileFormat::kNpy;
    info_.height = shape[0];
    info_.width = shape[1];
    info_.channels = shape.size() == 3 ? shape[2] : 1;
    CheckPictureSize(options.limits, info_.width, info_.height, info_.channels);
    input.ExpectRemaining(info_.width * info_.height * info_.channels * ElementBytes(info_.type));
    fortran_order_ = header.fortran_order;
    // Columns of all rows come one after the other: kept whole, then turned.
    if (fortran_order_) info_.decoder_bytes = info_.height * ElementBytes(info_.type);
  }

  void ReadPixels(const AnyImageView& dst) override {
    if (fortran_order_) return ReadFortranOrder(dst);
    const auto row_bytes = static_cast<size_t>(PackedRowBytes(dst));
    for (int64_t y = 0; y < dst.height; ++y) {
      input_.ReadExactly(RowBytes(dst, y), row_bytes);
      ToNativeOrder(RowBytes(dst, y), dst.width * dst.channels, dst.type, order_);
    }
  }

 private:
  void TakeType(const std::string& descr) {
    const bool has_order = !descr.empty() && std::string("<>|=").find(descr[0]) != std::string::npos;
    const std::string kind = descr.substr(has_order ? 1 : 0);
    const bool big_endian =
        has_order && (descr[0] == '>' || (descr[0] == '=' && std::endian::native == std::endian::big));
    order_ = big_endian ? ByteOrder::kBig : ByteOrder::kLittle;
    if (kind == "u1") {
      info_.type = ElementType::kU8;
    } else if (kind == "u2") {
      info_.type = ElementType::kU16;
    } else if (kind == "f4") {
      info_.type = ElementType::kF32;
    } else {
      throw FileFailure("is an NPY of type " + descr + "; u1, u2 and f4 are read");
    }
  }

  // The samples of one channel of one column lie together, then come the next columns, then the next channels.
  void ReadFortranOrder(const AnyImageView& dst) {
    const int64_t element_bytes = ElementBytes(dst.type);
    std::vector<unsigned char> column(static_cast<size_t>(dst.height * element_bytes));
    for (int64_t c = 0; c < dst.channels; ++c) {
      for (int64_t x = 0; x < dst.width; ++x) {
        input_.ReadExactly(column.data(), column.size());
        ToNativeOrder(column.data(), dst.height, dst.type, order_);
        for (int64_t y = 0; y < dst.height; ++y) {
          std::memcpy(RowBytes(dst, y) + (x * dst.channels + c) * element_bytes, column.data() + y * element_bytes,
                      static_cast<size_t>(element_bytes));
        }
      }
    }
  }

  Input& input_;
  ByteOrder order_ = ByteOrder::kLittle;
  bool fortran_order_ = false;
};

}  // namespace

std::unique_ptr<PictureReader> OpenNpy(Input& input, const ReadOptions& options) {
  return std::make_unique<NpyReader>(input, options);
}

}  // namespace ninefold::cli
