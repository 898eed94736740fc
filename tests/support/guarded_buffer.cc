#include "tests/support/guarded_buffer.h"

#include <sys/mman.h>
#include <unistd.h>

#include <stdexcept>

namespace ninefold::test {
namespace {

int64_t RoundUpToPages(int64_t bytes) {
  const int64_t page = Mapping::PageBytes();
  return (bytes + page - 1) / page * page;
}

}  // namespace

int64_t Mapping::PageBytes() { return sysconf(_SC_PAGESIZE); }

Mapping::Mapping(int64_t bytes) : bytes_(static_cast<size_t>(RoundUpToPages(bytes))) {
  void* p = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) throw std::runtime_error("mmap failed");
  data_ = static_cast<unsigned char*>(p);
}

Mapping::~Mapping() { munmap(data_, bytes_); }

void Mapping::Forbid(int64_t offset) const {
  if (mprotect(data_ + offset, static_cast<size_t>(PageBytes()), PROT_NONE) != 0) {
    throw std::runtime_error("mprotect failed");
  }
}

GuardedImage::GuardedImage(ElementType type, int64_t width, int64_t height, int64_t channels, Side side)
    : row_bytes_(width * channels * ElementBytes(type)),
      room_bytes_(RoundUpToPages(row_bytes_)),
      mapping_(height * (room_bytes_ + Mapping::PageBytes()) + Mapping::PageBytes()) {
  const int64_t page = Mapping::PageBytes();
  const int64_t pitch = room_bytes_ + page;
  for (int64_t y = 0; y <= height; ++y) mapping_.Forbid(y * pitch);
  const int64_t first = page + (side == Side::kBefore ? 0 : room_bytes_ - row_bytes_);
  view_ = {mapping_.data() + first, type, width, height, channels, static_cast<ptrdiff_t>(pitch)};
}

}  // namespace ninefold::test
