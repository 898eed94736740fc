#include "output_file.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <mutex>
#include <random>
#include <set>

#include "failure.h"

namespace ninefold::cli {
namespace {

namespace fs = std::filesystem;

constexpr int kMostLinks = 40;  // as Linux has it
constexpr mode_t kPermissionBits = 0777;

// The temporary files that exist. The lock is held while one is made, renamed or removed, so that a signal finds a list
// that is right.
std::mutex temporaries_mutex;
std::set<std::string>& Temporaries() {
  static auto* const temporaries = new std::set<std::string>;  // never destroyed: a signal may come at the very end
  return *temporaries;
}

std::string ParentFolder(const std::string& path) {
  const std::string parent = fs::path(path).parent_path().string();
  return parent.empty() ? "." : parent;
}

// A short name, since that of the target may be as long as a name can be.
std::string TemporaryName(const std::string& target) {
  static std::random_device random;
  char name[64];
  std::snprintf(name, sizeof name, ".ninefold-%ld-%08x.tmp", static_cast<long>(getpid()), random());
  return (fs::path(ParentFolder(target)) / name).string();
}

// The mode of a new file: what the process allows.
mode_t DefaultMode() {
  static const mode_t mask = [] {
    const mode_t current = umask(0);
    umask(current);
    return current;
  }();
  return 0666 & ~mask;
}

}  // namespace

std::string FollowLinks(const std::string& path) {
  fs::path target = path;
  std::error_code ignored;
  for (int i = 0; fs::is_symlink(fs::symlink_status(target, ignored)); ++i) {
    if (i == kMostLinks) throw FileFailure("cannot be written: " + SystemMessage(ELOOP), path);
    const fs::path link = fs::read_symlink(target, ignored);
    if (ignored) throw FileFailure("cannot be written: " + ignored.message(), path);
    target = target.parent_path() / link;  // an absolute link replaces all
  }
  return target.string();
}

void CheckTarget(const std::string& path, bool replace) {
  const std::string target = FollowLinks(path);
  struct stat status {};
  if (stat(target.c_str(), &status) == 0) {
    if (S_ISDIR(status.st_mode)) throw FileFailure("is a folder: write " + path + "/ to put files into it", path);
    if (!S_ISREG(status.st_mode)) throw FileFailure("is not a regular file and cannot be replaced", path);
    if (!replace) throw FileFailure("exists already; --force replaces it", path);
  } else if (errno != ENOENT) {
    throw FileFailure("cannot be written: " + SystemMessage(errno), path);
  }
  const std::string parent = ParentFolder(target);
  if (stat(parent.c_str(), &status) != 0 || !S_ISDIR(status.st_mode)) {
    throw FileFailure("cannot be written: there is no folder " + parent, path);
  }
  if (access(parent.c_str(), W_OK | X_OK) != 0) {
    throw FileFailure("cannot be written: folder " + parent + ": " + SystemMessage(errno), path);
  }
}

OutputFile::OutputFile(const std::string& path, bool replace)
    : path_(path), target_(FollowLinks(path)), replace_(replace) {
  CheckTarget(path, replace);
  const mode_t new_mode = DefaultMode();
  const std::lock_guard<std::mutex> lock(temporaries_mutex);
  temporary_ = TemporaryName(target_);
  file_ = FileDescriptor(open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (file_.get() < 0) {
    const int error_number = errno;
    temporary_.clear();
    Fail(error_number);
  }
  Temporaries().insert(temporary_);
  struct stat old {};
  const bool replaces = stat(target_.c_str(), &old) == 0;
  if (replaces) {
    // Only root may give files away; then the owner stays too.
    [[maybe_unused]] const int ignored = fchown(file_.get(), old.st_uid, old.st_gid);
  }
  [[maybe_unused]] const int ignored = fchmod(file_.get(), replaces ? old.st_mode & kPermissionBits : new_mode);
}

OutputFile::~OutputFile() { Discard(); }

void OutputFile::WriteNow(const char* data, size_t count) {
  while (count > 0) {
    const ssize_t written = write(file_.get(), data, count);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) Fail(errno);
    data += written;
    count -= static_cast<size_t>(written);
  }
}

void OutputFile::Finish() {
  Flush();
  // Some file systems cannot sync and say so by EINVAL.
  if (fsync(file_.get()) != 0 && errno != EINVAL) Fail(errno);
  if (!file_.Close()) Fail(errno);
  if (!replace_) CheckTarget(path_, false);  // it may have come into being while we worked
  const std::lock_guard<std::mutex> lock(temporaries_mutex);
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) Fail(errno);
  Temporaries().erase(temporary_);
  temporary_.clear();
}

void OutputFile::Fail(int error_number) const {
  throw FileFailure("cannot be written: " + SystemMessage(error_number), path_);
}

void OutputFile::Discard() noexcept {
  if (temporary_.empty()) return;
  const std::lock_guard<std::mutex> lock(temporaries_mutex);
  unlink(temporary_.c_str());
  Temporaries().erase(temporary_);
}

void RemoveTemporariesForExit() {
  // Never unlocked: nobody makes or renames a file after this.
  temporaries_mutex.lock();
  for (const std::string& temporary : Temporaries()) unlink(temporary.c_str());
}

}  // namespace ninefold::cli
