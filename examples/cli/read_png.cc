// PNG in, by libpng, row by row.
//
// libpng reports errors by longjmp. So every call of it stands in a function object run by Guarded(), which holds
// nothing that needs a destructor, and the callbacks that libpng calls let no exception through.

#include <png.h>

#include <bit>
#include <csetjmp>
#include <cstring>
#include <exception>

#include "failure.h"
#include "picture.h"
#include "reader.h"

namespace ninefold::cli {
namespace {

constexpr png_alloc_size_t kMaxChunkBytes = 8'000'000;
constexpr png_uint_32 kMaxCachedChunks = 100;

class PngReader : public PictureReader {
 public:
  PngReader(Input& input, const ReadOptions& options) : input_(input), options_(options) {
    CheckAnnouncedSize();
    png_ = png_create_read_struct(PNG_LIBPNG_VER_STRING, this, OnError, OnWarning);
    png_info_ = png_ == nullptr ? nullptr : png_create_info_struct(png_);
    if (png_info_ == nullptr) {
      png_destroy_read_struct(&png_, nullptr, nullptr);
      throw std::bad_alloc();
    }
    try {
      Guarded([this] { ReadHeader(); });
      CheckPictureSize(options_.limits, info_.width, info_.height, info_.channels);
    } catch (...) {
      png_destroy_read_struct(&png_, &png_info_, nullptr);
      throw;
    }
  }
  ~PngReader() override { png_destroy_read_struct(&png_, &png_info_, nullptr); }

  void ReadPixels(const AnyImageView& dst) override {
    Guarded([this, &dst] {
      for (int pass = 0; pass < passes_; ++pass) {
        for (int64_t y = 0; y < dst.height; ++y) png_read_row(png_, RowBytes(dst, y), nullptr);
      }
      png_read_end(png_, png_info_);  // the checksums, late metadata and IEND
    });
  }

 private:
  // libpng would refuse a large picture with a warning and "Invalid IHDR data"; this says what the size is.
  void CheckAnnouncedSize() {
    const auto head = input_.Peek(24);
    if (head.size() < 24) throw FileFailure("is a truncated PNG: it ends in its header");
    if (std::memcmp(head.data() + 12, "IHDR", 4) != 0)
      throw FileFailure("is a broken PNG: it does not begin with IHDR");
    const auto big_endian = [&](size_t at) {
      return int64_t{head[at]} << 24 | int64_t{head[at + 1]} << 16 | int64_t{head[at + 2]} << 8 | int64_t{head[at + 3]};
    };
    CheckPictureSize(options_.limits, big_endian(16), big_endian(20), 1);
  }

  void ReadHeader() {
    png_set_read_fn(png_, this, OnRead);
    // Faults that libpng would only warn of are errors. Chunks that are not pixels are carried as they stand or stepped
    // over, and never inflated or parsed, so that none of them can cost much memory or time.
    png_set_benign_errors(png_, 0);
    png_set_chunk_malloc_max(png_, kMaxChunkBytes);
    png_set_chunk_cache_max(png_, kMaxCachedChunks);
    const auto max_side = static_cast<png_uint_32>(options_.limits.max_side);
    png_set_user_limits(png_, max_side, max_side);
    png_set_keep_unknown_chunks(png_, PNG_HANDLE_CHUNK_NEVER, nullptr, -1);
    for (const MetadataKind& kind : kMetadataKinds) {
      unsigned char name[5] = {};
      std::memcpy(name, kind.name.data(), 4);
      png_set_keep_unknown_chunks(png_, PNG_HANDLE_CHUNK_ALWAYS, name, 1);
    }
    png_set_read_user_chunk_fn(png_, this, OnChunk);
    png_read_info(png_, png_info_);

    const bool has_transparent_colour = png_get_valid(png_, png_info_, PNG_INFO_tRNS) != 0;
    const int colour_type = png_get_color_type(png_, png_info_);
    if (colour_type == PNG_COLOR_TYPE_PALETTE) png_set_palette_to_rgb(png_);
    if (colour_type == PNG_COLOR_TYPE_GRAY && png_get_bit_depth(png_, png_info_) < 8) {
      png_set_expand_gray_1_2_4_to_8(png_);
    }
    if (has_transparent_colour) png_set_tRNS_to_alpha(png_);
    if (std::endian::native == std::endian::little) png_set_swap(png_);
    passes_ = png_set_interlace_handling(png_);
    png_read_update_info(png_, png_info_);

    info_.format = FileFormat::kPng;
    info_.width = png_get_image_width(png_, png_info_);
    info_.height = png_get_image_height(png_, png_info_);
    info_.channels = png_get_channels(png_, png_info_);
    info_.type = png_get_bit_depth(png_, png_info_) == 16 ? ElementType::kU16 : ElementType::kU8;
    info_.decoder_bytes = 8 * static_cast<int64_t>(png_get_rowbytes(png_, png_info_));
  }

  // Runs calls of libpng; throws what OnRead or OnError has noted if they fail.
  template <class Calls>
  void Guarded(const Calls& calls) {
    if (!RunGuarded(calls)) {
      if (read_failure_) std::rethrow_exception(read_failure_);
      const std::string hint = warning_.empty() ? "" : " (" + warning_ + ")";
      throw FileFailure("is a broken PNG: " + error_ + hint);
    }
  }

  // A function of its own, not inlined: the frame that setjmp returns to twice keeps no variable in a register.
  template <class Calls>
  [[gnu::noinline]] bool RunGuarded(const Calls& calls) {
    if (setjmp(png_jmpbuf(png_)) != 0) return false;
    calls();
    return true;
  }

  static void OnRead(png_structp png, png_bytep dst, size_t count) {
    auto* const self = static_cast<PngReader*>(png_get_io_ptr(png));
    if (!self->Read(dst, count)) png_error(png, "the file cannot be read");
  }

  bool Read(void* dst, size_t count) noexcept {
    try {
      if (input_.Read(dst, count) == count) return true;
      throw FileFailure("is a truncated PNG: it ends before the picture does");
    } catch (...) {
      read_failure_ = std::current_exception();
      return false;
    }
  }

  // Returns 1: dealt with.
  static int OnChunk(png_structp png, png_unknown_chunkp chunk) {
    auto* const self = static_cast<PngReader*>(png_get_user_chunk_ptr(png));
    if (!self->Keep(*chunk)) png_error(png, "there is no memory for its metadata");
    return 1;
  }

  bool Keep(const png_unknown_chunk& chunk) noexcept {
    try {
      const bool left_out = metadata_.Add({reinterpret_cast<const char*>(chunk.name), 4}, chunk.data, chunk.size);
      if (left_out) options_.log.Detail(options_.name, "it has more metadata than is carried; the rest is left out");
      return true;
    } catch (...) {
      read_failure_ = std::current_exception();
      return false;
    }
  }

  [[noreturn]] static void OnError(png_structp png, png_const_charp message) {
    static_cast<PngReader*>(png_get_error_ptr(png))->Remember(&PngReader::error_, message);
    png_longjmp(png, 1);
  }
  static void OnWarning(png_structp png, png_const_charp message) {
    auto* const self = static_cast<PngReader*>(png_get_error_ptr(png));
    self->Remember(&PngReader::warning_, message);
    self->options_.log.Detail(self->options_.name, message);
  }
  void Remember(std::string PngReader::*where, const char* message) { this->*where = message; }

  Input& input_;
  const ReadOptions options_;
  png_structp png_ = nullptr;
  png_infop png_info_ = nullptr;
  int passes_ = 1;
  std::string error_;
  std::string warning_;
  std::exception_ptr read_failure_;
};

}  // namespace

std::unique_ptr<PictureReader> OpenPng(Input& input, const ReadOptions& options) {
  return std::make_unique<PngReader>(input, options);
}

}  // namespace ninefold::cli
