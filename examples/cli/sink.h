// Where bytes go: a file that appears whole or not at all, or standard output.

#ifndef NINEFOLD_EXAMPLES_CLI_SINK_H_
#define NINEFOLD_EXAMPLES_CLI_SINK_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "file_descriptor.h"

namespace ninefold::cli {

// Takes bytes, and holds them back to write larger pieces. Errors: Write and Finish throw a Failure.
class ByteSink {
 public:
  virtual ~ByteSink() = default;

  void Write(const void* data, size_t count);
  void Write(std::string_view text) { Write(text.data(), text.size()); }

  // Makes what was written last. Without this call it is as if nothing had been written to a file.
  virtual void Finish() = 0;

 protected:
  ByteSink() = default;
  ByteSink(const ByteSink&) = delete;
  ByteSink& operator=(const ByteSink&) = delete;

  void Flush();
  virtual void WriteNow(const char* data, size_t count) = 0;

 private:
  std::vector<char> held_;
};

// Standard output. Errors: kOutputClosed when its reader has gone away, else kFailed.
class StandardOutput : public ByteSink {
 public:
  void Finish() override { Flush(); }

 protected:
  void WriteNow(const char* data, size_t count) override;
};

// Writes the text to standard output at once.
void WriteStandardOutput(std::string_view text);

}  // namespace ninefold::cli

#endif  // NINEFOLD_EXAMPLES_CLI_SINK_H_
