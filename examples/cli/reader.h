// Picture files in: the header first, the pixels when the rest of the world is known to fit.

#ifndef NINEFOLD_EXAMPLES_CLI_READER_H_
#define NINEFOLD_EXAMPLES_CLI_READER_H_

#include <ninefold/image.h>

#include <cstdint>
#include <memory>
#include <string>

#include "format.h"
#include "input.h"
#include "log.h"
#include "metadata.h"
#include "picture_limits.h"

namespace ninefold::cli {

// What the header of a file says, in the terms in which its pixels will be delivered: palettes looked up, transparent
// colours made alpha, grey of fewer than 8 bits made 8.
struct PictureInfo {
  FileFormat format = FileFormat::kPng;
  int64_t width = 0;
  int64_t height = 0;
  int64_t channels = 0;
  ElementType type = ElementType::kU8;
  int64_t decoder_bytes = 0;  // memory that reading takes beside the pixels
};

// What readers are given beside the file.
struct ReadOptions {
  Limits limits;
  Log log;
  std::string name;  // for remarks in the log
};

// A file whose header has been read and checked.
class PictureReader {
 public:
  virtual ~PictureReader() = default;
  const PictureInfo& info() const { return info_; }

  // Reads all pixels into a packed view of the size and type of info(). Call once.
  // Errors: kFailed for a broken or truncated file.
  virtual void ReadPixels(const AnyImageView& dst) = 0;

  // What the file says beside its pixels; whole after ReadPixels.
  const Metadata& metadata() const { return metadata_; }

 protected:
  PictureReader() = default;
  PictureInfo info_;
  Metadata metadata_;
};

// Finds out the format by the first bytes and reads the header. The input must outlive the reader.
//
// Errors: kFailed for a format that is not read here, with what it seems to be, and for a broken header; kLimit.
std::unique_ptr<PictureReader> OpenPicture(Input& input, const ReadOptions& options);

// The formats, each in a file of its own; for OpenPicture only. The input stands at its first byte.
std::unique_ptr<PictureReader> OpenPng(Input& input, const ReadOptions& options);
std::unique_ptr<PictureReader> OpenNpy(Input& input, const ReadOptions& options);
std::unique_ptr<PictureReader> OpenPfm(Input& input, const ReadOptions& options);
std::unique_ptr<PictureReader> OpenPnm(Input& input, const ReadOptions& options);
std::unique_ptr<PictureReader> OpenByStb(Input& input, FileFormat format, const ReadOptions& options);

// Swaps the bytes of each sample of two or four bytes, or leaves them, so that big-endian (or little-endian) samples
// become those of this machine.
enum class ByteOrder { kLittle, kBig };
void ToNativeOrder(void* samples, int64_t count, ElementType type, ByteOrder order);

}  // namespace ninefold::cli

#endif  // NINEFOLD_EXAMPLES_CLI_READER_H_
