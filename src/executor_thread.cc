// Executors that need nothing but the standard library: the calling thread alone, and plain threads.

#include <atomic>
#include <system_error>
#include <thread>
#include <vector>

#include "ninefold/executor.h"
#include "src/refuse.h"

namespace ninefold {
namespace {

class Serial final : public Executor {
 public:
  void ParallelFor(int64_t count, Task task, void* context) const override {
    for (int64_t id = 0; id < count; ++id) task(context, id);
  }

  int concurrency() const override { return 1; }
};

class Threads final : public Executor {
 public:
  explicit Threads(int threads) : threads_(threads) {}

  void ParallelFor(int64_t count, Task task, void* context) const override {
    std::atomic<int64_t> next = 0;
    const auto work = [&] {
      for (int64_t id = next++; id < count; id = next++) task(context, id);
    };
    std::vector<std::jthread> others;
    try {
      others.reserve(static_cast<size_t>(threads_ - 1));
      for (int64_t i = 1; i < threads_ && i < count; ++i) others.emplace_back(work);
    } catch (const std::system_error&) {  // no further thread can be had: those that run do the work
    } catch (const std::bad_alloc&) {
    }
    work();
  }

  int concurrency() const override { return threads_; }

 private:
  const int threads_;
};

}  // namespace

const Executor& SerialExecutor() {
  static const Serial executor;
  return executor;
}

std::unique_ptr<Executor> MakeThreadExecutor(int threads) {
  Require(threads >= 1 && threads <= 4096, "threads ", threads, ": 1 to 4096");
  return std::make_unique<Threads>(threads);
}

}  // namespace ninefold
