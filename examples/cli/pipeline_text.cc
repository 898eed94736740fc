#include "pipeline_text.h"

#include <algorithm>
#include <span>

#include "failure.h"
#include "input.h"
#include "option_values.h"
#include "options.h"
#include "text.h"

namespace ninefold::cli {
namespace {

constexpr int64_t kMaxFileBytes = 1'000'000;
constexpr std::string_view kBlanks = " \t\r\n";

using Op = PointwiseStage::Op;
struct StageName {
  const char* name;
  std::variant<FilterCommand, Op> what;
};
constexpr StageName kStageNames[] = {
    {"blur", FilterCommand::kBlur},
    {"box", FilterCommand::kBox},
    {"tent", FilterCommand::kTent},
    {"bokeh", FilterCommand::kBokeh},
    {"filter", FilterCommand::kFilter},
    {"sharpen", FilterCommand::kSharpen},
    {"linear", Op::kToLinear},
    {"srgb", Op::kToSrgb},
    {"premultiply", Op::kPremultiply},
    {"unpremultiply", Op::kUnpremultiply},
    {"gain", Op::kGain},
    {"bias", Op::kBias},
    {"power", Op::kPower},
    {"clamp", Op::kClamp},
    {"boost", Op::kBoost},
};

std::vector<const OptionSpec*> KeysOf(const StageName& stage) {
  std::vector<const OptionSpec*> keys;
  const auto add = [&](std::span<const OptionSpec> specs) {
    for (const OptionSpec& spec : specs) keys.push_back(&spec);
  };
  if (const auto* const command = std::get_if<FilterCommand>(&stage.what)) {
    add(FilterOptions(*command));
    add(BorderOption());
  } else {
    add(PointwiseKeys(std::get<Op>(stage.what)));
  }
  return keys;
}

std::vector<std::string> WordsOf(std::string_view text) {
  std::vector<std::string> words;
  size_t end = 0;
  while (true) {
    const size_t start = text.find_first_not_of(kBlanks, end);
    if (start == std::string_view::npos) return words;
    end = std::min(text.find_first_of(kBlanks, start), text.size());
    words.emplace_back(text.substr(start, end - start));
  }
}

const StageName& FindStage(const std::string& number, const std::string& word) {
  std::vector<std::string> names;
  for (const StageName& stage : kStageNames) {
    if (word == stage.name) return stage;
    names.emplace_back(stage.name);
  }
  throw UsageFailure(number + ": " + Quoted(word) + " is not a stage (" + Joined(names, "or") + ")");
}

const OptionSpec& FindKey(const std::string& title, const std::vector<const OptionSpec*>& keys,
                          const std::string& word) {
  std::vector<std::string> names;
  for (const OptionSpec* const key : keys) {
    if (word == key->name) return *key;
    names.emplace_back(key->name);
  }
  throw UsageFailure(title + ": " + Quoted(word) + " is not a key of it (" +
                     (names.empty() ? "it has none" : Joined(names, "or")) + ")");
}

TextStage ParseStage(int64_t position, std::string_view text, const Border& border) {
  const std::string number = "stage " + std::to_string(position);
  const std::vector<std::string> words = WordsOf(text);
  if (words.empty()) throw UsageFailure(number + " is empty");
  const StageName& found = FindStage(number, words[0]);
  const std::vector<const OptionSpec*> keys = KeysOf(found);

  TextStage stage{number + " (" + found.name + ")", found.what, {}};
  stage.settings.picture.border = border;
  std::vector<const OptionSpec*> given;
  for (const std::string& word : std::span(words).subspan(1)) {
    const size_t equals = word.find('=');
    const OptionSpec& key = FindKey(stage.title, keys, word.substr(0, equals));
    const std::string label = stage.title + ": " + key.name;
    if (equals == std::string::npos || equals + 1 == word.size()) {
      throw UsageFailure(label + ": a value must follow, as in " + key.name + "=VALUE");
    }
    if (std::find(given.begin(), given.end(), &key) != given.end())
      throw UsageFailure(label + ": given more than once");
    given.push_back(&key);
    const std::string value = word.substr(equals + 1);
    if (key.value_name != nullptr) {
      key.set(stage.settings, label, value);
    } else if (OnOffValue(label, value)) {
      key.set(stage.settings, label, "");
    }
  }
  return stage;
}

}  // namespace

std::vector<TextStage> ParsePipelineText(std::string_view text, const Border& border) {
  std::vector<TextStage> stages;
  while (true) {
    const size_t bar = text.find('|');
    stages.push_back(ParseStage(static_cast<int64_t>(stages.size()) + 1, text.substr(0, bar), border));
    if (bar == std::string_view::npos) return stages;
    text.remove_prefix(bar + 1);
  }
}

std::string ReadPipelineFile(const std::string& path) {
  try {
    const std::vector<unsigned char> bytes = Input(path).ReadAll(kMaxFileBytes);
    return {bytes.begin(), bytes.end()};
  } catch (const Failure& failure) {
    throw Failure(failure.exit_code(), std::string("--pipeline-file: ") + failure.what(), path);
  }
}

}  // namespace ninefold::cli
