#include "text.h"

#include <gtest/gtest.h>

#include <limits>

namespace ninefold::cli {
namespace {

TEST(TextTest, KeepsAMessageOnOneLine) {
  EXPECT_EQ(OneLine("a\nb\x1b[31m\x7f"), "a\\x0ab\\x1b[31m\\x7f");
  EXPECT_EQ(OneLine("\xc3\xa9"), "\xc3\xa9");
}

TEST(TextTest, JoinsWords) {
  EXPECT_EQ(Joined({}), "");
  EXPECT_EQ(Joined({"a"}), "a");
  EXPECT_EQ(Joined({"a", "b", "c"}, "or"), "a, b or c");
}

TEST(TextTest, WritesNumbersWithAPoint) {
  EXPECT_EQ(Fixed(2.25, 1), "2.2");
  EXPECT_EQ(Fixed(std::numeric_limits<double>::max(), 3).size(), 313u);
}

TEST(TextTest, EscapesJson) {
  EXPECT_EQ(JsonText("a\"\\\n"), R"("a\"\\\u000a")");
  EXPECT_EQ(JsonText("\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"), "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"");
}

TEST(TextTest, ReplacesBytesThatAreNotUtf8InJson) {
  EXPECT_EQ(JsonText("\xe9x"), R"("\ufffdx")");
  EXPECT_EQ(JsonText("\xc0\x80"), R"("\ufffd\ufffd")");
  EXPECT_EQ(JsonText("\xed\xa0\x80"), R"("\ufffd\ufffd\ufffd")");
  EXPECT_EQ(JsonText("\xe2\x82"), R"("\ufffd\ufffd")");
}

TEST(TextTest, BuildsJsonObjects) {
  const JsonObject inner = JsonObject().Number("n", int64_t{3});
  EXPECT_EQ(JsonObject().Text("a", "b").Append(inner).Texts("l", {"x", "y"}).str(),
            R"({"a": "b", "n": 3, "l": ["x", "y"]})");
}

}  // namespace
}  // namespace ninefold::cli
