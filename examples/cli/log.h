// What the tool tells people: lines on standard error, each beginning with "ninefold: ".

#ifndef NINEFOLD_EXAMPLES_CLI_LOG_H_
#define NINEFOLD_EXAMPLES_CLI_LOG_H_

#include <string>
#include <string_view>

#include "failure.h"

namespace ninefold::cli {

// Each call writes one line in one piece: `ninefold: SUBJECT: TEXT`, without SUBJECT where it is empty.
class Log {
 public:
  enum class Level { kQuiet, kNormal, kVerbose };

  Log() = default;
  explicit Log(Level level) : level_(level) {}

  void Error(const Failure& failure, std::string_view default_subject = "") const;
  void Note(std::string_view subject, std::string_view text) const;    // not with --quiet
  void Detail(std::string_view subject, std::string_view text) const;  // only with --verbose
  bool verbose() const { return level_ == Level::kVerbose; }

 private:
  Level level_ = Level::kNormal;
};

// Writes the text to standard error as it is; failing to is ignored.
void WriteStandardError(std::string_view text);

}  // namespace ninefold::cli

#endif  // NINEFOLD_EXAMPLES_CLI_LOG_H_
