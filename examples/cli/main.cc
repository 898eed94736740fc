// The `ninefold` tool: image filters on picture files.

#include <fcntl.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "command_line.h"
#include "explain.h"
#include "failure.h"
#include "info.h"
#include "log.h"
#include "run_filter.h"
#include "sink.h"
#include "stop_signals.h"

namespace ninefold::cli {
namespace {

// Without this, a file opened while standard output is closed would become standard output.
void FillStandardDescriptors() {
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(fd, F_GETFD) < 0) [[maybe_unused]]
      const int opened = open("/dev/null", O_RDONLY);  // the lowest free number, which is fd; writing to it fails
  }
}

ExitCode Run(const std::vector<std::string>& words) {
  const Invocation invocation = ParseCommandLine(words);
  switch (invocation.kind) {
    case Invocation::Kind::kHelp:
      WriteStandardOutput(invocation.help);
      break;
    case Invocation::Kind::kVersion:
      PrintVersion();
      break;
    case Invocation::Kind::kExplain:
      Explain(invocation);
      break;
    case Invocation::Kind::kInfo:
      return PrintInfo(invocation);
    case Invocation::Kind::kFilter:
      return RunFilter(invocation);
  }
  return ExitCode::kDone;
}

}  // namespace
}  // namespace ninefold::cli

int main(int argc, char** argv) {
  using namespace ninefold::cli;
  FillStandardDescriptors();
  HandleStopSignals();
  try {
    return static_cast<int>(Run({argv + (argc > 0 ? 1 : 0), argv + argc}));
  } catch (...) {
    const Failure failure = CurrentFailure();
    if (failure.exit_code() != ExitCode::kOutputClosed) Log().Error(failure);
    return static_cast<int>(failure.exit_code());
  }
}
