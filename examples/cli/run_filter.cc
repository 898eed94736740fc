#include "run_filter.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>

#include "filter.h"
#include "input.h"
#include "output_file.h"
#include "picture.h"
#include "reader.h"
#include "session.h"
#include "tasks.h"
#include "text.h"
#include "writer.h"

namespace ninefold::cli {
namespace {

std::string SizeText(const Format& format) {
  return std::to_string(format.width) + " x " + std::to_string(format.height) + " x " +
         std::to_string(format.channels) + " " + ElementName(format.src_type);
}

std::string TilesText(const Plan& plan) {
  return std::to_string(plan.tiles()) + (plan.tiles() == 1 ? " tile" : " tiles");
}

// One invocation at work. What is told about a file goes through Report().
class FilterRun {
 public:
  explicit FilterRun(const Invocation& invocation)
      : command_(invocation.command),
        settings_(invocation.settings),
        session_(invocation.settings.work),
        filter_(MakeFilter(invocation.command, invocation.settings)),
        tasks_(MakeTasks(invocation.settings.files, invocation.inputs)) {}

  ExitCode RunAll() {
    bool any_failed = false;
    bool any_usage = false;
    bool any_limit = false;
    for (const Task& task : tasks_) {
      try {
        RunTask(task);
      } catch (...) {
        const Failure failure = CurrentFailure();
        if (failure.exit_code() == ExitCode::kOutputClosed) throw failure;
        session_.log().Error(failure, task.input == "-" ? "standard input" : task.input);
        ReportJson(task, JsonObject().Text("status", "failed").Text("error", failure.what()));
        any_failed |= failure.exit_code() == ExitCode::kFailed;
        any_usage |= failure.exit_code() == ExitCode::kUsage;
        any_limit |= failure.exit_code() == ExitCode::kLimit;
      }
    }
    return any_failed || (any_usage && any_limit) ? ExitCode::kFailed
           : any_usage                            ? ExitCode::kUsage
           : any_limit                            ? ExitCode::kLimit
                                                  : ExitCode::kDone;
  }

 private:
  void RunTask(const Task& task) {
    const bool to_file = task.output != "-";
    const bool replace = settings_.files.force || settings_.files.in_place;
    if (to_file && settings_.files.skip_existing && access(task.output.c_str(), F_OK) == 0) {
      session_.log().Note(task.input, "skipped, " + task.output + " is there already");
      return ReportJson(task, JsonObject().Text("status", "skipped"));
    }
    if (to_file) CheckTarget(task.output, replace);

    Input input(task.input);
    std::unique_ptr<PictureReader> reader = OpenPicture(input, session_.read_options(task.input));
    const Format format = FormatFor(reader->info(), settings_.picture);
    if (const std::string why = WhyNotWritable(task.format, format.dst_type, format.channels); !why.empty()) {
      throw UsageFailure(why);
    }
    const Plan sized = session_.MakePlan(command_, filter_, settings_.picture, format);
    CheckNeededMemory(sized, reader->info());
    if (settings_.files.dry_run) return ReportDryRun(task, sized);

    Picture source(format.width, format.height, format.channels, format.src_type);
    reader->ReadPixels(source.view());
    const std::vector<MetadataChunk> metadata = reader->metadata().Chosen(settings_.files.metadata);
    reader.reset();
    const Plan plan = PlanFor(task, source, sized);
    Picture result(plan.dst_width(), plan.dst_height(), format.channels, format.dst_type);
    const double filter_ms = Filtered(plan, source, result);
    source = Picture();
    Write(task, result, metadata, replace);
    ReportDone(task, plan, filter_ms);
  }

  // The plan, or a cheaper one for a picture that is opaque everywhere: it need not pay for its alpha.
  Plan PlanFor(const Task& task, const Picture& source, const Plan& plan) const {
    const PictureSettings& picture = settings_.picture;
    if (!WeighsByAlpha(command_, picture, plan.format().channels) || !KeepsOpaque(filter_)) return plan;
    if (!IsOpaque(source.view())) return plan;
    session_.log().Detail(task.input, "opaque everywhere, not weighed by alpha");
    const Plan unweighed = session_.MakePlan(command_, filter_, picture, plan.format(), true);
    CheckTotalMemory(unweighed);
    return unweighed;
  }

  void CheckNeededMemory(const Plan& plan, const PictureInfo& info) const {
    const int64_t source_bytes = MemoryFor(plan, session_.executor()).source_bytes;
    CheckMemory(session_.limits(), source_bytes + info.decoder_bytes, "reading the picture");
    CheckTotalMemory(plan);
  }

  void CheckTotalMemory(const Plan& plan) const {
    CheckMemory(session_.limits(), MemoryFor(plan, session_.executor()).Total(), "source, result and scratch");
  }

  // Runs the plan; returns the milliseconds that it took.
  double Filtered(const Plan& plan, const Picture& source, const Picture& result) const {
    RunOptions options;
    options.executor = &session_.executor();
    const auto start = std::chrono::steady_clock::now();
    plan.Run(source.view(), result.view(), options);
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  }

  void Write(const Task& task, const Picture& result, const std::vector<MetadataChunk>& metadata, bool replace) const {
    WriteOptions options;
    options.compression = settings_.files.compression;
    options.metadata = metadata;
    std::unique_ptr<ByteSink> sink;
    if (task.output == "-") {
      sink = std::make_unique<StandardOutput>();
    } else {
      sink = std::make_unique<OutputFile>(task.output, replace);
    }
    WritePicture(task.format, result.view(), options, *sink);
    sink->Finish();
  }

  void ReportDryRun(const Task& task, const Plan& plan) const {
    if (settings_.work.json) return ReportJson(task, PlanJson("planned", plan));
    TellOutside(task, OneLine(task.input) + " -> " + OneLine(task.output) + ": " + SizeText(plan.format()) + " to " +
                          ElementName(plan.format().dst_type) + ", target " + plan.target() + ", " + TilesText(plan) +
                          "\n");
  }

  void ReportDone(const Task& task, const Plan& plan, double filter_ms) const {
    session_.log().Detail(task.input, SizeText(plan.format()) + " to " + ElementName(plan.format().dst_type) +
                                          ", target " + plan.target() + ", " + TilesText(plan) + ", filtered in " +
                                          Fixed(filter_ms, 3) + " ms");
    ReportJson(task, PlanJson("done", plan).Number("filter_ms", filter_ms, 3));
  }

  static JsonObject PlanJson(const char* status, const Plan& plan) {
    const Format& format = plan.format();
    return JsonObject()
        .Text("status", status)
        .Number("width", format.width)
        .Number("height", format.height)
        .Number("channels", format.channels)
        .Text("type", ElementName(format.src_type))
        .Text("result_type", ElementName(format.dst_type))
        .Text("target", plan.target())
        .Number("tiles", plan.tiles());
  }

  // With --json, one line about the file.
  void ReportJson(const Task& task, const JsonObject& what) const {
    if (!settings_.work.json) return;
    const JsonObject line = JsonObject().Text("input", task.input).Text("output", task.output).Append(what);
    TellOutside(task, line.str() + "\n");
  }

  // To standard output, unless the picture goes there.
  static void TellOutside(const Task& task, const std::string& text) {
    task.output == "-" ? WriteStandardError(text) : WriteStandardOutput(text);
  }

  const FilterCommand command_;
  const Settings& settings_;
  const Session session_;
  const Filter filter_;
  const std::vector<Task> tasks_;
};

}  // namespace

ExitCode RunFilter(const Invocation& invocation) { return FilterRun(invocation).RunAll(); }

}  // namespace ninefold::cli
