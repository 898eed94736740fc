// The sRGB curves: within 2^-20 of the exact ones, monotone, and every 8- and 16-bit value survives there and back.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>

#include "ninefold/plan.h"
#include "tests/support/expectation.h"
#include "tests/support/run.h"

namespace ninefold {
namespace {

using test::Canvas;

constexpr double kBound = 0x1p-20;
const Taps kIdentity = Taps::Custom({1});

// Every value of an integer type in a row.
Canvas AllValues(ElementType type) {
  const auto count = static_cast<int64_t>(FullScale(type)) + 1;
  Canvas canvas(type, count, 1, 1);
  for (int64_t x = 0; x < count; ++x) canvas.Set(x, 0, 0, static_cast<double>(x));
  return canvas;
}

// 0, then from 2^-30 to 1 in small steps, then exactly the two thresholds and their neighbours.
Canvas AllSizes() {
  constexpr int64_t kSteps = 60'000;
  Canvas canvas(ElementType::kF32, kSteps + 8, 1, 1);
  for (int64_t x = 1; x < kSteps; ++x) {
    canvas.Set(x, 0, 0, std::exp2(-30.0 * static_cast<double>(kSteps - 1 - x) / static_cast<double>(kSteps)));
  }
  int64_t x = kSteps;
  for (const float threshold : {0.0031308F, 0.04045F}) {
    canvas.Set(x++, 0, 0, threshold);
    canvas.Set(x++, 0, 0, std::nextafter(threshold, 0.0F));
    canvas.Set(x++, 0, 0, std::nextafter(threshold, 1.0F));
  }
  return canvas;
}

class SrgbTest : public testing::TestWithParam<std::string> {
 protected:
  static Canvas RunOn(const Pipeline& pipeline, const Canvas& src, ElementType dst_type) {
    PlanOptions options;
    options.target = GetParam();
    return test::Result(Plan(pipeline, test::FormatOf(src, dst_type), options), src);
  }
  static Pipeline Decode() { return Pipeline().ToLinear().Convolve(kIdentity, kIdentity); }
  static Pipeline Encode() { return Pipeline().Convolve(kIdentity, kIdentity).ToSrgb(); }
};

template <class Curve>
double LargestRelativeError(const Canvas& src, const Canvas& result, const Curve& curve) {
  double largest = 0;
  for (int64_t x = 0; x < src.width(); ++x) {
    const double exact = curve(src.At(x, 0, 0) / FullScale(src.type()));
    const double off = std::fabs(result.At(x, 0, 0) - exact);
    largest = std::max(largest, exact == 0 ? (off == 0 ? 0.0 : 1.0) : off / exact);
  }
  return largest;
}

TEST_P(SrgbTest, EveryValueSurvivesThereAndBack) {
  for (const ElementType type : {ElementType::kU8, ElementType::kU16}) {
    const Canvas src = AllValues(type);
    const Pipeline pipeline = Pipeline().ToLinear().Convolve(kIdentity, kIdentity).ToSrgb();
    EXPECT_TRUE(RunOn(pipeline, src, type).SameSamples(src)) << ElementName(type);
  }
}

TEST_P(SrgbTest, DecodedValuesAreWithinTheBound) {
  for (const ElementType type : {ElementType::kU8, ElementType::kU16}) {
    const Canvas src = AllValues(type);
    EXPECT_LE(LargestRelativeError(src, RunOn(Decode(), src, ElementType::kF32), reference::SrgbDecode), kBound);
  }
  const Canvas src = AllSizes();
  EXPECT_LE(LargestRelativeError(src, RunOn(Decode(), src, ElementType::kF32), reference::SrgbDecode), kBound);
}

TEST_P(SrgbTest, EncodedValuesAreWithinTheBound) {
  const Canvas src = AllSizes();
  EXPECT_LE(LargestRelativeError(src, RunOn(Encode(), src, ElementType::kF32), reference::SrgbEncode), kBound);
  const Canvas all = AllValues(ElementType::kU16);
  EXPECT_LE(LargestRelativeError(all, RunOn(Encode(), all, ElementType::kF32), reference::SrgbEncode), kBound);
}

TEST_P(SrgbTest, CurvesAreMonotone) {
  const Canvas src = AllValues(ElementType::kU16);
  for (const Pipeline& pipeline : {Decode(), Encode()}) {
    const Canvas result = RunOn(pipeline, src, ElementType::kF32);
    for (int64_t x = 1; x < src.width(); ++x) ASSERT_GT(result.At(x, 0, 0), result.At(x - 1, 0, 0)) << x;
  }
}

TEST_P(SrgbTest, CurvesLeaveAlphaAlone) {
  Canvas src(ElementType::kU8, 256, 1, 4);
  for (int64_t x = 0; x < 256; ++x) {
    for (int64_t c = 0; c < 4; ++c) src.Set(x, 0, c, static_cast<double>(x));
  }
  const Canvas result = RunOn(Decode(), src, ElementType::kF32);
  for (int64_t x = 0; x < 256; ++x) {
    EXPECT_NEAR(result.At(x, 0, 3), static_cast<double>(x) / 255, 1e-7);
    EXPECT_NEAR(result.At(x, 0, 2), reference::SrgbDecode(static_cast<double>(x) / 255), 1e-6);
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, SrgbTest, testing::ValuesIn(Targets()),
                         [](const auto& param_info) { return param_info.param; });

}  // namespace
}  // namespace ninefold
