#include "numbers.h"

#include <gtest/gtest.h>

#include <limits>
#include <locale>

namespace ninefold::cli {
namespace {

TEST(NumbersTest, ReadsDecimalNumbers) {
  EXPECT_EQ(ParseNumber("2"), 2);
  EXPECT_EQ(ParseNumber("-0.5"), -0.5);
  EXPECT_EQ(ParseNumber("1e-30"), 1e-30);
  EXPECT_EQ(ParseNumber(".25"), 0.25);
}

TEST(NumbersTest, RefusesWhatIsNoFiniteNumber) {
  for (const char* const text :
       {"", " 1", "1 ", "3px", "1,5", "inf", "-inf", "nan", "NaN", "1e999", "+1", "0x10", "--1", "1e"}) {
    EXPECT_EQ(ParseNumber(text), std::nullopt) << text;
  }
}

TEST(NumbersTest, ReadsTheSameInEveryLocale) {
  class CommaPoint : public std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
  };
  const std::locale old = std::locale::global(std::locale(std::locale::classic(), new CommaPoint));
  EXPECT_EQ(ParseNumber("1.5"), 1.5);
  EXPECT_EQ(ParseNumber("1,5"), std::nullopt);
  std::locale::global(old);
}

TEST(NumbersTest, ReadsWholeNumbersAndSaturates) {
  EXPECT_EQ(ParseWhole("65536"), 65536);
  EXPECT_EQ(ParseWhole("-7"), -7);
  EXPECT_EQ(ParseWhole("99999999999999999999"), std::numeric_limits<int64_t>::max());
  EXPECT_EQ(ParseWhole("-99999999999999999999"), std::numeric_limits<int64_t>::min());
  for (const char* const text : {"", "1.0", "1e3", " 1", "1 ", "0x1", "-"})
    EXPECT_EQ(ParseWhole(text), std::nullopt) << text;
}

TEST(NumbersTest, ReadsByteCounts) {
  EXPECT_EQ(ParseByteCount("1000"), 1000);
  EXPECT_EQ(ParseByteCount("512M"), 512 << 20);
  EXPECT_EQ(ParseByteCount("9000000000000000000G"), std::numeric_limits<int64_t>::max());
  for (const char* const text : {"", "M", "1T", "1.5G", "1MB"}) EXPECT_EQ(ParseByteCount(text), std::nullopt) << text;
}

TEST(NumbersTest, ReadsSizes) {
  const auto size = ParseSize("1920x1080");
  ASSERT_TRUE(size);
  EXPECT_EQ(size->x, 1920);
  EXPECT_EQ(size->y, 1080);
  for (const char* const text : {"", "x", "1920", "1920x", "1920X1080", "1x2x3"}) EXPECT_FALSE(ParseSize(text)) << text;
}

TEST(NumbersTest, SplitsAtCommas) {
  EXPECT_EQ(SplitAtCommas("1,,2").size(), 3u);
  EXPECT_EQ(SplitAtCommas("").size(), 1u);
  EXPECT_EQ(SplitAtCommas("a,b")[1], "b");
}

}  // namespace
}  // namespace ninefold::cli
