#include "ninefold/image.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "tests/support/refusal.h"

namespace ninefold {
namespace {

using test::ExpectRefused;

// Sizes by way of volatile: a compiler that sees them warns of the memset that is never reached.
void MakeImage(int64_t width, int64_t height, int64_t channels) {
  volatile int64_t sides[] = {width, height, channels};
  Image<uint8_t>(sides[0], sides[1], sides[2]);
}

TEST(ImageViewTest, RowsArePackedUnlessTold) {
  std::vector<uint16_t> samples(3 * 4 * 2);
  const ImageView<uint16_t> view(samples.data(), 3, 4, 2);
  EXPECT_EQ(view.row_bytes(), 3 * 2 * 2);
  EXPECT_EQ(view.Row(3), samples.data() + 18);
}

TEST(ImageViewTest, NegativeRowBytesGoUpwards) {
  std::vector<float> samples(5 * 3);
  const ImageView<float> view(&samples[10], 5, 3, 1, -20);
  EXPECT_EQ(view.Row(0), &samples[10]);
  EXPECT_EQ(view.Row(2), &samples[0]);
}

TEST(ImageViewTest, CropStartsAtItsCornerAndKeepsTheStride) {
  std::vector<uint8_t> samples(10 * 6 * 3);
  const ImageView<uint8_t> view(samples.data(), 10, 6, 3);
  const ImageView<uint8_t> part = view.Crop(4, 2, 5, 3);
  EXPECT_EQ(part.data(), &samples[2 * 30 + 4 * 3]);
  EXPECT_EQ(part.width(), 5);
  EXPECT_EQ(part.height(), 3);
  EXPECT_EQ(part.channels(), 3);
  EXPECT_EQ(part.row_bytes(), 30);
}

TEST(ImageViewTest, CropOfABottomUpViewGoesUpwards) {
  std::vector<uint8_t> samples(4 * 3);
  const ImageView<uint8_t> view(&samples[8], 4, 3, 1, -4);
  EXPECT_EQ(view.Crop(1, 1, 2, 2).data(), &samples[5]);
  EXPECT_EQ(view.Crop(1, 1, 2, 2).Row(1), &samples[1]);
}

TEST(ImageViewTest, CropOfTheWholeIsTheWhole) {
  std::vector<uint8_t> samples(12);
  const ImageView<uint8_t> view(samples.data(), 4, 3, 1);
  EXPECT_EQ(view.Crop(0, 0, 4, 3).data(), samples.data());
}

TEST(ImageViewTest, CropOutsideIsRefusedWithItsNumbers) {
  std::vector<uint8_t> samples(12);
  const ImageView<uint8_t> view(samples.data(), 4, 3, 1);
  ExpectRefused(ErrorCode::kInvalidArgument, {"2", "3", "4"}, [&] { view.Crop(2, 0, 3, 1); });
  ExpectRefused(ErrorCode::kInvalidArgument, {"7"}, [&] { view.Crop(0, 0, 4, 7); });
  ExpectRefused(ErrorCode::kInvalidArgument, {"-1"}, [&] { view.Crop(-1, 0, 2, 1); });
  ExpectRefused(ErrorCode::kInvalidArgument, {"-2"}, [&] { view.Crop(0, 0, -2, 1); });
}

TEST(ImageViewTest, CropDoesNotOverflow) {
  std::vector<uint8_t> samples(12);
  const ImageView<uint8_t> view(samples.data(), 4, 3, 1);
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  ExpectRefused(ErrorCode::kInvalidArgument, {}, [&] { view.Crop(2, 0, kMost, 1); });
  ExpectRefused(ErrorCode::kInvalidArgument, {}, [&] { view.Crop(kMost, 0, 1, 1); });
  ExpectRefused(ErrorCode::kInvalidArgument, {}, [&] { view.Crop(0, kMost, 1, kMost); });
}

TEST(ImageViewTest, ConvertsToConstAndToAny) {
  std::vector<uint16_t> samples(6);
  const ImageView<uint16_t> view(samples.data(), 3, 2, 1, 6);
  const ImageView<const uint16_t> reading = view;
  EXPECT_EQ(reading.data(), samples.data());
  const AnyImageView any = view;
  EXPECT_EQ(any.type, ElementType::kU16);
  EXPECT_EQ(any.width, 3);
  EXPECT_EQ(any.height, 2);
  EXPECT_EQ(any.channels, 1);
  EXPECT_EQ(any.row_bytes, 6);
  const AnyConstImageView from_any = any;
  EXPECT_EQ(from_any.data, samples.data());
  const AnyConstImageView from_const = reading;
  EXPECT_EQ(from_const.type, ElementType::kU16);
}

TEST(ImageTest, IsZeroedPackedAndAligned) {
  Image<float> image(7, 5, 3);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(image.Row(0)) % AlignedBuffer::kAlignment, 0u);
  EXPECT_EQ(image.view().row_bytes(), 7 * 3 * 4);
  for (int64_t y = 0; y < 5; ++y) {
    for (int64_t s = 0; s < 21; ++s) EXPECT_EQ(image.Row(y)[s], 0.0f);
  }
}

TEST(ImageTest, MovesItsPixels) {
  Image<uint8_t> a(2, 2, 1);
  a.Row(1)[1] = 9;
  Image<uint8_t> b = std::move(a);
  EXPECT_EQ(b.Row(1)[1], 9);
  EXPECT_EQ(a.width(), 0);  // NOLINT(bugprone-use-after-move): empty, as documented
  a = std::move(b);
  EXPECT_EQ(a.Row(1)[1], 9);
  EXPECT_EQ(b.view().data(), nullptr);  // NOLINT(bugprone-use-after-move)
}

TEST(ImageTest, SizesBelowOneAreRefused) {
  ExpectRefused(ErrorCode::kInvalidArgument, {"0"}, [] { MakeImage(0, 1, 1); });
  ExpectRefused(ErrorCode::kInvalidArgument, {"-4"}, [] { MakeImage(3, -4, 1); });
  ExpectRefused(ErrorCode::kInvalidArgument, {"-1"}, [] { MakeImage(3, 4, -1); });
}

TEST(ImageTest, SizesThatOverflowAreALimit) {
  ExpectRefused(ErrorCode::kLimit, {"4611686018427387904"}, [] { MakeImage(int64_t{1} << 62, 2, 1); });
  ExpectRefused(ErrorCode::kLimit, {}, [] { CheckedImageBytes(int64_t{1} << 32, int64_t{1} << 32, 1, 1); });
  ExpectRefused(ErrorCode::kLimit, {}, [] { CheckedImageBytes(int64_t{1} << 30, int64_t{1} << 30, 8, 4); });
  EXPECT_EQ(CheckedImageBytes(int64_t{1} << 30, int64_t{1} << 28, 1, 2), int64_t{1} << 59);
}

TEST(ImageTest, MemoryThatIsNotThereIsOutOfMemory) {
  ExpectRefused(ErrorCode::kOutOfMemory, {}, [] { MakeImage(int64_t{1} << 29, int64_t{1} << 30, 1); });
}

TEST(AlignedBufferTest, NegativeSizesAreRefused) {
  ExpectRefused(ErrorCode::kInvalidArgument, {"-1"}, [] { AlignedBuffer(-1); });
}

TEST(ElementTypeTest, FactsOfTheThreeTypes) {
  EXPECT_EQ(ElementBytes(ElementType::kU8), 1);
  EXPECT_EQ(ElementBytes(ElementType::kU16), 2);
  EXPECT_EQ(ElementBytes(ElementType::kF32), 4);
  EXPECT_EQ(FullScale(ElementType::kU8), 255);
  EXPECT_EQ(FullScale(ElementType::kU16), 65535);
  EXPECT_EQ(FullScale(ElementType::kF32), 1);
  EXPECT_STREQ(ElementName(ElementType::kU16), "u16");
  EXPECT_EQ(ElementTypeOf<const float>(), ElementType::kF32);
}

}  // namespace
}  // namespace ninefold
