#include "session.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "failure.h"
#include "text.h"

namespace ninefold::cli {

std::string TargetFromEnvironment() {
  const char* const target = std::getenv("NINEFOLD_TARGET");
  if (target == nullptr || *target == '\0') return "";
  const std::vector<std::string> targets = Targets();
  if (std::find(targets.begin(), targets.end(), target) == targets.end()) {
    throw UsageFailure("NINEFOLD_TARGET: " + Quoted(target) + " is not a target that runs here (" +
                       Joined(targets, "or") + ")");
  }
  return target;
}

Session::Session(const WorkSettings& work)
    : limits_(MakeLimits(work.max_pixels, work.max_memory_bytes, work.untrusted)),
      log_(work.verbose ? Log::Level::kVerbose
           : work.quiet ? Log::Level::kQuiet
                        : Log::Level::kNormal),
      target_(TargetFromEnvironment()) {
  if (work.quiet && work.verbose) throw UsageFailure("--quiet: not together with --verbose");
  if (!work.threads) {
    shared_executor_ = &TbbExecutor();
  } else if (*work.threads == 1) {
    shared_executor_ = &SerialExecutor();
  } else {
    owned_executor_ = MakeThreadExecutor(*work.threads);
  }
}

Plan Session::MakePlan(FilterCommand command, const Filter& filter, const PictureSettings& picture,
                       const Format& format, bool opaque) const {
  PlanOptions options = filter.options;
  options.target = target_;
  return Plan(MakePipeline(command, filter, picture, format, opaque), format, options);
}

Format FormatFor(const PictureInfo& info, const PictureSettings& picture) {
  Format format;
  format.width = info.width;
  format.height = info.height;
  format.channels = info.channels;
  format.src_type = info.type;
  format.dst_type = picture.depth.value_or(info.type);
  return format;
}

MemoryNeed MemoryFor(const Plan& plan, const Executor& executor) {
  const Format& format = plan.format();
  MemoryNeed need;
  need.source_bytes = CheckedImageBytes(format.width, format.height, format.channels, ElementBytes(format.src_type));
  need.result_bytes =
      CheckedImageBytes(plan.dst_width(), plan.dst_height(), format.channels, ElementBytes(format.dst_type));
  need.scratch_bytes = plan.ScratchBytes(executor.concurrency());
  return need;
}

}  // namespace ninefold::cli
