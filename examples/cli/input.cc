#include "input.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "failure.h"

namespace ninefold::cli {
namespace {

constexpr size_t kBufferBytes = 64 * 1024;
static_assert(kBufferBytes >= Input::kPeekBytes);

}  // namespace

Input::Input(const std::string& path) : buffer_(kBufferBytes) {
  file_ =
      FileDescriptor(path == "-" ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3) : open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file_.get() < 0) throw FileFailure("cannot be opened: " + SystemMessage(errno));
  struct stat status {};
  if (fstat(file_.get(), &status) != 0) throw FileFailure("cannot be read: " + SystemMessage(errno));
  if (S_ISDIR(status.st_mode)) throw FileFailure("is a folder, not a picture");
  if (S_ISREG(status.st_mode)) {
    // Standard input may have been read in part by somebody before.
    const off_t position = lseek(file_.get(), 0, SEEK_CUR);
    if (position >= 0) size_ = std::max<int64_t>(0, status.st_size - position);
  }
}

size_t Input::ReadSome(void* dst, size_t count) {
  while (true) {
    const ssize_t got = read(file_.get(), dst, std::min<size_t>(count, 1 << 30));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw FileFailure("cannot be read: " + SystemMessage(errno));
    read_from_file_ += got;
    return static_cast<size_t>(got);
  }
}

void Input::Fill() {
  std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  end_ += ReadSome(buffer_.data() + end_, buffer_.size() - end_);
}

std::span<const unsigned char> Input::Peek(size_t count) {
  while (end_ - begin_ < count) {
    const size_t before = end_ - begin_;
    Fill();
    if (end_ - begin_ == before) break;
  }
  return {buffer_.data() + begin_, std::min(count, end_ - begin_)};
}

size_t Input::Read(void* dst, size_t count) {
  auto* out = static_cast<unsigned char*>(dst);
  size_t done = 0;
  while (done < count) {
    if (begin_ == end_ && count - done < buffer_.size()) Fill();
    size_t got = std::min(count - done, end_ - begin_);
    if (got > 0) {
      std::memcpy(out + done, buffer_.data() + begin_, got);
      begin_ += got;
    } else if (count - done >= buffer_.size()) {
      got = ReadSome(out + done, count - done);  // large pieces need no copy
    }
    if (got == 0) break;
    done += got;
  }
  return done;
}

void Input::ReadExactly(void* dst, size_t count) {
  if (Read(dst, count) != count) throw FileFailure("is truncated: it ends before the picture does");
}

std::optional<unsigned char> Input::ReadByte() {
  if (begin_ == end_) Fill();
  if (begin_ == end_) return std::nullopt;
  return buffer_[begin_++];
}

std::vector<unsigned char> Input::ReadAll(int64_t limit) {
  const auto check = [&](int64_t bytes) {
    if (bytes > limit) {
      throw LimitFailure("the file has " + std::to_string(bytes) + " bytes or more; the limit is " +
                         std::to_string(limit));
    }
  };
  std::vector<unsigned char> all;
  if (const auto remaining = Remaining()) {
    check(*remaining);
    all.reserve(static_cast<size_t>(*remaining));
  }
  while (true) {
    if (begin_ == end_) Fill();
    if (begin_ == end_) return all;
    check(static_cast<int64_t>(all.size() + (end_ - begin_)));
    all.insert(all.end(), buffer_.begin() + static_cast<ptrdiff_t>(begin_),
               buffer_.begin() + static_cast<ptrdiff_t>(end_));
    begin_ = end_;
  }
}

std::optional<int64_t> Input::Remaining() const {
  if (!size_) return std::nullopt;
  return *size_ - read_from_file_ + static_cast<int64_t>(end_ - begin_);
}

void Input::ExpectRemaining(int64_t count) const {
  const auto remaining = Remaining();
  if (remaining && *remaining < count) {
    throw FileFailure("is truncated: " + std::to_string(count) + " bytes of samples are announced, " +
                      std::to_string(std::max<int64_t>(0, *remaining)) + " are there");
  }
}

}  // namespace ninefold::cli
