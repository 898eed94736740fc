// More than one image in a Run, and less than one: batches and regions; and runs that are stopped.

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <thread>
#include <vector>

#include "ninefold/plan.h"
#include "tests/support/counting_executor.h"
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

PlanOptions SmallTiles() {
  PlanOptions options;
  options.tile_width = 16;
  options.tile_height = 8;
  return options;
}

class BatchTest : public testing::Test {
 protected:
  static constexpr int kImages = 5;

  BatchTest() {
    for (int i = 0; i < kImages; ++i) {
      src_.push_back(Painted(ElementType::kU8, 50, 31, 3, Fill::kRandom, static_cast<uint64_t>(i)));
      dst_.emplace_back(ElementType::kU8, 50, 31, 3);
    }
  }

  std::vector<AnyConstImageView> Sources() const {
    std::vector<AnyConstImageView> views;
    for (const Canvas& canvas : src_) views.push_back(canvas.view());
    return views;
  }
  static std::vector<AnyImageView> Views(std::vector<Canvas>& canvases) {
    std::vector<AnyImageView> views;
    for (Canvas& canvas : canvases) views.push_back(canvas.view());
    return views;
  }

  const Plan plan_{Separable(Taps::Gaussian(2)), {50, 31, 3, ElementType::kU8, ElementType::kU8}, SmallTiles()};
  std::vector<Canvas> src_, dst_;
};

TEST_F(BatchTest, IsOneLoopAndEqualsSingleRuns) {
  const test::CountingExecutor executor(SerialExecutor());
  plan_.Run(Sources(), Views(dst_), {&executor});
  EXPECT_EQ(executor.loops(), 1);
  EXPECT_EQ(executor.tasks(), kImages * plan_.tiles());
  for (size_t i = 0; i < kImages; ++i) EXPECT_TRUE(dst_[i].SameSamples(Result(plan_, src_[i])));
}

TEST_F(BatchTest, InPlaceEqualsOutOfPlace) {
  std::vector<Canvas> expected;
  for (const Canvas& canvas : src_) expected.push_back(Result(plan_, canvas));
  const auto views = Views(src_);
  plan_.Run(Sources(), views, {&SerialExecutor()});
  for (size_t i = 0; i < kImages; ++i) EXPECT_TRUE(src_[i].SameSamples(expected[i]));
}

TEST_F(BatchTest, OfNoImagesDoesNothing) {
  plan_.Run(std::vector<AnyConstImageView>(), std::vector<AnyImageView>(), {&SerialExecutor()});
}

TEST_F(BatchTest, OfUnequalNumbersIsRefused) {
  auto views = Views(dst_);
  views.pop_back();
  ExpectRefused(kInvalid, {"5", "4"}, [&] { plan_.Run(Sources(), views); });
}

TEST_F(BatchTest, OverlapOfDifferentImagesIsRefused) {
  auto same_dst = Views(dst_);
  same_dst[3] = same_dst[1];
  ExpectRefused(kInvalid, {"3", "1"}, [&] { plan_.Run(Sources(), same_dst); });
  auto other_src = Views(dst_);
  other_src[2] = src_[4].view();
  ExpectRefused(kInvalid, {"2", "4"}, [&] { plan_.Run(Sources(), other_src); });
}

TEST_F(BatchTest, ScratchIsWhatItsTilesTake) {
  EXPECT_EQ(plan_.ScratchBytes(1000, false, 10), 10 * plan_.ScratchBytes(1000));
  EXPECT_EQ(plan_.ScratchBytes(2, true, 10) - plan_.ScratchBytes(2, false, 10), 10 * 50 * 31 * 3);
  ExpectRefused(kInvalid, {"0"}, [&] { (void)plan_.ScratchBytes(1, false, 0); });
}

class RegionTest : public testing::Test {
 protected:
  const Plan plan_{Separable(Taps::Gaussian(1, 3)), {40, 60, 1, ElementType::kU8, ElementType::kU8}, SmallTiles()};
  const Canvas src_ = Painted(ElementType::kU8, 40, 60, 1, Fill::kRandom, 1);
};

TEST_F(RegionTest, NeedsItsRowsAndTheirHalo) {
  EXPECT_EQ(plan_.SourceRows({0, 20, 40, 10}).first, 17);
  EXPECT_EQ(plan_.SourceRows({0, 20, 40, 10}).count, 16);
  EXPECT_EQ(plan_.SourceRows({5, 0, 1, 1}).first, 0);
  EXPECT_EQ(plan_.SourceRows({5, 0, 1, 1}).count, 4);
  const Plan wrap(Separable(Taps::Gaussian(1, 3), Border::Wrap()), plan_.format());
  EXPECT_EQ(wrap.SourceRows({0, 0, 40, 1}).count, 60);
  EXPECT_EQ(wrap.SourceRows({0, 10, 40, 1}).count, 7);
}

TEST_F(RegionTest, TilesOutsideAreNotRun) {
  Canvas dst(ElementType::kU8, 16, 8, 1);
  const test::CountingExecutor executor(SerialExecutor());
  plan_.RunRegion({16, 8, 16, 8}, src_.view(), 0, dst.view(), {&executor});
  EXPECT_EQ(executor.tasks(), 1);
}

TEST_F(RegionTest, WhatDoesNotFitIsRefused) {
  Canvas dst(ElementType::kU8, 40, 10, 1), rows(ElementType::kU8, 40, 15, 1);
  for (const Rectangle& r : {Rectangle{0, 55, 40, 10}, {-1, 0, 40, 10}, {1, 0, 40, 10}, {0, 0, 0, 1}, {0, 0, 1, -1}}) {
    ExpectRefused(kInvalid, {"40 x 60"}, [&] { (void)plan_.SourceRows(r); });
    ExpectRefused(kInvalid, {"40 x 60"}, [&] { plan_.RunRegion(r, src_.view(), 0, dst.view()); });
  }
  const Rectangle region = {0, 20, 40, 10};  // needs rows 17 to 32
  ExpectRefused(kInvalid, {"17", "32", "31"}, [&] { plan_.RunRegion(region, rows.view(), 17, dst.view()); });
  ExpectRefused(kInvalid, {"59"}, [&] { plan_.RunRegion(region, rows.view(), 46, dst.view()); });
  ExpectRefused(kInvalid, {"40 x 9"}, [&] { plan_.RunRegion({0, 20, 40, 9}, src_.view(), 0, dst.view()); });
}

// A picture larger than memory, band by band.
TEST_F(RegionTest, BandsMakeTheWhole) {
  const Canvas expected = Result(plan_, src_);
  for (int64_t y = 0; y < 60; y += 7) {
    const Rectangle band = {0, y, 40, std::min<int64_t>(7, 60 - y)};
    const RowRange needed = plan_.SourceRows(band);
    Canvas rows(ElementType::kU8, 40, needed.count, 1), dst(ElementType::kU8, 40, band.height, 1);
    test::CopyRows(src_, needed.first, rows);
    plan_.RunRegion(band, rows.view(), needed.first, dst.view(), {&SerialExecutor()});
    Canvas part(ElementType::kU8, 40, band.height, 1);
    EXPECT_TRUE(dst.SameSamples(test::CopyRows(expected, y, part))) << y;
  }
}

class StopTest : public testing::Test {
 protected:
  void Run(const RunOptions& options) { plan_.Run(src_.view(), dst_.view(), options); }

  const Plan plan_{Separable(Taps::Gaussian(2)), {200, 120, 1, ElementType::kU8, ElementType::kU8}, SmallTiles()};
  const Canvas src_ = Painted(ElementType::kU8, 200, 120, 1, Fill::kRandom, 1);
  Canvas dst_{ElementType::kU8, 200, 120, 1, {16, false, 0}};
};

TEST_F(StopTest, ProgressCountsEveryTileInOrder) {
  const auto threads = MakeThreadExecutor(4);
  std::vector<int64_t> seen;  // not guarded: calls never overlap
  std::atomic<int> inside = 0;
  RunOptions options{threads.get()};
  options.progress = [&](int64_t done, int64_t total) {
    EXPECT_EQ(++inside, 1);
    EXPECT_EQ(total, plan_.tiles());
    seen.push_back(done);
    --inside;
  };
  Run(options);
  ASSERT_EQ(static_cast<int64_t>(seen.size()), plan_.tiles());
  for (size_t i = 0; i < seen.size(); ++i) EXPECT_EQ(seen[i], static_cast<int64_t>(i) + 1);
}

TEST_F(StopTest, CancelledBeforeNothingIsWritten) {
  const std::atomic<bool> cancel = true;
  const auto before = dst_.Bytes();
  ExpectRefused(ErrorCode::kCancelled, {"0 of"}, [&] { Run({&SerialExecutor(), &cancel}); });
  EXPECT_EQ(dst_.Bytes(), before);
}

TEST_F(StopTest, CancelledUnderWayEndsWithinATile) {
  std::atomic<bool> cancel = false;
  int64_t last = 0;
  RunOptions options{&SerialExecutor(), &cancel};
  options.progress = [&](int64_t done, int64_t) {
    last = done;
    cancel = done == 5;
  };
  ExpectRefused(ErrorCode::kCancelled, {"5 of"}, [&] { Run(options); });
  EXPECT_EQ(last, 5);
  EXPECT_TRUE(dst_.PaddingUntouched());
}

TEST_F(StopTest, CancelledAfterTheLastTileIsDone) {
  std::atomic<bool> cancel = false;
  RunOptions options{&SerialExecutor(), &cancel};
  options.progress = [&](int64_t done, int64_t total) { cancel = done == total; };
  Run(options);
  EXPECT_TRUE(dst_.SameSamples(Result(plan_, src_)));
}

TEST_F(StopTest, WhatProgressThrowsIsThrown) {
  RunOptions options{&SerialExecutor()};
  options.progress = [](int64_t, int64_t) { throw std::domain_error("enough"); };
  EXPECT_THROW(Run(options), std::domain_error);
}

// What a row function throws is thrown once, by the Run that it happened in; other Runs of the plan go on.
TEST(RowFunctionTest, ItsExceptionEndsItsRun) {
  const RowFunction refuse_white = [](float* row, int64_t pixels, int64_t channels) {
    for (int64_t i = 0; i < pixels * channels; ++i) {
      if (row[i] == 255) throw std::domain_error("white");
    }
  };
  const Canvas grey = test::Flat(ElementType::kU8, 100, 90, {7}), white = test::Flat(ElementType::kU8, 100, 90, {255});
  for (const Pipeline& pipeline :
       {Pipeline().Apply(refuse_white), Pipeline().Apply(refuse_white).Convolve(Taps::Box(2), Taps::Box(2)),
        Pipeline().Convolve(Taps::Box(2), Taps::Box(2)).Apply(refuse_white)}) {
    for (const std::string& target : Targets()) {
      PlanOptions options = SmallTiles();
      options.target = target;
      const Plan plan(pipeline, test::FormatOf(grey), options);
      const auto threads = MakeThreadExecutor(3);
      std::thread other([&] { EXPECT_TRUE(Result(plan, grey, *threads).SameSamples(grey)); });
      EXPECT_THROW(Result(plan, white, *threads), std::domain_error);
      other.join();
    }
  }
}

}  // namespace
}  // namespace ninefold
