#include "writer.h"

#include <stdexcept>

namespace ninefold::cli {

void WritePicture(FileFormat format, const AnyConstImageView& picture, const WriteOptions& options, ByteSink& sink) {
  switch (format) {
    case FileFormat::kPng:
      return WritePng(picture, options, sink);
    case FileFormat::kNpy:
      return WriteNpy(picture, sink);
    case FileFormat::kPfm:
      return WritePfm(picture, sink);
    case FileFormat::kJpeg:
    case FileFormat::kBmp:
    case FileFormat::kTga:
    case FileFormat::kPnm:
    case FileFormat::kHdr:
      break;
  }
  throw std::logic_error(std::string(FormatName(format)) + " cannot be written");
}

}  // namespace ninefold::cli
