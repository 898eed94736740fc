// Every width and every height over a small range, for each type, border rule and target, against the reference.
//
// One axis is swept while the other takes three values: below, about and above the kernel. NINEFOLD_SOAK=1 sweeps both
// axes against each other.

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "ninefold/plan.h"
#include "tests/support/expectation.h"
#include "tests/support/run.h"
#include "tests/support/sanitizers.h"

namespace ninefold {
namespace {

using test::Canvas;
using test::Expectation;
using test::Fill;

struct Kernel {
  const char* name;
  Taps vertical;
  Taps horizontal;
};

// Short, middling and long symmetric taps, those that fit no register window, and what is neither even nor symmetric.
const std::vector<Kernel>& Kernels() {
  static const std::vector<Kernel> kernels = {
      {"gaussian3", Taps::Gaussian(0.8, 1), Taps::Gaussian(0.8, 1)},
      {"gaussian9", Taps::Gaussian(1.5, 4), Taps::Gaussian(1.5, 4)},
      {"box17", Taps::Box(8), Taps::Box(8)},
      {"gaussian25x23", Taps::Gaussian(4, 12), Taps::Gaussian(3.5, 11)},
      {"sharp6", Taps::Derivative(1), Taps::Custom({0.25, -0.5, 1.5, 0.25, -0.75, 0.25}, 4)},
  };
  return kernels;
}

struct Size {
  int64_t width;
  int64_t height;
};

// Two vectors of the widest target (u8: 64 samples; u16 and f32 are computed 16 at a time) and two radii, and a few.
int64_t LargestWidth(ElementType type) { return type == ElementType::kU8 ? 155 : 75; }
constexpr int64_t kLargestHeight = 75;

std::vector<Size> Sizes(ElementType type) {
  std::vector<Size> sizes;
  if (test::Soak()) {
    for (int64_t height = 1; height <= kLargestHeight; ++height) {
      for (int64_t width = 1; width <= LargestWidth(type); ++width) sizes.push_back({width, height});
    }
    return sizes;
  }
  const int64_t step = test::kSanitizer ? 3 : 1;
  for (const int64_t height : {1, 6, 27}) {
    for (int64_t width = 1; width <= LargestWidth(type); width += width < 35 ? 1 : step)
      sizes.push_back({width, height});
  }
  for (const int64_t width : {1, 9, 40}) {
    for (int64_t height = 1; height <= kLargestHeight; height += height < 35 ? 1 : step)
      sizes.push_back({width, height});
  }
  return sizes;
}

// The ways to run one filter: every target with its own border kernels, and every SIMD target with the scalar ones.
std::vector<PlanOptions> Ways() {
  std::vector<PlanOptions> ways;
  for (const std::string& target : Targets()) {
    PlanOptions options;
    options.target = target;
    ways.push_back(options);
    if (target == "SCALAR") continue;
    options.border_kernels = BorderKernels::kScalar;
    ways.push_back(options);
  }
  return ways;
}

class SeparableSweepTest : public testing::TestWithParam<std::tuple<ElementType, BorderRule>> {
 protected:
  // One picture and kernel in every way. Empty when all results are right and agree.
  static std::string Fault(const Kernel& kernel, const Border& border, const Canvas& src) {
    const Format format = test::FormatOf(src);
    const Pipeline pipeline = test::Separable(kernel.vertical, kernel.horizontal, border);
    const Expectation expected = test::Expect(pipeline, format, src);
    std::vector<Canvas> results;
    for (const PlanOptions& options : Ways()) {
      const Plan plan(pipeline, format, options);
      const bool integer = test::RunsInIntegers(plan);
      results.push_back(test::Result(plan, src));
      std::string fault = test::FirstFault(results.back(), expected, integer);
      const double apart = test::LargestDifference(results.back(), results.front());
      if (fault.empty() && integer && apart != 0) fault = "integers differ from those of " + Targets().front();
      if (fault.empty() && src.type() != ElementType::kF32 && apart > 1)
        fault = "more than 1 from " + Targets().front();
      if (!fault.empty()) {
        const bool scalar = options.border_kernels == BorderKernels::kScalar;
        return options.target + (scalar ? " with scalar borders: " : ": ") + fault;
      }
    }
    return "";
  }
};

TEST_P(SeparableSweepTest, EveryWidthAndHeight) {
  const auto [type, rule] = GetParam();
  const Border border = test::BorderOf(rule, {type == ElementType::kF32 ? -0.25 : 77});
  const std::vector<Fill> fills = {Fill::kRandom, Fill::kCheckerboard, Fill::kExtremes, Fill::kSigned, Fill::kGradient};
  uint64_t seed = 0;
  for (const Size& size : Sizes(type)) {
    const Fill fill = fills[++seed % fills.size()];
    const Canvas src = test::Painted(type, size.width, size.height, 1, fill, seed);
    for (const Kernel& kernel : Kernels()) {
      if (rule == BorderRule::kValid &&
          (size.width < kernel.horizontal.size() || size.height < kernel.vertical.size())) {
        continue;
      }
      const std::string fault = Fault(kernel, border, src);
      ASSERT_EQ(fault, "") << kernel.name << ' ' << size.width << 'x' << size.height << ' ' << ElementName(type) << ' '
                           << border.name() << ' ' << test::FillName(fill) << " seed " << seed;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, SeparableSweepTest,
                         testing::Combine(testing::ValuesIn(test::kAllTypes), testing::ValuesIn(test::kAllRules)),
                         [](const auto& param_info) {
                           return std::string(ElementName(std::get<0>(param_info.param))) + "_" +
                                  test::BorderOf(std::get<1>(param_info.param)).name();
                         });

// Results larger than the caches are stored past them, and few taps are then summed in another form.
TEST(LargeResultTest, HasTheBitsOfASmallOne) {
  constexpr int64_t kWidth = 683, kHeight = 1601, kChannels = 3, kFirst = 700, kRows = 60;
  const Canvas src =
      test::Painted(ElementType::kF32, kWidth, kHeight, kChannels, Fill::kRandom, 1, {.padding_bytes = 4});
  Canvas band(ElementType::kF32, kWidth, kRows, kChannels);
  test::CopyRows(src, kFirst, band);
  for (const std::string& target : Targets()) {
    if (target == "SCALAR") continue;
    for (const int64_t radius : {1, 2, 3, 4, 5}) {
      for (const Border& border : {Border::Reflect(), Border::Constant(0.25)}) {
        PlanOptions options;
        options.target = target;
        const Pipeline pipeline = test::Separable(Taps::Gaussian(1.2, radius), border);
        const Canvas large = test::Result(Plan(pipeline, test::FormatOf(src), options), src);
        const Canvas small = test::Result(Plan(pipeline, test::FormatOf(band), options), band);
        Canvas inside(ElementType::kF32, kWidth, kRows - 2 * radius, kChannels);
        Canvas expected(ElementType::kF32, kWidth, kRows - 2 * radius, kChannels);
        EXPECT_TRUE(test::CopyRows(large, kFirst + radius, inside).SameSamples(test::CopyRows(small, radius, expected)))
            << target << " radius " << radius << ' ' << border.name();
      }
    }
  }
}

}  // namespace
}  // namespace ninefold
