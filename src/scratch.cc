#include "src/scratch.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace ninefold {

ScratchPool::Lease ScratchPool::Acquire(int64_t bytes) {
  Piece piece;
  {
    const std::lock_guard lock(mutex_);
    const auto fits = std::find_if(free_.begin(), free_.end(), [&](const Piece& p) { return p.bytes >= bytes; });
    if (fits != free_.end()) {
      piece = std::move(*fits);
      free_.erase(fits);
    } else if (!free_.empty()) {
      free_.pop_back();
    }
  }
  if (piece.bytes < bytes) piece = {AlignedBuffer(bytes), bytes};
  return Lease(this, std::move(piece.memory), piece.bytes);
}

void ScratchPool::Return(Piece piece) {
  const std::lock_guard lock(mutex_);
  free_.push_back(std::move(piece));
}

ScratchPool::Lease::~Lease() {
  try {
    pool_->Return({std::move(memory_), bytes_});
  } catch (...) {  // the list could not grow: the memory is freed instead of kept
  }
}

BlockPool::BlockPool(std::byte* memory, int64_t block_bytes, int64_t count) {
  for (int64_t i = 0; i < count; ++i) Give(memory + i * block_bytes);
}

std::byte* BlockPool::Take() noexcept {
  std::unique_lock lock(mutex_);
  given_.wait(lock, [&] { return first_ != nullptr; });
  std::byte* block = first_;
  std::memcpy(&first_, block, sizeof(first_));
  return block;
}

void BlockPool::Give(std::byte* block) noexcept {
  {
    const std::lock_guard lock(mutex_);
    std::memcpy(block, &first_, sizeof(first_));
    first_ = block;
  }
  given_.notify_one();
}

}  // namespace ninefold
