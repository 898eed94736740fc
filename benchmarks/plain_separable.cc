#include "plain_separable.h"

#include <algorithm>
#include <utility>

namespace ninefold::bench {
namespace {

// The rest of the library chooses its instruction set when the program runs; these loops do likewise. Each clone
// inlines the loops that it calls.
#ifdef __x86_64__
#define NINEFOLD_CLONES __attribute__((target_clones("default", "arch=haswell", "arch=skylake-avx512")))
#else
#define NINEFOLD_CLONES
#endif
#define NINEFOLD_INLINE __attribute__((always_inline)) inline

// What the loops of one row and term take.
struct Line {
  const float* src = nullptr;  // row 0
  int64_t src_pitch = 0;       // in samples
  const float *vertical = nullptr, *horizontal = nullptr;
  const int32_t *low = nullptr, *high = nullptr;
  int32_t y = 0, last_row = 0, channels = 0;
  int32_t sums = 0, results = 0;  // samples of a row of vertical sums, and of the result
};

// Ternaries: GCC 12 vectorises no std::clamp, which returns a reference.
NINEFOLD_INLINE int32_t Clamp(int32_t i, int32_t low, int32_t high) {
  const int32_t i1 = i < low ? low : i;
  return i1 > high ? high : i1;
}

// The sum of term(0) .. term(kTaps - 1), unrolled whatever the number: GCC 12 unrolls no loop of more than 16.
template <int kTaps, class F>
NINEFOLD_INLINE float Sum(const F& term) {
  return [&]<int... k>(std::integer_sequence<int, k...>) __attribute__((always_inline)) { return (... + term(k)); }
  (std::make_integer_sequence<int, kTaps>());
}

template <int kTaps, PlainBorder kBorder>
NINEFOLD_INLINE void VerticalSums(const Line& l, float* __restrict sums) {
  for (int32_t i = 0; i < l.sums; ++i) {
    sums[i] = Sum<kTaps>([&](int32_t k) __attribute__((always_inline)) {
      const int32_t y = kBorder == PlainBorder::kClamp ? Clamp(l.y + k - kTaps / 2, 0, l.last_row) : l.y + k;
      return l.vertical[k] * l.src[y * l.src_pitch + i];
    });
  }
}

template <int kTaps, PlainBorder kBorder>
NINEFOLD_INLINE void AddHorizontalSums(const Line& l, const float* __restrict sums, float* __restrict dst) {
  for (int32_t i = 0; i < l.results; ++i) {
    dst[i] += Sum<kTaps>([&](int32_t k) __attribute__((always_inline)) {
      const int32_t at = kBorder == PlainBorder::kClamp ? Clamp(i + (k - kTaps / 2) * l.channels, l.low[i], l.high[i])
                                                        : i + k * l.channels;
      return l.horizontal[k] * sums[at];
    });
  }
}

template <int kTaps, PlainBorder kBorder>
NINEFOLD_INLINE void AddTerm(const Line& l, float* __restrict sums, float* __restrict dst) {
  VerticalSums<kTaps, kBorder>(l, sums);
  AddHorizontalSums<kTaps, kBorder>(l, sums, dst);
}

NINEFOLD_CLONES void AddTerm9Clamp(const Line& l, float* sums, float* dst) {
  AddTerm<9, PlainBorder::kClamp>(l, sums, dst);
}
NINEFOLD_CLONES void AddTerm9Padded(const Line& l, float* sums, float* dst) {
  AddTerm<9, PlainBorder::kPadded>(l, sums, dst);
}
NINEFOLD_CLONES void AddTerm17Clamp(const Line& l, float* sums, float* dst) {
  AddTerm<17, PlainBorder::kClamp>(l, sums, dst);
}
NINEFOLD_CLONES void AddTerm17Padded(const Line& l, float* sums, float* dst) {
  AddTerm<17, PlainBorder::kPadded>(l, sums, dst);
}

void Append(const Taps& taps, std::vector<float>& to) {
  for (const double w : taps.weights()) to.push_back(static_cast<float>(w));
}

}  // namespace

PlainSeparable::PlainSeparable(const std::vector<SeparableFilter>& terms, int64_t width, int64_t height,
                               int64_t channels, PlainBorder border)
    : width_(width), height_(height), channels_(channels), border_(border), taps_(terms[0].vertical.size()) {
  for (const SeparableFilter& t : terms) {
    Append(t.vertical, vertical_);
    Append(t.horizontal, horizontal_);
  }
  for (int64_t i = 0; i < width * channels; ++i) {
    low_.push_back(static_cast<int32_t>(i % channels));
    high_.push_back(static_cast<int32_t>((width - 1) * channels + i % channels));
  }
}

void PlainSeparable::Run(const AnyConstImageView& src, const AnyImageView& dst, const Executor& executor) const {
  constexpr int64_t kBand = 16;
  const auto band = [&](int64_t id) {
    const auto add_term = taps_ == 9 ? (border_ == PlainBorder::kClamp ? AddTerm9Clamp : AddTerm9Padded)
                                     : (border_ == PlainBorder::kClamp ? AddTerm17Clamp : AddTerm17Padded);
    thread_local std::vector<float> sums;
    sums.resize(static_cast<size_t>(src.width * channels_));
    Line l;
    l.src = static_cast<const float*>(src.data);
    l.src_pitch = src.row_bytes / 4;
    l.low = low_.data();
    l.high = high_.data();
    l.last_row = static_cast<int32_t>(src.height) - 1;
    l.channels = static_cast<int32_t>(channels_);
    l.sums = static_cast<int32_t>(src.width * channels_);
    l.results = static_cast<int32_t>(width_ * channels_);
    for (int64_t y = id * kBand; y < std::min((id + 1) * kBand, height_); ++y) {
      float* row = static_cast<float*>(dst.data) + y * (dst.row_bytes / 4);
      std::fill_n(row, l.results, 0.0f);
      l.y = static_cast<int32_t>(y);
      for (size_t first = 0; first < vertical_.size(); first += static_cast<size_t>(taps_)) {
        l.vertical = vertical_.data() + first;
        l.horizontal = horizontal_.data() + first;
        add_term(l, sums.data(), row);
      }
    }
  };
  executor.ParallelFor((height_ + kBand - 1) / kBand,
                       [](void* f, int64_t id) noexcept { (*static_cast<const decltype(band)*>(f))(id); },
                       const_cast<void*>(static_cast<const void*>(&band)));
}

}  // namespace ninefold::bench
