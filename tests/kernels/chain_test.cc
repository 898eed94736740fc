// Chains of several stages: seeded random ones and the workloads, against the stages run one after another on whole
// pictures in double precision.
//
// NINEFOLD_SOAK=1 takes forty times as many; NINEFOLD_CHAIN=<number> runs that one alone.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "benchmarks/workloads.h"
#include "ninefold/plan.h"
#include "tests/support/counting_executor.h"
#include "tests/support/expectation.h"
#include "tests/support/run.h"
#include "tests/support/sanitizers.h"
#include "tests/support/shuffled_executor.h"

namespace ninefold {
namespace {

using test::Canvas;
using test::Fill;
using test::Random;

constexpr int kShards = 16;
constexpr int64_t kChains = 6'400;

// A chain drawn from its number: picture, stages, plan options.
class Chain {
 public:
  explicit Chain(uint64_t number)
      : random_(number), src_(MakeSource()), width_(src_.width()), height_(src_.height()), sizes_{{width_, height_}} {
    const int64_t stages = random_.Integer(2, 6);
    for (int64_t i = 0; i < stages; ++i) AddStage();
    format_ = test::FormatOf(src_, AnyType());
    const auto targets = Targets();
    options_.target = targets[static_cast<size_t>(random_.Integer(0, static_cast<int64_t>(targets.size()) - 1))];
    options_.border_kernels = random_.OneIn(4) ? BorderKernels::kScalar : BorderKernels::kSimd;
    options_.tolerance = 0;
    const int64_t tiles[] = {0, 0, 1, 5, 7, 16, 33};
    options_.tile_width = tiles[random_.Integer(0, 6)];
    options_.tile_height = tiles[random_.Integer(0, 6)];
  }

  std::string Fault() {
    const Plan plan(pipeline_, format_, options_);
    if (plan.Dispatches() != 1) return "more than one dispatch";
    const test::Expectation expected = test::Expect(pipeline_, format_, src_);
    const Canvas result = test::Result(plan, src_);
    std::string fault = test::FirstFault(result, expected, test::RunsInIntegers(plan));
    if (!fault.empty()) return fault;
    if (!result.PaddingUntouched()) return "bytes beside the rows of dst were written";
    PlanOptions other = options_;
    other.tile_width = random_.Integer(3, 40);
    other.tile_height = random_.Integer(2, 30);
    if (!test::Result(Plan(pipeline_, format_, other), src_, test::ShuffledExecutor(1)).SameSamples(result)) {
      return "other bits with tiles " + std::to_string(other.tile_width) + "x" + std::to_string(other.tile_height);
    }
    const auto threads = MakeThreadExecutor(static_cast<int>(random_.Integer(2, 16)));
    if (!test::Result(plan, src_, *threads).SameSamples(result)) return "other bits with threads";
    if (!RegionEquals(plan, result)) return "other bits in a region";
    if (format_.src_type != format_.dst_type || plan.dst_width() != src_.width() ||
        plan.dst_height() != src_.height()) {
      return "";
    }
    Canvas canvas = src_;
    plan.Run(canvas.view(), canvas.view(), {&SerialExecutor()});
    return canvas.SameSamples(result) ? "" : "other bits in place";
  }

  // A rectangle of the result, from the rows that it needs and no others.
  bool RegionEquals(const Plan& plan, const Canvas& result) {
    Rectangle r;
    r.x = random_.Integer(0, result.width() - 1);
    r.y = random_.Integer(0, result.height() - 1);
    r.width = random_.Integer(1, result.width() - r.x);
    r.height = random_.Integer(1, result.height() - r.y);
    const RowRange rows = plan.SourceRows(r);
    Canvas src(src_.type(), src_.width(), rows.count, src_.channels());
    Canvas region(result.type(), r.width, r.height, result.channels(), {8, false, 0});
    plan.RunRegion(r, test::CopyRows(src_, rows.first, src).view(), rows.first, region.view(), {&SerialExecutor()});
    for (int64_t y = 0; y < r.height; ++y) {
      for (int64_t x = 0; x < r.width; ++x) {
        for (int64_t c = 0; c < result.channels(); ++c) {
          const double got = region.At(x, y, c), expected = result.At(r.x + x, r.y + y, c);
          if (got != expected && !(std::isnan(got) && std::isnan(expected))) return false;
        }
      }
    }
    return region.PaddingUntouched();
  }

  std::string Describe() const {
    std::ostringstream text;
    text << src_.width() << 'x' << src_.height() << 'x' << src_.channels() << ' ' << ElementName(src_.type()) << " -> "
         << ElementName(format_.dst_type) << ',' << names_.str() << ", tiles " << options_.tile_width << 'x'
         << options_.tile_height << ", " << options_.target
         << (options_.border_kernels == BorderKernels::kScalar ? " with scalar borders" : "");
    return text.str();
  }

 private:
  ElementType AnyType() { return static_cast<ElementType>(random_.Integer(0, 2)); }

  Canvas MakeSource() {
    const int64_t width = random_.OneIn(3) ? random_.Integer(40, 90) : random_.Integer(1, random_.OneIn(3) ? 6 : 36);
    const int64_t height = random_.OneIn(6) ? random_.Integer(40, 70) : random_.Integer(1, random_.OneIn(3) ? 6 : 30);
    const Fill fills[] = {Fill::kRandom, Fill::kImpulses, Fill::kGradient, Fill::kExtremes};
    return test::Painted(AnyType(), width, height, random_.Integer(1, 5), fills[random_.Integer(0, 3)],
                         static_cast<uint64_t>(random_.Integer(0, 1 << 30)));
  }

  std::vector<double> Weights(int64_t count) {
    std::vector<double> weights(static_cast<size_t>(count));
    double sum = 0;
    for (double& w : weights) sum += w = random_.Real(0.01, 1);
    for (double& w : weights) w /= sum;
    return weights;
  }

  Taps MakeTaps(int64_t size, bool valid) {
    const int64_t longest = std::min<int64_t>(valid ? size : 1000, random_.OneIn(4) ? 27 : 9);
    const int64_t radius = random_.Integer(0, (longest - 1) / 2), count = random_.Integer(1, longest);
    if (random_.OneIn(3)) return Taps::Custom(Weights(count), random_.Integer(0, count - 1));
    return random_.OneIn(2) ? Taps::Gaussian(random_.Real(0.3, static_cast<double>(radius + 1)), radius)
                            : Taps::Box(radius);
  }

  void AddStage() {
    const int64_t kind = random_.Integer(0, 11);
    if (kind < 6) {
      AddConvolution(kind == 0);
    } else if (kind < 10) {
      AddPointwise();
    } else if (kind == 10) {
      AddCombine();
    } else if (!sizes_.empty()) {
      const int64_t earlier = random_.Integer(-1, pipeline_.last());
      pipeline_.From(earlier);
      names_ << " from " << earlier;
      std::tie(width_, height_) = sizes_[static_cast<size_t>(earlier + 1)];
    }
    sizes_.emplace_back(width_, height_);
  }

  void AddConvolution(bool dense) {
    const auto rule = test::kAllRules[static_cast<size_t>(random_.Integer(0, 5))];
    const bool valid = rule == BorderRule::kValid;
    const Border border = test::BorderOf(rule, {random_.Real(0, FullScale(src_.type()))});
    Sampling sampling;
    // What the size becomes: taps reach `before` and `after` their anchor on each axis.
    const auto resize = [&](int64_t before_x, int64_t after_x, int64_t before_y, int64_t after_y) {
      Padding pad{before_y * sampling.dilation_y, before_x * sampling.dilation_x, after_y * sampling.dilation_y,
                  after_x * sampling.dilation_x};
      if (valid) pad = {};
      pad = sampling.padding.value_or(pad);
      width_ = (width_ + pad.left + pad.right - (before_x + after_x) * sampling.dilation_x - 1) / sampling.stride_x + 1;
      height_ =
          (height_ + pad.top + pad.bottom - (before_y + after_y) * sampling.dilation_y - 1) / sampling.stride_y + 1;
    };
    if (dense && !valid && random_.OneIn(2)) {
      const Kernel2D aperture = random_.OneIn(2) ? Kernel2D::Disc(random_.Real(0.3, 6))
                                                 : Kernel2D::Polygon(random_.Real(1, 5), 5, random_.Real(0, 90));
      const int64_t half_x = aperture.anchor_x(), half_y = aperture.anchor_y();
      sampling = AnySampling(2 * half_x + 1, 2 * half_y + 1, valid);
      pipeline_.Convolve(aperture, border, sampling);
      names_ << " aperture " << aperture.width() << 'x' << aperture.height();
      resize(half_x, half_x, half_y, half_y);
    } else if (dense) {
      const int64_t columns = random_.Integer(1, std::min<int64_t>(valid ? width_ : 5, 5));
      const int64_t rows = random_.Integer(1, std::min<int64_t>(valid ? height_ : 5, 5));
      const int64_t anchor_x = random_.Integer(0, columns - 1), anchor_y = random_.Integer(0, rows - 1);
      const int64_t channels = random_.OneIn(2) ? src_.channels() : 1;
      sampling = AnySampling(columns, rows, valid);
      pipeline_.Convolve(Kernel2D::FromWeightsPerChannel(columns, rows, channels, Weights(columns * rows * channels),
                                                         anchor_x, anchor_y),
                         border, sampling);
      names_ << " dense " << columns << '@' << anchor_x << 'x' << rows << '@' << anchor_y << 'x' << channels;
      resize(anchor_x, columns - 1 - anchor_x, anchor_y, rows - 1 - anchor_y);
    } else {
      std::vector<SeparableFilter> terms;
      int64_t before_x = 0, after_x = 0, before_y = 0, after_y = 0;
      names_ << " separable";
      do {
        const bool more = !terms.empty();  // of other terms only such as fit the box of the first
        terms.push_back({MakeTaps(more ? before_y + 1 + after_y : height_, valid || more),
                         MakeTaps(more ? before_x + 1 + after_x : width_, valid || more)});
        const Taps &v = terms.back().vertical, &h = terms.back().horizontal;
        before_x = std::max(before_x, h.anchor());
        after_x = std::max(after_x, h.size() - 1 - h.anchor());
        before_y = std::max(before_y, v.anchor());
        after_y = std::max(after_y, v.size() - 1 - v.anchor());
        names_ << ' ' << h.size() << '@' << h.anchor() << 'x' << v.size() << '@' << v.anchor();
      } while (!valid && random_.OneIn(4));
      sampling = AnySampling(before_x + 1 + after_x, before_y + 1 + after_y, valid);
      pipeline_.Convolve(terms, border, sampling);
      resize(before_x, after_x, before_y, after_y);
    }
    names_ << ' ' << border.name();
    if (sampling.padding) names_ << " padded";
    names_ << " stride " << sampling.stride_x << 'x' << sampling.stride_y << " dilation " << sampling.dilation_x << 'x'
           << sampling.dilation_y;
  }

  // For taps of this box. Valid taps stay as they are where dilation would not fit the image.
  Sampling AnySampling(int64_t columns, int64_t rows, bool valid) {
    Sampling s;
    if (!random_.OneIn(3)) return s;
    s.stride_x = random_.Integer(1, 3);
    s.stride_y = random_.Integer(1, 3);
    const bool fits = !valid || (3 * (columns - 1) < width_ && 3 * (rows - 1) < height_);
    if (fits) {
      s.dilation_x = random_.Integer(1, 3);
      s.dilation_y = random_.Integer(1, 3);
    }
    if (valid || !random_.OneIn(3)) return s;
    const int64_t reach_x = (columns - 1) * s.dilation_x, reach_y = (rows - 1) * s.dilation_y;
    // Enough for one result, and now and then more than the taps reach.
    const auto pad = [&](int64_t reach, int64_t size) {
      const int64_t least = std::max<int64_t>(0, reach + 1 - size), first = random_.Integer(0, reach + 9);
      return std::pair(first, std::max(random_.Integer(0, reach + 9), least - first));
    };
    const auto [left, right] = pad(reach_x, width_);
    const auto [top, bottom] = pad(reach_y, height_);
    s.padding = Padding{top, left, bottom, right};
    return s;
  }

  void AddPointwise() {
    switch (random_.Integer(0, 9)) {
      case 0:
        pipeline_.ToLinear();
        break;
      case 1:
        pipeline_.ToSrgb();
        break;
      case 2:
        pipeline_.Premultiply();
        break;
      case 3:
        pipeline_.Unpremultiply(Alpha::kLast);
        break;
      case 4:
        pipeline_.Gain({random_.Real(0.3, 1)});
        break;
      case 5:
        pipeline_.Power(random_.OneIn(2) ? 2.2 : 1 / 2.2);
        break;
      case 6:
        pipeline_.Clamp(0, random_.Real(0.3, 1) * FullScale(src_.type()));
        break;
      case 7:
        pipeline_.BoostHighlights(random_.Real(0, 0.9), random_.Real(0.5, 3));
        break;
      case 8:
        pipeline_.Apply([](float* row, int64_t pixels, int64_t channels) {
          for (int64_t i = 0; i < pixels * channels; ++i) row[i] = 0.75f * row[i] + 0.25f;
        });
        break;
      default:
        pipeline_.Bias({random_.Real(0, 0.2) * FullScale(src_.type())});
    }
    names_ << " pointwise " << pipeline_.stages().back().index() << '/'
           << static_cast<int>(std::get<PointwiseStage>(pipeline_.stages().back()).op);
  }

  void AddCombine() {
    std::vector<int64_t> same;  // stages whose result is as large
    for (size_t i = 0; i < sizes_.size(); ++i) {
      if (sizes_[i] == std::pair(width_, height_)) same.push_back(static_cast<int64_t>(i) - 1);
    }
    const int64_t earlier = same[static_cast<size_t>(random_.Integer(0, static_cast<int64_t>(same.size()) - 1))];
    const double threshold = random_.OneIn(2) ? random_.Real(0, 0.3) : 0;
    pipeline_.Combine(random_.Real(0, 1), random_.Real(0, 1), earlier, threshold);
    names_ << " combine " << earlier << " threshold " << threshold;
  }

  Random random_;
  std::ostringstream names_;
  const Canvas src_;
  int64_t width_;  // of the result so far
  int64_t height_;
  std::vector<std::pair<int64_t, int64_t>> sizes_;  // of the source and of each stage's result
  Pipeline pipeline_;
  Format format_;
  PlanOptions options_;
};

class ChainTest : public testing::TestWithParam<int> {};

TEST_P(ChainTest, EqualsItsStagesOnWholePictures) {
  const char* only = std::getenv("NINEFOLD_CHAIN");
  const int64_t all = test::Soak() ? 40 * kChains : test::kThreadSanitizer ? kChains / 8 : kChains;
  for (int64_t k = 0; k < all / kShards; ++k) {
    const auto number = static_cast<uint64_t>(k * kShards + GetParam());
    if (only != nullptr && number != std::strtoull(only, nullptr, 10)) continue;
    Chain chain(number);
    const std::string fault = chain.Fault();
    ASSERT_EQ(fault, "") << "NINEFOLD_CHAIN=" << number << ": " << chain.Describe();
  }
}

INSTANTIATE_TEST_SUITE_P(Shard, ChainTest, testing::Range(0, kShards));

// The pipelines that the project is measured by, and one that shows the classic fault near corners.
std::vector<bench::Workload> Workloads() {
  std::vector<bench::Workload> all = bench::Workloads();
  bench::Workload boxes;
  boxes.name = "three boxes";
  boxes.type = ElementType::kU8;
  for (int i = 0; i < 3; ++i) boxes.pipeline.Convolve(Taps::Box(4), Taps::Box(4), Border::Replicate());
  all.push_back(boxes);
  return all;
}

TEST(WorkloadTest, EachIsOneDispatchAndRight) {
  for (const bench::Workload& w : Workloads()) {
    for (const auto& [width, height] : {std::pair<int64_t, int64_t>{1, 1}, {2, 5}, {9, 9}, {33, 20}, {310, 230}}) {
      if (w.name == "conv_fuse" && width < 9) continue;  // no border: its 9 taps have no result there
      const Canvas src = test::Painted(w.type, width, height, w.channels, Fill::kRandom, 7);
      const Format format = test::FormatOf(src);
      const Plan plan(w.pipeline, format);
      const test::CountingExecutor executor(SerialExecutor());
      const Canvas result = test::Result(plan, src, executor);
      EXPECT_EQ(executor.loops(), 1) << w.name;
      EXPECT_EQ(test::FirstFault(result, test::Expect(w.pipeline, format, src), false), "")
          << w.name << ' ' << width << 'x' << height;
      PlanOptions odd;
      odd.tile_width = 37;
      odd.tile_height = 11;
      const Plan cut(w.pipeline, format, odd);
      EXPECT_TRUE(test::Result(cut, src, *MakeThreadExecutor(16)).SameSamples(result)) << w.name;
    }
  }
}

// The classic fault of fused filters: the second stage's edges taken from the source instead of its own input. Near a
// corner the two differ by far more than any rounding.
TEST(WorkloadTest, ALaterStageExtendsItsOwnInput) {
  Canvas src(ElementType::kF32, 40, 30, 1);
  for (int64_t y = 0; y < 30; ++y) src.Set(0, y, 0, 1);  // bright on the left edge only
  const Taps box = Taps::Box(2);
  const Pipeline twice = Pipeline().Convolve(box, box).Convolve(box, box);
  const Canvas result = test::Result(Plan(twice, test::FormatOf(src)), src);
  // One pass leaves 3/5, 2/5, 1/5, 0 from the edge inwards; the second extends 3/5. Extending the source's 1 gives
  // 0.72.
  EXPECT_NEAR(result.At(0, 0, 0), (3 * 3 + 2 + 1) / 25.0, 1e-6);
  EXPECT_NEAR(result.At(0, 15, 0), (3 * 3 + 2 + 1) / 25.0, 1e-6);
}

}  // namespace
}  // namespace ninefold
