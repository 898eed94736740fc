#include "tests/support/reference.h"

#include <cmath>

namespace ninefold::reference {
namespace {

// Where each of the positions first..first + count - 1 of a line of n samples is read.
std::vector<int64_t> Positions(BorderRule rule, int64_t first, int64_t count, int64_t n) {
  std::vector<int64_t> positions(static_cast<size_t>(count));
  for (int64_t k = 0; k < count; ++k) positions[static_cast<size_t>(k)] = SourceIndex(rule, first + k, n);
  return positions;
}

int64_t ResultSide(int64_t side, int64_t taps, BorderRule rule) {
  return rule == BorderRule::kValid ? side - taps + 1 : side;
}

// The position of tap 0 for result sample 0.
int64_t First(int64_t anchor, BorderRule rule) { return rule == BorderRule::kValid ? 0 : -anchor; }

Picture Vertical(const Picture& src, const Weights& taps, BorderRule rule, const std::vector<double>& constant) {
  Picture dst(src.width, ResultSide(src.height, taps.size(), rule), src.channels);
  const int64_t first = First(taps.anchor, rule);
  const std::vector<int64_t> rows = Positions(rule, first, dst.height + taps.size() - 1, src.height);
  const int64_t line = src.width * src.channels;
  for (int64_t y = 0; y < dst.height; ++y) {
    double* out = &dst.samples[static_cast<size_t>(y * line)];
    for (int64_t i = 0; i < taps.size(); ++i) {
      const double w = taps.w[static_cast<size_t>(i)];
      const int64_t row = rows[static_cast<size_t>(y + i)];
      if (row == kOutside) {
        for (int64_t s = 0; s < line; ++s) out[s] += w * constant[static_cast<size_t>(s % src.channels)];
      } else {
        const double* in = &src.samples[static_cast<size_t>(row * line)];
        for (int64_t s = 0; s < line; ++s) out[s] += w * in[s];
      }
    }
  }
  return dst;
}

Picture Horizontal(const Picture& src, const Weights& taps, BorderRule rule, const std::vector<double>& constant) {
  Picture dst(ResultSide(src.width, taps.size(), rule), src.height, src.channels);
  const int64_t first = First(taps.anchor, rule);
  const std::vector<int64_t> columns = Positions(rule, first, dst.width + taps.size() - 1, src.width);
  for (int64_t y = 0; y < dst.height; ++y) {
    for (int64_t x = 0; x < dst.width; ++x) {
      for (int64_t i = 0; i < taps.size(); ++i) {
        const double w = taps.w[static_cast<size_t>(i)];
        const int64_t column = columns[static_cast<size_t>(x + i)];
        for (int64_t c = 0; c < src.channels; ++c) {
          dst.At(x, y, c) += w * (column == kOutside ? constant[static_cast<size_t>(c)] : src.At(column, y, c));
        }
      }
    }
  }
  return dst;
}

Weights Normalised(Weights weights) {
  double sum = 0;
  for (const double w : weights.w) sum += w;
  for (double& w : weights.w) w /= sum;
  return weights;
}

}  // namespace

int64_t SourceIndex(BorderRule rule, int64_t i, int64_t n) {
  if (i >= 0 && i < n) return i;
  switch (rule) {
    case BorderRule::kReplicate:
      return i < 0 ? 0 : n - 1;
    case BorderRule::kReflect: {  // period 2n: a b c d d c b a
      const int64_t k = ((i % (2 * n)) + 2 * n) % (2 * n);
      return k < n ? k : 2 * n - 1 - k;
    }
    case BorderRule::kReflect101: {  // period 2n - 2: a b c d c b
      if (n == 1) return 0;
      const int64_t period = 2 * n - 2;
      const int64_t k = ((i % period) + period) % period;
      return k < n ? k : period - k;
    }
    case BorderRule::kWrap:
      return ((i % n) + n) % n;
    case BorderRule::kConstant:
    case BorderRule::kValid:
      break;
  }
  return kOutside;
}

Picture Separable(const Picture& src, const Weights& vertical, const Weights& horizontal, BorderRule rule,
                  const std::vector<double>& constant) {
  double sum = 0;
  for (const double w : vertical.w) sum += w;
  std::vector<double> beside = constant;
  for (double& v : beside) v *= sum;
  return Horizontal(Vertical(src, vertical, rule, constant), horizontal, rule, beside);
}

Picture Dense(const Picture& src, const Table& table, BorderRule rule, const std::vector<double>& constant) {
  Lattice lattice;
  if (rule != BorderRule::kValid) {
    lattice.left = table.anchor_x;
    lattice.top = table.anchor_y;
    lattice.right = table.width - 1 - table.anchor_x;
    lattice.bottom = table.height - 1 - table.anchor_y;
  }
  return Dense(src, table, rule, constant, lattice);
}

Picture Dense(const Picture& src, const Table& table, BorderRule rule, const std::vector<double>& constant,
              const Lattice& lattice) {
  const Lattice& l = lattice;
  const int64_t width = (src.width + l.left + l.right - (table.width - 1) * l.dilation_x - 1) / l.stride_x + 1;
  const int64_t height = (src.height + l.top + l.bottom - (table.height - 1) * l.dilation_y - 1) / l.stride_y + 1;
  Picture dst(width, height, src.channels);
  for (int64_t y = 0; y < dst.height; ++y) {
    for (int64_t i = 0; i < table.height; ++i) {
      const int64_t row = SourceIndex(rule, y * l.stride_y + i * l.dilation_y - l.top, src.height);
      for (int64_t x = 0; x < dst.width; ++x) {
        for (int64_t j = 0; j < table.width; ++j) {
          const int64_t column = SourceIndex(rule, x * l.stride_x + j * l.dilation_x - l.left, src.width);
          const bool outside = row == kOutside || column == kOutside;
          for (int64_t c = 0; c < src.channels; ++c) {
            const int64_t of = table.channels == 1 ? 0 : c;
            const double w = table.w[static_cast<size_t>((i * table.width + j) * table.channels + of)];
            if (w == 0 && !table.zeros_count) continue;
            dst.At(x, y, c) += w * (outside ? constant[static_cast<size_t>(c)] : src.At(column, row, c));
          }
        }
      }
    }
  }
  return dst;
}

Table Product(const Weights& vertical, const Weights& horizontal) {
  Table table{horizontal.size(), vertical.size(), horizontal.anchor, vertical.anchor, {}};
  for (const double v : vertical.w) {
    for (const double h : horizontal.w) table.w.push_back(v * h);
  }
  return table;
}

double SrgbDecode(double encoded) {
  return encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
}

double SrgbEncode(double linear) {
  return linear <= 0.0031308 ? linear * 12.92 : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
}

Weights Gaussian(double sigma_px, int64_t radius) {
  if (sigma_px == 0 || radius == 0) return {{1.0}, 0};
  Weights weights{{}, radius};
  for (int64_t i = -radius; i <= radius; ++i) {
    const double t = static_cast<double>(i) / sigma_px;
    weights.w.push_back(std::exp(-0.5 * t * t));
  }
  return Normalised(weights);
}

Weights Box(int64_t radius) {
  const int64_t k = 2 * radius + 1;
  return {std::vector<double>(static_cast<size_t>(k), 1.0 / static_cast<double>(k)), radius};
}

Weights Tent(int64_t radius) {
  Weights weights{{}, radius};
  const double sum = static_cast<double>(radius + 1) * static_cast<double>(radius + 1);
  for (int64_t i = -radius; i <= radius; ++i) {
    weights.w.push_back(static_cast<double>(radius + 1 - (i < 0 ? -i : i)) / sum);
  }
  return weights;
}

Weights Binomial(int64_t n) {
  std::vector<double> row{1.0};
  for (int64_t k = 0; k < n; ++k) {
    std::vector<double> next(row.size() + 1, 0.0);
    for (size_t i = 0; i < row.size(); ++i) {
      next[i] += row[i] / 2;
      next[i + 1] += row[i] / 2;
    }
    row = next;
  }
  return {row, n / 2};
}

}  // namespace ninefold::reference
