// What a plan says about itself. What it refuses: plan_refusal_test.cc; what its Run does: plan_run_test.cc.

#include "ninefold/plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/expectation.h"
#include "tests/support/run.h"

namespace ninefold {
namespace {

using test::Separable;

const std::vector<Region> kRegionList = {Region::kTopLeft,    Region::kTop,    Region::kTopRight,
                                         Region::kLeft,       Region::kBulk,   Region::kRight,
                                         Region::kBottomLeft, Region::kBottom, Region::kBottomRight};

std::string Quoted(const char* word) {
  std::string quoted(1, '"');
  quoted += word;
  quoted += '"';
  return quoted;
}

Plan MakePlan(const PlanOptions& options = {}) {
  return Plan(Separable(Taps::Gaussian(2)), {320, 200, 3, ElementType::kU8, ElementType::kF32}, options);
}

TEST(TargetsTest, EndWithScalarAndNameEachOnce) {
  std::vector<std::string> targets = Targets();
  ASSERT_FALSE(targets.empty());
  EXPECT_EQ(targets.back(), "SCALAR");
  std::sort(targets.begin(), targets.end());
  EXPECT_EQ(std::adjacent_find(targets.begin(), targets.end()), targets.end());
}

TEST(PlanTest, TakesTheBestTargetUnlessTold) {
  EXPECT_EQ(MakePlan().target(), Targets().front());
  for (const std::string& target : Targets()) {
    PlanOptions options;
    options.target = target;
    EXPECT_EQ(MakePlan(options).target(), target);
  }
}

TEST(PlanTest, IsOneDispatch) { EXPECT_EQ(MakePlan().Dispatches(), 1); }

TEST(PlanTest, RemembersItsFormat) {
  const Plan plan = MakePlan();
  EXPECT_EQ(plan.format().width, 320);
  EXPECT_EQ(plan.format().height, 200);
  EXPECT_EQ(plan.format().channels, 3);
  EXPECT_EQ(plan.format().src_type, ElementType::kU8);
  EXPECT_EQ(plan.format().dst_type, ElementType::kF32);
}

TEST(PlanTest, ResultHasTheSizeOfTheSourceUnlessValid) {
  const Format format{10, 20, 1, ElementType::kU8, ElementType::kU8};
  for (const BorderRule rule : test::kAllRules) {
    const Plan plan(Separable(Taps::Box(2), Taps::Custom({1, 2, 1, 1}), test::BorderOf(rule)), format);
    EXPECT_EQ(plan.dst_width(), rule == BorderRule::kValid ? 7 : 10);
    EXPECT_EQ(plan.dst_height(), rule == BorderRule::kValid ? 16 : 20);
  }
}

TEST(PlanTest, AKernelAsLargeAsAValidImageLeavesOnePixel) {
  const Plan plan(Separable(Taps::Box(2), Border::Valid()), {5, 5, 1, ElementType::kU8, ElementType::kU8});
  EXPECT_EQ(plan.dst_width(), 1);
  EXPECT_EQ(plan.dst_height(), 1);
}

TEST(PlanTest, RegionTilesSumToTiles) {
  const Plan plan = MakePlan();
  int64_t sum = 0;
  for (const Region region : kRegionList) sum += plan.RegionTiles(region);
  EXPECT_EQ(sum, plan.tiles());
}

TEST(PlanTest, EveryRegionNamesItsKernel) {
  const Plan plan = MakePlan();
  for (const Region region : kRegionList) EXPECT_FALSE(plan.RegionKernel(region).empty());
}

TEST(PlanTest, BorderKernelsAreThoseAskedFor) {
  if (Targets().size() == 1) GTEST_SKIP() << "this build has no SIMD target";
  const Plan simd = MakePlan();
  PlanOptions options;
  options.border_kernels = BorderKernels::kScalar;
  const Plan scalar = MakePlan(options);
  EXPECT_NE(simd.RegionKernel(Region::kTop), scalar.RegionKernel(Region::kTop));
  EXPECT_EQ(simd.RegionKernel(Region::kBulk), scalar.RegionKernel(Region::kBulk));
}

TEST(PlanTest, RegionsHaveTheirNames) {
  EXPECT_STREQ(RegionName(Region::kTopLeft), "top_left");
  EXPECT_STREQ(RegionName(Region::kTop), "top");
  EXPECT_STREQ(RegionName(Region::kTopRight), "top_right");
  EXPECT_STREQ(RegionName(Region::kLeft), "left");
  EXPECT_STREQ(RegionName(Region::kBulk), "bulk");
  EXPECT_STREQ(RegionName(Region::kRight), "right");
  EXPECT_STREQ(RegionName(Region::kBottomLeft), "bottom_left");
  EXPECT_STREQ(RegionName(Region::kBottom), "bottom");
  EXPECT_STREQ(RegionName(Region::kBottomRight), "bottom_right");
}

TEST(PlanTest, JsonHasTheDocumentedKeys) {
  const std::string json = MakePlan().ToJson();
  EXPECT_EQ(json.front(), '{');
  EXPECT_EQ(std::count(json.begin(), json.end(), '{'), std::count(json.begin(), json.end(), '}'));
  EXPECT_EQ(std::count(json.begin(), json.end(), '['), std::count(json.begin(), json.end(), ']'));
  for (const char* key :
       {"dispatches", "tiles", "tile_width", "tile_height", "target", "arithmetic", "scratch_bytes", "bytes_read",
        "bytes_written", "recomputed", "source_fetches", "stages", "regions", "format"}) {
    EXPECT_NE(json.find(Quoted(key)), std::string::npos) << key << " is not in " << json;
  }
  for (const Region region : kRegionList) {
    EXPECT_NE(json.find(Quoted(RegionName(region))), std::string::npos) << json;
  }
  EXPECT_EQ(test::JsonString(json, "target"), Targets().front());
}

TEST(PlanTest, CountsWhatItMovesAndComputesTwice) {
  // Two blurs of 5 taps, tiles of 10 x 10 of 20 x 20. On each axis a tile reads 12 results of the first blur, which
  // read 14 source samples.
  const Taps taps = Taps::Binomial(4), one = Taps::Custom({1});
  PlanOptions options;
  options.tile_width = options.tile_height = 10;
  const Pipeline two = Pipeline().Convolve(taps, taps).Convolve(taps, taps);
  const std::string json = Plan(two, {20, 20, 2, ElementType::kF32, ElementType::kF32}, options).ToJson();
  EXPECT_NE(json.find("\"bytes_read\":3200"), std::string::npos) << json;
  EXPECT_NE(json.find("\"bytes_written\":3200"), std::string::npos) << json;
  EXPECT_NE(json.find("\"recomputed\":0.2200"), std::string::npos) << json;      // ((24 / 20)^2 - 1) / 2
  EXPECT_NE(json.find("\"source_fetches\":1.9600"), std::string::npos) << json;  // (28 / 20)^2
  // Without a halo nothing is computed or fetched twice.
  const std::string none =
      Plan(Pipeline().Convolve(one, one).ToLinear(), {20, 20, 1, ElementType::kU8, ElementType::kU8}, options).ToJson();
  EXPECT_NE(none.find("\"recomputed\":0.0000"), std::string::npos) << none;
  EXPECT_NE(none.find("\"source_fetches\":1.0000"), std::string::npos) << none;
}

TEST(PlanTest, ArithmeticIsIntegerOrF32) {
  const Format u8{64, 64, 1, ElementType::kU8, ElementType::kU8};
  EXPECT_TRUE(test::RunsInIntegers(Plan(Separable(Taps::Gaussian(1)), u8)));
  EXPECT_EQ(test::JsonString(MakePlan().ToJson(), "arithmetic"), "f32");
  const Pipeline linear = Pipeline().ToLinear().Convolve(Taps::Gaussian(1), Taps::Gaussian(1)).ToSrgb();
  EXPECT_FALSE(test::RunsInIntegers(Plan(linear, u8)));
}

TEST(PlanTest, ArithmeticDoesNotDependOnTheTarget) {
  const Format u8{64, 64, 1, ElementType::kU8, ElementType::kU8};
  for (const Taps& taps : {Taps::Gaussian(1), Taps::Gaussian(6), Taps::Box(3), Taps::Box(40), Taps::Derivative(1)}) {
    const bool integers = test::RunsInIntegers(Plan(Separable(taps), u8));
    for (const std::string& target : Targets()) {
      PlanOptions options;
      options.target = target;
      EXPECT_EQ(test::RunsInIntegers(Plan(Separable(taps), u8, options)), integers) << target;
    }
  }
}

TEST(PlanTest, DescribesItselfForPeople) {
  const std::string text = MakePlan().Describe();
  EXPECT_NE(text.find("320"), std::string::npos) << text;
  EXPECT_NE(text.find("bulk"), std::string::npos) << text;
  EXPECT_NE(text.find('\n'), std::string::npos) << text;
}

TEST(PlanTest, ScratchGrowsWithThreadsAndByTheCopyInPlace) {
  const Plan plan(Separable(Taps::Gaussian(3)), {500, 300, 3, ElementType::kU8, ElementType::kU8});
  EXPECT_GT(plan.ScratchBytes(1), 0);
  EXPECT_GE(plan.ScratchBytes(4), plan.ScratchBytes(1));
  EXPECT_LE(plan.ScratchBytes(4), 4 * plan.ScratchBytes(1));
  EXPECT_GE(plan.ScratchBytes(1, true), plan.ScratchBytes(1) + 500 * 300 * 3);
}

TEST(PlanTest, TilesAreAsLargeAsAskedFor) {
  PlanOptions options;
  options.tile_width = 17;
  options.tile_height = 9;
  const Plan plan = MakePlan(options);
  EXPECT_EQ(plan.tile_width(), 17);
  EXPECT_EQ(plan.tile_height(), 9);
  for (int64_t id = 0; id < plan.tiles(); ++id) {
    EXPECT_LE(plan.tile(id).width, 17);
    EXPECT_LE(plan.tile(id).height, 9);
  }
}

TEST(PlanTest, TheLargestTileSizeIsAllowed) {
  PlanOptions options;
  options.tile_width = (int64_t{1} << 31) - 1;
  options.tile_height = (int64_t{1} << 31) - 1;
  EXPECT_GE(MakePlan(options).tiles(), 1);
}

TEST(PlanTest, CopiesOutliveTheOriginal) {
  Plan copy = MakePlan();
  {
    const Plan original(Separable(Taps::Box(1)), {4, 4, 1, ElementType::kU8, ElementType::kU8});
    copy = original;
  }
  EXPECT_EQ(copy.dst_width(), 4);
  const test::Canvas src = test::Flat(ElementType::kU8, 4, 4, {7});
  EXPECT_TRUE(test::Result(copy, src).SameSamples(src));
}

TEST(PlanTest, HugeFormatsTakeNoMemory) {
  const Plan plan(Separable(Taps::Gaussian(2)), {1'000'000, 1'000'000, 4, ElementType::kF32, ElementType::kF32});
  EXPECT_GT(plan.tiles(), 0);
  EXPECT_LT(plan.ScratchBytes(1), int64_t{1} << 30);
}

}  // namespace
}  // namespace ninefold
