// What a picture file says beside its pixels, carried from input to output as it stands.

#ifndef NINEFOLD_EXAMPLES_CLI_METADATA_H_
#define NINEFOLD_EXAMPLES_CLI_METADATA_H_

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

namespace ninefold::cli {

// A chunk of a PNG file, its content untouched.
struct MetadataChunk {
  std::array<unsigned char, 5> name = {};  // four letters and a 0
  std::vector<unsigned char> content;
};

// The kinds of chunk that stay true when pixels are filtered. Others - palettes, backgrounds, histograms, animation,
// the time of the last change - are left behind.
struct MetadataKind {
  std::string_view name;
  bool colour;  // says what colours the samples mean
  bool many;    // may stand in a file more than once
};
constexpr MetadataKind kMetadataKinds[] = {
    {"cICP", true, false},  {"iCCP", true, false},  {"sRGB", true, false}, {"gAMA", true, false}, {"cHRM", true, false},
    {"pHYs", false, false}, {"eXIf", false, false}, {"tEXt", false, true}, {"zTXt", false, true}, {"iTXt", false, true},
};

// Which of them go into the output.
enum class MetadataChoice { kAll, kColour, kNone };

// Chunks of one file, within bounds.
class Metadata {
 public:
  static constexpr size_t kMaxChunks = 100;
  static constexpr size_t kMaxBytes = 16'000'000;

  // Keeps a copy, unless the kind is not carried, or stands there already and may not twice, or the bounds are reached.
  // Returns whether a chunk that is carried was left out for the bounds. Errors: std::bad_alloc.
  bool Add(std::string_view name, const unsigned char* content, size_t bytes);

  // In the order of the file, but colour first, as PNG wants it.
  std::vector<MetadataChunk> Chosen(MetadataChoice choice) const;

 private:
  std::vector<MetadataChunk> chunks_;
  size_t bytes_ = 0;
};

}  // namespace ninefold::cli

#endif  // NINEFOLD_EXAMPLES_CLI_METADATA_H_
