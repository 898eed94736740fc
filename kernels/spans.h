// Apertures as runs: each row of a flat aperture is a run of equal weights, and a few samples at its rim that have
// others.
//
// Sums of 2, 4, 8 ... neighbours are made once for each row of the source; a run is a few of them side by side. Nothing
// is ever subtracted: sums stay as exact as their samples, and what is not finite stays in the aperture's footprint.

#ifndef NINEFOLD_KERNELS_SPANS_H_
#define NINEFOLD_KERNELS_SPANS_H_

#include <cstdint>
#include <span>

namespace ninefold::kernels {

// 2^level samples of weight 1, `offset` samples behind the first one that an output reads.
struct SpanPiece {
  int32_t level = 1;
  int32_t offset = 0;
};

// One sample.
struct SpanTap {
  int32_t offset = 0;
  float weight = 0;
};

// Rows of the aperture that are alike; ranges of the lists of a SpanTable.
struct SpanPattern {
  int32_t piece_begin = 0, piece_end = 0;
  int32_t tap_begin = 0, tap_end = 0;
  int32_t row_begin = 0, row_end = 0;
};

struct SpanTable {
  std::span<const SpanPattern> patterns;
  std::span<const SpanPiece> pieces;
  std::span<const SpanTap> taps;
  std::span<const int32_t> rows;  // numbers of rows of the aperture
  int32_t levels = 0;             // the highest level of any piece
  float factor = 1.0f;            // the weights are those of the aperture divided by this
};

// How many samples of sums of a level `count` outputs need, for apertures of this many samples from side to side.
constexpr int64_t LevelSamples(int64_t count, int64_t reach, int64_t channels, int32_t level) {
  return count + (reach - (int64_t{1} << level)) * channels;
}

}  // namespace ninefold::kernels

#endif  // NINEFOLD_KERNELS_SPANS_H_
