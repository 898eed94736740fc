#include "src/scratch.h"

#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <thread>
#include <vector>

namespace ninefold {
namespace {

TEST(ScratchPoolTest, ReturnedMemoryIsLeasedAgain) {
  ScratchPool pool;
  std::byte* first = nullptr;
  {
    const auto lease = pool.Acquire(1000);
    first = lease.data();
    std::memset(first, 1, 1000);
  }
  EXPECT_EQ(pool.Acquire(1000).data(), first);
  EXPECT_EQ(pool.Acquire(500).data(), first);
}

TEST(ScratchPoolTest, LeasesAtOnceDoNotShare) {
  ScratchPool pool;
  const auto a = pool.Acquire(100), b = pool.Acquire(100);
  EXPECT_NE(a.data(), b.data());
  EXPECT_EQ(reinterpret_cast<uintptr_t>(a.data()) % 64, 0u);
}

TEST(ScratchPoolTest, MemoryThatCannotBeHadIsAnErrorAndThePoolGoesOn) {
  ScratchPool pool;
  try {
    const auto lease = pool.Acquire(int64_t{1} << 59);
    FAIL() << "2^59 bytes were had";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kOutOfMemory);
  }
  EXPECT_NE(pool.Acquire(100).data(), nullptr);
}

TEST(BlockPoolTest, HandsOutEachBlockOnce) {
  std::vector<std::byte> memory(4 * 64);
  BlockPool blocks(memory.data(), 64, 4);
  std::set<std::byte*> taken;
  for (int i = 0; i < 4; ++i) taken.insert(blocks.Take());
  EXPECT_EQ(taken.size(), 4u);
  for (std::byte* block : taken) EXPECT_EQ((block - memory.data()) % 64, 0);
}

TEST(BlockPoolTest, ATaskBeyondTheBlocksWaitsForOne) {
  std::vector<std::byte> memory(64);
  BlockPool blocks(memory.data(), 64, 1);
  std::byte* block = blocks.Take();
  std::byte* second = nullptr;
  std::thread other([&] { second = blocks.Take(); });
  blocks.Give(block);
  other.join();
  EXPECT_EQ(second, block);
}

}  // namespace
}  // namespace ninefold
