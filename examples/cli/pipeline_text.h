// The text of a pipeline: `blur sigma=2 border=wrap | box radius=3,1 | gain value=0.5`.
//
// Stages stand between `|`. A stage is a name and any number of key=value, in any order, with blanks (space, tab, line
// break) between them; inside key=value there are none.
//
// | stage                                     | keys                                                              |
// |-------------------------------------------|-------------------------------------------------------------------|
// | blur, box, tent, filter, sharpen          | the options of that command (flags: on or off), and border        |
// | linear, srgb, premultiply, unpremultiply  | none                                                              |
// | gain, bias                                | value: one number, or one per channel; a bias in the input's units|

#ifndef NINEFOLD_EXAMPLES_CLI_PIPELINE_TEXT_H_
#define NINEFOLD_EXAMPLES_CLI_PIPELINE_TEXT_H_

#include <ninefold/border.h>
#include <ninefold/pipeline.h>

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "settings.h"

namespace ninefold::cli {

// A stage as it stands in the text: what it does, and its keys as settings.
struct TextStage {
  std::string title;  // for messages: "stage 2 (box)"
  std::variant<FilterCommand, PointwiseStage::Op> what;
  Settings settings;
};

// Parses the text; `border` is the rule of the stages that name none.
// Errors: kUsage or kLimit, with the stage's number and name and the key.
std::vector<TextStage> ParsePipelineText(std::string_view text, const Border& border);

// The text in a file ("-" is standard input). Errors: about the path; kFailed where it cannot be read, kLimit where it
// is far too large.
std::string ReadPipelineFile(const std::string& path);

}  // namespace ninefold::cli

#endif  // NINEFOLD_EXAMPLES_CLI_PIPELINE_TEXT_H_
