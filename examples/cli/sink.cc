#include "sink.h"

#include <cerrno>

#include "failure.h"

namespace ninefold::cli {
namespace {

constexpr size_t kHeldBytes = 256 * 1024;

}  // namespace

void ByteSink::Write(const void* data, size_t count) {
  const char* const bytes = static_cast<const char*>(data);
  if (held_.size() + count > kHeldBytes) Flush();
  if (count > kHeldBytes) {
    WriteNow(bytes, count);
  } else {
    held_.insert(held_.end(), bytes, bytes + count);
  }
}

void ByteSink::Flush() {
  WriteNow(held_.data(), held_.size());
  held_.clear();
}

void StandardOutput::WriteNow(const char* data, size_t count) {
  while (count > 0) {
    const ssize_t written = write(STDOUT_FILENO, data, count);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EPIPE) throw Failure(ExitCode::kOutputClosed, "closed", "standard output");
    if (written < 0) throw FileFailure("cannot be written: " + SystemMessage(errno), "standard output");
    data += written;
    count -= static_cast<size_t>(written);
  }
}

void WriteStandardOutput(std::string_view text) {
  StandardOutput output;
  output.Write(text);
  output.Finish();
}

}  // namespace ninefold::cli
