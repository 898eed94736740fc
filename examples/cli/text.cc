#include "text.h"

#include <charconv>

namespace ninefold::cli {
namespace {

constexpr char kHexDigits[] = "0123456789abcdef";

// The length of the well-formed UTF-8 sequence at the start of the text, 0 where there is none.
size_t Utf8Length(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  const size_t length = first >= 0xC2 && first < 0xE0   ? 2
                        : first >= 0xE0 && first < 0xF0 ? 3
                        : first >= 0xF0 && first < 0xF5 ? 4
                                                        : 0;
  if (length == 0 || text.size() < length) return 0;
  for (size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  const bool overlong = (first == 0xE0 && byte(1) < 0xA0) || (first == 0xF0 && byte(1) < 0x90);
  const bool surrogate = first == 0xED && byte(1) > 0x9F;
  const bool too_large = first == 0xF4 && byte(1) > 0x8F;
  return overlong || surrogate || too_large ? 0 : length;
}

}  // namespace

std::string Quoted(std::string_view text) { return std::string("\"").append(text).append("\""); }

std::string OneLine(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7F) {
      line += c;
    } else {
      line += {'\\', 'x', kHexDigits[byte >> 4], kHexDigits[byte & 15]};
    }
  }
  return line;
}

std::string Joined(const std::vector<std::string>& words, std::string_view last) {
  std::string text;
  for (size_t i = 0; i < words.size(); ++i) {
    if (i > 0 && i + 1 < words.size()) text += ", ";
    if (i > 0 && i + 1 == words.size()) text.append(" ").append(last).append(" ");
    text += words[i];
  }
  return text;
}

std::string Fixed(double value, int decimals) {
  char digits[512];  // the largest double has 309 digits before the point
  const auto end = std::to_chars(digits, digits + sizeof digits, value, std::chars_format::fixed, decimals).ptr;
  return std::string(digits, end);
}

std::string JsonText(std::string_view text) {
  std::string json = "\"";
  while (!text.empty()) {
    const size_t length = Utf8Length(text);
    const auto byte = static_cast<unsigned char>(text[0]);
    if (length == 0) {
      json += "\\ufffd";
    } else if (byte == '"' || byte == '\\') {
      json += {'\\', text[0]};
    } else if (byte < 0x20) {
      json += {'\\', 'u', '0', '0', kHexDigits[byte >> 4], kHexDigits[byte & 15]};
    } else {
      json += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return json + '"';
}

JsonObject& JsonObject::Add(std::string_view key, std::string_view json) {
  if (!members_.empty()) members_ += ", ";
  members_ += JsonText(key);
  members_ += ": ";
  members_ += json;
  return *this;
}

JsonObject& JsonObject::Append(const JsonObject& other) {
  if (!members_.empty() && !other.members_.empty()) members_ += ", ";
  members_ += other.members_;
  return *this;
}

JsonObject& JsonObject::Text(std::string_view key, std::string_view value) { return Add(key, JsonText(value)); }

JsonObject& JsonObject::Number(std::string_view key, int64_t value) { return Add(key, std::to_string(value)); }

JsonObject& JsonObject::Number(std::string_view key, double value, int decimals) {
  return Add(key, Fixed(value, decimals));
}

JsonObject& JsonObject::Texts(std::string_view key, const std::vector<std::string>& values) {
  std::string json = "[";
  for (const std::string& value : values) {
    if (json.size() > 1) json += ", ";
    json += JsonText(value);
  }
  return Add(key, json + "]");
}

}  // namespace ninefold::cli
