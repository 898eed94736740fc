#include "options.h"

#include "option_values.h"

namespace ninefold::cli {
namespace {

using std::string;

constexpr OptionSpec kSigma = {
    "sigma", "S|SX,SY", "standard deviation in pixels, 0 or more",
    [](Settings& s, const string& label, const string& value) { s.filter.sigma_px = SigmaValue(label, value); }};
constexpr OptionSpec kTapsRadius = {
    "radius", "R|RX,RY", "taps on either side of the middle (default by sigma)",
    [](Settings& s, const string& label, const string& value) { s.filter.radius = RadiusValue(label, value); }};
constexpr OptionSpec kRadius = {
    "radius", "R|RX,RY", "pixels on either side of the middle",
    [](Settings& s, const string& label, const string& value) { s.filter.radius = RadiusValue(label, value); }};

constexpr OptionSpec kBlurOptions[] = {kSigma, kTapsRadius};
constexpr OptionSpec kRadiusOptions[] = {kRadius};

constexpr OptionSpec kBokehOptions[] = {
    {"radius", "R", "of the aperture in pixels, fractions too",
     [](Settings& s, const string& label, const string& value) {
       s.filter.aperture.radius = NumberValue(label, value);
     }},
    {"blades", "N", "a polygon of 3 to 16 corners at that distance instead of a disc",
     [](Settings& s, const string& label, const string& value) {
       s.filter.aperture.blades = static_cast<int>(WholeValue(label, value, 3, 16));
     }},
    {"rotation", "DEG",
     "where the first corner of the weights stands, from the right downwards (default 0); highlights show the opposite",
     [](Settings& s, const string& label, const string& value) {
       s.filter.aperture.rotation_deg = NumberValue(label, value);
     }},
    {"roundness", "0..1", "of the polygon's edges: 0 straight (default), 1 a circle",
     [](Settings& s, const string& label, const string& value) {
       s.filter.aperture.roundness = ShareValue(label, value);
     }},
    {"aspect", "A", "stretches the aperture sideways, 0.1 to 10 (default 1)",
     [](Settings& s, const string& label, const string& value) {
       s.filter.aperture.aspect = NumberValue(label, value);
     }},
    {"aperture", "PICTURE",
     "the shape of highlights: grey times alpha of a picture, fitted into the square of the radius",
     [](Settings& s, const string&, const string& value) { s.filter.aperture.picture_file = value; }},
    {"boost", "GAIN", "how much brighter highlights become before they are blurred (default 1: not at all)",
     [](Settings& s, const string& label, const string& value) { s.filter.boost.gain = NumberValue(label, value); }},
    {"threshold", "T",
     "what counts as a highlight, share of full scale in linear light (default 0.8; from 1 on a step)",
     [](Settings& s, const string& label, const string& value) {
       s.filter.boost.threshold = NumberValue(label, value);
     }},
    {"method", "auto|spans|low-rank|dense",
     "how the aperture is computed (default auto: the fastest within the tolerance)",
     [](Settings& s, const string& label, const string& value) {
       s.filter.aperture.method = MethodValue(label, value);
     }},
    {"tolerance", "E", "how far the weights, whose sum is 1, may be off in all; 0: exact (default 0.002)",
     [](Settings& s, const string& label, const string& value) {
       s.filter.aperture.tolerance = ShareValue(label, value);
     }},
};

constexpr OptionSpec kBoostKeys[] = {
    {"threshold", "T", "what counts as a highlight, share of full scale (default 0.8; from 1 on a step)",
     [](Settings& s, const string& label, const string& value) {
       s.filter.boost.threshold = NumberValue(label, value);
     }},
    {"gain", "G", "how much brighter highlights become (1: not at all)",
     [](Settings& s, const string& label, const string& value) { s.filter.boost.gain = NumberValue(label, value); }},
};

constexpr OptionSpec kSharpenOptions[] = {
    kSigma,
    kTapsRadius,
    {"amount", "A", "how much of the difference to the blurred picture is added (default 1)",
     [](Settings& s, const string& label, const string& value) { s.filter.amount = NumberValue(label, value); }},
    {"threshold", "T", "smaller differences stay as they are; share of full scale, 0 to 1 (default 0)",
     [](Settings& s, const string& label, const string& value) { s.filter.threshold = ShareValue(label, value); }},
};

constexpr OptionSpec kFilterOptions[] = {
    {"vertical", "LIST", "vertical taps, separated by commas (default 1)",
     [](Settings& s, const string& label, const string& value) { s.filter.vertical = TapsValue(label, value); }},
    {"horizontal", "LIST", "horizontal taps (default 1)",
     [](Settings& s, const string& label, const string& value) { s.filter.horizontal = TapsValue(label, value); }},
    {"kernel", "FILE", "a kernel instead of taps: a line per row, numbers separated by blanks",
     [](Settings& s, const string&, const string& value) { s.filter.kernel_file = value; }},
    {"anchor", "AX,AY", "the tap over the pixel itself, from the left and from the top (default: the middle)",
     [](Settings& s, const string& label, const string& value) { s.filter.anchor = AnchorValue(label, value); }},
    {"normalize", nullptr, "divide the taps by their sum",
     [](Settings& s, const string&, const string&) { s.filter.normalize = true; }},
    {"scale", "S", "multiply the result",
     [](Settings& s, const string& label, const string& value) { s.filter.scale = NumberValue(label, value); }},
    {"bias", "B", "add to the result, in the input's units (not to alpha, unless --alpha ignore)",
     [](Settings& s, const string& label, const string& value) { s.filter.bias = NumberValue(label, value); }},
};

constexpr OptionSpec kRunOptions[] = {
    {"pipeline", "TEXT", "the stages, as in \"blur sigma=2 | gain value=1.5\"; keys are options without dashes",
     [](Settings& s, const string&, const string& value) { s.filter.pipeline = value; }},
    {"pipeline-file", "FILE", "a file with the text of the pipeline",
     [](Settings& s, const string&, const string& value) { s.filter.pipeline_file = value; }},
};

constexpr OptionSpec kValueKey[] = {
    {"value", "V[,V...]", "one number, or one per channel",
     [](Settings& s, const string& label, const string& value) { s.filter.values = NumbersValue(label, value); }},
};

constexpr OptionSpec kPowerKey[] = {
    {"exponent", "E", "the power that colours, as shares of full scale, are raised to",
     [](Settings& s, const string& label, const string& value) { s.filter.exponent = NumberValue(label, value); }},
};

constexpr OptionSpec kClampKeys[] = {
    {"low", "V", "the least value, in the input's units",
     [](Settings& s, const string& label, const string& value) { s.filter.low = NumberValue(label, value); }},
    {"high", "V", "the greatest value",
     [](Settings& s, const string& label, const string& value) { s.filter.high = NumberValue(label, value); }},
};

constexpr OptionSpec kBorder = {
    "border", "RULE",
    "what lies around the picture: replicate (default), reflect, reflect101, wrap, or constant:V[,V...] in the "
    "input's units",
    [](Settings& s, const string& label, const string& value) { s.picture.border = BorderValue(label, value); }};
constexpr OptionSpec kBorderOption[] = {kBorder};

constexpr OptionSpec kPictureOptions[] = {
    kBorder,
    {"linear", "on|off",
     "filter in linear light (default on; filter, sharpen, run: off); float files are linear already",
     [](Settings& s, const string& label, const string& value) { s.picture.linear = OnOffValue(label, value); }},
    {"alpha", "premultiply|ignore", "weigh colours by alpha (default; run: ignore), or filter alpha like any channel",
     [](Settings& s, const string& label, const string& value) {
       s.picture.premultiply = AlphaValue(label, value) == AlphaMode::kPremultiply;
     }},
    {"depth", "8|16|32f", "bits of the result's samples (default: the input's)",
     [](Settings& s, const string& label, const string& value) { s.picture.depth = DepthValue(label, value); }},
};

constexpr OptionSpec kWorkOptions[] = {
    {"threads", "N", "how many threads filter, 1 to 4096 (default: all processors)",
     [](Settings& s, const string& label, const string& value) {
       s.work.threads = static_cast<int>(WholeValue(label, value, 1, 4096));
     }},
    {"max-pixels", "N", "refuse larger pictures (default 1000000000)",
     [](Settings& s, const string& label, const string& value) { s.work.max_pixels = CountValue(label, value); }},
    {"max-memory", "BYTES", "refuse pictures that need more, K, M, G allowed (default: 75 % of the memory)",
     [](Settings& s, const string& label, const string& value) { s.work.max_memory_bytes = BytesValue(label, value); }},
    {"untrusted", nullptr, "for files from strangers: PNG only, 64 megapixels, 512 MB",
     [](Settings& s, const string&, const string&) { s.work.untrusted = true; }},
};

constexpr OptionSpec kMessageOptions[] = {
    {"quiet", nullptr, "no remarks, errors only",
     [](Settings& s, const string&, const string&) { s.work.quiet = true; }},
    {"verbose", nullptr, "tell the plan and the time of each file",
     [](Settings& s, const string&, const string&) { s.work.verbose = true; }},
};

constexpr OptionSpec kJsonOption[] = {
    {"json", nullptr, "a line of JSON for each file or plan",
     [](Settings& s, const string&, const string&) { s.work.json = true; }},
};

constexpr OptionSpec kOutputOptions[] = {
    {"output", "OUT",
     "a file (.png, .npy, .pfm), a folder with / at its end, a name with {stem} and {ext}, or - for stdout",
     [](Settings& s, const string&, const string& value) { s.files.output = value; }},
    {"force", nullptr, "replace an existing file",
     [](Settings& s, const string&, const string&) { s.files.force = true; }},
};

constexpr OptionSpec kFileOptions[] = {
    {"in-place", nullptr, "replace the inputs; without --output",
     [](Settings& s, const string&, const string&) { s.files.in_place = true; }},
    {"skip-existing", nullptr, "leave out inputs whose output is there already",
     [](Settings& s, const string&, const string&) { s.files.skip_existing = true; }},
    {"dry-run", nullptr, "tell what would be done, write nothing",
     [](Settings& s, const string&, const string&) { s.files.dry_run = true; }},
    {"format", "png|npy|pfm", "what -o - writes (default png)",
     [](Settings& s, const string& label, const string& value) { s.files.format = FormatValue(label, value); }},
    {"metadata", "all|color|none",
     "what is carried from PNG to PNG: all (default: colour space, resolution, EXIF, text), only the colour space, "
     "nothing",
     [](Settings& s, const string& label, const string& value) { s.files.metadata = MetadataValue(label, value); }},
    {"compression", "0..9", "of PNG: 0 none, 9 most",
     [](Settings& s, const string& label, const string& value) {
       s.files.compression = static_cast<int>(WholeValue(label, value, 0, 9));
     }},
};

constexpr OptionSpec kExplainOptions[] = {
    {"size", "WxH", "plan for this size instead of an input file",
     [](Settings& s, const string& label, const string& value) { s.explain.size = SizeValue(label, value); }},
    {"channels", "C", "with --size (default 1)",
     [](Settings& s, const string& label, const string& value) {
       s.explain.channels = WholeValue(label, value, 1, 65536);
     }},
    {"type", "u8|u16|f32", "with --size (default u8)",
     [](Settings& s, const string& label, const string& value) { s.explain.type = TypeValue(label, value); }},
    {"aperture-out", "OUT.png", "draw the aperture, a pixel for each weight; bokeh only",
     [](Settings& s, const string&, const string& value) { s.explain.aperture_file = value; }},
    {"map", "OUT.png", "draw the tiles, coloured by region",
     [](Settings& s, const string&, const string& value) { s.explain.map_file = value; }},
};

}  // namespace

std::span<const OptionSpec> FilterOptions(FilterCommand command) {
  switch (command) {
    case FilterCommand::kBlur:
      return kBlurOptions;
    case FilterCommand::kBox:
    case FilterCommand::kTent:
      return kRadiusOptions;
    case FilterCommand::kBokeh:
      return kBokehOptions;
    case FilterCommand::kSharpen:
      return kSharpenOptions;
    case FilterCommand::kRun:
      return kRunOptions;
    case FilterCommand::kFilter:
      break;
  }
  return kFilterOptions;
}

std::span<const OptionSpec> PointwiseKeys(PointwiseStage::Op op) {
  switch (op) {
    case PointwiseStage::Op::kGain:
    case PointwiseStage::Op::kBias:
      return kValueKey;
    case PointwiseStage::Op::kPower:
      return kPowerKey;
    case PointwiseStage::Op::kClamp:
      return kClampKeys;
    case PointwiseStage::Op::kBoost:
      return kBoostKeys;
    default:
      return {};
  }
}

std::span<const OptionSpec> BorderOption() { return kBorderOption; }

std::span<const OptionSpec> PictureOptions() { return kPictureOptions; }
std::span<const OptionSpec> WorkOptions() { return kWorkOptions; }
std::span<const OptionSpec> MessageOptions() { return kMessageOptions; }
std::span<const OptionSpec> JsonOption() { return kJsonOption; }
std::span<const OptionSpec> OutputOptions() { return kOutputOptions; }
std::span<const OptionSpec> FileOptions() { return kFileOptions; }
std::span<const OptionSpec> ExplainOptions() { return kExplainOptions; }

}  // namespace ninefold::cli
