// What can go wrong in the tool, and the exit status that it leads to.

#ifndef NINEFOLD_EXAMPLES_CLI_FAILURE_H_
#define NINEFOLD_EXAMPLES_CLI_FAILURE_H_

#include <stdexcept>
#include <string>
#include <utility>

namespace ninefold::cli {

// The exit statuses of the tool; a signal adds 128 + its number.
enum class ExitCode {
  kDone = 0,
  kFailed = 1,          // reading, decoding, writing or memory failed
  kUsage = 2,           // the command line is wrong, or asks what a plan refuses
  kLimit = 3,           // a limit was passed
  kOutputClosed = 141,  // whoever read standard output has gone away; nothing is said about it
};

// The one exception of the tool. what() is a reason without a full stop; subject() the file that it is about, empty
// where the caller knows better.
class Failure : public std::runtime_error {
 public:
  Failure(ExitCode exit_code, const std::string& reason, std::string subject = "")
      : std::runtime_error(reason), exit_code_(exit_code), subject_(std::move(subject)) {}

  ExitCode exit_code() const noexcept { return exit_code_; }
  const std::string& subject() const noexcept { return subject_; }

 private:
  ExitCode exit_code_;
  std::string subject_;
};

inline Failure FileFailure(const std::string& reason, std::string subject = "") {
  return Failure(ExitCode::kFailed, reason, std::move(subject));
}
inline Failure UsageFailure(const std::string& reason) { return Failure(ExitCode::kUsage, reason); }
inline Failure LimitFailure(const std::string& reason) { return Failure(ExitCode::kLimit, reason); }

// The exception that is being handled as a Failure: ninefold::Error by its code, lack of memory as kFailed. Call it
// inside a catch block only.
Failure CurrentFailure();

// The sentence for a value of errno.
std::string SystemMessage(int error_number);

}  // namespace ninefold::cli

#endif  // NINEFOLD_EXAMPLES_CLI_FAILURE_H_
