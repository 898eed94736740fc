#include "ninefold/executor.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/counting_executor.h"
#include "tests/support/refusal.h"
#include "tests/support/sanitizers.h"

#ifndef NINEFOLD_TEST_TSAN
#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#endif

namespace ninefold {
namespace {

using Counts = std::vector<std::atomic<int>>;

void CountOne(void* context, int64_t id) noexcept { ++(*static_cast<Counts*>(context))[static_cast<size_t>(id)]; }

void ExpectEachOnce(const Executor& executor, int64_t count) {
  Counts counts(static_cast<size_t>(count));
  executor.ParallelFor(count, CountOne, &counts);
  for (size_t id = 0; id < counts.size(); ++id) ASSERT_EQ(counts[id], 1) << "id " << id << " of " << count;
}

// The executors by name. Packaged oneTBB is not built for the thread sanitizer, which then sees races that are not
// there.
const Executor& ExecutorOf(const std::string& name) {
  static const std::unique_ptr<Executor> one = MakeThreadExecutor(1);
  static const std::unique_ptr<Executor> seven = MakeThreadExecutor(7);
  return name == "Tbb" ? TbbExecutor() : name == "Serial" ? SerialExecutor() : name == "Thread1" ? *one : *seven;
}

class ExecutorTest : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (test::kThreadSanitizer && GetParam() == "Tbb") GTEST_SKIP() << "oneTBB is left out under the thread sanitizer";
  }
  const Executor& executor() const { return ExecutorOf(GetParam()); }
};

TEST_P(ExecutorTest, RunsEveryIdExactlyOnce) {
  for (const int64_t count : {0, 1, 2, 7, 64, 1000}) ExpectEachOnce(executor(), count);
}

TEST_P(ExecutorTest, ConcurrencyIsAtLeastOne) { EXPECT_GE(executor().concurrency(), 1); }

TEST_P(ExecutorTest, NeverRunsMoreAtOnceThanItSays) {
  const test::CountingExecutor counting(executor(), executor().concurrency());
  ExpectEachOnce(counting, 100);
  EXPECT_LE(counting.most_at_once(), executor().concurrency());
  EXPECT_EQ(counting.tasks(), 100);
  EXPECT_EQ(counting.loops(), 1);
}

TEST_P(ExecutorTest, ServesSeveralThreadsAtOnce) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([this] {
      for (int k = 0; k < 10; ++k) ExpectEachOnce(executor(), 50);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST_P(ExecutorTest, ReturnsWhenAllHaveReturned) {
  std::atomic<int> done = 0;
  const auto task = [](void* context, int64_t) noexcept {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    ++*static_cast<std::atomic<int>*>(context);
  };
  executor().ParallelFor(20, task, &done);
  EXPECT_EQ(done, 20);
}

INSTANTIATE_TEST_SUITE_P(All, ExecutorTest, testing::Values("Tbb", "Serial", "Thread1", "Thread7"),
                         [](const auto& param_info) { return param_info.param; });

TEST(SerialExecutorTest, GoesInOrderOnTheCallingThread) {
  struct Seen {
    std::vector<int64_t> ids;
    std::thread::id thread = std::this_thread::get_id();
    bool elsewhere = false;
  } seen;
  const auto task = [](void* context, int64_t id) noexcept {
    auto& s = *static_cast<Seen*>(context);
    s.ids.push_back(id);
    s.elsewhere |= std::this_thread::get_id() != s.thread;
  };
  SerialExecutor().ParallelFor(5, task, &seen);
  EXPECT_EQ(seen.ids, (std::vector<int64_t>{0, 1, 2, 3, 4}));
  EXPECT_FALSE(seen.elsewhere);
  EXPECT_EQ(SerialExecutor().concurrency(), 1);
}

TEST(ThreadExecutorTest, UsesItsThreads) {
  const std::unique_ptr<Executor> executor = MakeThreadExecutor(4);
  EXPECT_EQ(executor->concurrency(), 4);
  const test::CountingExecutor counting(*executor, 4);
  ExpectEachOnce(counting, 40);
  EXPECT_EQ(counting.threads(), 4);
}

TEST(ThreadExecutorTest, ThreadsOutOfRangeAreRefused) {
  test::ExpectRefused(ErrorCode::kInvalidArgument, {"0", "4096"}, [] { MakeThreadExecutor(0); });
  test::ExpectRefused(ErrorCode::kInvalidArgument, {"-2"}, [] { MakeThreadExecutor(-2); });
  test::ExpectRefused(ErrorCode::kInvalidArgument, {"4097"}, [] { MakeThreadExecutor(4097); });
  EXPECT_EQ(MakeThreadExecutor(4096)->concurrency(), 4096);
}

#ifndef NINEFOLD_TEST_TSAN
TEST(TbbExecutorTest, StaysInTheArenaOfItsCaller) {
  const tbb::global_control more(tbb::global_control::max_allowed_parallelism, 8);
  for (const int slots : {1, 3, 6}) {
    tbb::task_arena arena(slots);
    arena.execute([&] {
      EXPECT_EQ(TbbExecutor().concurrency(), slots);
      const test::CountingExecutor counting(TbbExecutor(), slots);
      ExpectEachOnce(counting, 60);
      EXPECT_LE(counting.most_at_once(), slots);
      EXPECT_EQ(counting.threads(), slots);
    });
  }
}

TEST(TbbExecutorTest, ChangesNoGlobalSetting) {
  const size_t before = tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism);
  ExpectEachOnce(TbbExecutor(), 100);
  EXPECT_EQ(tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism), before);
}
#endif

}  // namespace
}  // namespace ninefold
