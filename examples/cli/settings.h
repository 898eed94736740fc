// What a command line asks for, in types. Defaults stand here; what depends on the command or the picture is left open.

#ifndef NINEFOLD_EXAMPLES_CLI_SETTINGS_H_
#define NINEFOLD_EXAMPLES_CLI_SETTINGS_H_

#include <ninefold/border.h>
#include <ninefold/image.h>
#include <ninefold/plan.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "format.h"
#include "metadata.h"
#include "numbers.h"

namespace ninefold::cli {

// The commands that filter.
enum class FilterCommand { kBlur, kBox, kTent, kBokeh, kFilter, kSharpen, kRun };

// An aperture and how it is computed.
struct ApertureSettings {
  std::optional<double> radius;
  std::optional<int> blades;
  std::optional<double> rotation_deg;
  std::optional<double> roundness;
  std::optional<double> aspect;
  std::optional<std::string> picture_file;
  std::optional<ApertureMethod> method;
  std::optional<double> tolerance;
};

// What brightens highlights.
struct BoostSettings {
  std::optional<double> gain;
  double threshold = 0.8;  // share of full scale
};

// The options of the commands that filter and the keys of a pipeline's stages, each used by some of them.
struct FilterSettings {
  ApertureSettings aperture;
  BoostSettings boost;
  std::optional<Pair<double>> sigma_px;
  std::optional<Pair<int64_t>> radius;
  std::optional<std::vector<double>> vertical;
  std::optional<std::vector<double>> horizontal;
  std::optional<std::string> kernel_file;
  std::optional<Pair<int64_t>> anchor;
  bool normalize = false;
  double scale = 1;
  double bias = 0;
  double amount = 1;
  double threshold = 0;  // share of full scale
  std::optional<std::string> pipeline;
  std::optional<std::string> pipeline_file;
  std::optional<std::vector<double>> values;  // of the stages gain and bias: one, or one per channel
  std::optional<double> exponent;             // of the stage power
  std::optional<double> low;                  // of the stage clamp
  std::optional<double> high;
};

// Options of all commands that filter: about the picture ...
struct PictureSettings {
  Border border = Border::Replicate();
  std::optional<bool> linear;
  std::optional<bool> premultiply;
  std::optional<ElementType> depth;
};

// ... about the work ...
struct WorkSettings {
  std::optional<int> threads;
  std::optional<int64_t> max_pixels;
  std::optional<int64_t> max_memory_bytes;
  bool untrusted = false;
  bool quiet = false;
  bool verbose = false;
  bool json = false;
};

// ... and about files.
struct FileSettings {
  std::optional<std::string> output;
  std::optional<FileFormat> format;
  std::optional<int> compression;
  MetadataChoice metadata = MetadataChoice::kAll;
  bool force = false;
  bool in_place = false;
  bool skip_existing = false;
  bool dry_run = false;
};

// The options of explain alone.
struct ExplainSettings {
  std::optional<Pair<int64_t>> size;
  std::optional<int64_t> channels;
  std::optional<ElementType> type;
  std::optional<std::string> map_file;
  std::optional<std::string> aperture_file;
};

struct Settings {
  FilterSettings filter;
  PictureSettings picture;
  WorkSettings work;
  FileSettings files;
  ExplainSettings explain;
};

}  // namespace ninefold::cli

#endif  // NINEFOLD_EXAMPLES_CLI_SETTINGS_H_
