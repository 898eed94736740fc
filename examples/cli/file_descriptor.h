// Owns a file descriptor.

#ifndef NINEFOLD_EXAMPLES_CLI_FILE_DESCRIPTOR_H_
#define NINEFOLD_EXAMPLES_CLI_FILE_DESCRIPTOR_H_

#include <unistd.h>

#include <utility>

namespace ninefold::cli {

class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int fd) : fd_(fd) {}
  FileDescriptor(FileDescriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~FileDescriptor() { Close(); }

  int get() const { return fd_; }

  // Closes the descriptor; false when the system reports that what was written may be lost.
  bool Close() {
    const int fd = std::exchange(fd_, -1);
    return fd < 0 || close(fd) == 0;
  }

 private:
  int fd_ = -1;
};

}  // namespace ninefold::cli

#endif  // NINEFOLD_EXAMPLES_CLI_FILE_DESCRIPTOR_H_
