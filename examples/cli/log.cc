#include "log.h"

#include <unistd.h>

#include <cerrno>

#include "text.h"

namespace ninefold::cli {
namespace {

void Say(std::string_view subject, std::string_view text) {
  std::string line = "ninefold: ";
  if (!subject.empty()) line += OneLine(subject) + ": ";
  WriteStandardError(line + OneLine(text) + "\n");
}

}  // namespace

void WriteStandardError(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    text.remove_prefix(static_cast<size_t>(written));
  }
}

void Log::Error(const Failure& failure, std::string_view default_subject) const {
  Say(failure.subject().empty() ? default_subject : failure.subject(), failure.what());
}

void Log::Note(std::string_view subject, std::string_view text) const {
  if (level_ != Level::kQuiet) Say(subject, text);
}

void Log::Detail(std::string_view subject, std::string_view text) const {
  if (level_ == Level::kVerbose) Say(subject, text);
}

}  // namespace ninefold::cli
