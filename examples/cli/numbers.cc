#include "numbers.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>

namespace ninefold::cli {

std::optional<double> ParseNumber(std::string_view text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  if (result.ec != std::errc() || result.ptr != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<int64_t> ParseWhole(std::string_view text) {
  int64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  if (result.ptr != end || result.ec == std::errc::invalid_argument) return std::nullopt;
  if (result.ec == std::errc::result_out_of_range) {
    return text.front() == '-' ? std::numeric_limits<int64_t>::min() : std::numeric_limits<int64_t>::max();
  }
  return value;
}

std::optional<int64_t> ParseByteCount(std::string_view text) {
  int64_t unit = 1;
  if (!text.empty()) {
    const char last = text.back();
    unit = last == 'K' ? int64_t{1} << 10 : last == 'M' ? int64_t{1} << 20 : last == 'G' ? int64_t{1} << 30 : 1;
    if (unit > 1) text.remove_suffix(1);
  }
  const std::optional<int64_t> count = ParseWhole(text);
  if (!count || *count < 0) return count;
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  return *count > kMost / unit ? kMost : *count * unit;
}

std::optional<Pair<int64_t>> ParseSize(std::string_view text) {
  const size_t cross = text.find('x');
  if (cross == std::string_view::npos) return std::nullopt;
  const auto width = ParseWhole(text.substr(0, cross));
  const auto height = ParseWhole(text.substr(cross + 1));
  if (!width || !height) return std::nullopt;
  return Pair<int64_t>{*width, *height};
}

std::vector<std::string_view> SplitAtCommas(std::string_view text) {
  std::vector<std::string_view> pieces;
  while (true) {
    const size_t comma = text.find(',');
    pieces.push_back(text.substr(0, comma));
    if (comma == std::string_view::npos) return pieces;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace ninefold::cli
