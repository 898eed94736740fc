// Sums of separable filters in plain loops, for a compiler to vectorise: what a border costs without regions.

#ifndef NINEFOLD_BENCHMARKS_PLAIN_SEPARABLE_H_
#define NINEFOLD_BENCHMARKS_PLAIN_SEPARABLE_H_

#include <cstdint>
#include <vector>

#include "ninefold/ninefold.h"

namespace ninefold::bench {

enum class PlainBorder {
  kClamp,   // each access clamps its coordinate: replicate
  kPadded,  // the source has the taps' radius more on each side; no coordinate is tested
};

// f32 pictures of one size; all terms have one odd number of taps, 9 or 17.
class PlainSeparable {
 public:
  PlainSeparable(const std::vector<SeparableFilter>& terms, int64_t width, int64_t height, int64_t channels,
                 PlainBorder border);

  // One parallel loop over bands of rows. Both passes of a row are done together, so that the sums stay in L1.
  void Run(const AnyConstImageView& src, const AnyImageView& dst, const Executor& executor) const;

 private:
  const int64_t width_, height_, channels_;
  const PlainBorder border_;
  int64_t taps_;
  std::vector<float> vertical_, horizontal_;  // term by term
  std::vector<int32_t> low_, high_;           // by sample of a row: where its channel begins and ends
};

}  // namespace ninefold::bench

#endif  // NINEFOLD_BENCHMARKS_PLAIN_SEPARABLE_H_
