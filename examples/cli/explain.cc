#include "explain.h"

#include "aperture.h"
#include "failure.h"
#include "filter.h"
#include "input.h"
#include "output_file.h"
#include "session.h"
#include "sink.h"
#include "text.h"
#include "tile_map.h"
#include "writer.h"

namespace ninefold::cli {
namespace {

PictureInfo InfoFromSize(const ExplainSettings& explain, const Limits& limits) {
  PictureInfo info;
  info.width = explain.size->x;
  info.height = explain.size->y;
  info.channels = explain.channels.value_or(1);
  info.type = explain.type.value_or(ElementType::kU8);
  CheckPictureSize(limits, info.width, info.height, info.channels);
  return info;
}

PictureInfo InfoFromFile(const std::string& path, const Session& session) {
  try {
    Input input(path);
    return OpenPicture(input, session.read_options(path))->info();
  } catch (...) {
    const Failure failure = CurrentFailure();
    throw Failure(failure.exit_code(), failure.what(), path);
  }
}

// The picture that the plan is for.
PictureInfo FindInfo(const Invocation& invocation, const Session& session) {
  const ExplainSettings& explain = invocation.settings.explain;
  if (explain.size) {
    if (!invocation.inputs.empty()) throw UsageFailure("--size: not together with an input file");
    return InfoFromSize(explain, session.limits());
  }
  if (explain.channels) throw UsageFailure("--channels: only with --size");
  if (explain.type) throw UsageFailure("--type: only with --size");
  if (invocation.inputs.empty()) throw UsageFailure("explain: an input file or --size WxH must be given");
  if (invocation.inputs.size() > 1)
    throw UsageFailure("explain: one input file, not " + std::to_string(invocation.inputs.size()));
  return InfoFromFile(invocation.inputs[0], session);
}

// What the command itself would say about its output.
void CheckOutput(const FileSettings& files, const Format& format) {
  if (!files.output) return;
  const auto file_format = FormatOfName(*files.output);
  if (!file_format) return;
  const std::string why = WhyNotWritable(*file_format, format.dst_type, format.channels);
  if (!why.empty()) throw UsageFailure(why);
}

void WriteMap(const Plan& plan, const std::string& path, bool replace) {
  OutputFile file(path, replace);
  WritePicture(FileFormat::kPng, DrawTileMap(plan).view(), {}, file);
  file.Finish();
}

void CheckPngName(const char* option, const std::optional<std::string>& path) {
  if (path && FormatOfName(*path) != FileFormat::kPng) {
    throw UsageFailure(std::string(option) + ": " + Quoted(*path) + " does not end in .png");
  }
}

std::string WithLineEnd(std::string text) {
  if (!text.ends_with('\n')) text += '\n';
  return text;
}

// Said, not enforced: a plan may be looked at anywhere.
std::string MemoryLine(const Plan& plan, const Session& session) {
  const MemoryNeed need = MemoryFor(plan, session.executor());
  return "memory      " + std::to_string(need.Total()) + " bytes of at most " +
         std::to_string(session.limits().max_memory_bytes) + ": source " + std::to_string(need.source_bytes) +
         ", result " + std::to_string(need.result_bytes) + ", scratch of " +
         std::to_string(session.executor().concurrency()) + " threads " + std::to_string(need.scratch_bytes) + "\n";
}

}  // namespace

void Explain(const Invocation& invocation) {
  const Settings& settings = invocation.settings;
  const Session session(settings.work);
  const Filter filter = MakeFilter(invocation.command, settings);
  const std::optional<std::string>& map_file = settings.explain.map_file;
  const std::optional<std::string>& aperture_file = settings.explain.aperture_file;
  CheckPngName("--map", map_file);
  CheckPngName("--aperture-out", aperture_file);
  if (aperture_file && invocation.command != FilterCommand::kBokeh) {
    throw UsageFailure("--aperture-out: only with bokeh");
  }
  const Format format = FormatFor(FindInfo(invocation, session), settings.picture);
  CheckOutput(settings.files, format);
  const Plan plan = session.MakePlan(invocation.command, filter, settings.picture, format);
  if (map_file) WriteMap(plan, *map_file, settings.files.force);
  if (aperture_file) {
    const KernelPiece& piece = std::get<KernelPiece>(filter.weighed.front().what);
    WriteAperture(std::get<Kernel2D>(piece.kernel), *aperture_file, settings.files.force);
  }
  const std::string legend = map_file ? TileMapLegend(plan) : "";
  if (settings.work.json) {
    WriteStandardOutput(WithLineEnd(plan.ToJson()));
    WriteStandardError(legend);
  } else {
    WriteStandardOutput(WithLineEnd(plan.Describe()) + MemoryLine(plan, session) + legend);
  }
}

}  // namespace ninefold::cli
