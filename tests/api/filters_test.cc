#include "ninefold/filters.h"

#include <gtest/gtest.h>

#include <cmath>

#include "ninefold/taps.h"
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

const RunOptions kSerial{&SerialExecutor()};

TEST(GaussianBlurTest, IsTheGaussianPlan) {
  const Canvas src = Painted(ElementType::kU8, 33, 21, 3, Fill::kRandom, 1);
  for (const ElementType dst_type : test::kAllTypes) {
    Canvas dst(dst_type, 33, 21, 3);
    GaussianBlur(src.view(), dst.view(), 1.7, Border::Wrap(), kSerial);
    const Plan plan(test::Separable(Taps::Gaussian(1.7), Border::Wrap()), test::FormatOf(src, dst_type));
    EXPECT_TRUE(dst.SameSamples(Result(plan, src)));
  }
}

TEST(GaussianBlurTest, SigmaZeroCopies) {
  const Canvas src = Painted(ElementType::kU16, 9, 5, 1, Fill::kRandom, 2);
  Canvas dst(ElementType::kU16, 9, 5, 1);
  GaussianBlur(src.view(), dst.view(), 0, Border::Replicate(), kSerial);
  EXPECT_TRUE(dst.SameSamples(src));
}

TEST(BoxBlurTest, IsTheMean) {
  const Canvas src = Painted(ElementType::kU8, 20, 30, 1, Fill::kRandom, 3);
  Canvas dst(ElementType::kU8, 20, 30, 1);
  BoxBlur(src.view(), dst.view(), 2, Border::Reflect(), kSerial);
  const auto expected = test::Expect(test::Separable(Taps::Box(2), Border::Reflect()), test::FormatOf(src), src);
  EXPECT_EQ(test::FirstFault(dst, expected, true), "");
}

TEST(UnsharpMaskTest, AddsTheDifferenceToTheBlurredPicture) {
  const Taps taps = Taps::Gaussian(1.3);
  for (const ElementType type : test::kAllTypes) {
    const Canvas src = Painted(type, 27, 31, 4, Fill::kRandom, 5);
    Canvas dst(type, 27, 31, 4);
    UnsharpMask(src.view(), dst.view(), 1.3, 0.8, 0, Border::Reflect101(), kSerial);
    const Pipeline pipeline =
        Pipeline().Convolve(taps, taps, Border::Reflect101()).Combine(-0.8, 1.8, Pipeline::kSource);
    EXPECT_EQ(test::FirstFault(dst, test::Expect(pipeline, test::FormatOf(src), src), true), "");
  }
}

TEST(UnsharpMaskTest, LeavesSmallDifferencesAlone) {
  const Canvas src = Painted(ElementType::kF32, 27, 31, 1, Fill::kRandom, 6);
  Canvas dst(ElementType::kF32, 27, 31, 1);
  UnsharpMask(src.view(), dst.view(), 1.3, 0.8, 1, Border::Replicate(), kSerial);
  EXPECT_TRUE(dst.SameSamples(src));
  UnsharpMask(src.view(), dst.view(), 1.3, 0.8, 0.01, Border::Replicate(), kSerial);
  EXPECT_FALSE(dst.SameSamples(src));
}

TEST(FiltersTest, WorkInPlace) {
  Canvas canvas = Painted(ElementType::kF32, 20, 30, 2, Fill::kRandom, 4);
  Canvas expected(ElementType::kF32, 20, 30, 2);
  BoxBlur(canvas.view(), expected.view(), 3, Border::Replicate(), kSerial);
  BoxBlur(canvas.view(), canvas.view(), 3, Border::Replicate(), kSerial);
  EXPECT_TRUE(canvas.SameSamples(expected));
}

TEST(FiltersTest, RefuseWhatThePlanRefuses) {
  const Canvas src(ElementType::kU8, 8, 8, 1);
  Canvas dst(ElementType::kU8, 8, 8, 1);
  Canvas small(ElementType::kU8, 7, 8, 1);
  constexpr ErrorCode kInvalid = ErrorCode::kInvalidArgument;
  ExpectRefused(kInvalid, {"sigma", "-1"}, [&] { GaussianBlur(src.view(), dst.view(), -1); });
  ExpectRefused(kInvalid, {"radius", "-4"}, [&] { BoxBlur(src.view(), dst.view(), -4); });
  ExpectRefused(ErrorCode::kLimit, {"70000"}, [&] { BoxBlur(src.view(), dst.view(), 70000); });
  ExpectRefused(kInvalid, {"-1"}, [&] { UnsharpMask(src.view(), dst.view(), 1, 1, -1); });
  ExpectRefused(kInvalid, {"nan"}, [&] { UnsharpMask(src.view(), dst.view(), 1, std::nan("")); });
  ExpectRefused(kInvalid, {"7", "8"}, [&] { BoxBlur(src.view(), small.view(), 1); });
}

}  // namespace
}  // namespace ninefold
