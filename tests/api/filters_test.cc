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

TEST(BokehTest, IsThePipelineThatItSays) {
  BokehOptions options;
  options.boost = 5;
  options.threshold = 0.7;
  options.border = Border::Reflect();
  const Kernel2D aperture = Kernel2D::Polygon(4, 6, 10, 0.2);
  PlanOptions dense;
  dense.method = ApertureMethod::kDense;
  for (const ElementType type : test::kAllTypes) {
    for (const ElementType dst_type : test::kAllTypes) {
      const Canvas src = Painted(type, 40, 29, 4, Fill::kRandom, 6);
      Pipeline pipeline;
      if (type != ElementType::kF32) pipeline.ToLinear();
      pipeline.BoostHighlights(0.7, 5).Premultiply().Convolve(aperture, Border::Reflect()).Unpremultiply();
      if (dst_type != ElementType::kF32) pipeline.ToSrgb();
      const test::Expectation expected = test::Expect(pipeline, test::FormatOf(src, dst_type), src);
      Canvas dst(dst_type, 40, 29, 4);
      Bokeh(src.view(), dst.view(), aperture, options, kSerial);
      // The default tolerance, through the curve: a few of 255 at most.
      EXPECT_LE(test::LargestError(dst, expected), 0.02 * FullScale(dst_type)) << ElementName(type);
      const Plan plan(BokehPipeline(aperture, options, type, dst_type), test::FormatOf(src, dst_type), dense);
      EXPECT_EQ(test::FirstFault(Result(plan, src), expected, false), "") << ElementName(type) << ElementName(dst_type);
      EXPECT_EQ(plan.Dispatches(), 1);
    }
  }
}

TEST(BokehTest, SrgbAndAlphaAreOptions) {
  const Canvas src = Painted(ElementType::kU8, 30, 20, 4, Fill::kRandom, 7);
  BokehOptions options;
  options.srgb = false;
  options.alpha = Alpha::kNone;
  const Kernel2D disc = Kernel2D::Disc(2.5);
  Canvas dst(ElementType::kU8, 30, 20, 4);
  Bokeh(src.view(), dst.view(), disc, options, kSerial);
  EXPECT_TRUE(dst.SameSamples(Result(Plan(Pipeline().Convolve(disc), test::FormatOf(src)), src)));
}

TEST(BokehTest, ConstantsStay) {
  for (const double value : {1, 100, 255}) {
    const Canvas src = test::Flat(ElementType::kU8, 25, 25, {value, value, 0});
    Canvas dst(ElementType::kU8, 25, 25, 3);
    Bokeh(src.view(), dst.view(), Kernel2D::Disc(6), {}, kSerial);
    EXPECT_TRUE(dst.SameSamples(src)) << value;
  }
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
