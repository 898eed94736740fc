#include "command_line.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <span>

#include "failure.h"
#include "options.h"
#include "text.h"
#include "words.h"

namespace ninefold::cli {
namespace {

struct CommandEntry {
  const char* name;
  const char* summary;
  FilterCommand command;
};
constexpr CommandEntry kFilterCommands[] = {
    {"blur", "Gaussian blur", FilterCommand::kBlur},
    {"box", "mean over a box", FilterCommand::kBox},
    {"tent", "tent: a box twice over", FilterCommand::kTent},
    {"bokeh", "lens blur: highlights become discs, polygons or any shape", FilterCommand::kBokeh},
    {"filter", "any kernel, a correlation", FilterCommand::kFilter},
    {"sharpen", "unsharp mask", FilterCommand::kSharpen},
    {"run", "a pipeline of stages", FilterCommand::kRun},
};

const CommandEntry& FindFilterCommand(const std::string& word) {
  std::vector<std::string> names;
  for (const CommandEntry& entry : kFilterCommands) {
    if (word == entry.name) return entry;
    names.emplace_back(entry.name);
  }
  for (const char* const name : {"explain", "info"}) names.emplace_back(name);
  throw UsageFailure(Quoted(word) + " is not a command (" + Joined(names, "or") + ")");
}

std::string GeneralHelp() {
  std::string help = "ninefold: image filters\n\nUsage: ninefold COMMAND [OPTIONS] INPUT... -o OUTPUT\n\nCommands:\n";
  const auto line = [&](std::string name, const char* summary) {
    name.resize(20, ' ');
    help += "  " + name + summary + "\n";
  };
  for (const CommandEntry& entry : kFilterCommands) line(entry.name, entry.summary);
  line("explain COMMAND", "print the plan of a command with its options, filter nothing");
  line("info", "size and type of files; without one: version, SIMD targets, threads");
  help += "\n`ninefold COMMAND --help` lists the options of a command; --version prints the version.\n";
  help += "NINEFOLD_TARGET in the environment chooses the SIMD target by name.\n";
  help += "A value follows its option as the next word or after `=`; one that begins with - only after `=`.\n";
  return help;
}

// A parser for one command. Words are sorted by SortWords before CLI11 sees them, so it only looks up options, each
// written as one word.
class Parser {
 public:
  Parser(const std::string& usage, const std::string& summary, Settings& settings)
      : app_(summary), settings_(settings) {
    app_.formatter(std::make_shared<UsageFormatter>("Usage: ninefold " + usage + "\n"));
    app_.get_formatter()->column_width(36);
    app_.set_help_flag("-h,--help", "print this");
  }

  void Add(const char* group, std::span<const OptionSpec> specs) {
    for (const OptionSpec& spec : specs) {
      const std::string label = std::string("--") + spec.name;
      const std::string names = label == "--output" ? "-o,--output" : label;
      CLI::Option* option = nullptr;
      if (spec.value_name == nullptr) {
        option = app_.add_flag_callback(
            names, [this, &spec, label] { spec.set(settings_, label, ""); }, spec.help);
      } else {
        option = app_.add_option_function<std::string>(
            names, [this, &spec, label](const std::string& value) { spec.set(settings_, label, value); }, spec.help);
        option->type_name(spec.value_name);
      }
      option->group(group);
      shapes_.push_back({label, spec.value_name != nullptr});
    }
  }

  // The inputs; nothing when help is asked for.
  std::optional<std::vector<std::string>> Parse(const std::vector<std::string>& words) {
    Words sorted = SortWords(words, [this](std::string_view name) { return Find(name); });
    std::vector<std::string> reversed(sorted.options.rbegin(), sorted.options.rend());
    try {
      app_.parse(reversed);
    } catch (const CLI::CallForHelp&) {
      return std::nullopt;
    } catch (const CLI::ParseError& error) {
      throw UsageFailure(error.what());
    }
    return sorted.inputs;
  }

  std::string Help() const { return app_.help(); }

 private:
  class UsageFormatter : public CLI::Formatter {
   public:
    explicit UsageFormatter(std::string usage) : usage_(std::move(usage)) {}
    std::string make_usage(const CLI::App*, std::string) const override { return usage_; }

   private:
    const std::string usage_;
  };

  std::optional<OptionShape> Find(std::string_view name) const {
    if (name == "-h" || name == "--help") return OptionShape{"--help", false};
    if (name == "-o") name = "--output";
    for (const OptionShape& shape : shapes_) {
      if (shape.long_name == name) return shape;
    }
    return std::nullopt;
  }

  CLI::App app_;
  Settings& settings_;
  std::vector<OptionShape> shapes_;
};

void ParseWith(Parser& parser, const std::vector<std::string>& words, Invocation& invocation) {
  if (auto inputs = parser.Parse(words)) {
    invocation.inputs = std::move(*inputs);
  } else {
    invocation.kind = Invocation::Kind::kHelp;
    invocation.help = parser.Help();
  }
}

Invocation ParseFilter(const CommandEntry& entry, const std::vector<std::string>& rest) {
  Invocation invocation;
  invocation.kind = Invocation::Kind::kFilter;
  invocation.command = entry.command;
  Parser parser(std::string(entry.name) + " [OPTIONS] INPUT... -o OUTPUT", entry.summary, invocation.settings);
  parser.Add("Filter", FilterOptions(entry.command));
  parser.Add("Picture", PictureOptions());
  parser.Add("Files", OutputOptions());
  parser.Add("Files", FileOptions());
  parser.Add("Work", WorkOptions());
  parser.Add("Work", MessageOptions());
  parser.Add("Work", JsonOption());
  ParseWith(parser, rest, invocation);
  return invocation;
}

Invocation ParseExplain(const std::vector<std::string>& rest) {
  Invocation invocation;
  invocation.kind = Invocation::Kind::kExplain;
  if (rest.empty() || rest[0] == "-h" || rest[0] == "--help") {
    if (rest.empty()) throw UsageFailure("explain: a command must follow");
    invocation.kind = Invocation::Kind::kHelp;
    invocation.help =
        "Usage: ninefold explain COMMAND [OPTIONS] INPUT|--size WxH\n\n`ninefold explain COMMAND --help` lists the "
        "options.\n";
    return invocation;
  }
  const CommandEntry& entry = FindFilterCommand(rest[0]);
  invocation.command = entry.command;
  Parser parser(std::string("explain ") + entry.name + " [OPTIONS] INPUT|--size WxH",
                "Prints the plan, filters nothing", invocation.settings);
  parser.Add("Filter", FilterOptions(entry.command));
  parser.Add("Picture", PictureOptions());
  parser.Add("Plan", ExplainOptions());
  parser.Add("Plan", JsonOption());
  parser.Add("Files", OutputOptions());
  parser.Add("Work", WorkOptions());
  ParseWith(parser, {rest.begin() + 1, rest.end()}, invocation);
  return invocation;
}

Invocation ParseInfo(const std::vector<std::string>& rest) {
  Invocation invocation;
  invocation.kind = Invocation::Kind::kInfo;
  Parser parser("info [OPTIONS] [FILE...]", "Size and type of files; without one: version, SIMD targets, threads",
                invocation.settings);
  parser.Add("Options", JsonOption());
  ParseWith(parser, rest, invocation);
  return invocation;
}

}  // namespace

const char* CommandName(FilterCommand command) {
  for (const CommandEntry& entry : kFilterCommands) {
    if (entry.command == command) return entry.name;
  }
  return "";
}

Invocation ParseCommandLine(const std::vector<std::string>& words) {
  if (words.empty()) throw UsageFailure("a command must follow; ninefold --help lists them");
  const std::string& first = words[0];
  const std::vector<std::string> rest(words.begin() + 1, words.end());
  if (first == "-h" || first == "--help" || first == "--version") {
    if (!rest.empty()) throw UsageFailure(first + ": nothing may follow, not " + Quoted(rest[0]));
    Invocation invocation;
    invocation.kind = first == "--version" ? Invocation::Kind::kVersion : Invocation::Kind::kHelp;
    invocation.help = GeneralHelp();
    return invocation;
  }
  if (first.starts_with('-')) throw UsageFailure(Quoted(first) + " stands before the command; options stand behind it");
  if (first == "explain") return ParseExplain(rest);
  if (first == "info") return ParseInfo(rest);
  return ParseFilter(FindFilterCommand(first), rest);
}

}  // namespace ninefold::cli
