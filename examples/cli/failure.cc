#include "failure.h"

#include <ninefold/error.h>

#include <exception>
#include <new>
#include <system_error>

namespace ninefold::cli {
namespace {

ExitCode ExitCodeOf(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidArgument:
    case ErrorCode::kUnsupported:
      return ExitCode::kUsage;
    case ErrorCode::kLimit:
      return ExitCode::kLimit;
    case ErrorCode::kOutOfMemory:
    case ErrorCode::kCancelled:
      break;
  }
  return ExitCode::kFailed;
}

}  // namespace

Failure CurrentFailure() {
  try {
    throw;
  } catch (const Failure& failure) {
    return failure;
  } catch (const Error& error) {
    return Failure(ExitCodeOf(error.code()), error.what());
  } catch (const std::bad_alloc&) {
    return FileFailure("not enough memory");
  } catch (const std::exception& error) {
    return FileFailure(error.what());
  } catch (...) {
    return FileFailure("unknown error");
  }
}

std::string SystemMessage(int error_number) { return std::generic_category().message(error_number); }

}  // namespace ninefold::cli
