#include "kernels/extension.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace ninefold::kernels {
namespace {

constexpr BorderRule kPadding[] = {BorderRule::kReplicate, BorderRule::kReflect, BorderRule::kReflect101,
                                   BorderRule::kWrap};

TEST(ExtensionTest, RulesAreThoseOfTheTable) {
  const auto row = [](BorderRule rule) {
    std::string text;
    for (int64_t i = -9; i < 13; ++i) text += "abcd"[MapCoordinate(i, 4, rule)];
    return text;
  };
  EXPECT_EQ(row(BorderRule::kReplicate), "aaaaaaaaaabcdddddddddd");
  EXPECT_EQ(row(BorderRule::kReflect), "aabcddcbaabcddcbaabcdd");
  EXPECT_EQ(row(BorderRule::kReflect101), "dcbabcdcbabcdcbabcdcba");
  EXPECT_EQ(row(BorderRule::kWrap), "dabcdabcdabcdabcdabcda");
  EXPECT_EQ(MapCoordinate(-1, 4, BorderRule::kConstant), kConstantCoordinate);
  EXPECT_EQ(MapCoordinate(3, 4, BorderRule::kConstant), 3);
}

TEST(ExtensionTest, ALineOfOneReflectsToItself) {
  for (const BorderRule rule : kPadding) {
    for (int64_t i = -5; i < 6; ++i) EXPECT_EQ(MapCoordinate(i, 1, rule), 0);
  }
}

// Every coordinate of the window finds its sample among the stored ones, which lie in the image.
void ExpectAllStored(const AxisWindow& w) {
  for (int64_t i = w.begin; i < w.end; ++i) {
    const int64_t copy = w.Copy(i);
    ASSERT_GE(copy, w.stored_begin) << "size " << w.size << " window " << w.begin << ".." << w.end;
    ASSERT_LT(copy, w.stored_end) << "size " << w.size << " window " << w.begin << ".." << w.end;
    ASSERT_EQ(w.Source(copy), MapCoordinate(i, w.size, w.rule));
  }
  for (int64_t i = w.stored_begin, run = 0; i < w.stored_end; i += run) {
    run = w.Run(i);
    ASSERT_GE(run, 1);
    for (int64_t k = 0; k < run; ++k) ASSERT_EQ(w.Source(i + k), w.Source(i) + k);
  }
}

// Windows of all tiles, of taps that reach less far and farther than the padding, keep to the bounds that scratch is
// sized by.
TEST(ExtensionTest, EveryCoordinateOfEveryWindowIsStored) {
  for (const BorderRule rule : kPadding) {
    for (int64_t stride = 1; stride <= 3; ++stride) {
      for (int64_t size = 1; size <= 7; ++size) {
        for (int64_t before = 0; before <= 12; ++before) {
          for (int64_t after = 0; after <= 12; ++after) {
            for (const int64_t reach : {int64_t{1}, int64_t{4}, before + after + 1, before + after + size}) {
              const int64_t results = (size + before + after - reach) / stride + 1;
              if (size + before + after < reach) continue;
              const AxisGeometry axis{stride, before, reach, after};
              for (int64_t first = 0; first < results; ++first) {
                for (int64_t tile = 1; first + tile <= results; ++tile) {
                  const AxisWindow w = MakeWindow<true>(axis, first, tile, size, rule);
                  ASSERT_LE(w.stored(), MaxStored(axis, tile, size));
                  ASSERT_LE(w.high() - w.low(), MaxSpan(axis, tile, size, rule));
                  ExpectAllStored(w);
                  if (HasFatalFailure()) return;
                }
              }
            }
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace ninefold::kernels
