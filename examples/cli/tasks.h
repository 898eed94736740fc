// Which file becomes which: inputs and the value of --output turned into pairs, checked before any work starts.

#ifndef NINEFOLD_EXAMPLES_CLI_TASKS_H_
#define NINEFOLD_EXAMPLES_CLI_TASKS_H_

#include <string>
#include <vector>

#include "format.h"
#include "settings.h"

namespace ninefold::cli {

// "-" means standard input or output.
struct Task {
  std::string input;
  std::string output;
  FileFormat format = FileFormat::kPng;
};

// The output of one input: `pattern` with {stem} and {ext} replaced, or a name in the folder where it ends in `/`.
// {ext} is the input's ending if such files can be written, else `.png`.
std::string OutputName(const std::string& pattern, const std::string& input);

// Errors: kUsage for a missing input or output, options that do not go together, an ending that cannot be written, two
// inputs with one output, an output that is an input (the same file under any name), and binary data to a terminal.
std::vector<Task> MakeTasks(const FileSettings& settings, const std::vector<std::string>& inputs);

}  // namespace ninefold::cli

#endif  // NINEFOLD_EXAMPLES_CLI_TASKS_H_
