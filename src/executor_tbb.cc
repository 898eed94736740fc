// The only file that knows oneTBB.

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>

#include "ninefold/executor.h"

namespace ninefold {
namespace {

class Tbb final : public Executor {
 public:
  void ParallelFor(int64_t count, Task task, void* context) const override {
    // A tile is large enough to be a task of its own; a user's cancelled task group must not leave tiles out.
    tbb::task_group_context isolated(tbb::task_group_context::isolated);
    tbb::parallel_for(
        tbb::blocked_range<int64_t>(0, count, 1),
        [=](const tbb::blocked_range<int64_t>& ids) {
          for (int64_t id = ids.begin(); id != ids.end(); ++id) task(context, id);
        },
        tbb::simple_partitioner(), isolated);
  }

  int concurrency() const override { return tbb::this_task_arena::max_concurrency(); }
};

}  // namespace

const Executor& TbbExecutor() {
  static const Tbb executor;
  return executor;
}

}  // namespace ninefold
