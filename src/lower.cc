#include "src/lower.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstring>
#include <deque>
#include <optional>

#include "kernels/pointwise_scalar.h"
#include "src/lower_convolution.h"
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
    case PointwiseStage::Op::kBoost:
      return "boost highlights";
    case PointwiseStage::Op::kFunction:
      break;
  }
  return "row function";
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

// Builds the nodes of a chain from the stages of a pipeline.
class ChainBuilder {
 public:
  ChainBuilder(const PlanOptions& options, const kernels::Target& target, Plan::State& state)
      : options_(options), target_(target), s_(state) {}

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

  // What a node convolves by, and its line among the stages for people.
  struct ConvolutionStage {
    std::variant<const SeparableStage*, const DenseStage*> stage;
    size_t line = 0;
  };

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
    s_.stages.push_back(Sentence("convolve ", stage.kernel.width(), " x ", stage.kernel.height(), " weights",
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
    const auto* first = std::get_if<const SeparableStage*>(&convolution_stages_[node].stage);
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
    convolution_stages_[node].stage = &joined_.back();
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
    convolution_stages_.back() = {stage, s_.stages.size() - 1};
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
      const bool acts_on_constants = is_alpha_op || stage.op == Op::kToLinear || stage.op == Op::kToSrgb ||
                                     stage.op == Op::kPower || stage.op == Op::kBoost;
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
    if (stage.op == Op::kBoost) {
      Require(stage.values.size() == 2, "boost: it takes a threshold and a gain");
      const double threshold = stage.values[0], gain = stage.values[1];
      Require(threshold >= 0 && threshold <= FLT_MAX, "boost: threshold ", threshold, ": 0 or more, and finite");
      Require(gain >= 0 && gain <= FLT_MAX, "boost: gain ", gain, ": 0 or more, and finite");
      op.values =
          KeepValues({static_cast<float>(threshold), threshold < 1 ? static_cast<float>(1 / (1 - threshold)) : 0,
                      static_cast<float>(gain - 1)});
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
      const LoweredConvolution lowered =
          std::visit([&](const auto* stage) { return LowerConvolution(*stage, f, options_, scale, *node.convolution); },
                     convolution_stages_[i].stage);
      s_.stages[convolution_stages_[i].line] += lowered.method;
      node.width = lowered.width;
      node.height = lowered.height;
      s_.worst_error = lowered.worst_error;
    }
    s_.dst_width = s_.nodes.back().width;
    s_.dst_height = s_.nodes.back().height;
  }

  const PlanOptions& options_;
  const kernels::Target& target_;
  Plan::State& s_;
  std::vector<bool> referenced_;
  std::vector<Value> values_;                         // by stage
  std::vector<ConvolutionStage> convolution_stages_;  // by node
  std::deque<SeparableStage> joined_;
};

}  // namespace

void LowerPipeline(const Pipeline& pipeline, const PlanOptions& options, const kernels::Target& target,
                   Plan::State& state) {
  ChainBuilder(options, target, state).Run(pipeline);
}

}  // namespace ninefold
