// The rows of an aperture as runs, for the kernels that sum by runs.

#ifndef NINEFOLD_SRC_SPANS_H_
#define NINEFOLD_SRC_SPANS_H_

#include <cstdint>
#include <vector>

#include "kernels/spans.h"
#include "ninefold/kernel2d.h"

namespace ninefold {

// A span table, and the lists that it points to. Neither copied nor moved: the table points inside.
class Spans {
 public:
  // Of a kernel of one channel, whose largest weight is that of the runs, for images of so many channels.
  Spans(const Kernel2D& kernel, int64_t channels);
  Spans(const Spans&) = delete;
  Spans& operator=(const Spans&) = delete;

  const kernels::SpanTable& table() const { return table_; }

  // Time for a sample, in units of a dense tap.
  double work() const;

  // How many samples or sums of them are read for a sample of the result.
  int64_t reads() const;

 private:
  // Adds the pieces and the taps of a row of weights.
  void AddRow(const std::vector<float>& weights, int64_t channels);
  void AddRun(int64_t begin, int64_t end, int64_t channels);

  std::vector<kernels::SpanPattern> patterns_;
  std::vector<kernels::SpanPiece> pieces_;
  std::vector<kernels::SpanTap> taps_;
  std::vector<int32_t> rows_;
  kernels::SpanTable table_;
};

}  // namespace ninefold

#endif  // NINEFOLD_SRC_SPANS_H_
