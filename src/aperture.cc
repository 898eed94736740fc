#include "src/aperture.h"

#include <algorithm>
#include <cmath>

namespace ninefold {
namespace {

constexpr double kPi = 3.14159265358979323846;

// Adds up the areas to the right of an outline's pieces. Coordinates are in pixels from the table's top left corner.
class AreaTable {
 public:
  AreaTable(int64_t width, int64_t height)
      : width_(width), sums_(static_cast<size_t>((width + 2) * height), 0.0), height_(height) {}

  // A straight piece, cut where it crosses from pixel to pixel.
  void Add(const Point& from, const Point& to) {
    cuts_.assign({0.0, 1.0});
    Cut(from.x, to.x);
    Cut(from.y, to.y);
    std::sort(cuts_.begin(), cuts_.end());
    const auto at = [&](double t) { return Point{from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * t}; };
    Point begin = from;
    for (size_t i = 1; i < cuts_.size(); ++i) {
      const Point end = i + 1 == cuts_.size() ? to : at(cuts_[i]);
      AddInPixel(begin, end);
      begin = end;
    }
  }

  // Row by row, what the outline covers of each pixel.
  std::vector<double> Shares() const {
    std::vector<double> shares;
    for (int64_t y = 0; y < height_; ++y) {
      double sum = 0;
      for (int64_t x = 0; x < width_; ++x) {
        sum += sums_[Index(x, y)];
        shares.push_back(std::abs(sum));
      }
    }
    return shares;
  }

 private:
  size_t Index(int64_t x, int64_t y) const { return static_cast<size_t>(y * (width_ + 2) + x); }

  void Cut(double from, double to) {
    const auto [low, high] = std::minmax(from, to);
    for (double line = std::floor(low) + 1; line < high; ++line) cuts_.push_back((line - from) / (to - from));
  }

  void AddInPixel(const Point& from, const Point& to) {
    const double dy = to.y - from.y, x = (from.x + to.x) / 2;
    const auto column = std::clamp<int64_t>(static_cast<int64_t>(std::floor(x)), 0, width_);
    const auto row = std::clamp<int64_t>(static_cast<int64_t>(std::floor((from.y + to.y) / 2)), 0, height_ - 1);
    const double right = static_cast<double>(column + 1) - x;  // of the piece, in its pixel
    sums_[Index(column, row)] += dy * right;
    sums_[Index(column + 1, row)] += dy * (1 - right);
  }

  int64_t width_;
  std::vector<double> sums_;  // differences from pixel to pixel, in rows of width_ + 2
  int64_t height_;
  std::vector<double> cuts_;  // of the piece at hand, as shares of its length
};

// How far pixels reach that a coordinate of this magnitude lies in: pixel i covers i - 1/2 .. i + 1/2.
int64_t HalfSide(double most) { return std::max<int64_t>(0, static_cast<int64_t>(std::ceil(most - 0.5 - 1e-9))); }

void Snap(std::vector<double>& shares) {
  constexpr double kUnit = 1 << 30;
  for (double& share : shares) share = std::nearbyint(share * kUnit) / kUnit;
}

// What counts of a pixel.
double Grey(const AnyConstImageView& picture, int64_t x, int64_t y) {
  const auto* row = static_cast<const unsigned char*>(picture.data) + y * picture.row_bytes;
  const auto sample = [&](int64_t c) {
    const int64_t i = x * picture.channels + c;
    double v = 0;
    if (picture.type == ElementType::kU8) v = row[i];
    if (picture.type == ElementType::kU16) v = reinterpret_cast<const uint16_t*>(row)[i];
    if (picture.type == ElementType::kF32) v = static_cast<double>(reinterpret_cast<const float*>(row)[i]);
    return v / FullScale(picture.type);
  };
  const bool has_alpha = picture.channels == 2 || picture.channels == 4;
  const int64_t colours = picture.channels - (has_alpha ? 1 : 0);
  const double grey = colours >= 3 ? 0.2126 * sample(0) + 0.7152 * sample(1) + 0.0722 * sample(2) : sample(0);
  return has_alpha ? grey * sample(colours) : grey;
}

// Which share of each of `size` equal parts of an interval of this length, centred on 0, lies in each pixel
// -half..half.
class AxisShares {
 public:
  AxisShares(int64_t size, double length, int64_t half)
      : part_(length / static_cast<double>(size)), begin_(-length / 2), half_(half) {}

  // Calls function(pixel, length) for each pixel that part i covers some length of.
  template <class Function>
  void ForEachPixel(int64_t i, Function function) const {
    const double from = begin_ + part_ * static_cast<double>(i), to = from + part_;
    for (auto pixel = static_cast<int64_t>(std::floor(from + 0.5)); static_cast<double>(pixel) - 0.5 < to; ++pixel) {
      const double middle = static_cast<double>(pixel);
      const double length = std::min(to, middle + 0.5) - std::max(from, middle - 0.5);
      if (length > 0 && pixel >= -half_ && pixel <= half_) function(pixel + half_, length);
    }
  }

 private:
  double part_;
  double begin_;
  int64_t half_;
};

}  // namespace

std::vector<Point> RoundedPolygon(double radius, int corners, double rotation_deg, double roundness) {
  std::vector<Point> outline;
  const double half_angle = kPi / corners, chord = radius * std::sin(half_angle);
  // The arc's circle, its middle's distance from the origin, and half the angle that the arc takes of it.
  const double arc_radius = roundness > 0 ? radius / roundness : 0;
  const double sweep = roundness > 0 ? std::asin(std::min(1.0, chord / arc_radius)) : 0;
  const double middle = radius * std::cos(half_angle) - arc_radius * std::cos(sweep);
  constexpr double kMostOff = 1e-8;
  const double step = arc_radius > kMostOff ? 2 * std::acos(1 - kMostOff / arc_radius) : kPi;
  const auto pieces = roundness > 0 ? static_cast<int64_t>(std::ceil(2 * sweep / step)) : 1;
  for (int k = 0; k < corners; ++k) {
    const double first = (rotation_deg / 180 + 2.0 * k / corners) * kPi;
    outline.push_back({radius * std::cos(first), radius * std::sin(first)});
    const double towards = first + half_angle;  // the middle of the edge
    for (int64_t i = 1; i < pieces; ++i) {
      const double a = towards - sweep + 2 * sweep * static_cast<double>(i) / static_cast<double>(pieces);
      outline.push_back({middle * std::cos(towards) + arc_radius * std::cos(a),
                         middle * std::sin(towards) + arc_radius * std::sin(a)});
    }
  }
  return outline;
}

CoverageTable CoveredShares(const std::vector<Point>& outline) {
  double most_x = 0, most_y = 0;
  for (const Point& p : outline) {
    most_x = std::max(most_x, std::abs(p.x));
    most_y = std::max(most_y, std::abs(p.y));
  }
  CoverageTable table;
  table.half_width = HalfSide(most_x);
  table.half_height = HalfSide(most_y);
  AreaTable areas(table.width(), table.height());
  const double left = static_cast<double>(table.half_width) + 0.5, top = static_cast<double>(table.half_height) + 0.5;
  const auto shifted = [&](const Point& p) { return Point{p.x + left, p.y + top}; };
  for (size_t i = 0; i < outline.size(); ++i) {
    areas.Add(shifted(outline[i]), shifted(outline[(i + 1) % outline.size()]));
  }
  table.shares = areas.Shares();
  Snap(table.shares);
  return table;
}

CoverageTable ScaledToSquare(const AnyConstImageView& picture, double radius) {
  const double side = 2 * radius + 1, scale = side / static_cast<double>(std::max(picture.width, picture.height));
  const double width = static_cast<double>(picture.width) * scale, height = static_cast<double>(picture.height) * scale;
  CoverageTable table;
  table.half_width = HalfSide(width / 2);
  table.half_height = HalfSide(height / 2);
  table.shares.assign(static_cast<size_t>(table.width() * table.height()), 0.0);
  const AxisShares columns(picture.width, width, table.half_width);
  const AxisShares rows(picture.height, height, table.half_height);
  std::vector<double> line(static_cast<size_t>(table.width()));
  for (int64_t y = 0; y < picture.height; ++y) {
    std::fill(line.begin(), line.end(), 0.0);
    for (int64_t x = 0; x < picture.width; ++x) {
      const double grey = Grey(picture, x, y);
      columns.ForEachPixel(x, [&](int64_t at, double length) { line[static_cast<size_t>(at)] += grey * length; });
    }
    rows.ForEachPixel(y, [&](int64_t at, double length) {
      double* row = table.shares.data() + at * table.width();
      for (size_t x = 0; x < line.size(); ++x) row[x] += line[x] * length;
    });
  }
  const double most = *std::max_element(table.shares.begin(), table.shares.end());
  if (most > 0) {
    for (double& share : table.shares) share /= most;
  }
  Snap(table.shares);
  return table;
}

}  // namespace ninefold
