// Numbers on the command line: decimal, with a point in every locale, and nothing behind them.

#ifndef NINEFOLD_EXAMPLES_CLI_NUMBERS_H_
#define NINEFOLD_EXAMPLES_CLI_NUMBERS_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace ninefold::cli {

// Values for x and y.
template <class T>
struct Pair {
  T x{};
  T y{};
};

// A finite number (`2`, `-0.5`, `1e-30`); nothing for other text, "inf" and "nan", and what a double cannot hold.
std::optional<double> ParseNumber(std::string_view text);

// A whole number in decimal digits, with a `-` or not. One too large for int64_t becomes the nearest that fits, so that
// a range check that follows refuses it with the right words.
std::optional<int64_t> ParseWhole(std::string_view text);

// A whole number of bytes, with K, M or G behind it for powers of 1024: `512M`. Saturates as ParseWhole.
std::optional<int64_t> ParseByteCount(std::string_view text);

// `W` times `H`, as in `1920x1080`.
std::optional<Pair<int64_t>> ParseSize(std::string_view text);

// The pieces between commas; one empty piece for an empty text.
std::vector<std::string_view> SplitAtCommas(std::string_view text);

}  // namespace ninefold::cli

#endif  // NINEFOLD_EXAMPLES_CLI_NUMBERS_H_
