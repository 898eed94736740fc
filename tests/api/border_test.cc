#include "ninefold/border.h"

#include <gtest/gtest.h>

namespace ninefold {
namespace {

TEST(BorderTest, EveryRuleHasItsName) {
  EXPECT_STREQ(Border::Replicate().name(), "replicate");
  EXPECT_STREQ(Border::Reflect().name(), "reflect");
  EXPECT_STREQ(Border::Reflect101().name(), "reflect101");
  EXPECT_STREQ(Border::Wrap().name(), "wrap");
  EXPECT_STREQ(Border::Constant(1).name(), "constant");
  EXPECT_STREQ(Border::Valid().name(), "valid");
}

TEST(BorderTest, MakersSetTheRule) {
  EXPECT_EQ(Border::Replicate().rule(), BorderRule::kReplicate);
  EXPECT_EQ(Border::Reflect().rule(), BorderRule::kReflect);
  EXPECT_EQ(Border::Reflect101().rule(), BorderRule::kReflect101);
  EXPECT_EQ(Border::Wrap().rule(), BorderRule::kWrap);
  EXPECT_EQ(Border::Constant(1).rule(), BorderRule::kConstant);
  EXPECT_EQ(Border::Valid().rule(), BorderRule::kValid);
}

TEST(BorderTest, ConstantKeepsItsValues) {
  EXPECT_EQ(Border::Constant(2.5).values(), std::vector<double>{2.5});
  EXPECT_EQ(Border::Constant({1, -2, 3}).values(), (std::vector<double>{1, -2, 3}));
  EXPECT_TRUE(Border::Wrap().values().empty());
}

}  // namespace
}  // namespace ninefold
