#include "info.h"

#include <ninefold/plan.h>
#include <ninefold/version.h>

#include <limits>

#include "input.h"
#include "log.h"
#include "reader.h"
#include "session.h"
#include "sink.h"
#include "text.h"

namespace ninefold::cli {
namespace {

// A header alone costs nothing, however large the picture. (Files that are read whole are held back by memory.)
Limits HeaderLimits() {
  Limits limits = MakeLimits(std::nullopt, std::nullopt, false);
  limits.max_pixels = std::numeric_limits<int64_t>::max();
  return limits;
}

std::string ChosenTarget() {
  const std::string target = TargetFromEnvironment();
  return target.empty() ? Targets().front() : target;
}

std::string FileLine(const std::string& name, const PictureInfo& info, bool json) {
  if (json) {
    return JsonObject()
        .Text("file", name)
        .Text("format", FormatName(info.format))
        .Number("width", info.width)
        .Number("height", info.height)
        .Number("channels", info.channels)
        .Text("type", ElementName(info.type))
        .str();
  }
  return OneLine(name) + ": " + FormatName(info.format) + ", " + std::to_string(info.width) + " x " +
         std::to_string(info.height) + ", " + std::to_string(info.channels) +
         (info.channels == 1 ? " channel, " : " channels, ") + ElementName(info.type);
}

ExitCode PrintFiles(const std::vector<std::string>& names, bool json) {
  const Log log;
  ExitCode exit_code = ExitCode::kDone;
  for (const std::string& name : names) {
    try {
      Input input(name);
      const PictureInfo info = OpenPicture(input, {HeaderLimits(), log, name})->info();
      WriteStandardOutput(FileLine(name, info, json) + "\n");
    } catch (...) {
      const Failure failure = CurrentFailure();
      if (failure.exit_code() == ExitCode::kOutputClosed) throw failure;
      log.Error(failure, name);
      exit_code = ExitCode::kFailed;
    }
  }
  return exit_code;
}

std::string AboutLines() {
  return std::string("ninefold ") + Version() + "\nSIMD targets: " + Joined(Targets(), "and") +
         "; taken: " + ChosenTarget() + "\n";
}

}  // namespace

void PrintVersion() { WriteStandardOutput(AboutLines()); }

ExitCode PrintInfo(const Invocation& invocation) {
  const bool json = invocation.settings.work.json;
  if (!invocation.inputs.empty()) return PrintFiles(invocation.inputs, json);
  const int threads = TbbExecutor().concurrency();
  if (json) {
    WriteStandardOutput(JsonObject()
                            .Text("version", Version())
                            .Texts("targets", Targets())
                            .Text("target", ChosenTarget())
                            .Number("threads", int64_t{threads})
                            .str() +
                        "\n");
  } else {
    WriteStandardOutput(AboutLines() + "threads: " + std::to_string(threads) + "\n");
  }
  return ExitCode::kDone;
}

}  // namespace ninefold::cli
