#include "words.h"

#include <set>

#include "failure.h"
#include "text.h"

namespace ninefold::cli {
namespace {

bool LooksLikeOption(std::string_view word) { return word.size() > 1 && word[0] == '-'; }

// The value in the word behind an option, which may be no word at all.
std::string NextWordAsValue(const std::string& option, const std::vector<std::string>& words, size_t next) {
  if (next >= words.size()) throw UsageFailure(option + ": a value must follow");
  const std::string& word = words[next];
  if (LooksLikeOption(word)) {
    throw UsageFailure(option + ": a value must follow, not " + Quoted(word) +
                       "; a value that begins with - is written " + option + "=" + word);
  }
  return word;
}

}  // namespace

Words SortWords(const std::vector<std::string>& words, const FindOption& find_option) {
  Words sorted;
  std::set<std::string> seen;
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "--") {
      sorted.inputs.insert(sorted.inputs.end(), words.begin() + static_cast<ptrdiff_t>(i) + 1, words.end());
      break;
    }
    if (!LooksLikeOption(word)) {
      sorted.inputs.push_back(word);
      continue;
    }
    const size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const std::optional<OptionShape> shape = find_option(name);
    if (!shape) throw UsageFailure("unknown option " + Quoted(name));
    const std::string& option = shape->long_name;
    if (!seen.insert(option).second) throw UsageFailure(option + ": given more than once");
    if (!shape->takes_value) {
      if (equals != std::string::npos) throw UsageFailure(option + ": takes no value");
      sorted.options.push_back(option);
      continue;
    }
    const std::string value =
        equals != std::string::npos ? word.substr(equals + 1) : NextWordAsValue(option, words, ++i);
    if (value.empty()) throw UsageFailure(option + ": the value is empty");
    sorted.options.push_back(std::string(option).append("=").append(value));
  }
  for (const std::string& input : sorted.inputs) {
    if (input.empty()) throw UsageFailure("an input has an empty name");
  }
  return sorted;
}

}  // namespace ninefold::cli
