// `ninefold info` and `ninefold --version`.

#ifndef NINEFOLD_EXAMPLES_CLI_INFO_H_
#define NINEFOLD_EXAMPLES_CLI_INFO_H_

#include "command_line.h"
#include "failure.h"

namespace ninefold::cli {

// Prints size and type of the given files, by their headers; without files version, SIMD targets and threads.
// Returns kFailed when a file could not be read.
ExitCode PrintInfo(const Invocation& invocation);

// Prints the version, the SIMD targets that run here, and the one that is taken. Errors: those of
// TargetFromEnvironment.
void PrintVersion();

}  // namespace ninefold::cli

#endif  // NINEFOLD_EXAMPLES_CLI_INFO_H_
