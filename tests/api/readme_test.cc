// The example of README.md, which CMake copies from there.

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "readme_example.inc"

namespace {

TEST(ReadmeTest, ItsExampleBlursAPictureWithPaddedRows) {
  constexpr int64_t kWidth = 20, kHeight = 10;
  constexpr ptrdiff_t kRowBytes = 64;
  std::vector<uint8_t> pixels(kRowBytes * kHeight, 50), result(kRowBytes * kHeight, 7);
  pixels[5 * kRowBytes + 10 * 3] = 250;
  Blur(pixels.data(), result.data(), kWidth, kHeight, kRowBytes);
  EXPECT_GT(result[5 * kRowBytes + 10 * 3], 50);
  EXPECT_GT(result[5 * kRowBytes + 11 * 3], 50);
  EXPECT_EQ(result[5 * kRowBytes + 10 * 3 + 1], 50);
  EXPECT_EQ(result[0], 50);
  EXPECT_EQ(result[kRowBytes - 1], 7) << "padding was written";
}

}  // namespace
