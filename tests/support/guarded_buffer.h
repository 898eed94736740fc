// Memory with forbidden pages directly before and behind it, and address space that costs nothing until it is touched.

#ifndef NINEFOLD_TESTS_SUPPORT_GUARDED_BUFFER_H_
#define NINEFOLD_TESTS_SUPPORT_GUARDED_BUFFER_H_

#include <cstddef>
#include <cstdint>

#include "ninefold/image.h"

namespace ninefold::test {

// A private mapping, unmapped at the end.
class Mapping {
 public:
  // Address space of `bytes` (rounded up to pages), readable and writable but without memory until touched.
  explicit Mapping(int64_t bytes);
  ~Mapping();
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;

  unsigned char* data() const { return data_; }

  // Forbids every access to the page that begins at `offset`, a multiple of PageBytes().
  void Forbid(int64_t offset) const;

  static int64_t PageBytes();

 private:
  unsigned char* data_;
  size_t bytes_;
};

// An image whose every row stands alone between two forbidden pages: a read or write one byte beside a row ends the
// process. A row cannot touch both pages, so `side` says which.
class GuardedImage {
 public:
  enum class Side { kBefore, kBehind };

  GuardedImage(ElementType type, int64_t width, int64_t height, int64_t channels, Side side);

  AnyImageView view() const { return view_; }

 private:
  int64_t row_bytes_;   // of samples
  int64_t room_bytes_;  // row_bytes_ rounded up to pages
  Mapping mapping_;
  AnyImageView view_;
};

}  // namespace ninefold::test

#endif  // NINEFOLD_TESTS_SUPPORT_GUARDED_BUFFER_H_
