#include "filter.h"

#include <ninefold/error.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "aperture.h"
#include "failure.h"
#include "kernel_file.h"
#include "pipeline_text.h"

namespace ninefold::cli {
namespace {

Pair<int64_t> RequiredRadius(const Wording& wording, const FilterSettings& settings) {
  if (!settings.radius) throw UsageFailure(wording.Label("radius") + " must be given");
  return *settings.radius;
}

SeparableTaps BlurTaps(const Wording& wording, const FilterSettings& settings) {
  if (!settings.sigma_px) throw UsageFailure(wording.Label("sigma") + " must be given");
  const auto taps = [&](double sigma_px, std::optional<int64_t> radius) { return Taps::Gaussian(sigma_px, radius); };
  const auto radius = [&](int64_t Pair<int64_t>::*axis) {
    return settings.radius ? std::optional<int64_t>((*settings.radius).*axis) : std::nullopt;
  };
  return {taps(settings.sigma_px->y, radius(&Pair<int64_t>::y)), taps(settings.sigma_px->x, radius(&Pair<int64_t>::x))};
}

// Divides by the sum. A sum that is nothing but rounding errors counts as 0.
void Normalize(const Wording& wording, std::vector<double>& weights) {
  double sum = 0;
  double magnitude = 0;
  for (const double weight : weights) {
    sum += weight;
    magnitude += std::abs(weight);
  }
  const double rounding = magnitude * static_cast<double>(weights.size()) * std::numeric_limits<double>::epsilon();
  if (!(std::abs(sum) > rounding) || !std::isfinite(sum)) {
    throw UsageFailure(wording.Label("normalize") + ": the sum of the kernel is " +
                       std::string(std::isfinite(sum) ? "0" : "too large") + ", and cannot be divided by");
  }
  for (double& weight : weights) weight /= sum;
}

void Scale(const Wording& wording, std::vector<double>& weights, double scale) {
  for (double& weight : weights) {
    weight *= scale;
    if (!std::isfinite(weight))
      throw UsageFailure(wording.Label("scale") + ": it makes a weight of the kernel infinite");
  }
}

void CheckAnchor(const Wording& wording, const FilterSettings& settings, int64_t width, int64_t height) {
  if (!settings.anchor) return;
  const auto [x, y] = *settings.anchor;
  if (x < width && y < height) return;
  throw UsageFailure(wording.Label("anchor") + ": " + std::to_string(x) + "," + std::to_string(y) +
                     " lies outside the kernel of " + std::to_string(width) + " x " + std::to_string(height) +
                     " (at most " + std::to_string(width - 1) + "," + std::to_string(height - 1) + ")");
}

SeparableTaps SeparableFilter(const Wording& wording, const FilterSettings& settings) {
  std::vector<double> vertical = settings.vertical.value_or(std::vector<double>{1});
  std::vector<double> horizontal = settings.horizontal.value_or(std::vector<double>{1});
  CheckAnchor(wording, settings, static_cast<int64_t>(horizontal.size()), static_cast<int64_t>(vertical.size()));
  if (settings.normalize) {
    Normalize(wording, vertical);
    Normalize(wording, horizontal);
  }
  Scale(wording, vertical, settings.scale);
  std::optional<int64_t> anchor_x;
  std::optional<int64_t> anchor_y;
  if (settings.anchor) {
    anchor_x = settings.anchor->x;
    anchor_y = settings.anchor->y;
  }
  return {Taps::Custom(std::move(vertical), anchor_y), Taps::Custom(std::move(horizontal), anchor_x)};
}

Kernel2D DenseFilter(const Wording& wording, const FilterSettings& settings) {
  if (settings.vertical || settings.horizontal) {
    throw UsageFailure(wording.Label("kernel") + ": not together with " + wording.dashes + "vertical or " +
                       wording.dashes + "horizontal");
  }
  KernelTable table = ReadKernelFile(wording.Label("kernel"), *settings.kernel_file);
  CheckAnchor(wording, settings, table.width, table.height);
  if (settings.normalize) Normalize(wording, table.weights);
  Scale(wording, table.weights, settings.scale);
  if (!settings.anchor) return Kernel2D::FromWeights(table.width, table.height, std::move(table.weights));
  return Kernel2D::FromWeights(table.width, table.height, std::move(table.weights), settings.anchor->x,
                               settings.anchor->y);
}

std::variant<SeparableTaps, Kernel2D> FilterKernel(const Wording& wording, const FilterSettings& settings) {
  if (settings.kernel_file) return DenseFilter(wording, settings);
  if (!settings.vertical && !settings.horizontal) {
    throw UsageFailure(wording.Label("kernel") + ", " + wording.dashes + "vertical or " + wording.dashes +
                       "horizontal must be given");
  }
  return SeparableFilter(wording, settings);
}

// The kernel of a command or of the stage of that name.
KernelPiece MakeKernelPiece(FilterCommand command, const Wording& wording, const Settings& settings,
                            const WorkSettings& work) {
  const FilterSettings& filter = settings.filter;
  const Border& border = settings.picture.border;
  switch (command) {
    case FilterCommand::kBlur:
      return {BlurTaps(wording, filter), border, {}};
    case FilterCommand::kSharpen:
      return {BlurTaps(wording, filter), border, Sharpening{filter.amount, filter.threshold}};
    case FilterCommand::kBox: {
      const auto [x, y] = RequiredRadius(wording, filter);
      return {SeparableTaps{Taps::Box(y), Taps::Box(x)}, border, {}};
    }
    case FilterCommand::kTent: {
      const auto [x, y] = RequiredRadius(wording, filter);
      return {SeparableTaps{Taps::Tent(y), Taps::Tent(x)}, border, {}};
    }
    case FilterCommand::kBokeh:
      return {MakeAperture(wording, filter.aperture, work), border, {}};
    case FilterCommand::kFilter:
    case FilterCommand::kRun:  // has no kernel of its own
      break;
  }
  return {FilterKernel(wording, filter), border, {}};
}

PointwiseStage MakePointwise(PointwiseStage::Op op, const Wording& wording, const FilterSettings& settings) {
  using Op = PointwiseStage::Op;
  const auto required = [&](const auto& value, const char* key) {
    if (!value) throw UsageFailure(wording.Label(key) + " must be given");
    return *value;
  };
  PointwiseStage stage;
  stage.op = op;
  if (op == Op::kGain || op == Op::kBias) stage.values = required(settings.values, "value");
  if (op == Op::kPower) stage.values = {required(settings.exponent, "exponent")};
  if (op == Op::kBoost) stage.values = {settings.boost.threshold, required(settings.boost.gain, "gain")};
  if (op == Op::kClamp) stage.values = {required(settings.low, "low"), required(settings.high, "high")};
  return stage;
}

// What a bokeh does before its aperture, if anything.
std::optional<Piece> MakeBoost(const Wording& wording, const BoostSettings& boost) {
  if (!boost.gain || *boost.gain == 1) return std::nullopt;
  PointwiseStage stage;
  stage.op = PointwiseStage::Op::kBoost;
  stage.values = {boost.threshold, *boost.gain};
  return Piece{wording, std::move(stage)};
}

PlanOptions OptionsOf(const ApertureSettings& aperture) {
  PlanOptions options;
  options.method = aperture.method.value_or(options.method);
  options.tolerance = aperture.tolerance.value_or(options.tolerance);
  return options;
}

// The options of all apertures of a pipeline's text, of which there is one set in a plan.
class CommonAperture {
 public:
  void Add(const Wording& wording, const ApertureSettings& aperture) {
    const auto same = [&](const char* key, bool is_same) {
      if (!is_same) throw UsageFailure(wording.Label(key) + ": it must be the same for all apertures of a pipeline");
    };
    if (first_) {
      same("method", first_->method == aperture.method);
      same("tolerance", first_->tolerance == aperture.tolerance);
    }
    first_ = aperture;
  }
  PlanOptions options() const { return first_ ? OptionsOf(*first_) : PlanOptions(); }

 private:
  std::optional<ApertureSettings> first_;
};

void AddStage(const TextStage& stage, const WorkSettings& work, CommonAperture& common, std::vector<Piece>& pieces) {
  const Wording wording{stage.title + ": ", ""};
  const FilterSettings& filter = stage.settings.filter;
  if (const auto* const op = std::get_if<PointwiseStage::Op>(&stage.what)) {
    pieces.push_back({wording, MakePointwise(*op, wording, filter)});
    return;
  }
  const auto command = std::get<FilterCommand>(stage.what);
  try {
    if (command == FilterCommand::kBokeh) {
      common.Add(wording, filter.aperture);
      if (auto boost = MakeBoost(wording, filter.boost)) pieces.push_back(std::move(*boost));
    }
    pieces.push_back({wording, MakeKernelPiece(command, wording, stage.settings, work)});
  } catch (const Error&) {  // of the library, which knows of no stage
    const Failure failure = CurrentFailure();
    throw Failure(failure.exit_code(), wording.prefix + failure.what());
  }
  if (filter.bias != 0) pieces.push_back({wording, ColourBias{filter.bias}});
}

Filter FilterOfText(const Settings& settings) {
  const std::optional<std::string>& text = settings.filter.pipeline;
  const std::optional<std::string>& file = settings.filter.pipeline_file;
  if (text.has_value() == file.has_value()) {
    throw UsageFailure(text ? "--pipeline: not together with --pipeline-file"
                            : "--pipeline or --pipeline-file must be given");
  }
  Filter result;
  CommonAperture common;
  for (const TextStage& stage : ParsePipelineText(text ? *text : ReadPipelineFile(*file), settings.picture.border)) {
    AddStage(stage, settings.work, common, result.weighed);
  }
  result.options = common.options();
  return result;
}

void CheckCount(const std::string& label, const std::vector<double>& values, const Format& format) {
  if (values.size() <= 1 || values.size() == static_cast<size_t>(format.channels)) return;
  throw UsageFailure(label + ": it has " + std::to_string(values.size()) + " values, the picture has " +
                     std::to_string(format.channels) + " channels");
}

// Appends pieces to a pipeline for pictures of one kind.
class PieceAppender {
 public:
  PieceAppender(Pipeline& pipeline, const Format& format, bool spare_alpha)
      : pipeline_(pipeline), format_(format), spare_alpha_(spare_alpha) {}

  void Append(const std::vector<Piece>& pieces) const {
    for (const Piece& piece : pieces) {
      std::visit([&](const auto& what) { Add(piece.wording, what); }, piece.what);
    }
  }

 private:
  void Add(const Wording& wording, const KernelPiece& piece) const {
    CheckCount(wording.Label("border"), piece.border.values(), format_);
    const int64_t earlier = pipeline_.last();
    if (const auto* const taps = std::get_if<SeparableTaps>(&piece.kernel)) {
      pipeline_.Convolve(taps->vertical, taps->horizontal, piece.border);
    } else {
      pipeline_.Convolve(std::get<Kernel2D>(piece.kernel), piece.border);
    }
    if (!piece.sharpening) return;
    const auto [amount, threshold] = *piece.sharpening;
    pipeline_.Combine(-amount, 1 + amount, earlier, threshold);
  }

  void Add(const Wording&, const ColourBias& colour) const {
    std::vector<double> values(static_cast<size_t>(format_.channels), colour.bias);
    if (spare_alpha_) values.back() = 0;
    pipeline_.Bias(std::move(values));
  }

  void Add(const Wording& wording, const PointwiseStage& stage) const {
    using Op = PointwiseStage::Op;
    if (stage.op == Op::kGain || stage.op == Op::kBias) CheckCount(wording.Label("value"), stage.values, format_);
    pipeline_.Add(stage);
  }

  Pipeline& pipeline_;
  const Format& format_;
  const bool spare_alpha_;  // a colour bias leaves it alone
};

double SumOf(const std::vector<double>& weights) { return std::accumulate(weights.begin(), weights.end(), 0.0); }

double SumOf(const Taps& taps) { return taps.resolved() ? SumOf(taps.weights()) : 1; }  // a Gaussian's sum is 1

bool IsAverage(const Piece& piece) {
  const auto* const kernel = std::get_if<KernelPiece>(&piece.what);
  if (kernel == nullptr || kernel->border.rule() == BorderRule::kConstant) return false;
  double sum = 0;
  if (const auto* const taps = std::get_if<SeparableTaps>(&kernel->kernel)) {
    sum = SumOf(taps->vertical) * SumOf(taps->horizontal);
  } else {
    sum = SumOf(std::get<Kernel2D>(kernel->kernel).weights());
  }
  return std::abs(sum - 1) < 1e-7;
}

bool IsLinearByDefault(FilterCommand command) {
  return command == FilterCommand::kBlur || command == FilterCommand::kBox || command == FilterCommand::kTent ||
         command == FilterCommand::kBokeh;
}

}  // namespace

Filter MakeFilter(FilterCommand command, const Settings& settings) {
  if (command == FilterCommand::kRun) return FilterOfText(settings);
  const Wording wording;
  Filter filter;
  if (command == FilterCommand::kBokeh) {
    filter.options = OptionsOf(settings.filter.aperture);
    if (auto boost = MakeBoost(wording, settings.filter.boost)) filter.before.push_back(std::move(*boost));
  }
  filter.weighed.push_back({wording, MakeKernelPiece(command, wording, settings, settings.work)});
  if (settings.filter.bias != 0) filter.straight.push_back({wording, ColourBias{settings.filter.bias}});
  return filter;
}

bool KeepsOpaque(const Filter& filter) { return std::all_of(filter.weighed.begin(), filter.weighed.end(), IsAverage); }

bool WeighsByAlpha(FilterCommand command, const PictureSettings& picture, int64_t channels) {
  return picture.premultiply.value_or(command != FilterCommand::kRun) && (channels == 2 || channels == 4);
}

Pipeline MakePipeline(FilterCommand command, const Filter& filter, const PictureSettings& picture, const Format& format,
                      bool opaque) {
  const bool is_run = command == FilterCommand::kRun;
  const bool is_float = format.src_type == ElementType::kF32;
  const bool decode = picture.linear.value_or(IsLinearByDefault(command)) && !is_float;
  const bool encode = is_float ? format.dst_type != ElementType::kF32 && picture.linear.value_or(!is_run) : decode;
  const bool has_alpha = WeighsByAlpha(command, picture, format.channels);
  const bool weigh_by_alpha = has_alpha && !opaque;

  Pipeline pipeline;
  const PieceAppender appender(pipeline, format, has_alpha);
  if (decode) pipeline.ToLinear();
  appender.Append(filter.before);
  if (weigh_by_alpha) pipeline.Premultiply();
  appender.Append(filter.weighed);
  if (weigh_by_alpha) pipeline.Unpremultiply();
  appender.Append(filter.straight);
  if (encode) pipeline.ToSrgb();
  return pipeline;
}

}  // namespace ninefold::cli
