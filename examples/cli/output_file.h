// Files that are replaced whole: written under another name beside the target, then renamed.

#ifndef NINEFOLD_EXAMPLES_CLI_OUTPUT_FILE_H_
#define NINEFOLD_EXAMPLES_CLI_OUTPUT_FILE_H_

#include <sys/types.h>

#include <string>

#include "file_descriptor.h"
#include "sink.h"

namespace ninefold::cli {

// The file that a path leads to when all symbolic links at its end are followed; it need not exist.
// Errors: kFailed where links go round in a circle.
std::string FollowLinks(const std::string& path);

// Refuses a target that cannot be written before work is put into it: a folder, something that is no regular file, a
// missing parent folder, and, unless `replace`, a file that is there. Errors: kFailed, about the path.
void CheckTarget(const std::string& path, bool replace);

// A file that appears under its name only by Finish(): then it is synced and renamed, so that whoever looks, and
// whatever stops this process, the old file or the new one is there. It keeps the mode of a file that it replaces.
// Destroyed before Finish(), it leaves nothing behind.
//
// Errors: kFailed, about the path.
class OutputFile : public ByteSink {
 public:
  OutputFile(const std::string& path, bool replace);
  ~OutputFile() override;

  void Finish() override;

 protected:
  void WriteNow(const char* data, size_t count) override;

 private:
  [[noreturn]] void Fail(int error_number) const;
  void Discard() noexcept;

  std::string path_;       // as the user wrote it
  std::string target_;     // links followed
  std::string temporary_;  // empty when there is none
  bool replace_;
  FileDescriptor file_;
};

// Removes the temporary file of every OutputFile, and keeps further ones from being made. Never returns to one that is
// being finished. For the end of the process only.
void RemoveTemporariesForExit();

}  // namespace ninefold::cli

#endif  // NINEFOLD_EXAMPLES_CLI_OUTPUT_FILE_H_
