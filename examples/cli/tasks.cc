#include "tasks.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <utility>

#include "failure.h"
#include "output_file.h"
#include "text.h"

namespace ninefold::cli {
namespace {

using FileId = std::pair<dev_t, ino_t>;

std::optional<FileId> IdOf(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return std::nullopt;
  return FileId(status.st_dev, status.st_ino);
}

bool IsPattern(const std::string& output) {
  return output.ends_with('/') || output.find("{stem}") != std::string::npos ||
         output.find("{ext}") != std::string::npos;
}

// A text that is the same for two names of one place, whether a file is there or not.
std::string PlaceOf(const std::string& output) {
  std::string target = output;
  try {
    target = FollowLinks(output);
  } catch (const Failure&) {
    // Said again, and with its reason, when the file is to be written.
  }
  const std::filesystem::path path(target);
  const std::string folder = path.parent_path().empty() ? "." : path.parent_path().string();
  const auto id = IdOf(folder);
  if (!id) return path.lexically_normal().string();
  return std::to_string(id->first) + ":" + std::to_string(id->second) + "/" + path.filename().string();
}

void CheckOptions(const FileSettings& settings, const std::vector<std::string>& inputs) {
  if (inputs.empty()) throw UsageFailure("an input file must be given");
  if (std::count(inputs.begin(), inputs.end(), "-") > 1)
    throw UsageFailure("standard input (-) is given more than once");
  if (settings.in_place) {
    if (settings.output) throw UsageFailure("--in-place: not together with --output");
    if (settings.skip_existing) throw UsageFailure("--in-place: not together with --skip-existing");
    if (std::count(inputs.begin(), inputs.end(), "-") > 0) {
      throw UsageFailure("--in-place: standard input (-) cannot be replaced");
    }
  } else if (!settings.output) {
    throw UsageFailure("an output must be given (-o OUTPUT, or --in-place)");
  }
  const bool to_standard_output = settings.output == "-";
  if (settings.format && !to_standard_output) {
    throw UsageFailure("--format: only with -o -; else the ending of the name decides");
  }
  if (settings.skip_existing && to_standard_output) throw UsageFailure("--skip-existing: not together with -o -");
  if (settings.skip_existing && settings.force) throw UsageFailure("--skip-existing: not together with --force");
  if (inputs.size() > 1 && !settings.in_place && !IsPattern(*settings.output)) {
    throw UsageFailure("-o: " + Quoted(*settings.output) +
                       " is one output for several inputs; give a folder with / at its end, or a name with {stem}");
  }
}

Task MakeTask(const FileSettings& settings, const std::string& input) {
  if (!settings.in_place && *settings.output == "-") {
    if (!settings.dry_run && isatty(STDOUT_FILENO) == 1) {
      throw UsageFailure("-o -: standard output is a terminal; a picture is not written to it");
    }
    return {input, "-", settings.format.value_or(FileFormat::kPng)};
  }
  const std::string label = settings.in_place ? "--in-place" : "-o";
  const std::string output = settings.in_place ? input : OutputName(*settings.output, input);
  std::error_code ignored;
  if (std::filesystem::is_directory(output, ignored)) {
    throw UsageFailure(label + ": " + Quoted(output) + " is a folder" +
                       (settings.in_place ? "" : "; with / at its end files are put into it"));
  }
  const auto format = FormatOfName(output);
  if (!format) {
    const std::string ending(EndingOf(output));
    throw UsageFailure(label + ": " + Quoted(output) +
                       (ending.empty() ? " has no ending" : " ends in " + Quoted(ending)) +
                       "; .png, .npy and .pfm can be written");
  }
  return {input, output, *format};
}

void CheckCollisions(const std::vector<Task>& tasks, bool in_place) {
  std::map<std::string, const Task*> places;
  for (const Task& task : tasks) {
    if (task.output == "-") continue;
    const auto [other, is_new] = places.emplace(PlaceOf(task.output), &task);
    if (!is_new) {
      throw UsageFailure(Quoted(other->second->input) + " and " + Quoted(task.input) + " have the same output, " +
                         Quoted(task.output));
    }
  }
  if (in_place) return;
  std::map<FileId, const Task*> inputs;
  for (const Task& task : tasks) {
    const auto id = task.input == "-" ? std::nullopt : IdOf(task.input);
    if (id) inputs.emplace(*id, &task);
  }
  for (const Task& task : tasks) {
    const auto id = task.output == "-" ? std::nullopt : IdOf(task.output);
    const auto input = id ? inputs.find(*id) : inputs.end();
    if (input == inputs.end()) continue;
    throw UsageFailure("-o: " + Quoted(task.output) + " is the input " + Quoted(input->second->input) +
                       "; --in-place replaces inputs");
  }
}

void ReplaceAll(std::string& text, std::string_view what, std::string_view by) {
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
}

}  // namespace

std::string OutputName(const std::string& pattern, const std::string& input) {
  if (!IsPattern(pattern)) return pattern;
  const size_t slash = input.rfind('/');
  const std::string name = input == "-" ? "stdin" : slash == std::string::npos ? input : input.substr(slash + 1);
  const std::string ending(EndingOf(name));
  const std::string stem = name.substr(0, name.size() - ending.size());
  const std::string written_ending = FormatOfName(name) ? ending : ".png";
  std::string output = pattern.ends_with('/') ? pattern + "{stem}{ext}" : pattern;
  // {ext} first: the stem may hold any text.
  ReplaceAll(output, "{ext}", written_ending);
  ReplaceAll(output, "{stem}", stem);
  return output;
}

std::vector<Task> MakeTasks(const FileSettings& settings, const std::vector<std::string>& inputs) {
  CheckOptions(settings, inputs);
  std::vector<Task> tasks;
  tasks.reserve(inputs.size());
  for (const std::string& input : inputs) tasks.push_back(MakeTask(settings, input));
  if (settings.compression &&
      std::none_of(tasks.begin(), tasks.end(), [](const Task& task) { return task.format == FileFormat::kPng; })) {
    throw UsageFailure("--compression: only PNG is compressed, and none is written");
  }
  CheckCollisions(tasks, settings.in_place);
  return tasks;
}

}  // namespace ninefold::cli
