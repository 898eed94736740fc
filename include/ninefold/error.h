// The one exception type that the library throws.

#ifndef NINEFOLD_ERROR_H_
#define NINEFOLD_ERROR_H_

#include <stdexcept>
#include <string>

namespace ninefold {

// What kind of refusal an Error is.
enum class ErrorCode {
  kInvalidArgument,  // the call is wrong: a value that has no meaning, or a view that does not fit the plan
  kUnsupported,      // the call is right, but this version does not do it yet
  kOutOfMemory,      // memory could not be had; dst is untouched
  kCancelled,        // the caller asked to stop; dst holds unspecified samples inside its rows
  kLimit,            // a documented limit was passed (radius, kernel size, scratch)
};

// A refused call. what() is one sentence without a full stop that names the value and the limit.
class Error : public std::runtime_error {
 public:
  Error(ErrorCode error_code, const std::string& message) : std::runtime_error(message), code_(error_code) {}
  ErrorCode code() const noexcept { return code_; }

 private:
  ErrorCode code_;
};

}  // namespace ninefold

#endif  // NINEFOLD_ERROR_H_
