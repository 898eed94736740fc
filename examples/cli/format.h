// The kinds of picture files: told apart by their bytes when read, by their names when written.

#ifndef NINEFOLD_EXAMPLES_CLI_FORMAT_H_
#define NINEFOLD_EXAMPLES_CLI_FORMAT_H_

#include <ninefold/image.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ninefold::cli {

enum class FileFormat { kPng, kJpeg, kBmp, kTga, kPnm, kHdr, kNpy, kPfm };

// "PNG", "JPEG", ... "NPY", "PFM".
const char* FormatName(FileFormat format);

// What the first bytes of a file say.
struct Recognized {
  std::optional<FileFormat> format;  // nothing: not a format that is read here
  std::string description;           // then what it seems to be, as in "is a GIF"; else empty
};

// How many bytes RecognizeFormat wants to see; fewer are fine.
constexpr size_t kRecognizeBytes = 32;

Recognized RecognizeFormat(std::span<const unsigned char> first_bytes);

// The format of a file to be written, by the ending of its name (.png, .npy, .pfm, in any case); nothing for others.
std::optional<FileFormat> FormatOfName(std::string_view name);

// The ending of a name with its dot, empty where there is none: `.png` of `a/b.c.png`.
std::string_view EndingOf(std::string_view name);

// Why a picture of this kind cannot be written so, with the option that helps; empty where it can.
std::string WhyNotWritable(FileFormat format, ElementType type, int64_t channels);

}  // namespace ninefold::cli

#endif  // NINEFOLD_EXAMPLES_CLI_FORMAT_H_
