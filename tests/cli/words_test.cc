#include "words.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "failure.h"

namespace ninefold::cli {
namespace {

using Strings = std::vector<std::string>;

std::optional<OptionShape> Find(std::string_view name) {
  if (name == "--sigma") return OptionShape{"--sigma", true};
  if (name == "--output" || name == "-o") return OptionShape{"--output", true};
  if (name == "--force") return OptionShape{"--force", false};
  return std::nullopt;
}

Words Sort(const Strings& words) { return SortWords(words, Find); }

std::string Refusal(const Strings& words) {
  try {
    Sort(words);
  } catch (const Failure& failure) {
    EXPECT_EQ(failure.exit_code(), ExitCode::kUsage);
    return failure.what();
  }
  return "";
}

TEST(WordsTest, TakesAValueAsNextWordOrAfterEquals) {
  EXPECT_EQ(Sort({"--sigma", "2"}).options, Strings{"--sigma=2"});
  EXPECT_EQ(Sort({"--sigma=2"}).options, Strings{"--sigma=2"});
  EXPECT_EQ(Sort({"--sigma=a=b"}).options, Strings{"--sigma=a=b"});
}

TEST(WordsTest, CallsAShortOptionByItsLongName) {
  EXPECT_EQ(Sort({"-o", "x"}).options, Strings{"--output=x"});
  EXPECT_EQ(Sort({"-o=x"}).options, Strings{"--output=x"});
  EXPECT_EQ(Refusal({"-ox"}), "unknown option \"-ox\"");
}

TEST(WordsTest, FindsInputsBeforeBetweenAndBehindOptions) {
  const Words words = Sort({"a", "--sigma", "2", "b", "--force", "c"});
  EXPECT_EQ(words.inputs, (Strings{"a", "b", "c"}));
  EXPECT_EQ(words.options, (Strings{"--sigma=2", "--force"}));
}

TEST(WordsTest, TakesAllWordsBehindTwoDashesAsInputs) {
  const Words words = Sort({"--force", "--", "--sigma", "-o", "--"});
  EXPECT_EQ(words.inputs, (Strings{"--sigma", "-o", "--"}));
  EXPECT_EQ(words.options, Strings{"--force"});
}

TEST(WordsTest, TakesADashAsInputAndAsValue) {
  const Words words = Sort({"-", "-o", "-"});
  EXPECT_EQ(words.inputs, Strings{"-"});
  EXPECT_EQ(words.options, Strings{"--output=-"});
}

TEST(WordsTest, DoesNotTakeTheNextWordForAnEmptyValue) {
  EXPECT_EQ(Refusal({"--sigma=", "2"}), "--sigma: the value is empty");
  EXPECT_EQ(Refusal({"--sigma", "", "2"}), "--sigma: the value is empty");
}

TEST(WordsTest, TakesAValueThatBeginsWithADashOnlyAfterEquals) {
  EXPECT_EQ(Sort({"--sigma=-1"}).options, Strings{"--sigma=-1"});
  EXPECT_NE(Refusal({"--sigma", "-1"}).find("--sigma=-1"), std::string::npos);
  EXPECT_NE(Refusal({"--sigma", "--force"}), "");
  EXPECT_NE(Refusal({"--sigma", "--"}), "");
}

TEST(WordsTest, RefusesWhatIsUnknownRepeatedOrIncomplete) {
  EXPECT_EQ(Refusal({"--sigmas=2"}), "unknown option \"--sigmas\"");
  EXPECT_EQ(Refusal({"--sig", "2"}), "unknown option \"--sig\"");
  EXPECT_EQ(Refusal({"--sigma", "1", "--sigma=1"}), "--sigma: given more than once");
  EXPECT_EQ(Refusal({"-o", "a", "--output", "b"}), "--output: given more than once");
  EXPECT_EQ(Refusal({"--sigma"}), "--sigma: a value must follow");
  EXPECT_EQ(Refusal({"--force=on"}), "--force: takes no value");
  EXPECT_EQ(Refusal({"a", ""}), "an input has an empty name");
}

}  // namespace
}  // namespace ninefold::cli
