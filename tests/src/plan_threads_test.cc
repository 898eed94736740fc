// One plan, many threads: the bits of the result depend on neither their number, nor the executor, the order of the
// tiles or their size; and a Run is one parallel loop.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <ostream>
#include <string>
#include <thread>
#include <vector>

#include "ninefold/plan.h"
#include "tests/support/counting_executor.h"
#include "tests/support/expectation.h"
#include "tests/support/run.h"
#include "tests/support/sanitizers.h"
#include "tests/support/shuffled_executor.h"

#ifndef NINEFOLD_TEST_TSAN
#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#endif

namespace ninefold {
namespace {

using test::Canvas;
using test::CountingExecutor;
using test::Fill;
using test::Painted;
using test::Result;

// One kind of work: a pipeline and the types it runs on.
struct Work {
  const char* name;
  Pipeline pipeline;
  ElementType src_type;
  ElementType dst_type;
};

void PrintTo(const Work& work, std::ostream* stream) { *stream << work.name; }

std::vector<Work> AllWork() {
  const Taps gaussian = Taps::Gaussian(2.2);
  const Taps box = Taps::Box(13);
  const Kernel2D dense = Kernel2D::FromWeights(5, 3, {1, 2, 3, 2, 1, 0, 1, -9, 1, 0, 1, 2, 3, 2, 1});
  return {
      {"integer", test::Separable(gaussian, Border::Reflect101()), ElementType::kU8, ElementType::kU8},
      {"u16", test::Separable(gaussian, box, Border::Wrap()), ElementType::kU16, ElementType::kU16},
      {"f32", test::Separable(box, gaussian, Border::Constant(0.5)), ElementType::kF32, ElementType::kF32},
      {"dense", Pipeline().Convolve(dense, Border::Reflect()), ElementType::kU8, ElementType::kF32},
      {"alpha", Pipeline().ToLinear().Premultiply().Convolve(gaussian, gaussian).Unpremultiply().ToSrgb(),
       ElementType::kU8, ElementType::kU16},
      {"spans", Pipeline().BoostHighlights(0.5, 4).Convolve(Kernel2D::Disc(12)), ElementType::kF32, ElementType::kF32},
      {"low_rank", Pipeline().Convolve(Kernel2D::Disc(3.4)), ElementType::kF32, ElementType::kF32},
      {"chain", Pipeline().Convolve(gaussian, gaussian, Border::Wrap()).Convolve(Kernel2D::Disc(4)).Combine(-1, 2),
       ElementType::kU8, ElementType::kU8},
  };
}

PlanOptions Tiles(int64_t width, int64_t height) {
  PlanOptions options;
  options.tile_width = width;
  options.tile_height = height;
  return options;
}

class PlanThreadsTest : public testing::TestWithParam<Work> {
 protected:
  Plan Make(const PlanOptions& options = Tiles(24, 13)) const {
    return Plan(GetParam().pipeline, test::FormatOf(src_, GetParam().dst_type), options);
  }

  const Canvas src_ = Painted(GetParam().src_type, 211, 127, 4, Fill::kRandom, 5);
};

TEST_P(PlanThreadsTest, TileSizesDoNotChangeTheBits) {
  const Canvas expected = Result(Make(PlanOptions()), src_);
  for (const int64_t width : {1, 5, 16, 33, 64, 211, 1000}) {
    for (const int64_t height : {1, 7, 16, 31, 500}) {
      if (width * height < 16 && test::kSanitizer) continue;
      EXPECT_TRUE(Result(Make(Tiles(width, height)), src_).SameSamples(expected)) << width << 'x' << height;
    }
  }
}

TEST_P(PlanThreadsTest, ShuffledOrderDoesNotChangeTheBits) {
  const Plan plan = Make();
  const Canvas expected = Result(plan, src_);
  for (uint64_t seed = 0; seed < 10; ++seed) {
    EXPECT_TRUE(Result(plan, src_, test::ShuffledExecutor(seed)).SameSamples(expected)) << "seed " << seed;
  }
}

TEST_P(PlanThreadsTest, PlainThreadsDoNotChangeTheBits) {
  const Plan plan = Make();
  const Canvas expected = Result(plan, src_);
  for (int threads = 1; threads <= 16; ++threads) {
    const std::unique_ptr<Executor> executor = MakeThreadExecutor(threads);
    const CountingExecutor counting(*executor, std::min(threads, 4));
    EXPECT_TRUE(Result(plan, src_, counting).SameSamples(expected)) << threads << " threads";
    EXPECT_GE(counting.threads(), std::min(threads, 4));
  }
}

#ifndef NINEFOLD_TEST_TSAN
TEST_P(PlanThreadsTest, TbbThreadsDoNotChangeTheBits) {
  const tbb::global_control more(tbb::global_control::max_allowed_parallelism, 16);
  const Plan plan = Make();
  const Canvas expected = Result(plan, src_);
  for (int threads = 1; threads <= 16; ++threads) {
    tbb::task_arena arena(threads);
    const CountingExecutor counting(TbbExecutor(), std::min(threads, 4));
    arena.execute([&] { EXPECT_TRUE(Result(plan, src_, counting).SameSamples(expected)) << threads << " threads"; });
    EXPECT_LE(counting.most_at_once(), threads);
    EXPECT_GE(counting.threads(), std::min(threads, 4));
  }
}

TEST_P(PlanThreadsTest, TbbIsTheDefault) {
  const Plan plan = Make();
  Canvas dst(GetParam().dst_type, 211, 127, 4);
  plan.Run(src_.view(), dst.view());
  EXPECT_TRUE(dst.SameSamples(Result(plan, src_)));
}
#endif

TEST_P(PlanThreadsTest, ConcurrentRunsOfOnePlanAreApart) {
  const Plan plan = Make();
  constexpr int kCallers = 6;
  std::vector<Canvas> sources;
  std::vector<Canvas> expected;
  std::vector<int> wrong(kCallers, 0);
  for (int t = 0; t < kCallers; ++t) {
    sources.push_back(Painted(GetParam().src_type, 211, 127, 4, Fill::kRandom, 100 + static_cast<uint64_t>(t)));
    expected.push_back(Result(plan, sources.back()));
  }
  std::vector<std::thread> callers;
  for (int t = 0; t < kCallers; ++t) {
    callers.emplace_back([&, t] {
      const auto k = static_cast<size_t>(t);
      const std::unique_ptr<Executor> executor = MakeThreadExecutor(1 + t % 3);
      for (int repeat = 0; repeat < 4; ++repeat) {
        if (!Result(plan, sources[k], *executor).SameSamples(expected[k])) ++wrong[k];
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(wrong, std::vector<int>(kCallers, 0));
}

TEST_P(PlanThreadsTest, ARunIsOneParallelLoopOverItsTiles) {
  const Plan plan = Make();
  const CountingExecutor counting(SerialExecutor());
  for (int run = 1; run <= 3; ++run) {
    Result(plan, src_, counting);
    EXPECT_EQ(counting.loops(), run * plan.Dispatches());
    EXPECT_EQ(counting.tasks(), run * plan.tiles());
  }
  EXPECT_EQ(plan.Dispatches(), 1);
}

TEST_P(PlanThreadsTest, APartOfTheImageHasTheBitsOfTheWhole) {
  // The middle of an image whose halo stays inside: its pixels cannot tell how large the image is.
  const int64_t margin = 20;
  const Canvas whole = Result(Make(), src_);
  Canvas part(GetParam().src_type, 211 - 2 * margin, 127 - 2 * margin, 4);
  for (int64_t y = 0; y < part.height(); ++y) {
    for (int64_t x = 0; x < part.width(); ++x) {
      for (int64_t c = 0; c < 4; ++c) part.Set(x, y, c, src_.At(x + margin, y + margin, c));
    }
  }
  const Canvas result =
      Result(Plan(GetParam().pipeline, test::FormatOf(part, GetParam().dst_type), Tiles(24, 13)), part);
  for (int64_t y = margin; y < result.height() - margin; ++y) {
    for (int64_t x = margin; x < result.width() - margin; ++x) {
      for (int64_t c = 0; c < 4; ++c)
        ASSERT_EQ(result.At(x, y, c), whole.At(x + margin, y + margin, c)) << x << ' ' << y;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Work, PlanThreadsTest, testing::ValuesIn(AllWork()),
                         [](const auto& param_info) { return std::string(param_info.param.name); });

}  // namespace
}  // namespace ninefold
