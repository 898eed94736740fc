// A program that has threads of its own lends them to Ninefold: an Executor of a page.

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "picture.h"

namespace {

// Threads that wait for loops and take the ids of one in turn. One loop at a time.
class Pool : public ninefold::Executor {
 public:
  explicit Pool(int threads) {
    for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { Work(); });
  }

  ~Pool() override {
    {
      const std::lock_guard lock(mutex_);
      closing_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  int concurrency() const override { return static_cast<int>(threads_.size()); }

  void ParallelFor(int64_t count, Task task, void* context) const override {
    const std::lock_guard one_loop_at_a_time(loop_mutex_);
    std::unique_lock lock(mutex_);
    task_ = task;
    context_ = context;
    next_ = 0;
    count_ = count;
    left_ = count;
    changed_.notify_all();
    changed_.wait(lock, [this] { return left_ == 0; });
  }

 private:
  void Work() {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [this] { return closing_ || next_ < count_; });
      if (closing_) return;
      const int64_t id = next_++;
      lock.unlock();
      task_(context_, id);  // never throws
      lock.lock();
      if (--left_ == 0) changed_.notify_all();
    }
  }

  mutable std::mutex loop_mutex_;
  mutable std::mutex mutex_;  // of everything below
  mutable std::condition_variable changed_;
  mutable Task task_ = nullptr;
  mutable void* context_ = nullptr;
  mutable int64_t next_ = 0;
  mutable int64_t count_ = 0;
  mutable int64_t left_ = 0;
  bool closing_ = false;
  std::vector<std::thread> threads_;  // last: the threads use the rest
};

void Blur(const ninefold::Image<uint8_t>& src, ninefold::Image<uint8_t>& dst) {
  const Pool pool(static_cast<int>(std::max(1u, std::thread::hardware_concurrency())));
  ninefold::RunOptions options;
  options.executor = &pool;
  ninefold::GaussianBlur(src.view(), dst.view(), 3.0, ninefold::Border::Reflect101(), options);
}

}  // namespace

int main(int argc, char** argv) { return examples::FilterPicture(argc, argv, Blur); }
