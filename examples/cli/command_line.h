// The command line as a whole: words in, an Invocation out.

#ifndef NINEFOLD_EXAMPLES_CLI_COMMAND_LINE_H_
#define NINEFOLD_EXAMPLES_CLI_COMMAND_LINE_H_

#include <string>
#include <vector>

#include "settings.h"

namespace ninefold::cli {

struct Invocation {
  enum class Kind { kHelp, kVersion, kFilter, kExplain, kInfo };

  Kind kind = Kind::kHelp;
  FilterCommand command = FilterCommand::kBlur;  // of kFilter and kExplain
  Settings settings;
  std::vector<std::string> inputs;
  std::string help;  // of kHelp: what to print
};

// Parses the words behind the program's name.
// Errors: a Failure (kUsage or kLimit) that names the word.
Invocation ParseCommandLine(const std::vector<std::string>& words);

// The word for the command: "blur", "run".
const char* CommandName(FilterCommand command);

}  // namespace ninefold::cli

#endif  // NINEFOLD_EXAMPLES_CLI_COMMAND_LINE_H_
