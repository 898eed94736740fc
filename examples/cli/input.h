// A file or standard input, read from start to end.

#ifndef NINEFOLD_EXAMPLES_CLI_INPUT_H_
#define NINEFOLD_EXAMPLES_CLI_INPUT_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "file_descriptor.h"

namespace ninefold::cli {

// Buffered reading. All calls throw a Failure (kFailed) when the system cannot read.
class Input {
 public:
  // "-" is standard input.
  explicit Input(const std::string& path);

  // The next bytes, which stay to be read: `count` of them, fewer at the end. count is at most kPeekBytes.
  static constexpr size_t kPeekBytes = 4096;
  std::span<const unsigned char> Peek(size_t count);

  // Reads count bytes, fewer only at the end; returns how many.
  size_t Read(void* dst, size_t count);

  // Reads count bytes. Errors: "truncated" when there are fewer.
  void ReadExactly(void* dst, size_t count);

  // The next byte, nothing at the end.
  std::optional<unsigned char> ReadByte();

  // All that is left. Errors: kLimit when it is more than `limit` bytes.
  std::vector<unsigned char> ReadAll(int64_t limit);

  // How many bytes are left; known for regular files only.
  std::optional<int64_t> Remaining() const;

  // Throws "truncated" now if fewer than count bytes are left and that is known already.
  void ExpectRemaining(int64_t count) const;

 private:
  size_t ReadSome(void* dst, size_t count);
  void Fill();

  FileDescriptor file_;
  std::optional<int64_t> size_;
  int64_t read_from_file_ = 0;
  std::vector<unsigned char> buffer_;
  size_t begin_ = 0;
  size_t end_ = 0;
};

}  // namespace ninefold::cli

#endif  // NINEFOLD_EXAMPLES_CLI_INPUT_H_
