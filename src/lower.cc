#include "src/lower.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstring>
#include <deque>
#include <optional>

#include "kernels/pointwise_scalar.h"
#include "kernels/simd_tile.h"
#include "src/checked.h"
#include "src/fixed_point.h"
#include "src/refuse.h"
#include "src/run_control.h"

namespace ninefold {
namespace {

using kernels::Arithmetic;
using kernels::PointwiseOp;
using kernels::TilePlan;

const char* OpName(PointwiseStage::Op op) {
  switch (op) {
    case PointwiseStage::Op::kToLinear:
      return "to linear";
    case PointwiseStage::Op::kToSrgb:
      return "to sRGB";
    case PointwiseStage::Op::kPremultiply:
      return "premultiply";
    case PointwiseStage::Op::kUnpremultiply:
      return "unpremultiply";
    case PointwiseStage::Op::kPower:
      return "power";
    case PointwiseStage::Op::kGain:
      return "gain";
    case PointwiseStage::Op::kBias:
      return "bias";
    case PointwiseStage::Op::kClamp:
      return "clamp";
    case PointwiseStage::Op::kFunction:
      break;
  }
  return "row function";
}

// To f32. A tap that is not 0 stays so: an infinite sample times it must be infinite.
float TapToF32(double w) {
  Require(std::abs(w) <= FLT_MAX, "kernel tap ", w, " is beyond the range of f32 (", FLT_MAX, ")");
  const float f = static_cast<float>(w);
  return f == 0 && w != 0 ? std::copysign(FLT_TRUE_MIN, static_cast<float>(w)) : f;
}

std::vector<float> TapsToF32(const std::vector<double>& weights) {
  std::vector<float> taps;
  taps.reserve(weights.size());
  for (const double w : weights) taps.push_back(TapToF32(w));
  return taps;
}

template <class T>
kernels::Symmetry SymmetryOf(const std::vector<T>& taps) {
  bool even = taps.size() > 1, odd = taps.size() > 1;
  for (size_t i = 0, j = taps.size() - 1; i <= j && j < taps.size(); ++i, --j) {
    even = even && taps[i] == taps[j];
    odd = odd && taps[i] == -taps[j];
  }
  return even ? kernels::Symmetry::kEven : odd ? kernels::Symmetry::kOdd : kernels::Symmetry::kNone;
}

// One value per channel from one for all or one each.
std::vector<double> PerChannel(const std::vector<double>& values, int64_t channels, const char* what) {
  const auto n = static_cast<int64_t>(values.size());
  Require(n == 1 || n == channels, what, ": ", n, " values for ", channels, " channels; give 1 or ", channels);
  for (const double v : values) Require(std::isfinite(v), what, " value ", v, ": a value must be finite");
  std::vector<double> result(static_cast<size_t>(channels), values[0]);
  if (n == channels) result = values;
  return result;
}

std::string InWords(const Sampling& s) {
  std::string text;
  if (s.stride_x != 1 || s.stride_y != 1) text += Sentence(", stride ", s.stride_x, " x ", s.stride_y);
  if (s.dilation_x != 1 || s.dilation_y != 1) text += Sentence(", dilation ", s.dilation_x, " x ", s.dilation_y);
  if (s.padding) {
    text += Sentence(", padding top ", s.padding->top, ", left ", s.padding->left, ", bottom ", s.padding->bottom,
                     ", right ", s.padding->right);
  }
  return text;
}

// The largest exponent of a power stage.
constexpr double kLargestExponent = 64;

std::string InWords(const PointwiseStage& stage) {
  std::string text = OpName(stage.op);
  for (size_t i = 0; i < stage.values.size(); ++i) text += Sentence(i == 0 ? " " : ", ", stage.values[i]);
  return text;
}

bool HasAlpha(Alpha alpha, int64_t channels) {
  if (alpha == Alpha::kLast) return channels > 1;
  return alpha == Alpha::kByChannels && (channels == 2 || channels == 4);
}

// Lowers one convolution.
class Lowering {
 public:
  // Of the plan, input and output sizes and types and what comes with them stand; of the convolution, the operations.
  // scale: of the result.
  Lowering(const Plan::State& state, double scale, Convolution& convolution)
      : format_(state.format), scale_(scale), s_(convolution), p_(convolution.plan) {}

  // The size of the result.
  int64_t width() const { return width_; }
  int64_t height() const { return height_; }
  // Of integer arithmetic, in units of the result.
  double worst_error() const { return worst_error_; }

  void Run(const SeparableStage& stage) {
    std::vector<SeparableFilter> filters;
    Box columns, rows;
    for (const SeparableFilter& filter : stage.terms) {
      filters.push_back({filter.vertical.Resolve(format_.dst_type), filter.horizontal.Resolve(format_.dst_type)});
      rows.Cover(filters.back().vertical.anchor(), filters.back().vertical.size());
      columns.Cover(filters.back().horizontal.anchor(), filters.back().horizontal.size());
    }
    LowerGeometry(columns, rows, stage.sampling, stage.border);
    s_.kept.resize(filters.size());
    for (const SeparableFilter& filter : filters) {
      s_.terms.push_back({AxisTapsOf(filter.vertical, rows, p_.rows.stride, stage.sampling.dilation_y),
                          AxisTapsOf(filter.horizontal, columns, p_.columns.stride, stage.sampling.dilation_x)});
    }
    p_.terms = s_.terms;
    p_.staged = Pointwise() || !ConstantFitsSource();
    if (filters.size() == 1 && LowerToIntegerArithmetic(filters[0])) return;
    if (filters.size() == 1 && LowerExactlyToF32(filters[0])) return;
    for (size_t i = 0; i < filters.size(); ++i) {
      KeepF32(TapsToF32(filters[i].vertical.weights()), s_.kept[i].vertical, s_.terms[i].vertical);
      KeepF32(TapsToF32(filters[i].horizontal.weights()), s_.kept[i].horizontal, s_.terms[i].horizontal);
    }
  }

  void Run(const DenseStage& stage) {
    const Kernel2D& k = stage.kernel;
    Require(k.channels() == 1 || k.channels() == p_.channels, "a kernel for ", k.channels(),
            " channels does not fit an image of ", p_.channels);
    Box columns, rows;
    columns.Cover(k.anchor_x(), k.width());
    rows.Cover(k.anchor_y(), k.height());
    LowerGeometry(columns, rows, stage.sampling, stage.border);
    std::vector<float> weights;
    const auto integers = FindScaledIntegers(k.weights());
    p_.staged = false;
    if (integers && !Pointwise() && ConstantFitsSource() && ExactInF32(integers->magnitude)) {
      weights.assign(integers->integers.begin(), integers->integers.end());
      p_.scale = static_cast<float>(scale_ * integers->scale);
    } else {
      weights = TapsToF32(k.weights());
    }
    p_.staged = true;  // always: the taps read f32 rows whose edges are extended
    KeepDense(k, stage.sampling, weights);
  }

 private:
  // How far taps reach before and after their anchors: the common box of all terms.
  struct Box {
    int64_t before = 0;
    int64_t after = 0;

    void Cover(int64_t anchor, int64_t size) {
      before = std::max(before, anchor);
      after = std::max(after, size - 1 - anchor);
    }
    int64_t size() const { return before + 1 + after; }
  };

  // The taps of one term on one axis; their values are still to come.
  static kernels::AxisTaps AxisTapsOf(const Taps& taps, const Box& box, int64_t stride, int64_t dilation) {
    kernels::AxisTaps axis;
    axis.count = taps.size();
    axis.stride = stride;
    axis.dilation = dilation;
    axis.offset = (box.before - taps.anchor()) * dilation;
    return axis;
  }

  // Moves taps to where the kernels find them, and notes their symmetry.
  template <class T>
  static const T* Keep(std::vector<T> taps, std::vector<T>& kept, kernels::AxisTaps& axis) {
    kept = std::move(taps);
    axis.symmetry = SymmetryOf(kept);
    return kept.data();
  }
  static void KeepF32(std::vector<float> taps, KeptTaps& kept, kernels::AxisTaps& axis) {
    axis.f32 = Keep(std::move(taps), kept.f32, axis);
  }
  static void KeepInteger(std::vector<int32_t> taps, KeptTaps& kept, kernels::AxisTaps& axis) {
    axis.integer = Keep(std::move(taps), kept.integer, axis);
  }
  static void KeepFixed16(std::vector<int16_t> taps, KeptTaps& kept, kernels::AxisTaps& axis) {
    axis.fixed16 = Keep(std::move(taps), kept.fixed16, axis);
  }
  static std::vector<float> ToF32(const std::vector<int32_t>& integers) { return {integers.begin(), integers.end()}; }

  void KeepDense(const Kernel2D& k, const Sampling& sampling, const std::vector<float>& weights) {
    const int64_t phases = p_.columns.stride;
    for (int64_t i = 0; i < k.height(); ++i) {
      for (int64_t j = 0; j < k.width(); ++j) {
        const int64_t dx = j * sampling.dilation_x, dy = i * sampling.dilation_y;
        s_.dense_taps.push_back({dx, dy, dy * phases + dx % phases, dx / phases * p_.channels});
      }
    }
    p_.dense_taps = s_.dense_taps;
    if (k.channels() == 1) {
      s_.dense_weights = weights;
    } else {
      p_.dense_pitch = p_.channels + kernels::kDenseWeightSlack;
      for (size_t t = 0; t < weights.size(); t += static_cast<size_t>(p_.channels)) {
        for (int64_t c = 0; c < p_.dense_pitch; ++c) {
          s_.dense_weights.push_back(weights[t + static_cast<size_t>(c % p_.channels)]);
        }
      }
    }
    p_.dense_weights = s_.dense_weights.data();
  }

  bool Pointwise() const { return p_.table.values != nullptr || !p_.before.empty() || !p_.after.empty(); }

  // One axis: what the taps in `box` read of `size` samples, and how many results that makes (0: none).
  static kernels::AxisGeometry GeometryOf(const Box& box, int64_t size, int64_t stride, int64_t dilation,
                                          int64_t pad_before, int64_t pad_after, int64_t& results) {
    kernels::AxisGeometry axis;
    axis.stride = stride;
    axis.before = pad_before;
    axis.reach = (box.size() - 1) * dilation + 1;
    const int64_t room = size + pad_before + pad_after - axis.reach;
    results = room < 0 ? 0 : room / stride + 1;
    axis.after = std::max<int64_t>(0, (results - 1) * stride - pad_before + axis.reach - size);
    return axis;
  }

  // The geometry, the border, and the size of the result that follows from them.
  void LowerGeometry(const Box& columns, const Box& rows, const Sampling& sampling, const Border& border) {
    for (const int64_t v : {sampling.stride_x, sampling.stride_y, sampling.dilation_x, sampling.dilation_y}) {
      Require(v >= 1 && v <= Taps::kMaxRadius, "stride or dilation ", v, ": 1 to ", Taps::kMaxRadius);
    }
    const int64_t reach_x = (columns.size() - 1) * sampling.dilation_x,
                  reach_y = (rows.size() - 1) * sampling.dilation_y;
    if (std::max(reach_x, reach_y) > 2 * Taps::kMaxRadius) {
      Refuse(ErrorCode::kLimit, "taps that reach over ", std::max(reach_x, reach_y) + 1, " samples: the limit is ",
             2 * Taps::kMaxRadius + 1);
    }
    Padding pad = {rows.before * sampling.dilation_y, columns.before * sampling.dilation_x,
                   rows.after * sampling.dilation_y, columns.after * sampling.dilation_x};
    const bool valid = border.rule() == BorderRule::kValid;
    if (valid) pad = {};
    if (sampling.padding) {
      pad = *sampling.padding;
      Require(!valid, "border valid is no padding: give another border, or no padding");
      for (const int64_t v : {pad.top, pad.left, pad.bottom, pad.right}) {
        Require(v >= 0 && v <= Taps::kMaxRadius, "padding ", v, ": 0 to ", Taps::kMaxRadius);
      }
    }
    p_.border = border.rule();
    p_.columns = GeometryOf(columns, p_.src_width, sampling.stride_x, sampling.dilation_x, pad.left, pad.right, width_);
    p_.rows = GeometryOf(rows, p_.src_height, sampling.stride_y, sampling.dilation_y, pad.top, pad.bottom, height_);
    Require(width_ >= 1 && height_ >= 1, valid ? "border valid: " : "", "a kernel of ", p_.columns.reach, " x ",
            p_.rows.reach, " taps does not fit into an image of ", p_.src_width, " x ", p_.src_height,
            valid ? "" : Sentence(" padded by ", pad.left, " + ", pad.right, " and ", pad.top, " + ", pad.bottom));
    if (border.rule() == BorderRule::kConstant) {
      for (const double v : PerChannel(border.values(), p_.channels, "border constant")) {
        s_.constant_pixel.push_back(static_cast<float>(v));
      }
      p_.constant_pixel = s_.constant_pixel.data();
    }
  }

  // Whether the border constant can stand in a row of source samples.
  bool ConstantFitsSource() const {
    if (p_.src_type == ElementType::kF32) return true;
    return std::all_of(s_.constant_pixel.begin(), s_.constant_pixel.end(),
                       [&](float v) { return v >= 0 && v <= p_.full_scale && v == std::nearbyint(v); });
  }

  // Exact integers where the taps are such, else 16 bits where that is exact enough, else 32.
  bool LowerToIntegerArithmetic(const SeparableFilter& f) {
    if (p_.staged || p_.src_type != ElementType::kU8 || p_.dst_type != ElementType::kU8) return false;
    kernels::SeparableTerm& term = s_.terms[0];
    KeptTerm& kept = s_.kept[0];
    auto filter = LowerExactly(f.vertical.weights(), f.horizontal.weights());
    if (!filter) {
      if (auto fixed = LowerToFixed16(f.vertical.weights(), f.horizontal.weights())) {
        p_.arithmetic = Arithmetic::kFixed16;
        worst_error_ = fixed->worst_error;
        KeepFixed16(fixed->vertical, kept.vertical, term.vertical);
        KeepFixed16(fixed->horizontal, kept.horizontal, term.horizontal);
        return true;
      }
      filter = LowerToIntegers(f.vertical.weights(), f.horizontal.weights());
    }
    if (!filter) return false;
    p_.arithmetic = Arithmetic::kInteger;
    worst_error_ = filter->worst_error;
    KeepInteger(filter->vertical, kept.vertical, term.vertical);
    KeepInteger(filter->horizontal, kept.horizontal, term.horizontal);
    p_.mid_shift = filter->mid_shift;
    p_.divisor = filter->divisor;
    return true;
  }

  // f32 sums of whole numbers are exact below 2^24: taps that are integers times a scale are then used as integers, and
  // the result is the nearest number however the sum was ordered.
  bool ExactInF32(int64_t magnitude) const {
    return p_.src_type != ElementType::kF32 && !p_.staged && static_cast<double>(magnitude) * p_.full_scale < (1 << 24);
  }

  bool LowerExactlyToF32(const SeparableFilter& f) {
    const auto v = FindScaledIntegers(f.vertical.weights()), h = FindScaledIntegers(f.horizontal.weights());
    if (!v || !h || !ExactInF32(v->magnitude * h->magnitude)) return false;
    KeepF32(ToF32(v->integers), s_.kept[0].vertical, s_.terms[0].vertical);
    KeepF32(ToF32(h->integers), s_.kept[0].horizontal, s_.terms[0].horizontal);
    p_.scale = static_cast<float>(scale_ * v->scale * h->scale);
    return true;
  }

  const Format& format_;
  const double scale_;
  Convolution& s_;
  TilePlan& p_;
  int64_t width_ = 0;
  int64_t height_ = 0;
  double worst_error_ = 0;
};

// A row of the pixel, repeated.
template <class T>
void FillRow(const float* pixel, int64_t channels, int64_t columns, void* row) {
  T* samples = static_cast<T*>(row);
  for (int64_t x = 0; x < columns; ++x) {
    for (int64_t c = 0; c < channels; ++c) *samples++ = static_cast<T>(pixel[c]);
  }
}

// Builds the nodes of a chain from the stages of a pipeline.
class ChainBuilder {
 public:
  ChainBuilder(const kernels::Target& target, Plan::State& state) : target_(target), s_(state) {}

  void Run(const Pipeline& pipeline) {
    const auto& stages = pipeline.stages();
    FindReferences(stages);
    values_.resize(stages.size());
    for (size_t i = 0; i < stages.size(); ++i) {
      std::visit([&](const auto& stage) { AddStage(static_cast<int64_t>(i), stage); }, stages[i]);
    }
    KeepWhatMakes(Materialize(ValueOf(static_cast<int64_t>(stages.size()) - 1)));
    LowerNodes();
  }

 private:
  static constexpr int kSource = kernels::ChainNode::kSource;

  // What a stage results in: a node's result, and operations that are still to be applied to it.
  struct Value {
    int node = kSource;
    std::vector<PointwiseOp> pending;
    bool shared = false;                       // another stage reads it too: nothing more may be appended to the node
    std::vector<PointwiseOp> colour_ops = {};  // curves and alpha on the way here
  };

  void FindReferences(const std::vector<Stage>& stages) {
    referenced_.assign(stages.size(), false);
    for (size_t i = 0; i < stages.size(); ++i) {
      const auto* combine = std::get_if<CombineStage>(&stages[i]);
      const auto* branch = std::get_if<BranchStage>(&stages[i]);
      if (combine == nullptr && branch == nullptr) continue;
      const int64_t earlier = combine != nullptr ? combine->earlier : branch->earlier;
      Require(earlier >= Pipeline::kSource && earlier < static_cast<int64_t>(i),
              combine != nullptr ? "combine" : "branch", " at stage ", i, ": stage ", earlier,
              " is not before it; give ", Pipeline::kSource, " (the source) to ", static_cast<int64_t>(i) - 1);
      if (earlier >= 0) referenced_[static_cast<size_t>(earlier)] = true;
    }
  }

  void SetValue(int64_t stage, Value value) {
    value.shared = value.shared || referenced_[static_cast<size_t>(stage)];
    values_[static_cast<size_t>(stage)] = std::move(value);
  }

  Value ValueOf(int64_t stage) const { return stage < 0 ? Value() : values_[static_cast<size_t>(stage)]; }

  PlanNode& AddNode(kernels::ChainNode::Kind kind, int input) {
    PlanNode& node = s_.nodes.emplace_back();
    node.node.kind = kind;
    node.node.input = input;
    convolution_stages_.emplace_back();
    return node;
  }
  int LastNode() const { return static_cast<int>(s_.nodes.size()) - 1; }

  // A node whose result is the value.
  int Materialize(const Value& value) {
    if (value.node != kSource && value.pending.empty()) return value.node;
    AddNode(kernels::ChainNode::Kind::kPointwise, value.node).ops = value.pending;
    return LastNode();
  }

  // Drops the nodes that the result does not need, so that its node is the last.
  void KeepWhatMakes(int result) {
    std::vector<int> renamed(s_.nodes.size(), kSource);
    renamed[static_cast<size_t>(result)] = 0;  // needed
    for (int i = result; i >= 0; --i) {
      if (renamed[static_cast<size_t>(i)] == kSource) continue;
      const kernels::ChainNode& node = s_.nodes[static_cast<size_t>(i)].node;
      for (const int input : {node.input, node.other}) {
        if (input != kSource) renamed[static_cast<size_t>(input)] = 0;
      }
    }
    int kept = 0;
    for (size_t i = 0; i < s_.nodes.size(); ++i) {
      if (renamed[i] == kSource) continue;
      kernels::ChainNode& node = s_.nodes[i].node;
      for (int* input : {&node.input, &node.other}) {
        if (*input != kSource) *input = renamed[static_cast<size_t>(*input)];
      }
      renamed[i] = kept;
      if (static_cast<size_t>(kept) != i) s_.nodes[static_cast<size_t>(kept)] = std::move(s_.nodes[i]);
      convolution_stages_[static_cast<size_t>(kept++)] = convolution_stages_[i];
    }
    s_.nodes.resize(static_cast<size_t>(kept));
  }

  void AddStage(int64_t index, const SeparableStage& stage) {
    Require(!stage.terms.empty(), "a sum of no separable filters");
    const ElementType type = s_.format.dst_type;
    const SeparableFilter& filter = stage.terms[0];
    const int64_t columns = filter.horizontal.Resolve(type).size(), rows = filter.vertical.Resolve(type).size();
    s_.stages.push_back(Sentence("convolve ", columns, " x ", rows, " taps, ",
                                 stage.terms.size() == 1 ? "" : Sentence("sum of ", stage.terms.size(), " "),
                                 "separable, border ", stage.border.name(), InWords(stage.sampling)));
    if (JoinLineFilters(index, stage)) {
      s_.stages.back() += ", in one with the stage before";
      return;
    }
    AddConvolution(index, &stage);
  }

  void AddStage(int64_t index, const DenseStage& stage) {
    s_.stages.push_back(Sentence("convolve ", stage.kernel.width(), " x ", stage.kernel.height(), " weights, dense",
                                 stage.kernel.channels() == 1 ? "" : ", per channel", ", border ", stage.border.name(),
                                 InWords(stage.sampling)));
    AddConvolution(index, &stage);
  }

  // Filters columns of samples alone, or rows alone; the other axis is left as it is.
  bool FiltersColumns(const SeparableStage& stage) const {
    return stage.terms.size() == 1 && IsIdentity(stage.terms[0].horizontal) && stage.sampling.stride_x == 1;
  }
  bool FiltersRows(const SeparableStage& stage) const {
    return stage.terms.size() == 1 && IsIdentity(stage.terms[0].vertical) && stage.sampling.stride_y == 1;
  }
  bool IsIdentity(const Taps& taps) const {
    const Taps definite = taps.Resolve(s_.format.dst_type);
    return definite.size() == 1 && definite.weights()[0] == 1;
  }

  // Makes a stage that filters columns and one that filters rows, one directly behind the other, one separable filter.
  // Each extends its input along its own axis, so that by the same rule the two are the filter of the padded picture.
  // Constants are left out: between the stages they would have to be multiplied by the sum of the first taps.
  bool JoinLineFilters(int64_t index, const SeparableStage& second) {
    const Value input = ValueOf(index - 1);
    if (input.node == kSource || input.shared || !input.pending.empty()) return false;
    const auto node = static_cast<size_t>(input.node);
    const auto* first = std::get_if<const SeparableStage*>(&convolution_stages_[node]);
    if (s_.nodes[node].convolution == nullptr || !s_.nodes[node].convolution->after.empty() || first == nullptr) {
      return false;
    }
    const SeparableStage& one = **first;
    const bool columns_first = FiltersColumns(one) && FiltersRows(second);
    if (!columns_first && !(FiltersRows(one) && FiltersColumns(second))) return false;
    if (one.border.rule() != second.border.rule() || one.border.rule() == BorderRule::kConstant) return false;
    if (one.sampling.padding || second.sampling.padding) return false;
    const SeparableStage &columns = columns_first ? one : second, &rows = columns_first ? second : one;
    joined_.push_back({{{columns.terms[0].vertical, rows.terms[0].horizontal}},
                       one.border,
                       {rows.sampling.stride_x, columns.sampling.stride_y, rows.sampling.dilation_x,
                        columns.sampling.dilation_y, std::nullopt}});
    convolution_stages_[node] = &joined_.back();
    SetValue(index, input);
    return true;
  }

  template <class ConvolutionStage>
  void AddConvolution(int64_t index, const ConvolutionStage* stage) {
    const Value input = ValueOf(index - 1);
    PlanNode& node = AddNode(kernels::ChainNode::Kind::kConvolve, input.node);
    node.convolution = std::make_unique<Convolution>();
    node.convolution->before = input.pending;
    node.convolution->constant_ops = input.colour_ops;
    convolution_stages_.back() = stage;
    SetValue(index, {LastNode(), {}, false, input.colour_ops});
  }

  void AddStage(int64_t index, const CombineStage& stage) {
    for (const double v : {stage.a, stage.b}) Require(std::abs(v) <= FLT_MAX, "combine: factor ", v, " is not finite");
    Require(stage.threshold >= 0 && stage.threshold <= FLT_MAX, "combine: threshold ", stage.threshold, ": 0 or more");
    s_.stages.push_back(Sentence("combine ", stage.a, " x this + ", stage.b, " x ",
                                 stage.earlier < 0 ? "source" : Sentence("stage ", stage.earlier + 1)));
    const Value input = ValueOf(index - 1);
    const int first = Materialize(input), other = Materialize(ValueOf(stage.earlier));
    PlanNode& node = AddNode(kernels::ChainNode::Kind::kCombine, first);
    node.node.other = other;
    node.node.combine = {static_cast<float>(stage.a), static_cast<float>(stage.b),
                         static_cast<float>(stage.threshold * FullScale(s_.format.src_type))};
    SetValue(index, {LastNode(), {}, false, input.colour_ops});
  }

  void AddStage(int64_t index, const BranchStage& stage) {
    s_.stages.push_back(stage.earlier < 0 ? "again from the source" : Sentence("again from stage ", stage.earlier + 1));
    Value value = ValueOf(stage.earlier);
    value.shared = true;
    SetValue(index, std::move(value));
  }

  void AddStage(int64_t index, const PointwiseStage& stage) {
    using Op = PointwiseStage::Op;
    s_.stages.push_back(InWords(stage));
    Value value = ValueOf(index - 1);
    PointwiseOp op;
    op.op = stage.op;
    op.alpha = HasAlpha(stage.alpha, s_.format.channels);
    const bool is_alpha_op = stage.op == Op::kPremultiply || stage.op == Op::kUnpremultiply;
    if (!is_alpha_op || op.alpha) {  // else no alpha: nothing to do
      SetValues(stage, op);
      const bool acts_on_constants =
          is_alpha_op || stage.op == Op::kToLinear || stage.op == Op::kToSrgb || stage.op == Op::kPower;
      if (acts_on_constants) value.colour_ops.push_back(op);
      if (value.node == kSource || value.shared || !value.pending.empty()) {
        value.pending.push_back(op);
      } else {
        PlanNode& node = s_.nodes[static_cast<size_t>(value.node)];
        (node.convolution != nullptr ? node.convolution->after : node.ops).push_back(op);
      }
    }
    SetValue(index, std::move(value));
  }

  // Checks the values of a pointwise stage, and keeps them as the kernels want them.
  void SetValues(const PointwiseStage& stage, PointwiseOp& op) {
    using Op = PointwiseStage::Op;
    const int64_t channels = s_.format.channels, lanes = channels + 16;
    if (stage.op == Op::kFunction) {
      Require(static_cast<bool>(stage.function), "an empty row function");
      s_.functions.push_back(stage.function);
      op.call = CallRowFunction;
      op.function = &s_.functions.back();
    } else if (stage.op == Op::kGain || stage.op == Op::kBias) {
      std::vector<float> values;
      const std::vector<double> given = PerChannel(stage.values, channels, OpName(stage.op));
      for (int64_t i = 0; i < lanes; ++i) {
        values.push_back(static_cast<float>(given[static_cast<size_t>(i % channels)]));
      }
      op.values = KeepValues(std::move(values));
    } else if (stage.op == Op::kPower) {
      Require(stage.values.size() == 1 && std::abs(stage.values[0]) <= kLargestExponent, "power: exponent ",
              stage.values.empty() ? 0.0 : stage.values[0], ": one of magnitude ", kLargestExponent, " at most");
      op.values = KeepValues({static_cast<float>(stage.values[0])});
    } else if (stage.op == Op::kClamp) {
      Require(stage.values.size() == 2 && stage.values[0] <= stage.values[1], "clamp: low ",
              stage.values.empty() ? 0.0 : stage.values[0], " above high ",
              stage.values.empty() ? 0.0 : stage.values.back(), " or not a number");
      op.values = KeepValues({static_cast<float>(stage.values[0]), static_cast<float>(stage.values[1])});
    }
    if (op.alpha && stage.op != Op::kGain && stage.op != Op::kBias) {
      std::vector<float> is_alpha;
      for (int64_t i = 0; i < lanes; ++i) is_alpha.push_back((i + 1) % channels == 0 ? 1.0f : 0.0f);
      op.alpha_lanes = KeepValues(std::move(is_alpha));
    }
  }

  const float* KeepValues(std::vector<float> values) {
    s_.op_values.push_back(std::move(values));  // moving the outer vector keeps the inner ones' memory
    return s_.op_values.back().data();
  }

  // If the first of the operations on a u8 source is a curve, takes it away and tabulates it, by the same step that
  // would have computed it.
  kernels::SourceTable TakeTable(std::span<const PointwiseOp>& ops) {
    using Op = PointwiseStage::Op;
    if (s_.format.src_type != ElementType::kU8 || ops.empty()) return {};
    PointwiseOp op = ops.front();
    if (op.op != Op::kToLinear && op.op != Op::kToSrgb && op.op != Op::kPower) return {};
    ops = ops.subspan(1);
    kernels::SourceTable table;
    if (op.alpha) table.alpha_channels = s_.format.channels;
    op.alpha = false;
    std::vector<float> values(256 + kernels::kScratchSlack);
    for (size_t v = 0; v < 256; ++v) values[v] = static_cast<float>(v);
    const auto step = target_.steps != nullptr ? target_.steps->pointwise.pointwise : kernels::ApplyPointwise;
    step(op, 255, 256, 1, values.data());
    table.values = KeepValues(std::move(values));
    return table;
  }

  // Whether a node convolves another in such a way that the taps of each rectangle read that rectangle, and more.
  bool IsConvolutionOf(const PlanNode& node, int other) const {
    if (node.convolution == nullptr || node.node.input != other) return false;
    const TilePlan& p = node.convolution->plan;
    const auto covers = [](const kernels::AxisGeometry& axis) { return axis.stride == 1 && axis.before < axis.reach; };
    return covers(p.rows) && covers(p.columns) && node.width == p.src_width && node.height == p.src_height;
  }

  void LowerNodes() {
    const Format& f = s_.format;
    for (size_t i = 0; i < s_.nodes.size(); ++i) {
      PlanNode& node = s_.nodes[i];
      const bool is_last = i + 1 == s_.nodes.size();
      const double scale = is_last ? FullScale(f.dst_type) / FullScale(f.src_type) : 1;
      const PlanNode* input = node.node.input == kSource ? nullptr : &s_.nodes[static_cast<size_t>(node.node.input)];
      node.width = input == nullptr ? f.width : input->width;
      node.height = input == nullptr ? f.height : input->height;
      node.node.dst_type = is_last ? f.dst_type : ElementType::kF32;
      node.node.scale = static_cast<float>(scale);
      node.node.ops = node.ops;
      if (input == nullptr && node.convolution == nullptr) node.node.table = TakeTable(node.node.ops);
      if (node.node.kind == kernels::ChainNode::Kind::kCombine) {
        const PlanNode& other = s_.nodes[static_cast<size_t>(node.node.other)];
        Require(other.width == node.width && other.height == node.height, "combine: results of ", node.width, " x ",
                node.height, " and ", other.width, " x ", other.height, " (border valid) do not fit together");
        node.node.other_is_read = IsConvolutionOf(s_.nodes[static_cast<size_t>(node.node.input)], node.node.other);
      }
      if (node.convolution == nullptr) continue;
      TilePlan& p = node.convolution->plan;
      node.node.plan = &p;
      p.src_width = node.width;
      p.src_height = node.height;
      p.channels = f.channels;
      p.src_type = input == nullptr ? f.src_type : ElementType::kF32;
      p.unwrapped = input != nullptr;
      p.dst_type = node.node.dst_type;
      p.full_scale = static_cast<float>(FullScale(f.src_type));
      p.scale = node.node.scale;
      p.steps = target_.steps;
      p.before = node.convolution->before;
      if (input == nullptr) p.table = TakeTable(p.before);
      p.after = node.convolution->after;
      Lowering lowering(s_, scale, *node.convolution);
      std::visit([&](const auto* stage) { lowering.Run(*stage); }, convolution_stages_[i]);
      node.width = lowering.width();
      node.height = lowering.height();
      s_.worst_error = lowering.worst_error();
    }
    s_.dst_width = s_.nodes.back().width;
    s_.dst_height = s_.nodes.back().height;
  }

  const kernels::Target& target_;
  Plan::State& s_;
  std::vector<bool> referenced_;
  std::vector<Value> values_;                                                               // by stage
  std::vector<std::variant<const SeparableStage*, const DenseStage*>> convolution_stages_;  // by node
  std::deque<SeparableStage> joined_;
};

}  // namespace

void LowerPipeline(const Pipeline& pipeline, const kernels::Target& target, Plan::State& state) {
  ChainBuilder(target, state).Run(pipeline);
}

void LowerConstant(int64_t columns, Convolution& convolution) {
  TilePlan& p = convolution.plan;
  if (p.border != BorderRule::kConstant) return;
  const int64_t samples =
      CheckedAdd(CheckedMul(columns, p.channels, "border constant"), kernels::kScratchSlack, "border constant");
  const ElementType type = p.staged ? ElementType::kF32 : p.src_type;
  if (p.steps != nullptr) {
    convolution.constant_row = AlignedBuffer(CheckedMul(samples, ElementBytes(type), "border constant"));
    void* row = convolution.constant_row.data();
    switch (type) {
      case ElementType::kU8:
        FillRow<uint8_t>(convolution.constant_pixel.data(), p.channels, columns, row);
        break;
      case ElementType::kU16:
        FillRow<uint16_t>(convolution.constant_pixel.data(), p.channels, columns, row);
        break;
      case ElementType::kF32:
        FillRow<float>(convolution.constant_pixel.data(), p.channels, columns, row);
        break;
    }
    // By the same steps as the samples, so that a constant picture in a border of its own colour has one value.
    for (const PointwiseOp& op : convolution.constant_ops) {
      p.steps->pointwise.pointwise(op, p.full_scale, columns, p.channels, static_cast<float*>(row));
    }
    p.constant_row = row;
    if (!p.IsDense()) {
      const kernels::ConstantMidSize size = kernels::SimdConstantMidSize(p);
      const AlignedBuffer scratch(size.column_bytes);
      const std::vector<const void*> rows(static_cast<size_t>(size.rows), row);
      for (size_t i = 0; i < convolution.terms.size(); ++i) {
        AlignedBuffer& mid = convolution.kept[i].constant_mid = AlignedBuffer(size.mid_bytes);
        kernels::SimdConstantMid(p, convolution.terms[i], rows.data(), scratch.data(), mid.data());
        convolution.terms[i].constant_mid = mid.data();
      }
    }
  }
  for (const PointwiseOp& op : convolution.constant_ops) {
    kernels::ApplyPointwise(op, p.full_scale, 1, p.channels, convolution.constant_pixel.data());
  }
}

}  // namespace ninefold
