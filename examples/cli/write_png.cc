// PNG out, by libpng, row by row. The same care about longjmp as in read_png.cc.

#include <png.h>

#include <bit>
#include <csetjmp>
#include <exception>
#include <new>
#include <string>

#include "failure.h"
#include "picture.h"
#include "writer.h"

namespace ninefold::cli {
namespace {

constexpr int kColourTypes[] = {PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB,
                                PNG_COLOR_TYPE_RGB_ALPHA};

class PngWriter {
 public:
  PngWriter(ByteSink& sink, const WriteOptions& options) : sink_(sink), options_(options) {
    png_ = png_create_write_struct(PNG_LIBPNG_VER_STRING, this, OnError, OnWarning);
    png_info_ = png_ == nullptr ? nullptr : png_create_info_struct(png_);
    if (png_info_ == nullptr) {
      png_destroy_write_struct(&png_, nullptr);
      throw std::bad_alloc();
    }
  }
  PngWriter(const PngWriter&) = delete;
  PngWriter& operator=(const PngWriter&) = delete;
  ~PngWriter() { png_destroy_write_struct(&png_, &png_info_); }

  void Write(const AnyConstImageView& picture) {
    if (RunGuarded(picture)) return;
    if (write_failure_) std::rethrow_exception(write_failure_);
    throw FileFailure("cannot be written as PNG: " + error_);
  }

 private:
  [[gnu::noinline]] bool RunGuarded(const AnyConstImageView& picture) {
    if (setjmp(png_jmpbuf(png_)) != 0) return false;
    WriteAll(picture);
    return true;
  }

  // Holds nothing that needs a destructor.
  void WriteAll(const AnyConstImageView& picture) {
    png_set_write_fn(png_, this, OnWrite, OnFlush);
    if (options_.compression) png_set_compression_level(png_, *options_.compression);
    png_set_IHDR(png_, png_info_, static_cast<png_uint_32>(picture.width), static_cast<png_uint_32>(picture.height),
                 picture.type == ElementType::kU16 ? 16 : 8, kColourTypes[picture.channels - 1], PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png_, png_info_);
    for (const MetadataChunk& chunk : options_.metadata) {
      png_write_chunk(png_, chunk.name.data(), chunk.content.data(), chunk.content.size());
    }
    if (picture.type == ElementType::kU16 && std::endian::native == std::endian::little) png_set_swap(png_);
    for (int64_t y = 0; y < picture.height; ++y) png_write_row(png_, RowBytes(picture, y));
    png_write_end(png_, nullptr);
  }

  static void OnWrite(png_structp png, png_bytep data, size_t count) {
    auto* const self = static_cast<PngWriter*>(png_get_io_ptr(png));
    if (!self->WriteToSink(data, count)) png_error(png, "the file cannot be written");
  }
  static void OnFlush(png_structp) {}

  bool WriteToSink(const void* data, size_t count) noexcept {
    try {
      sink_.Write(data, count);
      return true;
    } catch (...) {
      write_failure_ = std::current_exception();
      return false;
    }
  }

  [[noreturn]] static void OnError(png_structp png, png_const_charp message) {
    static_cast<PngWriter*>(png_get_error_ptr(png))->error_ = message;
    png_longjmp(png, 1);
  }
  static void OnWarning(png_structp, png_const_charp) {}

  ByteSink& sink_;
  const WriteOptions options_;
  png_structp png_ = nullptr;
  png_infop png_info_ = nullptr;
  std::string error_;
  std::exception_ptr write_failure_;
};

}  // namespace

void WritePng(const AnyConstImageView& picture, const WriteOptions& options, ByteSink& sink) {
  PngWriter(sink, options).Write(picture);
}

}  // namespace ninefold::cli
