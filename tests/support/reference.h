// The meaning of every filter, spelled out: plain loops in double precision, one stage at a time on the whole previous
// picture, no tiles, no vectors. Shares no code with the library; of its headers it uses the names of types only.

#ifndef NINEFOLD_TESTS_SUPPORT_REFERENCE_H_
#define NINEFOLD_TESTS_SUPPORT_REFERENCE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ninefold/border.h"
#include "ninefold/image.h"

namespace ninefold::reference {

// height x width x channels samples, interleaved, packed.
struct Picture {
  Picture() = default;
  Picture(int64_t columns, int64_t rows, int64_t samples_per_pixel, double value = 0)
      : width(columns),
        height(rows),
        channels(samples_per_pixel),
        samples(static_cast<size_t>(columns * rows * samples_per_pixel), value) {}

  double& At(int64_t x, int64_t y, int64_t c) { return samples[Index(x, y, c)]; }
  double At(int64_t x, int64_t y, int64_t c) const { return samples[Index(x, y, c)]; }
  size_t Index(int64_t x, int64_t y, int64_t c) const { return static_cast<size_t>((y * width + x) * channels + c); }

  int64_t width = 0;
  int64_t height = 0;
  int64_t channels = 0;
  std::vector<double> samples;
};

// The taps of one axis. Weights number i reads the sample i - anchor further on.
struct Weights {
  std::vector<double> w;
  int64_t anchor = 0;
  int64_t size() const { return static_cast<int64_t>(w.size()); }
};

// A dense table, row by row.
struct Table {
  int64_t width = 0;
  int64_t height = 0;
  int64_t anchor_x = 0;
  int64_t anchor_y = 0;
  std::vector<double> w;
  int64_t channels = 1;     // or as many weights side by side as there are channels
  bool zeros_count = true;  // false: samples under weights of 0 are not read at all
};

// Which samples the taps of a table take: result (x, y) those at (x stride_x + j dilation_x - left, y stride_y + ...).
struct Lattice {
  int64_t stride_x = 1;
  int64_t stride_y = 1;
  int64_t dilation_x = 1;
  int64_t dilation_y = 1;
  int64_t top = 0;
  int64_t left = 0;
  int64_t bottom = 0;
  int64_t right = 0;
};

// Which sample of a line of n stands at position i, for any i; kOutside where the constant value does (kConstant), or
// where nothing does (kValid).
constexpr int64_t kOutside = -1;
int64_t SourceIndex(BorderRule rule, int64_t i, int64_t n);

// Vertical taps, then horizontal ones, on the padded picture: with kConstant a sample above, below or beside the
// picture is constant[c], and so the vertical pass leaves constant[c] x sum(vertical) beside it. One constant per
// channel.
Picture Separable(const Picture& src, const Weights& vertical, const Weights& horizontal, BorderRule rule,
                  const std::vector<double>& constant);

// A dense correlation, straight from its definition.
Picture Dense(const Picture& src, const Table& table, BorderRule rule, const std::vector<double>& constant);
Picture Dense(const Picture& src, const Table& table, BorderRule rule, const std::vector<double>& constant,
              const Lattice& lattice);

// The table v[i] h[j].
Table Product(const Weights& vertical, const Weights& horizontal);

// The sRGB curve (IEC 61966-2-1) on 0..1.
double SrgbDecode(double encoded);
double SrgbEncode(double linear);

// Weights from their formulas.
Weights Gaussian(double sigma_px, int64_t radius);
Weights Box(int64_t radius);
Weights Tent(int64_t radius);
Weights Binomial(int64_t n);

}  // namespace ninefold::reference

#endif  // NINEFOLD_TESTS_SUPPORT_REFERENCE_H_
