#include "ninefold/kernel2d.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "tests/support/refusal.h"

namespace ninefold {
namespace {

using test::ExpectRefused;

TEST(Kernel2DTest, KeepsItsTable) {
  const Kernel2D kernel = Kernel2D::FromWeights(3, 2, {1, 2, 3, 4, 5, -6}, 2, 0);
  EXPECT_EQ(kernel.width(), 3);
  EXPECT_EQ(kernel.height(), 2);
  EXPECT_EQ(kernel.anchor_x(), 2);
  EXPECT_EQ(kernel.anchor_y(), 0);
  EXPECT_EQ(kernel.weights(), (std::vector<double>{1, 2, 3, 4, 5, -6}));
}

TEST(Kernel2DTest, AnchorDefaultsToTheMiddleRoundedDown) {
  const Kernel2D kernel = Kernel2D::FromWeights(4, 3, std::vector<double>(12, 1.0));
  EXPECT_EQ(kernel.anchor_x(), 1);
  EXPECT_EQ(kernel.anchor_y(), 1);
}

TEST(Kernel2DTest, TheLargestSideIsAllowed) {
  EXPECT_EQ(Kernel2D::FromWeights(257, 1, std::vector<double>(257, 1.0)).width(), 257);
}

TEST(Kernel2DTest, SidesBeyondTheLimitAreALimit) {
  ExpectRefused(ErrorCode::kLimit, {"258", "257"},
                [] { Kernel2D::FromWeights(258, 1, std::vector<double>(258, 1.0)); });
  ExpectRefused(ErrorCode::kLimit, {"300", "257"},
                [] { Kernel2D::FromWeights(1, 300, std::vector<double>(300, 1.0)); });
}

TEST(Kernel2DTest, WrongTablesAreRefused) {
  constexpr ErrorCode kInvalid = ErrorCode::kInvalidArgument;
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  ExpectRefused(kInvalid, {"5", "2", "3"}, [] { Kernel2D::FromWeights(2, 3, std::vector<double>(5, 1.0)); });
  ExpectRefused(kInvalid, {"0"}, [] { Kernel2D::FromWeights(0, 3, {}); });
  ExpectRefused(kInvalid, {"-1"}, [] { Kernel2D::FromWeights(-1, -1, {1}); });
  ExpectRefused(kInvalid, {"nan"}, [] { Kernel2D::FromWeights(2, 1, {1, kNan}); });
  ExpectRefused(kInvalid, {"anchor", "2"}, [] { Kernel2D::FromWeights(2, 1, {1, 2}, 2); });
  ExpectRefused(kInvalid, {"anchor", "-1"}, [] { Kernel2D::FromWeights(2, 1, {1, 2}, 0, -1); });
}

TEST(Kernel2DTest, SidesWhoseProductOverflowsAreRefused) {
  EXPECT_THROW(Kernel2D::FromWeights(int64_t{1} << 32, int64_t{1} << 32, {}), Error);
}

}  // namespace
}  // namespace ninefold
