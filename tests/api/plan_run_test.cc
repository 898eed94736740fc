// Run: which views it takes, what it leaves alone, and src and dst in one memory.

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "ninefold/plan.h"
#include "tests/support/expectation.h"
#include "tests/support/refusal.h"
#include "tests/support/run.h"

namespace ninefold {
namespace {

using test::Canvas;
using test::ExpectRefused;
using test::Fill;
using test::Painted;
using test::Result;
using test::Separable;

constexpr ErrorCode kInvalid = ErrorCode::kInvalidArgument;
const RunOptions kDefault{};

class PlanRunTest : public testing::Test {
 protected:
  // Runs on views that do not fit: refused, and dst as it was.
  void ExpectUntouched(std::initializer_list<const char*> words, const AnyConstImageView& src,
                       const AnyImageView& dst) {
    const std::vector<unsigned char> before = dst_.Bytes();
    ExpectRefused(kInvalid, words, [&] { plan_.Run(src, dst, {&SerialExecutor()}); });
    EXPECT_EQ(dst_.Bytes(), before);
  }

  const Plan plan_{Separable(Taps::Gaussian(1)), {12, 7, 2, ElementType::kU16, ElementType::kU16}};
  Canvas src_ = Painted(ElementType::kU16, 12, 7, 2, Fill::kRandom, 1);
  Canvas dst_ = Painted(ElementType::kU16, 12, 7, 2, Fill::kRandom, 2, {4, false, 0});
};

TEST_F(PlanRunTest, WrongSizesAreRefused) {
  AnyConstImageView src = src_.view();
  src.width = 11;
  ExpectUntouched({"11", "12"}, src, dst_.view());
  src = src_.view();
  src.height = 6;
  ExpectUntouched({"6", "7"}, src, dst_.view());
  AnyImageView dst = dst_.view();
  dst.height = 5;
  ExpectUntouched({"5", "7"}, src_.view(), dst);
  dst = dst_.view();
  dst.width = 13;
  ExpectUntouched({"13", "12"}, src_.view(), dst);
  dst.width = -12;
  ExpectUntouched({"-12"}, src_.view(), dst);
}

TEST_F(PlanRunTest, WrongChannelsAreRefused) {
  AnyConstImageView src = src_.view();
  src.channels = 1;
  ExpectUntouched({"1", "2"}, src, dst_.view());
  AnyImageView dst = dst_.view();
  dst.channels = 3;
  ExpectUntouched({"3", "2"}, src_.view(), dst);
}

TEST_F(PlanRunTest, WrongTypesAreRefused) {
  AnyConstImageView src = src_.view();
  src.type = ElementType::kU8;
  ExpectUntouched({"u8", "u16"}, src, dst_.view());
  AnyImageView dst = dst_.view();
  dst.type = ElementType::kF32;
  ExpectUntouched({"f32", "u16"}, src_.view(), dst);
}

TEST_F(PlanRunTest, RowBytesBelowARowAreRefused) {
  AnyConstImageView src = src_.view();
  for (const ptrdiff_t row_bytes : {46, 0, -46}) {
    src.row_bytes = row_bytes;
    ExpectUntouched({std::to_string(row_bytes).c_str(), "48"}, src, dst_.view());
  }
  AnyImageView dst = dst_.view();
  dst.row_bytes = 2;
  ExpectUntouched({"2", "48"}, src_.view(), dst);
}

TEST_F(PlanRunTest, NullDataIsRefused) {
  AnyConstImageView src = src_.view();
  src.data = nullptr;
  ExpectUntouched({"src"}, src, dst_.view());
  AnyImageView dst = dst_.view();
  dst.data = nullptr;
  ExpectUntouched({"dst"}, src_.view(), dst);
}

TEST_F(PlanRunTest, RowsThatPassTheEndOfTheAddressSpaceAreRefused) {
  AnyConstImageView src = src_.view();
  src.row_bytes = PTRDIFF_MAX / 16 * 8;
  ExpectUntouched({}, src, dst_.view());
}

// A parent picture of one type, in which src and dst are parts.
class OverlapTest : public testing::Test {
 protected:
  static constexpr int64_t kWidth = 16;
  static constexpr int64_t kHeight = 8;

  ImageView<uint8_t> Part(int64_t x, int64_t y) { return parent_.As<uint8_t>().Crop(x, y, kWidth, kHeight); }

  void ExpectRefusedUntouched(const AnyConstImageView& src, const AnyImageView& dst) {
    const std::vector<unsigned char> before = parent_.Bytes();
    ExpectRefused(kInvalid, {"overlap"}, [&] { plan_.Run(src, dst, {&SerialExecutor()}); });
    EXPECT_EQ(parent_.Bytes(), before);
  }

  // Apart: the result is that of the same source elsewhere, and nothing else in the parent changes.
  void ExpectRight(ImageView<uint8_t> src, ImageView<uint8_t> dst) {
    Canvas alone(ElementType::kU8, kWidth, kHeight, 1);
    for (int64_t y = 0; y < kHeight; ++y) {
      for (int64_t x = 0; x < kWidth; ++x) alone.Set(x, y, 0, src.Row(y)[x]);
    }
    const Canvas expected = Result(plan_, alone);
    plan_.Run(src, dst, {&SerialExecutor()});
    for (int64_t y = 0; y < kHeight; ++y) {
      for (int64_t x = 0; x < kWidth; ++x) ASSERT_EQ(dst.Row(y)[x], expected.At(x, y, 0)) << x << ' ' << y;
    }
  }

  const Plan plan_{Separable(Taps::Gaussian(1, 3)), {kWidth, kHeight, 1, ElementType::kU8, ElementType::kU8}};
  Canvas parent_ = Painted(ElementType::kU8, 48, 24, 1, Fill::kRandom, 3);
};

TEST_F(OverlapTest, PartialOverlapIsRefused) {
  ExpectRefusedUntouched(Part(4, 4), Part(5, 4));
  ExpectRefusedUntouched(Part(4, 4), Part(4, 5));
  ExpectRefusedUntouched(Part(4, 4), Part(3, 3));
  ExpectRefusedUntouched(Part(4, 4), Part(19, 11));
  ExpectRefusedUntouched(Part(19, 4), Part(4, 11));
}

TEST_F(OverlapTest, PartsSideBySideAreApart) {
  ExpectRight(Part(0, 0), Part(16, 0));
  ExpectRight(Part(16, 0), Part(0, 0));
  ExpectRight(Part(0, 0), Part(16, 4));
  ExpectRight(Part(20, 0), Part(4, 3));
}

TEST_F(OverlapTest, PartsAboveEachOtherAreApart) {
  ExpectRight(Part(3, 0), Part(3, 8));
  ExpectRight(Part(3, 9), Part(5, 1));
}

TEST_F(OverlapTest, AlternateRowsAreApart) {
  const ImageView<uint8_t> even(parent_.As<uint8_t>().Row(0), kWidth, kHeight, 1, 96);
  const ImageView<uint8_t> odd(parent_.As<uint8_t>().Row(1), kWidth, kHeight, 1, 96);
  ExpectRight(even, odd);
}

TEST_F(OverlapTest, TheSameMemoryWithAnotherStrideIsRefused) {
  const ImageView<uint8_t> src = Part(0, 0);
  ExpectRefusedUntouched(src, ImageView<uint8_t>(src.data(), kWidth, kHeight, 1, 96));
  ExpectRefusedUntouched(src, ImageView<uint8_t>(src.Row(7), kWidth, kHeight, 1, -48));
}

TEST(OverlapOfTypesTest, AWiderResultInTheSameMemoryIsRefused) {
  std::vector<float> memory(64);
  const Plan plan(Separable(Taps::Box(1)), {8, 2, 1, ElementType::kU8, ElementType::kF32});
  const ImageView<const uint8_t> src(reinterpret_cast<const uint8_t*>(memory.data()), 8, 2, 1);
  ExpectRefused(kInvalid, {"overlap"}, [&] { plan.Run(src, ImageView<float>(memory.data(), 8, 2, 1), kDefault); });
}

TEST(OverlapOfTypesTest, AValidResultInTheSourceIsRefused) {
  Canvas canvas = Painted(ElementType::kU8, 9, 9, 1, Fill::kRandom, 1);
  const Plan plan(Separable(Taps::Box(1), Border::Valid()), test::FormatOf(canvas));
  const AnyImageView part = canvas.As<uint8_t>().Crop(0, 0, 7, 7);
  ExpectRefused(kInvalid, {"overlap"}, [&] { plan.Run(canvas.view(), part, {&SerialExecutor()}); });
}

// In place gives the bits that out of place gives, for every type, border and kind of stage.
TEST(InPlaceTest, EqualsOutOfPlace) {
  const Taps gaussian = Taps::Gaussian(2);
  for (const ElementType type : test::kAllTypes) {
    for (const BorderRule rule : test::kAllRules) {
      if (rule == BorderRule::kValid) continue;
      const Border border = test::BorderOf(rule, {3});
      const std::vector<Pipeline> pipelines = {
          Separable(gaussian, Taps::Box(3), border),
          Pipeline().Convolve(Kernel2D::FromWeights(3, 2, {0.1, 0.2, 0.1, 0.3, 0.1, 0.2}), border),
          Pipeline().ToLinear().Premultiply().Convolve(gaussian, gaussian, border).Unpremultiply().ToSrgb()};
      for (const Pipeline& pipeline : pipelines) {
        for (const int64_t tile : {0, 5, 16}) {
          Canvas canvas = Painted(type, 37, 23, 4, Fill::kRandom, 4, {4, tile == 5, 0});
          PlanOptions options;
          options.tile_width = options.tile_height = tile;
          const Plan plan(pipeline, test::FormatOf(canvas), options);
          const Canvas expected = Result(plan, canvas);
          plan.Run(canvas.view(), canvas.view(), {&SerialExecutor()});
          EXPECT_TRUE(canvas.SameSamples(expected)) << ElementName(type) << ' ' << border.name() << " tile " << tile;
          EXPECT_TRUE(canvas.PaddingUntouched());
        }
      }
    }
  }
}

TEST(EmptyViewTest, EmptyImagesAreRefused) {
  const Plan plan(Separable(Taps::Gaussian(1, 3), Border::Reflect101()), {5, 5, 1, ElementType::kU8, ElementType::kU8});
  uint8_t pixel = 9;
  const ImageView<uint8_t> empty(&pixel, 0, 5, 1);
  ExpectRefused(kInvalid, {"0", "5"}, [&] { plan.Run(empty, empty, {&SerialExecutor()}); });
  ExpectRefused(kInvalid, {}, [&] { plan.Run(AnyConstImageView(), AnyImageView(), {&SerialExecutor()}); });
  EXPECT_EQ(pixel, 9);
}

}  // namespace
}  // namespace ninefold
