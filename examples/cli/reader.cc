#include "reader.h"

#include <bit>
#include <cstring>

#include "failure.h"

namespace ninefold::cli {
namespace {

template <class T>
T ByteSwapped(T value) {
  unsigned char bytes[sizeof(T)];
  std::memcpy(bytes, &value, sizeof(T));
  for (size_t i = 0; i < sizeof(T) / 2; ++i) std::swap(bytes[i], bytes[sizeof(T) - 1 - i]);
  std::memcpy(&value, bytes, sizeof(T));
  return value;
}

template <class T>
void SwapAll(void* samples, int64_t count) {
  T* const values = static_cast<T*>(samples);
  for (int64_t i = 0; i < count; ++i) values[i] = ByteSwapped(values[i]);
}

}  // namespace

void ToNativeOrder(void* samples, int64_t count, ElementType type, ByteOrder order) {
  if ((order == ByteOrder::kLittle) == (std::endian::native == std::endian::little)) return;
  if (ElementBytes(type) == 2) SwapAll<uint16_t>(samples, count);
  if (ElementBytes(type) == 4) SwapAll<uint32_t>(samples, count);
}

std::unique_ptr<PictureReader> OpenPicture(Input& input, const ReadOptions& options) {
  const Recognized recognized = RecognizeFormat(input.Peek(kRecognizeBytes));
  if (!recognized.format) {
    throw FileFailure(recognized.description + ", not a PNG, JPEG, BMP, TGA, PNM, HDR, NPY or PFM picture");
  }
  const FileFormat format = *recognized.format;
  if (options.limits.png_only && format != FileFormat::kPng) {
    throw LimitFailure(std::string("is a ") + FormatName(format) + ", not a PNG: --untrusted reads nothing else");
  }
  switch (format) {
    case FileFormat::kPng:
      return OpenPng(input, options);
    case FileFormat::kNpy:
      return OpenNpy(input, options);
    case FileFormat::kPfm:
      return OpenPfm(input, options);
    case FileFormat::kPnm:
      return OpenPnm(input, options);
    case FileFormat::kJpeg:
    case FileFormat::kBmp:
    case FileFormat::kTga:
    case FileFormat::kHdr:
      break;
  }
  return OpenByStb(input, format, options);
}

}  // namespace ninefold::cli
