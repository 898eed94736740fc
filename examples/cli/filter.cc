#include "filter.h"

#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "command_line.h"
#include "failure.h"
#include "kernel_file.h"

namespace ninefold::cli {
namespace {

Pair<int64_t> RequiredRadius(FilterCommand command, const FilterSettings& settings) {
  if (!settings.radius) throw UsageFailure(std::string(CommandName(command)) + ": --radius must be given");
  return *settings.radius;
}

SeparableTaps BlurTaps(const FilterSettings& settings) {
  if (!settings.sigma_px) throw UsageFailure("blur: --sigma must be given");
  const auto taps = [&](double sigma_px, std::optional<int64_t> radius) { return Taps::Gaussian(sigma_px, radius); };
  const auto radius = [&](int64_t Pair<int64_t>::*axis) {
    return settings.radius ? std::optional<int64_t>((*settings.radius).*axis) : std::nullopt;
  };
  return {taps(settings.sigma_px->y, radius(&Pair<int64_t>::y)), taps(settings.sigma_px->x, radius(&Pair<int64_t>::x))};
}

// Divides by the sum. A sum that is nothing but rounding errors counts as 0.
void Normalize(std::vector<double>& weights) {
  double sum = 0;
  double magnitude = 0;
  for (const double weight : weights) {
    sum += weight;
    magnitude += std::abs(weight);
  }
  const double rounding = magnitude * static_cast<double>(weights.size()) * std::numeric_limits<double>::epsilon();
  if (!(std::abs(sum) > rounding) || !std::isfinite(sum)) {
    throw UsageFailure("--normalize: the sum of the kernel is " + std::string(std::isfinite(sum) ? "0" : "too large") +
                       ", and cannot be divided by");
  }
  for (double& weight : weights) weight /= sum;
}

void Scale(std::vector<double>& weights, double scale) {
  for (double& weight : weights) {
    weight *= scale;
    if (!std::isfinite(weight)) throw UsageFailure("--scale: it makes a weight of the kernel infinite");
  }
}

void CheckAnchor(const FilterSettings& settings, int64_t width, int64_t height) {
  if (!settings.anchor) return;
  const auto [x, y] = *settings.anchor;
  if (x < width && y < height) return;
  throw UsageFailure("--anchor: " + std::to_string(x) + "," + std::to_string(y) + " lies outside the kernel of " +
                     std::to_string(width) + " x " + std::to_string(height) + " (at most " + std::to_string(width - 1) +
                     "," + std::to_string(height - 1) + ")");
}

SeparableTaps SeparableFilter(const FilterSettings& settings) {
  std::vector<double> vertical = settings.vertical.value_or(std::vector<double>{1});
  std::vector<double> horizontal = settings.horizontal.value_or(std::vector<double>{1});
  CheckAnchor(settings, static_cast<int64_t>(horizontal.size()), static_cast<int64_t>(vertical.size()));
  if (settings.normalize) {
    Normalize(vertical);
    Normalize(horizontal);
  }
  Scale(vertical, settings.scale);
  std::optional<int64_t> anchor_x;
  std::optional<int64_t> anchor_y;
  if (settings.anchor) {
    anchor_x = settings.anchor->x;
    anchor_y = settings.anchor->y;
  }
  return {Taps::Custom(std::move(vertical), anchor_y), Taps::Custom(std::move(horizontal), anchor_x)};
}

Kernel2D DenseFilter(const FilterSettings& settings) {
  if (settings.vertical || settings.horizontal) {
    throw UsageFailure("filter: either --kernel or --vertical and --horizontal, not both");
  }
  KernelTable table = ReadKernelFile(*settings.kernel_file);
  CheckAnchor(settings, table.width, table.height);
  if (settings.normalize) Normalize(table.weights);
  Scale(table.weights, settings.scale);
  if (!settings.anchor) return Kernel2D::FromWeights(table.width, table.height, std::move(table.weights));
  return Kernel2D::FromWeights(table.width, table.height, std::move(table.weights), settings.anchor->x,
                               settings.anchor->y);
}

std::vector<double> BiasValues(double bias, const Format& format, bool spare_alpha) {
  std::vector<double> values(static_cast<size_t>(format.channels), bias);
  if (spare_alpha) values.back() = 0;
  return values;
}

}  // namespace

Filter MakeFilter(FilterCommand command, const FilterSettings& settings) {
  switch (command) {
    case FilterCommand::kBlur:
      return {BlurTaps(settings)};
    case FilterCommand::kBox: {
      const auto [x, y] = RequiredRadius(command, settings);
      return {SeparableTaps{Taps::Box(y), Taps::Box(x)}};
    }
    case FilterCommand::kTent: {
      const auto [x, y] = RequiredRadius(command, settings);
      return {SeparableTaps{Taps::Tent(y), Taps::Tent(x)}};
    }
    case FilterCommand::kFilter:
      break;
  }
  if (settings.kernel_file) return {DenseFilter(settings), settings.bias};
  if (!settings.vertical && !settings.horizontal) {
    throw UsageFailure("filter: a kernel must be given (--vertical, --horizontal or --kernel)");
  }
  return {SeparableFilter(settings), settings.bias};
}

Pipeline MakePipeline(FilterCommand command, const Filter& filter, const PictureSettings& picture,
                      const Format& format) {
  const size_t constants = picture.border.values().size();
  if (constants > 1 && constants != static_cast<size_t>(format.channels)) {
    throw UsageFailure("--border: it has " + std::to_string(constants) + " values, the picture has " +
                       std::to_string(format.channels) + " channels");
  }
  const bool is_float = format.src_type == ElementType::kF32;
  const bool linear = picture.linear.value_or(command != FilterCommand::kFilter);
  const bool decode = linear && !is_float;
  const bool encode = is_float ? format.dst_type != ElementType::kF32 && picture.linear.value_or(true) : decode;
  const bool weigh_by_alpha = picture.premultiply && (format.channels == 2 || format.channels == 4);

  Pipeline pipeline;
  if (decode) pipeline.ToLinear();
  if (weigh_by_alpha) pipeline.Premultiply();
  if (const auto* const taps = std::get_if<SeparableTaps>(&filter.kernel)) {
    pipeline.Convolve(taps->vertical, taps->horizontal, picture.border);
  } else {
    pipeline.Convolve(std::get<Kernel2D>(filter.kernel), picture.border);
  }
  if (weigh_by_alpha) pipeline.Unpremultiply();
  if (filter.bias != 0) pipeline.Bias(BiasValues(filter.bias, format, weigh_by_alpha));
  if (encode) pipeline.ToSrgb();
  return pipeline;
}

}  // namespace ninefold::cli
