// Small pieces of text: for messages, and for JSON.

#ifndef NINEFOLD_EXAMPLES_CLI_TEXT_H_
#define NINEFOLD_EXAMPLES_CLI_TEXT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ninefold::cli {

// The text between double quotes.
std::string Quoted(std::string_view text);

// The text with every control character written as \xNN, so that a message stays one line and a terminal stays sane.
std::string OneLine(std::string_view text);

// "a, b and c" with any last word in place of "and".
std::string Joined(const std::vector<std::string>& words, std::string_view last = "and");

// A number with that many decimals and a point, in every locale.
std::string Fixed(double value, int decimals);

// A JSON object of one line, built member by member. Text is escaped; bytes that are not UTF-8 become U+FFFD.
class JsonObject {
 public:
  JsonObject& Text(std::string_view key, std::string_view value);
  JsonObject& Number(std::string_view key, int64_t value);
  JsonObject& Number(std::string_view key, double value, int decimals);
  JsonObject& Texts(std::string_view key, const std::vector<std::string>& values);

  // All members of another object behind those that are there.
  JsonObject& Append(const JsonObject& other);

  // The object, without a line break.
  std::string str() const { return "{" + members_ + "}"; }

 private:
  JsonObject& Add(std::string_view key, std::string_view json);

  std::string members_;
};

// A JSON string with its quotes.
std::string JsonText(std::string_view text);

}  // namespace ninefold::cli

#endif  // NINEFOLD_EXAMPLES_CLI_TEXT_H_
