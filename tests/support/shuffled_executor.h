// Runs the tasks on one thread in a seeded shuffled order: finds tiles that depend on each other, repeatably.

#ifndef NINEFOLD_TESTS_SUPPORT_SHUFFLED_EXECUTOR_H_
#define NINEFOLD_TESTS_SUPPORT_SHUFFLED_EXECUTOR_H_

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "ninefold/executor.h"
#include "tests/support/random.h"

namespace ninefold::test {

class ShuffledExecutor : public Executor {
 public:
  explicit ShuffledExecutor(uint64_t seed) : seed_(seed) {}

  void ParallelFor(int64_t count, Task task, void* context) const override {
    std::vector<int64_t> ids(static_cast<size_t>(count));
    std::iota(ids.begin(), ids.end(), int64_t{0});
    Random random(seed_);
    for (size_t k = ids.size(); k > 1; --k) {
      std::swap(ids[k - 1], ids[static_cast<size_t>(random.Integer(0, static_cast<int64_t>(k) - 1))]);
    }
    for (const int64_t id : ids) task(context, id);
  }

  int concurrency() const override { return 1; }

 private:
  uint64_t seed_;
};

}  // namespace ninefold::test

#endif  // NINEFOLD_TESTS_SUPPORT_SHUFFLED_EXECUTOR_H_
