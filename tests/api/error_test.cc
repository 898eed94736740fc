#include "ninefold/error.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <type_traits>

namespace ninefold {
namespace {

TEST(ErrorTest, CarriesCodeAndSentence) {
  const Error error(ErrorCode::kLimit, "radius 9 is above 8");
  EXPECT_EQ(error.code(), ErrorCode::kLimit);
  EXPECT_STREQ(error.what(), "radius 9 is above 8");
}

TEST(ErrorTest, IsARuntimeError) {
  static_assert(std::is_base_of_v<std::runtime_error, Error>);
  EXPECT_THROW(throw Error(ErrorCode::kCancelled, "stopped"), std::runtime_error);
}

}  // namespace
}  // namespace ninefold
