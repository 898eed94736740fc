// The words of a command line, sorted into options and inputs before a parser sees them.

#ifndef NINEFOLD_EXAMPLES_CLI_WORDS_H_
#define NINEFOLD_EXAMPLES_CLI_WORDS_H_

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ninefold::cli {

// What must be known of an option to find its value.
struct OptionShape {
  std::string long_name;  // with the two dashes
  bool takes_value = false;
};

// The option that a word such as "--sigma" or "-o" names; nothing where there is none.
using FindOption = std::function<std::optional<OptionShape>(std::string_view name)>;

struct Words {
  std::vector<std::string> options;  // "--name" or "--name=value", in the given order
  std::vector<std::string> inputs;   // all other words; "-" is one of them
};

// Sorts the words. A value follows its option as the next word, or after `=`; one that begins with `-` (and is not `-`
// itself) only after `=`. After `--` all words are inputs.
//
// Errors: a usage Failure that names the option when it is unknown, repeated, lacks its value, has an empty one, or has
// a value and takes none; and for an empty input.
Words SortWords(const std::vector<std::string>& words, const FindOption& find_option);

}  // namespace ninefold::cli

#endif  // NINEFOLD_EXAMPLES_CLI_WORDS_H_
