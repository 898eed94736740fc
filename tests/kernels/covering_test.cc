// A seeded sample of combinations of everything that the sweep holds still: types, channels, strides, tiles, kernels of
// every kind, pointwise stages, border values. Every two settings of two axes meet.
//
// NINEFOLD_SOAK=1 takes forty times as many. To repeat one that failed: its message holds all that is needed, and
// NINEFOLD_COMBINATION=<number> runs that one alone.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "ninefold/plan.h"
#include "tests/support/expectation.h"
#include "tests/support/run.h"
#include "tests/support/sanitizers.h"
#include "tests/support/shuffled_executor.h"

namespace ninefold {
namespace {

using test::Canvas;
using test::Fill;
using test::Layout;
using test::Random;

constexpr int kShards = 32;
constexpr int64_t kCombinations = 24'000;

// The axes, and how many settings each has.
enum Axis {
  kSrc,
  kDst,
  kChannels,
  kRule,
  kKernel,
  kPointwise,
  kSrcLayout,
  kDstLayout,
  kTile,
  kBorders,
  kTarget,
  kFill,
  kAxes
};
constexpr std::array<int, kAxes> kSettings = {3, 3, 5, 6, 10, 7, 5, 5, 6, 2, 0, 7};
using Settings = std::array<int, kAxes>;

int SettingsOf(int axis) {
  return axis == kTarget ? static_cast<int>(Targets().size()) : kSettings[static_cast<size_t>(axis)];
}

Settings Draw(uint64_t number) {
  Random random(number);
  Settings settings;
  for (int axis = 0; axis < kAxes; ++axis) {
    settings[static_cast<size_t>(axis)] = static_cast<int>(random.Integer(0, SettingsOf(axis) - 1));
  }
  return settings;
}

std::vector<double> RandomWeights(Random& random, int64_t count, bool negative) {
  std::vector<double> weights(static_cast<size_t>(count));
  double sum = 0;
  for (double& w : weights) {
    w = random.OneIn(6) ? 0 : random.Real(negative ? -1 : 0.01, 1);
    sum += w;
  }
  if (negative) return weights;
  if (sum == 0) weights[0] = sum = 1;
  for (double& w : weights) w /= sum;
  return weights;
}

// One combination, drawn from its number.
class Combination {
 public:
  explicit Combination(uint64_t number)
      : settings_(Draw(number)), random_(number + (uint64_t{1} << 40)), src_(MakeSource()), pipeline_(MakePipeline()) {
    format_ = test::FormatOf(src_, static_cast<ElementType>(At(kDst)));
    options_.target = Targets()[static_cast<size_t>(At(kTarget))];
    options_.border_kernels = At(kBorders) == 1 ? BorderKernels::kScalar : BorderKernels::kSimd;
    const int64_t tiles[] = {0, 1, 3, 7, 16, 33};
    options_.tile_width = tiles[At(kTile)];
    options_.tile_height = At(kTile) == 1 ? random_.Integer(1, 5) : tiles[random_.Integer(0, At(kTile))];
  }

  // Empty when the result is right, the padding untouched, and other ways to the same result agree.
  std::string Fault() {
    const test::Expectation expected = test::Expect(pipeline_, format_, src_);
    const Plan plan(pipeline_, format_, options_);
    const bool integer = test::RunsInIntegers(plan);
    const Canvas result = test::Result(plan, src_, SerialExecutor(), LayoutOf(At(kDstLayout), format_.dst_type));
    std::string fault = test::FirstFault(result, expected, integer);
    if (fault.empty() && !result.PaddingUntouched()) fault = "bytes beside the rows of dst were written";
    if (fault.empty() && !src_.PaddingUntouched()) fault = "bytes beside the rows of src were written";
    if (fault.empty()) fault = SameBitsFault(plan, result);
    if (fault.empty() && At(kTarget) != 0) fault = TargetFault(expected, integer, result);
    return fault;
  }

  std::string Describe() const {
    std::ostringstream text;
    text << src_.width() << 'x' << src_.height() << 'x' << src_.channels() << ' ' << ElementName(src_.type()) << " -> "
         << ElementName(format_.dst_type) << ", " << kernel_ << ", pointwise " << At(kPointwise) << ", "
         << border_.name();
    for (const double v : border_.values()) text << ' ' << v;
    text << ", layouts " << At(kSrcLayout) << ' ' << At(kDstLayout) << ", tiles " << options_.tile_width << 'x'
         << options_.tile_height << ", " << options_.target << (At(kBorders) == 1 ? " with scalar borders" : "") << ", "
         << test::FillName(fill_);
    return text.str();
  }

 private:
  int At(Axis axis) const { return settings_[static_cast<size_t>(axis)]; }

  // sRGB curves and alpha mean something for 0..1 only, and so do weights that keep it.
  bool UnitRangeOnly() const { return At(kPointwise) >= 3; }
  bool MayBeNegative() const { return !UnitRangeOnly(); }

  static Layout LayoutOf(int setting, ElementType type) {
    const int64_t bytes = ElementBytes(type);
    const Layout layouts[] = {
        {}, {bytes, false, 0}, {7 * bytes, true, 0}, {0, true, 3 * bytes}, {64 - bytes, false, bytes}};
    return layouts[setting];
  }

  Canvas MakeSource() {
    // Sides from 1 up, small ones more often; sometimes wide enough for several vectors.
    const int64_t width = random_.OneIn(4) ? random_.Integer(40, 150) : random_.Integer(1, random_.OneIn(2) ? 12 : 40);
    const int64_t height = random_.Integer(1, random_.OneIn(2) ? 8 : 26);
    fill_ = static_cast<Fill>(At(kFill));
    if (UnitRangeOnly() && (fill_ == Fill::kSigned || fill_ == Fill::kWide)) fill_ = Fill::kRandom;
    const auto type = static_cast<ElementType>(At(kSrc));
    Canvas canvas(type, width, height, At(kChannels) + 1, LayoutOf(At(kSrcLayout), type));
    Paint(canvas, fill_, random_);
    return canvas;
  }

  // The longest side that a kernel may have on a line of n.
  int64_t LongestOn(int64_t n, int64_t otherwise) const {
    return At(kRule) == static_cast<int>(BorderRule::kValid) ? std::min(n, otherwise) : otherwise;
  }

  Taps MakeTaps(int64_t n) {
    const int64_t longest = LongestOn(n, random_.OneIn(3) ? 81 : random_.OneIn(2) ? 31 : 9);
    const int64_t radius = random_.Integer(0, (longest - 1) / 2);
    const int64_t count = random_.Integer(1, longest);
    const double wide = static_cast<double>(radius + 1);
    const auto custom = [&](bool negative) {
      const int64_t anchor = random_.Integer(0, count - 1);
      return Taps::Custom(RandomWeights(random_, count, negative), anchor);
    };
    switch (At(kKernel)) {
      case 0:
        return Taps::Gaussian(random_.Real(0.2, wide), radius);
      case 1:
        return Taps::Box(radius);
      case 2:
        return Taps::Tent(radius);
      case 3:
        return Taps::Binomial(std::min<int64_t>(count - 1, 62));
      case 4:
        return longest < 3 ? Taps::Box(0) : random_.OneIn(2) && MayBeNegative() ? Taps::Derivative(1) : Taps::Tent(1);
      case 5:
        return random_.OneIn(2) ? Taps::Custom({1}) : Taps::Gaussian(0.3 * wide, radius);
      case 6:
        return custom(false);
      default:
        return custom(MayBeNegative());
    }
  }

  Kernel2D MakeKernel() {
    const int64_t longest = random_.OneIn(5) ? 15 : 6;
    const int64_t width = random_.Integer(1, LongestOn(src_.width(), longest));
    const int64_t height = random_.Integer(1, LongestOn(src_.height(), longest));
    const int64_t anchor_x = random_.Integer(0, width - 1);
    const int64_t anchor_y = random_.Integer(0, height - 1);
    const bool negative = At(kKernel) == 9 && MayBeNegative();
    return Kernel2D::FromWeights(width, height, RandomWeights(random_, width * height, negative), anchor_x, anchor_y);
  }

  Border MakeBorder() {
    std::vector<double> values(random_.OneIn(2) ? 1 : static_cast<size_t>(src_.channels()));
    const double full = FullScale(src_.type());
    for (double& v : values) {
      v = random_.OneIn(3) ? full / 3 : random_.Real(0, full);
      if (!UnitRangeOnly() && random_.OneIn(3)) v = random_.Real(-full, 2 * full);
      if (random_.OneIn(3)) v = random_.OneIn(2) ? full : 0;
    }
    return test::BorderOf(static_cast<BorderRule>(At(kRule)), values);
  }

  Pipeline MakePipeline() {
    border_ = MakeBorder();
    std::ostringstream name;
    Pipeline pipeline;
    const std::vector<double> one = {random_.Real(0.3, 2)};
    std::vector<double> each(static_cast<size_t>(src_.channels()));
    for (double& v : each) v = random_.Real(-0.2, 0.2) * FullScale(src_.type());
    const int pointwise = At(kPointwise);
    if (pointwise == 1) pipeline.Gain(one);
    if (pointwise == 2) pipeline.Bias(each).Gain(one);
    if (pointwise == 3 || pointwise == 5) pipeline.ToLinear();
    if (pointwise >= 4) pipeline.Premultiply(pointwise == 6 ? Alpha::kLast : Alpha::kByChannels);
    if (At(kKernel) >= 8) {
      const Kernel2D kernel = MakeKernel();
      name << "dense " << kernel.width() << 'x' << kernel.height() << " at " << kernel.anchor_x() << ' '
           << kernel.anchor_y();
      pipeline.Convolve(kernel, border_);
    } else {
      const Taps vertical = MakeTaps(src_.height());
      const Taps horizontal = MakeTaps(src_.width());
      name << "kind " << At(kKernel) << ", vertical " << vertical.size() << " at " << vertical.anchor()
           << ", horizontal " << horizontal.size() << " at " << horizontal.anchor();
      pipeline.Convolve(vertical, horizontal, border_);
    }
    if (pointwise >= 4) pipeline.Unpremultiply(pointwise == 6 ? Alpha::kLast : Alpha::kByChannels);
    if (pointwise == 3 || pointwise == 5) pipeline.ToSrgb();
    if (pointwise == 1) pipeline.Bias(each);
    kernel_ = name.str();
    return pipeline;
  }

  // Tiles of another size in another order, and in place: the same bits.
  std::string SameBitsFault(const Plan& plan, const Canvas& result) {
    PlanOptions other = options_;
    other.tile_width = random_.Integer(1, 40);
    other.tile_height = random_.Integer(1, 20);
    const Plan retiled(pipeline_, format_, other);
    if (!test::Result(retiled, src_, test::ShuffledExecutor(1)).SameSamples(result)) {
      return "other bits with tiles " + std::to_string(other.tile_width) + "x" + std::to_string(other.tile_height);
    }
    if (format_.src_type != format_.dst_type || At(kRule) == static_cast<int>(BorderRule::kValid)) return "";
    Canvas canvas = src_;
    plan.Run(canvas.view(), canvas.view(), {&SerialExecutor()});
    if (!canvas.SameSamples(result)) return "other bits in place";
    return canvas.PaddingUntouched() ? "" : "bytes beside the rows were written in place";
  }

  // The best target: the same integers, else within 1, else within the bound.
  std::string TargetFault(const test::Expectation& expected, bool integer, const Canvas& result) const {
    PlanOptions best = options_;
    best.target = Targets().front();
    const Canvas other = test::Result(Plan(pipeline_, format_, best), src_);
    const std::string fault = test::FirstFault(other, expected, integer);
    if (!fault.empty()) return "on " + best.target + ": " + fault;
    const double apart = test::LargestDifference(result, other);
    const bool uncertain =
        std::any_of(expected.error.samples.begin(), expected.error.samples.end(), [](double e) { return e > 0.4; });
    if (integer && apart != 0) return "other integers than " + best.target;
    if (format_.dst_type != ElementType::kF32 && !uncertain && apart > 1) return "more than 1 from " + best.target;
    return "";
  }

  const Settings settings_;
  Random random_;
  Fill fill_ = Fill::kRandom;
  std::string kernel_;
  Border border_ = Border::Replicate();
  const Canvas src_;
  const Pipeline pipeline_;
  Format format_;
  PlanOptions options_;
};

int64_t CombinationsPerShard() {
  const int64_t all = test::Soak() ? 40 * kCombinations : test::kThreadSanitizer ? kCombinations / 8 : kCombinations;
  return all / kShards;
}

class CoveringTest : public testing::TestWithParam<int> {};

TEST_P(CoveringTest, EveryCombinationIsRight) {
  const char* only = std::getenv("NINEFOLD_COMBINATION");
  for (int64_t k = 0; k < CombinationsPerShard(); ++k) {
    const auto number = static_cast<uint64_t>(k * kShards + GetParam());
    if (only != nullptr && number != std::strtoull(only, nullptr, 10)) continue;
    Combination combination(number);
    const std::string fault = combination.Fault();
    ASSERT_EQ(fault, "") << "NINEFOLD_COMBINATION=" << number << ": " << combination.Describe();
  }
}

INSTANTIATE_TEST_SUITE_P(Shard, CoveringTest, testing::Range(0, kShards));

TEST(CoveringSampleTest, EveryTwoSettingsOfTwoAxesMeet) {
  if (test::kThreadSanitizer) GTEST_SKIP() << "a small sample under the thread sanitizer";
  std::set<std::array<int, 4>> met;
  for (int64_t number = 0; number < kCombinations; ++number) {
    const Settings settings = Draw(static_cast<uint64_t>(number));
    for (int a = 0; a < kAxes; ++a) {
      for (int b = 0; b < a; ++b)
        met.insert({a, settings[static_cast<size_t>(a)], b, settings[static_cast<size_t>(b)]});
    }
  }
  size_t all = 0;
  for (int a = 0; a < kAxes; ++a) {
    for (int b = 0; b < a; ++b) all += static_cast<size_t>(SettingsOf(a) * SettingsOf(b));
  }
  EXPECT_EQ(met.size(), all);
}

}  // namespace
}  // namespace ninefold
