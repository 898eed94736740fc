// Who runs the tiles: the seam to oneTBB, std::thread or the user's own pool.

#ifndef NINEFOLD_EXECUTOR_H_
#define NINEFOLD_EXECUTOR_H_

#include <cstdint>
#include <memory>

namespace ninefold {

// Runs n independent tasks. A plan calls ParallelFor exactly once per Run.
//
// Threads: one executor may be used by several plans and threads at once.
class Executor {
 public:
  // Task `id` of a parallel loop. Never throws. A plain pointer and a context, so that nothing is allocated per call.
  using Task = void (*)(void* context, int64_t id) noexcept;

  virtual ~Executor() = default;

  // Calls task(context, id) once for every id in 0..count-1, in any order and on any threads, and returns when all have
  // returned. At most concurrency() calls may be under way at once; a further one waits.
  virtual void ParallelFor(int64_t count, Task task, void* context) const = 0;

  // How many tasks may run at once, 1 or more, when called from this thread. It sizes the scratch of a Run.
  virtual int concurrency() const = 0;
};

// oneTBB, in the arena of the calling thread; changes no global setting. What a plan uses unless told otherwise.
const Executor& TbbExecutor();

// The calling thread, ids in order.
const Executor& SerialExecutor();

// The calling thread and threads - 1 plain std::thread, started and joined within each ParallelFor.
//
// Errors: kInvalidArgument unless 1 <= threads <= 4096. A thread that cannot be started is done without.
std::unique_ptr<Executor> MakeThreadExecutor(int threads);

}  // namespace ninefold

#endif  // NINEFOLD_EXECUTOR_H_
