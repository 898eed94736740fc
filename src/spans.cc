#include "src/spans.h"

#include <algorithm>
#include <map>

namespace ninefold {

Spans::Spans(const Kernel2D& kernel, int64_t channels) {
  const double most = *std::max_element(kernel.weights().begin(), kernel.weights().end());
  double sum = 0;
  std::map<std::vector<float>, std::vector<int32_t>> alike;  // rows by their weights
  auto weight = kernel.weights().begin();
  for (int32_t y = 0; y < kernel.height(); ++y) {
    std::vector<float> row;
    for (int64_t x = 0; x < kernel.width(); ++x) {
      row.push_back(static_cast<float>(*weight++ / most));
      sum += static_cast<double>(row.back());
    }
    alike[row].push_back(y);
  }
  for (const auto& [weights, rows] : alike) {
    if (std::all_of(weights.begin(), weights.end(), [](float w) { return w == 0; })) continue;
    kernels::SpanPattern pattern;
    pattern.piece_begin = static_cast<int32_t>(pieces_.size());
    pattern.tap_begin = static_cast<int32_t>(taps_.size());
    pattern.row_begin = static_cast<int32_t>(rows_.size());
    AddRow(weights, channels);
    rows_.insert(rows_.end(), rows.begin(), rows.end());
    pattern.piece_end = static_cast<int32_t>(pieces_.size());
    pattern.tap_end = static_cast<int32_t>(taps_.size());
    pattern.row_end = static_cast<int32_t>(rows_.size());
    patterns_.push_back(pattern);
  }
  for (const kernels::SpanPiece& piece : pieces_) table_.levels = std::max(table_.levels, piece.level);
  table_.patterns = patterns_;
  table_.pieces = pieces_;
  table_.taps = taps_;
  table_.rows = rows_;
  table_.factor = static_cast<float>(1 / sum);
}

void Spans::AddRow(const std::vector<float>& weights, int64_t channels) {
  const auto count = static_cast<int64_t>(weights.size());
  const auto at = [&](int64_t x) { return weights[static_cast<size_t>(x)]; };
  for (int64_t x = 0, end = 0; x < count; x = end) {
    end = x + 1;
    if (at(x) == 1) {
      while (end < count && at(end) == 1) ++end;
      AddRun(x, end, channels);
    } else if (at(x) != 0) {
      taps_.push_back({static_cast<int32_t>(x * channels), at(x)});
    }
  }
}

void Spans::AddRun(int64_t begin, int64_t end, int64_t channels) {
  while (begin < end) {
    int32_t level = 0;
    while (int64_t{2} << level <= end - begin) ++level;
    const auto offset = static_cast<int32_t>(begin * channels);
    if (level == 0) {
      taps_.push_back({offset, 1});
    } else {
      pieces_.push_back({level, offset});
    }
    begin += int64_t{1} << level;
  }
}

double Spans::work() const {
  constexpr double kRow = 1.5, kLevel = 4, kStart = 4;  // measured beside dense taps
  return static_cast<double>(reads()) + kRow * static_cast<double>(rows_.size()) + kLevel * table_.levels + kStart;
}

int64_t Spans::reads() const { return static_cast<int64_t>(pieces_.size() + taps_.size()); }

}  // namespace ninefold
