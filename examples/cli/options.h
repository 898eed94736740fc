// The options of every command, as tables: name, what the value is, help, and how the value gets into Settings.

#ifndef NINEFOLD_EXAMPLES_CLI_OPTIONS_H_
#define NINEFOLD_EXAMPLES_CLI_OPTIONS_H_

#include <ninefold/pipeline.h>

#include <span>
#include <string>

#include "settings.h"

namespace ninefold::cli {

// One option. set() checks the value and stores it; `label` is how the user spelled the option, for messages.
// Errors of set(): a Failure, kUsage or kLimit, that names label and value.
struct OptionSpec {
  const char* name;        // without dashes
  const char* value_name;  // for the help; null for a flag, whose set() gets an empty value
  const char* help;
  void (*set)(Settings& settings, const std::string& label, const std::string& value);
};

// The options that say which filter; the same for the command and for a stage of a pipeline.
std::span<const OptionSpec> FilterOptions(FilterCommand command);

std::span<const OptionSpec> PointwiseKeys(PointwiseStage::Op op);  // of the pipeline stage
std::span<const OptionSpec> BorderOption();                        // of commands, among PictureOptions, and of stages

std::span<const OptionSpec> PictureOptions();
std::span<const OptionSpec> WorkOptions();
std::span<const OptionSpec> MessageOptions();  // quiet and verbose
std::span<const OptionSpec> JsonOption();
std::span<const OptionSpec> OutputOptions();  // output and force
std::span<const OptionSpec> FileOptions();    // the other options about files
std::span<const OptionSpec> ExplainOptions();

}  // namespace ninefold::cli

#endif  // NINEFOLD_EXAMPLES_CLI_OPTIONS_H_
