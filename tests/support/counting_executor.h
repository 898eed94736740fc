// Wraps another executor and counts what passes: parallel loops, tasks, the threads that ran them and how many at once.

#ifndef NINEFOLD_TESTS_SUPPORT_COUNTING_EXECUTOR_H_
#define NINEFOLD_TESTS_SUPPORT_COUNTING_EXECUTOR_H_

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <set>
#include <thread>

#include "ninefold/executor.h"

namespace ninefold::test {

class CountingExecutor : public Executor {
 public:
  // Tasks wait for each other until they have run on `meet` threads, however busy the machine, but not for ever.
  explicit CountingExecutor(const Executor& inner, int meet = 1) : inner_(inner), meet_(meet) {}

  void ParallelFor(int64_t count, Task task, void* context) const override {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      ++loops_;
    }
    Call call{this, task, context};
    inner_.ParallelFor(count, &CountingExecutor::RunOne, &call);
  }

  int concurrency() const override { return inner_.concurrency(); }

  int64_t loops() const { return loops_; }
  int64_t tasks() const { return tasks_; }
  int most_at_once() const { return most_at_once_; }
  int threads() const { return static_cast<int>(threads_.size()); }

 private:
  static constexpr std::chrono::seconds kPatience{10};

  struct Call {
    const CountingExecutor* self;
    Task task;
    void* context;
  };

  static void RunOne(void* context, int64_t id) noexcept {
    const Call& call = *static_cast<const Call*>(context);
    call.self->Enter();
    call.task(call.context, id);
    call.self->Leave();
  }

  void Enter() const {
    std::unique_lock<std::mutex> lock(mutex_);
    ++tasks_;
    most_at_once_ = std::max(most_at_once_, ++under_way_);
    threads_.insert(std::this_thread::get_id());
    met_.notify_all();
    const auto deadline = made_ + kPatience;
    met_.wait_until(lock, deadline, [this] { return threads() >= meet_; });
  }

  void Leave() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    --under_way_;
  }

  const Executor& inner_;
  const int meet_;
  const std::chrono::steady_clock::time_point made_ = std::chrono::steady_clock::now();
  mutable std::mutex mutex_;
  mutable std::condition_variable met_;
  mutable int64_t loops_ = 0;
  mutable int64_t tasks_ = 0;
  mutable int under_way_ = 0;
  mutable int most_at_once_ = 0;
  mutable std::set<std::thread::id> threads_;
};

}  // namespace ninefold::test

#endif  // NINEFOLD_TESTS_SUPPORT_COUNTING_EXECUTOR_H_
