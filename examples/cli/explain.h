// `ninefold explain COMMAND ...`: the plan in words, as JSON, and as a picture of its tiles.

#ifndef NINEFOLD_EXAMPLES_CLI_EXPLAIN_H_
#define NINEFOLD_EXAMPLES_CLI_EXPLAIN_H_

#include "command_line.h"

namespace ninefold::cli {

// Prints the plan that the command would take for its input, or for --size; filters nothing.
// Errors: a Failure, about the input where it is to blame.
void Explain(const Invocation& invocation);

}  // namespace ninefold::cli

#endif  // NINEFOLD_EXAMPLES_CLI_EXPLAIN_H_
