#include "option_values.h"

#include <ninefold/taps.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "failure.h"
#include "text.h"

namespace ninefold::cli {
namespace {

[[noreturn]] void Refuse(const std::string& label, const std::string& value, const std::string& wanted) {
  throw UsageFailure(label + ": " + Quoted(value) + " is not " + wanted);
}

// One or two values between commas, each parsed by `parse`; one stands for both.
template <class T, class Parse>
std::optional<Pair<T>> ParsePair(std::string_view text, const Parse& parse) {
  const auto pieces = SplitAtCommas(text);
  if (pieces.size() > 2) return std::nullopt;
  const std::optional<T> x = parse(pieces.front());
  const std::optional<T> y = parse(pieces.back());
  if (!x || !y) return std::nullopt;
  return Pair<T>{*x, *y};
}

// The value that goes with the word.
template <class T, size_t kCount>
T Choice(const std::string& label, const std::string& value, const std::pair<const char*, T> (&choices)[kCount]) {
  std::vector<std::string> words;
  for (const auto& [word, meaning] : choices) {
    if (value == word) return meaning;
    words.emplace_back(word);
  }
  Refuse(label, value, Joined(words, "or"));
}

}  // namespace

Pair<double> SigmaValue(const std::string& label, const std::string& value) {
  const auto pair = ParsePair<double>(value, ParseNumber);
  if (!pair || pair->x < 0 || pair->y < 0) {
    Refuse(label, value, "a standard deviation in pixels (a number, 0 or more, or two with a comma)");
  }
  return *pair;
}

Pair<int64_t> RadiusValue(const std::string& label, const std::string& value) {
  const auto pair = ParsePair<int64_t>(value, ParseWhole);
  if (!pair || pair->x < 0 || pair->y < 0) {
    Refuse(label, value,
           "a radius (a whole number, 0 to " + std::to_string(Taps::kMaxRadius) + ", or two with a comma)");
  }
  if (std::max(pair->x, pair->y) > Taps::kMaxRadius) {
    throw LimitFailure(label + ": " + Quoted(value) + " is above the limit for a radius, " +
                       std::to_string(Taps::kMaxRadius));
  }
  return *pair;
}

Pair<int64_t> AnchorValue(const std::string& label, const std::string& value) {
  const auto pair = ParsePair<int64_t>(value, ParseWhole);
  if (!pair || pair->x < 0 || pair->y < 0) {
    Refuse(label, value, "an anchor (whole numbers AX,AY, counted from the left and the top, 0 or more)");
  }
  return *pair;
}

std::vector<double> TapsValue(const std::string& label, const std::string& value) {
  std::vector<double> taps;
  for (const std::string_view piece : SplitAtCommas(value)) {
    const auto tap = ParseNumber(piece);
    if (!tap) {
      throw UsageFailure(label + ": the kernel " + Quoted(value) + " has " + Quoted(piece) +
                         " where a finite number must stand");
    }
    taps.push_back(*tap);
  }
  return taps;
}

std::vector<double> NumbersValue(const std::string& label, const std::string& value) {
  std::vector<double> numbers;
  for (const std::string_view piece : SplitAtCommas(value)) {
    const auto number = ParseNumber(piece);
    if (!number) Refuse(label, value, "a finite number, or one per channel with commas between");
    numbers.push_back(*number);
  }
  return numbers;
}

double NumberValue(const std::string& label, const std::string& value) {
  const auto number = ParseNumber(value);
  if (!number) Refuse(label, value, "a finite number");
  return *number;
}

double ShareValue(const std::string& label, const std::string& value) {
  const auto share = ParseNumber(value);
  if (!share || *share < 0 || *share > 1) Refuse(label, value, "a share of full scale (a number from 0 to 1)");
  return *share;
}

int64_t WholeValue(const std::string& label, const std::string& value, int64_t low, int64_t high) {
  const auto whole = ParseWhole(value);
  if (!whole || *whole < low || *whole > high) {
    Refuse(label, value, "a whole number from " + std::to_string(low) + " to " + std::to_string(high));
  }
  return *whole;
}

int64_t CountValue(const std::string& label, const std::string& value) {
  const auto count = ParseWhole(value);
  if (!count || *count < 1) Refuse(label, value, "a whole number, 1 or more");
  return *count;
}

int64_t BytesValue(const std::string& label, const std::string& value) {
  const auto bytes = ParseByteCount(value);
  if (!bytes || *bytes < 1) Refuse(label, value, "a number of bytes, 1 or more, as in 500000000 or 512M (K, M, G)");
  return *bytes;
}

Pair<int64_t> SizeValue(const std::string& label, const std::string& value) {
  const auto size = ParseSize(value);
  if (!size || size->x < 1 || size->y < 1) Refuse(label, value, "a size in pixels, as in 1920x1080");
  return *size;
}

Border BorderValue(const std::string& label, const std::string& value) {
  constexpr std::string_view kConstant = "constant:";
  if (value == "replicate") return Border::Replicate();
  if (value == "reflect") return Border::Reflect();
  if (value == "reflect101") return Border::Reflect101();
  if (value == "wrap") return Border::Wrap();
  if (!value.starts_with(kConstant)) {
    Refuse(label, value, "a border (replicate, reflect, reflect101, wrap or constant:V[,V...])");
  }
  std::vector<double> constants;
  for (const std::string_view piece : SplitAtCommas(std::string_view(value).substr(kConstant.size()))) {
    const auto constant = ParseNumber(piece);
    if (!constant) Refuse(label, value, "a border: " + Quoted(piece) + " must be a finite number");
    constants.push_back(*constant);
  }
  return Border::Constant(std::move(constants));
}

bool OnOffValue(const std::string& label, const std::string& value) {
  return Choice<bool>(label, value, {{"on", true}, {"off", false}});
}

AlphaMode AlphaValue(const std::string& label, const std::string& value) {
  return Choice<AlphaMode>(label, value, {{"premultiply", AlphaMode::kPremultiply}, {"ignore", AlphaMode::kIgnore}});
}

ApertureMethod MethodValue(const std::string& label, const std::string& value) {
  return Choice<ApertureMethod>(label, value,
                                {{"auto", ApertureMethod::kAuto},
                                 {"spans", ApertureMethod::kSpans},
                                 {"low-rank", ApertureMethod::kLowRank},
                                 {"dense", ApertureMethod::kDense}});
}

MetadataChoice MetadataValue(const std::string& label, const std::string& value) {
  return Choice<MetadataChoice>(
      label, value,
      {{"all", MetadataChoice::kAll}, {"color", MetadataChoice::kColour}, {"none", MetadataChoice::kNone}});
}

ElementType DepthValue(const std::string& label, const std::string& value) {
  return Choice<ElementType>(label, value,
                             {{"8", ElementType::kU8}, {"16", ElementType::kU16}, {"32f", ElementType::kF32}});
}

ElementType TypeValue(const std::string& label, const std::string& value) {
  return Choice<ElementType>(label, value,
                             {{"u8", ElementType::kU8}, {"u16", ElementType::kU16}, {"f32", ElementType::kF32}});
}

FileFormat FormatValue(const std::string& label, const std::string& value) {
  return Choice<FileFormat>(label, value,
                            {{"png", FileFormat::kPng}, {"npy", FileFormat::kNpy}, {"pfm", FileFormat::kPfm}});
}

}  // namespace ninefold::cli
