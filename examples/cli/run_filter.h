// The commands that filter: every file from input to output.

#ifndef NINEFOLD_EXAMPLES_CLI_RUN_FILTER_H_
#define NINEFOLD_EXAMPLES_CLI_RUN_FILTER_H_

#include "command_line.h"
#include "failure.h"

namespace ninefold::cli {

// Filters all inputs. A file that fails is told about on standard error and does not stop the others.
//
// Returns kDone when all files are done; kLimit or kUsage when that is why every file that failed did; else kFailed.
// Errors: a Failure for what stops all files: options, and standard output closed by its reader.
ExitCode RunFilter(const Invocation& invocation);

}  // namespace ninefold::cli

#endif  // NINEFOLD_EXAMPLES_CLI_RUN_FILTER_H_
