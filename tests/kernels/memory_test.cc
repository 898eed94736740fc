// Which memory a Run touches: the rows of src and dst, and nothing else, however far apart they are.

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "ninefold/plan.h"
#include "tests/support/expectation.h"
#include "tests/support/guarded_buffer.h"
#include "tests/support/run.h"

namespace ninefold {
namespace {

using test::Canvas;
using test::Fill;
using test::GuardedImage;
using test::Layout;
using test::Mapping;

const RunOptions kSerial{&SerialExecutor()};

void CopyRows(const AnyConstImageView& src, const AnyImageView& dst) {
  for (int64_t y = 0; y < src.height; ++y) {
    std::memcpy(static_cast<unsigned char*>(dst.data) + y * dst.row_bytes,
                static_cast<const unsigned char*>(src.data) + y * src.row_bytes,
                static_cast<size_t>(src.width * src.channels * ElementBytes(src.type)));
  }
}

bool SameRows(const AnyConstImageView& a, const AnyConstImageView& b) {
  for (int64_t y = 0; y < a.height; ++y) {
    if (std::memcmp(static_cast<const unsigned char*>(a.data) + y * a.row_bytes,
                    static_cast<const unsigned char*>(b.data) + y * b.row_bytes,
                    static_cast<size_t>(a.width * a.channels * ElementBytes(a.type))) != 0) {
      return false;
    }
  }
  return true;
}

std::vector<Pipeline> Pipelines(BorderRule rule) {
  const Border border = test::BorderOf(rule, {1});
  return {test::Separable(Taps::Gaussian(0.7, 1), border), test::Separable(Taps::Gaussian(3, 9), border),
          test::Separable(Taps::Custom({1, 2, 3, 4}, 0), Taps::Box(13), border),
          Pipeline().Convolve(Kernel2D::FromWeights(3, 2, {1, 2, 3, 4, 5, 6}), border),
          Pipeline().ToLinear().Convolve(Taps::Box(2), Taps::Box(2), border).ToSrgb()};
}

class GuardPageTest : public testing::TestWithParam<ElementType> {};

TEST_P(GuardPageTest, NoByteBesideARowIsTouched) {
  constexpr int64_t kHeight = 5;
  for (int64_t width = 1; width <= 70; ++width) {
    const int64_t channels = 1 + width % 4;
    const auto rule = test::kAllRules[static_cast<size_t>(width % 5)];
    const Canvas src = test::Painted(GetParam(), width, kHeight, channels, Fill::kRandom, 1);
    for (const ElementType dst_type : test::kAllTypes) {
      for (const GuardedImage::Side side : {GuardedImage::Side::kBefore, GuardedImage::Side::kBehind}) {
        const GuardedImage guarded_src(GetParam(), width, kHeight, channels, side);
        const GuardedImage guarded_dst(dst_type, width, kHeight, channels, side);
        CopyRows(src.view(), guarded_src.view());
        for (const Pipeline& pipeline : Pipelines(rule)) {
          for (const std::string& target : Targets()) {
            PlanOptions options;
            options.target = target;
            const Plan plan(pipeline, test::FormatOf(src, dst_type), options);
            plan.Run(guarded_src.view(), guarded_dst.view(), kSerial);
            ASSERT_TRUE(SameRows(guarded_dst.view(), test::Result(plan, src).view())) << width << ' ' << target;
          }
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Types, GuardPageTest, testing::ValuesIn(test::kAllTypes),
                         [](const auto& param_info) { return std::string(ElementName(param_info.param)); });

TEST(StridesTest, EveryLayoutGivesThePackedResultAndKeepsItsPadding) {
  for (const ElementType type : test::kAllTypes) {
    const int64_t bytes = ElementBytes(type);
    const std::vector<Layout> layouts = {{bytes, false, 0},     {2 * bytes, true, 0}, {7 * bytes, false, bytes},
                                         {61 * bytes, true, 0}, {0, true, 5 * bytes}, {64, false, 3 * bytes}};
    for (const auto& [width, height, channels] :
         std::vector<std::array<int64_t, 3>>{{13, 7, 3}, {15, 6, 1}, {5, 8, 4}, {7, 7, 3}, {1, 1, 1}, {130, 9, 2}}) {
      const Canvas packed = test::Painted(type, width, height, channels, Fill::kRandom, 2);
      for (const Pipeline& pipeline : Pipelines(BorderRule::kReflect101)) {
        const Plan plan(pipeline, test::FormatOf(packed));
        const Canvas expected = test::Result(plan, packed);
        for (const Layout& layout : layouts) {
          const Canvas src = test::Painted(type, width, height, channels, Fill::kRandom, 2, layout);
          for (const Layout& dst_layout : layouts) {
            const Canvas result = test::Result(plan, src, SerialExecutor(), dst_layout);
            ASSERT_TRUE(result.SameSamples(expected)) << ElementName(type) << ' ' << width << 'x' << height;
            ASSERT_TRUE(result.PaddingUntouched()) << ElementName(type) << ' ' << width << 'x' << height;
          }
          ASSERT_TRUE(src.PaddingUntouched());
        }
      }
    }
  }
}

// A view of a part is an image of its own: what lies around it is neither read nor written.
TEST(ViewTest, APartIsIsolatedFromItsParent) {
  constexpr int64_t kX = 7, kY = 3, kWidth = 9, kHeight = 8;
  for (const ElementType type : test::kAllTypes) {
    for (const BorderRule rule : test::kAllRules) {
      if (rule == BorderRule::kValid) continue;
      for (const Pipeline& pipeline : Pipelines(rule)) {
        Canvas parent = test::Painted(type, 26, 15, 2, Fill::kRandom, 3);
        Canvas alone(type, kWidth, kHeight, 2);
        for (int64_t y = 0; y < kHeight; ++y) {
          for (int64_t x = 0; x < kWidth; ++x) {
            for (int64_t c = 0; c < 2; ++c) alone.Set(x, y, c, parent.At(x + kX, y + kY, c));
          }
        }
        const Plan plan(pipeline, test::FormatOf(alone));
        const Canvas expected = test::Result(plan, alone);
        Canvas dst = test::Painted(type, 26, 15, 2, Fill::kRandom, 4);
        Canvas wanted = dst;
        for (int64_t y = 0; y < kHeight; ++y) {
          for (int64_t x = 0; x < kWidth; ++x) {
            for (int64_t c = 0; c < 2; ++c) wanted.Set(x + kX, y + kY, c, expected.At(x, y, c));
          }
        }
        const auto part = [](Canvas& canvas) {
          AnyImageView view = canvas.view();
          view.data = static_cast<unsigned char*>(view.data) + kY * view.row_bytes + kX * 2 * ElementBytes(view.type);
          view.width = kWidth;
          view.height = kHeight;
          return view;
        };
        plan.Run(part(parent), part(dst), kSerial);
        ASSERT_EQ(dst.Bytes(), wanted.Bytes()) << ElementName(type) << ' ' << test::BorderOf(rule).name();
      }
    }
  }
}

class BigOffsetsTest : public testing::TestWithParam<ElementType> {};

TEST_P(BigOffsetsTest, RowsHalfAGigabyteApartGiveThePackedResult) {
  constexpr int64_t kHeight = 9;
  const ElementType type = GetParam();
  const Canvas src = test::Painted(type, 100, kHeight, 1, Fill::kRandom, 5);
  const Pipeline pipeline = test::Separable(Taps::Gaussian(2, 6), Border::Reflect101());
  const Plan plan(pipeline, test::FormatOf(src));
  const Canvas expected = test::Result(plan, src);
  const int64_t apart = (int64_t{1} << 29) + (type == ElementType::kU8 ? 1 : 64);
  for (const bool bottom_up : {false, true}) {
    const Mapping src_memory(apart * kHeight);
    const Mapping dst_memory(apart * kHeight);
    const auto rows = [&](const Mapping& memory) {
      return AnyImageView(memory.data() + (bottom_up ? apart * (kHeight - 1) : 0), type, 100, kHeight, 1,
                          static_cast<ptrdiff_t>(bottom_up ? -apart : apart));
    };
    CopyRows(src.view(), rows(src_memory));
    plan.Run(rows(src_memory), rows(dst_memory), kSerial);
    EXPECT_TRUE(SameRows(rows(dst_memory), expected.view())) << (bottom_up ? "bottom up" : "top down");
    plan.Run(rows(src_memory), rows(src_memory), kSerial);
    EXPECT_TRUE(SameRows(rows(src_memory), expected.view())) << "in place";
  }
}

INSTANTIATE_TEST_SUITE_P(Types, BigOffsetsTest, testing::ValuesIn(test::kAllTypes),
                         [](const auto& param_info) { return std::string(ElementName(param_info.param)); });

}  // namespace
}  // namespace ninefold
