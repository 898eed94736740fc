#include "netpbm_header.h"

#include "failure.h"
#include "numbers.h"
#include "text.h"

namespace ninefold::cli {
namespace {

constexpr size_t kMostWordLetters = 64;
constexpr int kMostSkippedBytes = 65536;  // blanks and comments before a word

bool IsBlank(unsigned char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

}  // namespace

std::string NextHeaderWord(Input& input, FileFormat format) {
  const std::string kind = FormatName(format);
  std::string word;
  bool in_comment = false;
  for (int skipped = 0; skipped < kMostSkippedBytes && word.size() < kMostWordLetters;) {
    const auto byte = input.ReadByte();
    if (!byte) throw FileFailure("is a truncated " + kind + ": it ends in its header");
    if (word.empty() && *byte == '#') in_comment = true;
    if (in_comment || IsBlank(*byte)) {
      if (!word.empty()) return word;
      if (*byte == '\n') in_comment = false;
      ++skipped;
    } else {
      word += static_cast<char>(*byte);
    }
  }
  throw FileFailure("is a broken " + kind + ": its header makes no sense");
}

int64_t NextHeaderWhole(Input& input, FileFormat format) {
  const std::string word = NextHeaderWord(input, format);
  const auto value = ParseWhole(word);
  if (!value || *value < 0) {
    throw FileFailure(std::string("is a broken ") + FormatName(format) + ": its header has " + Quoted(word) +
                      " where a whole number must stand");
  }
  return *value;
}

}  // namespace ninefold::cli
