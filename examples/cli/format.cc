#include "format.h"

#include <algorithm>
#include <utility>

namespace ninefold::cli {
namespace {

using Bytes = std::span<const unsigned char>;
using namespace std::string_view_literals;

bool HasAt(Bytes bytes, size_t offset, std::string_view magic) {
  if (bytes.size() < offset + magic.size()) return false;
  return std::equal(magic.begin(), magic.end(), bytes.begin() + static_cast<ptrdiff_t>(offset),
                    [](char a, unsigned char b) { return static_cast<unsigned char>(a) == b; });
}

bool IsBlank(unsigned char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

struct Magic {
  std::string_view bytes;
  FileFormat format;
};
constexpr Magic kRead[] = {
    {"\x89PNG\r\n\x1a\n"sv, FileFormat::kPng}, {"\xff\xd8\xff"sv, FileFormat::kJpeg},
    {"#?RADIANCE"sv, FileFormat::kHdr},        {"#?RGBE"sv, FileFormat::kHdr},
    {"\x93NUMPY"sv, FileFormat::kNpy},
};

struct Foreign {
  size_t offset;
  std::string_view bytes;
  const char* description;
};
constexpr Foreign kForeign[] = {
    {0, "GIF8"sv, "is a GIF"},
    {0, "II*\0"sv, "is a TIFF"},
    {0, "MM\0*"sv, "is a TIFF"},
    {8, "WEBP"sv, "is a WebP"},
    {0, "8BPS"sv, "is a PSD"},
    {4, "ftypavif"sv, "is an AVIF"},
    {4, "ftyp"sv, "is a HEIF or a film"},
    {0, "\xff\x0a"sv, "is a JPEG XL"},
    {4, "JXL "sv, "is a JPEG XL"},
    {4, "jP  "sv, "is a JPEG 2000"},
    {0, "v/1\x01"sv, "is an OpenEXR"},
    {0, "qoif"sv, "is a QOI"},
    {0, "\x8aMNG"sv, "is an MNG"},
    {0, "\0\0\x01\0"sv, "is an icon"},
    {0, "%PDF"sv, "is a PDF"},
    {0, "<svg"sv, "is an SVG"},
    {0, "<?xml"sv, "is an XML file"},
    {0, "<!DOCTYPE"sv, "is an HTML page"},
    {0, "<html"sv, "is an HTML page"},
    {0, "PK\x03\x04"sv, "is a ZIP archive"},
    {0, "\x1f\x8b"sv, "is a gzip file"},
    {0, "\xff\xd8"sv, "begins like a JPEG and breaks off"},
    {0, "\x89PNG"sv, "begins like a PNG but its signature is damaged"},
};

// TGA has no magic number: its header must make sense.
bool LooksLikeTga(Bytes b) {
  if (b.size() < 18) return false;
  const int type = b[2];
  const int colour_map = b[1];
  const int bits = b[16];
  const bool mapped = type == 1 || type == 9;
  const bool known_type = mapped || type == 2 || type == 3 || type == 10 || type == 11;
  const bool has_size = (b[12] | b[13]) != 0 && (b[14] | b[15]) != 0;
  const bool known_bits = bits == 8 || bits == 15 || bits == 16 || bits == 24 || bits == 32;
  return known_type && colour_map <= 1 && (!mapped || colour_map == 1) && has_size && known_bits && (b[17] & 0xC0) == 0;
}

// "P5" and the like: two letters, then a blank.
bool HasNetpbmMagic(Bytes b, std::string_view letters) {
  return b.size() > 2 && b[0] == 'P' && letters.find(static_cast<char>(b[1])) != std::string_view::npos &&
         IsBlank(b[2]);
}

bool SameIgnoringCase(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return lower(x) == lower(y);
  });
}

}  // namespace

const char* FormatName(FileFormat format) {
  switch (format) {
    case FileFormat::kPng:
      return "PNG";
    case FileFormat::kJpeg:
      return "JPEG";
    case FileFormat::kBmp:
      return "BMP";
    case FileFormat::kTga:
      return "TGA";
    case FileFormat::kPnm:
      return "PNM";
    case FileFormat::kHdr:
      return "HDR";
    case FileFormat::kNpy:
      return "NPY";
    case FileFormat::kPfm:
      break;
  }
  return "PFM";
}

Recognized RecognizeFormat(Bytes first_bytes) {
  if (first_bytes.empty()) return {std::nullopt, "is empty"};
  for (const Magic& magic : kRead) {
    if (HasAt(first_bytes, 0, magic.bytes)) return {magic.format, ""};
  }
  if (HasNetpbmMagic(first_bytes, "56")) return {FileFormat::kPnm, ""};
  if (HasNetpbmMagic(first_bytes, "Ff")) return {FileFormat::kPfm, ""};
  if (HasNetpbmMagic(first_bytes, "12347")) {
    return {std::nullopt,
            "is a Netpbm file of kind P" + std::string(1, static_cast<char>(first_bytes[1])) + " (P5 and P6 are read)"};
  }
  // The reserved bytes of a BMP are 0; "BM" alone may begin a text.
  if (HasAt(first_bytes, 0, "BM") && HasAt(first_bytes, 6, "\0\0\0\0"sv)) return {FileFormat::kBmp, ""};
  for (const Foreign& foreign : kForeign) {
    if (HasAt(first_bytes, foreign.offset, foreign.bytes)) return {std::nullopt, foreign.description};
  }
  if (LooksLikeTga(first_bytes)) return {FileFormat::kTga, ""};
  return {std::nullopt, "is of an unknown kind"};
}

std::string_view EndingOf(std::string_view name) {
  const size_t slash = name.rfind('/');
  const size_t start = slash == std::string_view::npos ? 0 : slash + 1;
  const size_t dot = name.rfind('.');
  // A leading dot hides a file, it begins no ending.
  return dot == std::string_view::npos || dot <= start ? std::string_view() : name.substr(dot);
}

std::optional<FileFormat> FormatOfName(std::string_view name) {
  const std::string_view ending = EndingOf(name);
  for (const auto& [known, format] :
       {std::pair{".png", FileFormat::kPng}, {".npy", FileFormat::kNpy}, {".pfm", FileFormat::kPfm}}) {
    if (SameIgnoringCase(ending, known)) return format;
  }
  return std::nullopt;
}

std::string WhyNotWritable(FileFormat format, ElementType type, int64_t channels) {
  const std::string count = std::to_string(channels) + " channels";
  if (format == FileFormat::kPng) {
    if (type == ElementType::kF32)
      return "--depth: PNG cannot hold f32 samples; give --depth 8 or --depth 16, or write .npy";
    if (channels > 4) return "PNG cannot hold " + count + " (1 to 4); write .npy";
  }
  if (format == FileFormat::kPfm) {
    if (type != ElementType::kF32) {
      return std::string("--depth: PFM cannot hold ") + ElementName(type) + " samples; give --depth 32f";
    }
    if (channels != 1 && channels != 3) return "PFM cannot hold " + count + " (1 or 3); write .npy";
  }
  return "";
}

}  // namespace ninefold::cli
