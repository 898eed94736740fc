#include "jpeg_tables.h"

#include <cstddef>
#include <numeric>

namespace ninefold::cli {
namespace {

using Bytes = std::span<const unsigned char>;

constexpr int kDefineHuffmanTables = 0xC4;
constexpr int kEndOfImage = 0xD9;

// Markers without a segment: stuffed zero, restarts, start of image, TEM.
bool StandsAlone(int marker) { return marker <= 0x01 || (marker >= 0xD0 && marker <= 0xD8); }

// The segment holds tables: a byte of class and number, 16 counts, then as many values.
bool TablesFit(Bytes segment) {
  constexpr size_t kCounts = 16;
  while (segment.size() > kCounts) {
    const Bytes counts = segment.subspan(1, kCounts);
    const auto codes = std::accumulate(counts.begin(), counts.end(), size_t{0});
    if (codes > 256) return false;
    if (segment.size() < 1 + kCounts + codes) return true;  // stb_image gives up here
    segment = segment.subspan(1 + kCounts + codes);
  }
  // Counts that lie beyond the segment's announced end are read by stb_image all the same.
  return segment.empty();
}

}  // namespace

bool HuffmanTablesFit(Bytes jpeg) {
  size_t at = 0;
  while (true) {
    while (at < jpeg.size() && jpeg[at] != 0xFF) ++at;
    while (at < jpeg.size() && jpeg[at] == 0xFF) ++at;
    if (at + 2 >= jpeg.size()) return true;
    const int marker = jpeg[at++];
    if (marker == kEndOfImage) return true;
    if (StandsAlone(marker)) continue;
    const size_t length = static_cast<size_t>(jpeg[at] << 8 | jpeg[at + 1]);
    if (length < 2) return true;  // stb_image gives up here
    const Bytes rest = jpeg.subspan(at + 2);
    const Bytes segment = rest.first(length - 2 < rest.size() ? length - 2 : rest.size());
    if (marker == kDefineHuffmanTables && !TablesFit(segment)) return false;
    at += 2 + segment.size();
  }
}

}  // namespace ninefold::cli
