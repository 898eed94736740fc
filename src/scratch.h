// Memory for running plans: leased for one Run, kept for the next.

#ifndef NINEFOLD_SRC_SCRATCH_H_
#define NINEFOLD_SRC_SCRATCH_H_

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "ninefold/image.h"

namespace ninefold {

// A free list of memory. As many pieces exist as leases were ever held at once.
//
// Threads: all calls are safe from any thread.
class ScratchPool {
 public:
  // A piece of memory on loan; goes back when destroyed.
  class Lease {
   public:
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    ~Lease();
    std::byte* data() const { return static_cast<std::byte*>(memory_.data()); }

   private:
    friend class ScratchPool;
    Lease(ScratchPool* pool, AlignedBuffer memory, int64_t bytes)
        : pool_(pool), memory_(std::move(memory)), bytes_(bytes) {}
    ScratchPool* pool_;
    AlignedBuffer memory_;
    int64_t bytes_;
  };

  // At least `bytes` bytes, aligned to 64: a returned piece that is large enough, else a new one, which then replaces a
  // smaller returned one. Errors: kOutOfMemory.
  Lease Acquire(int64_t bytes);

 private:
  struct Piece {
    AlignedBuffer memory;
    int64_t bytes = 0;
  };

  void Return(Piece piece);

  std::mutex mutex_;
  std::vector<Piece> free_;
};

// Blocks of one size within a lease, for the tasks of one Run: a task takes one and gives it back. Never bound to a
// thread, since a thread that waits inside a task may start another one. The list of free blocks lives in the blocks
// themselves.
//
// Threads: Take and Give are safe from any thread. Take waits where more tasks run at once than there are blocks.
class BlockPool {
 public:
  // block_bytes: at least the size of a pointer.
  BlockPool(std::byte* memory, int64_t block_bytes, int64_t count);
  BlockPool(const BlockPool&) = delete;
  BlockPool& operator=(const BlockPool&) = delete;

  std::byte* Take() noexcept;
  void Give(std::byte* block) noexcept;

 private:
  std::mutex mutex_;
  std::condition_variable given_;
  std::byte* first_ = nullptr;
};

}  // namespace ninefold

#endif  // NINEFOLD_SRC_SCRATCH_H_
