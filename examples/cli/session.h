// What all files of one invocation share: limits, messages, threads and SIMD target.

#ifndef NINEFOLD_EXAMPLES_CLI_SESSION_H_
#define NINEFOLD_EXAMPLES_CLI_SESSION_H_

#include <ninefold/executor.h>
#include <ninefold/plan.h>

#include <cstdint>
#include <memory>
#include <string>

#include "filter.h"
#include "log.h"
#include "picture_limits.h"
#include "reader.h"
#include "settings.h"

namespace ninefold::cli {

// The SIMD target that NINEFOLD_TARGET in the environment names; empty where it names none.
// Errors: kUsage for one that this library or this CPU lacks.
std::string TargetFromEnvironment();

class Session {
 public:
  // Errors: as TargetFromEnvironment.
  explicit Session(const WorkSettings& work);

  const Limits& limits() const { return limits_; }
  const Log& log() const { return log_; }
  const Executor& executor() const { return owned_executor_ ? *owned_executor_ : *shared_executor_; }
  ReadOptions read_options(const std::string& name) const { return {limits_, log_, name}; }

  // The plan of a filter for pictures of this format; `opaque` as in MakePipeline. Errors: those of MakePipeline and
  // Plan.
  Plan MakePlan(FilterCommand command, const Filter& filter, const PictureSettings& picture, const Format& format,
                bool opaque = false) const;

 private:
  Limits limits_;
  Log log_;
  std::string target_;
  std::unique_ptr<Executor> owned_executor_;
  const Executor* shared_executor_ = nullptr;
};

// The format that a plan for such a file needs.
Format FormatFor(const PictureInfo& info, const PictureSettings& picture);

// The memory that filtering takes: source, result and scratch.
struct MemoryNeed {
  int64_t source_bytes = 0;
  int64_t result_bytes = 0;
  int64_t scratch_bytes = 0;
  int64_t Total() const { return source_bytes + result_bytes + scratch_bytes; }
};
MemoryNeed MemoryFor(const Plan& plan, const Executor& executor);

}  // namespace ninefold::cli

#endif  // NINEFOLD_EXAMPLES_CLI_SESSION_H_
