// How a run is stopped, and what it reports.

#ifndef NINEFOLD_SRC_RUN_CONTROL_H_
#define NINEFOLD_SRC_RUN_CONTROL_H_

#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>

#include "ninefold/plan.h"

namespace ninefold {

// Shared by the tasks of one Run. Threads: all calls are safe from any thread.
class RunControl {
 public:
  RunControl(const RunOptions& options, int64_t total) : options_(options), total_(total) {}

  // Whether the tasks that are left have nothing to do.
  bool Stopped() const noexcept {
    return stopped_.load(std::memory_order_relaxed) ||
           (options_.cancel != nullptr && options_.cancel->load(std::memory_order_relaxed));
  }

  // Counts a finished task, and reports it, one call at a time and in order.
  void Done() noexcept;

  // Stops the run. The first error is the one that is thrown.
  void Fail(std::exception_ptr error) noexcept;

  // After all tasks: throws what a function threw, or kCancelled if not all were done.
  void Finish() const;

 private:
  const RunOptions& options_;
  const int64_t total_;
  std::atomic<bool> stopped_ = false;
  std::mutex mutex_;
  std::atomic<int64_t> done_ = 0;
  std::exception_ptr error_;
};

// Calls a RowFunction; what it throws goes to the RunControl `run`.
void CallRowFunction(const void* function, void* run, float* row, int64_t pixels, int64_t channels) noexcept;

}  // namespace ninefold

#endif  // NINEFOLD_SRC_RUN_CONTROL_H_
