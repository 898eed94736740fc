#include "ninefold/version.h"

#include <gtest/gtest.h>

#include <string>

#include "ninefold/ninefold.h"

namespace ninefold {
namespace {

TEST(VersionTest, LibraryAndHeadersAgree) {
  const std::string expected = std::to_string(NINEFOLD_VERSION_MAJOR) + "." + std::to_string(NINEFOLD_VERSION_MINOR) +
                               "." + std::to_string(NINEFOLD_VERSION_PATCH);
  EXPECT_EQ(Version(), expected);
}

}  // namespace
}  // namespace ninefold
