#include "src/lower.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstring>
#include <optional>

#include "kernels/pointwise_scalar.h"
#include "kernels/simd_tile.h"
#include "src/checked.h"
#include "src/fixed_point.h"
#include "src/refuse.h"

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
    case PointwiseStage::Op::kGain:
      return "gain";
    case PointwiseStage::Op::kBias:
      break;
  }
  return "bias";
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

bool HasAlpha(Alpha alpha, int64_t channels) {
  if (alpha == Alpha::kLast) return channels > 1;
  return alpha == Alpha::kByChannels && (channels == 2 || channels == 4);
}

class Lowering {
 public:
  Lowering(const kernels::Target& target, Plan::State& state) : target_(target), s_(state), p_(state.tile_plan) {}

  void Run(const Pipeline& pipeline) {
    const Format& f = s_.format;
    p_.src_width = f.width;
    p_.src_height = f.height;
    p_.channels = f.channels;
    p_.src_type = f.src_type;
    p_.dst_type = f.dst_type;
    p_.full_scale = static_cast<float>(FullScale(f.src_type));
    p_.scale = static_cast<float>(FullScale(f.dst_type) / FullScale(f.src_type));
    p_.steps = target_.steps;

    int convolutions = 0;
    for (const Stage& stage : pipeline.stages()) convolutions += std::holds_alternative<PointwiseStage>(stage) ? 0 : 1;
    if (convolutions != 1) {
      Refuse(ErrorCode::kUnsupported, "a pipeline with ", convolutions,
             " convolutions: this version runs those with exactly 1");
    }
    bool seen = false;
    for (const Stage& stage : pipeline.stages()) {
      if (const auto* pointwise = std::get_if<PointwiseStage>(&stage)) {
        LowerPointwise(*pointwise, seen ? s_.after : s_.before);
      } else {
        seen = true;
      }
    }
    p_.before = s_.before;
    p_.after = s_.after;
    for (const Stage& stage : pipeline.stages()) {
      if (const auto* separable = std::get_if<SeparableStage>(&stage)) LowerSeparable(*separable);
      if (const auto* dense = std::get_if<DenseStage>(&stage)) LowerDense(*dense);
    }
  }

 private:
  static std::vector<float> ToF32(const std::vector<int32_t>& integers) { return {integers.begin(), integers.end()}; }

  // Moves taps to where the kernels find them, and notes their symmetry.
  template <class T>
  static const T* Keep(std::vector<T> taps, std::vector<T>& kept, kernels::AxisTaps& axis) {
    kept = std::move(taps);
    axis.symmetry = SymmetryOf(kept);
    return kept.data();
  }

  bool Pointwise() const { return !p_.before.empty() || !p_.after.empty(); }

  void LowerPointwise(const PointwiseStage& stage, std::vector<PointwiseOp>& ops) {
    using Op = PointwiseStage::Op;
    s_.stages.emplace_back(OpName(stage.op));
    PointwiseOp op;
    op.op = stage.op;
    op.alpha = HasAlpha(stage.alpha, p_.channels);
    const bool is_alpha_op = stage.op == Op::kPremultiply || stage.op == Op::kUnpremultiply;
    if (is_alpha_op && !op.alpha) return;  // no alpha: nothing to do
    std::vector<float> values;
    if (stage.op == Op::kGain || stage.op == Op::kBias) {
      for (const double v : PerChannel(stage.values, p_.channels, OpName(stage.op))) {
        values.push_back(static_cast<float>(v));
      }
    } else if (op.alpha) {
      for (int64_t i = 0; i < p_.channels + 16; ++i) values.push_back((i + 1) % p_.channels == 0 ? 1.0f : 0.0f);
    }
    s_.op_values.push_back(std::move(values));  // moving the outer vector keeps the inner ones' memory
    op.values = op.alpha_lanes = s_.op_values.back().data();
    ops.push_back(op);
  }

  // The border, and the size of the result that follows from it.
  void LowerBorder(const Border& border) {
    p_.border = border.rule();
    s_.dst_width = p_.src_width;
    s_.dst_height = p_.src_height;
    if (border.rule() == BorderRule::kValid) {
      p_.origin_x = p_.horizontal.before;
      p_.origin_y = p_.vertical.before;
      s_.dst_width -= p_.horizontal.count - 1;
      s_.dst_height -= p_.vertical.count - 1;
      Require(s_.dst_width >= 1 && s_.dst_height >= 1, "border valid: a kernel of ", p_.horizontal.count, " x ",
              p_.vertical.count, " taps does not fit into an image of ", p_.src_width, " x ", p_.src_height);
    }
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

  void LowerSeparable(const SeparableStage& stage) {
    const Taps vertical = stage.vertical.Resolve(p_.dst_type), horizontal = stage.horizontal.Resolve(p_.dst_type);
    p_.vertical.count = vertical.size();
    p_.vertical.before = vertical.anchor();
    p_.horizontal.count = horizontal.size();
    p_.horizontal.before = horizontal.anchor();
    LowerBorder(stage.border);
    p_.staged = Pointwise() || !ConstantFitsSource();
    s_.stages.insert(s_.stages.begin() + static_cast<ptrdiff_t>(s_.before.size()),
                     Sentence("convolve ", horizontal.size(), " x ", vertical.size(), " taps, separable, border ",
                              stage.border.name()));
    if (!LowerSeparableToIntegers(vertical, horizontal)) LowerSeparableToF32(vertical, horizontal);
  }

  // Exact integers where the taps are such, else 16 bits where that is exact enough, else 32.
  bool LowerSeparableToIntegers(const Taps& vertical, const Taps& horizontal) {
    if (p_.staged || p_.src_type != ElementType::kU8 || p_.dst_type != ElementType::kU8) return false;
    auto filter = LowerExactly(vertical.weights(), horizontal.weights());
    if (!filter) {
      if (auto fixed = LowerToFixed16(vertical.weights(), horizontal.weights())) {
        p_.arithmetic = Arithmetic::kFixed16;
        s_.worst_error = fixed->worst_error;
        p_.vertical.fixed16 = Keep(fixed->vertical, s_.vertical_fixed16, p_.vertical);
        p_.horizontal.fixed16 = Keep(fixed->horizontal, s_.horizontal_fixed16, p_.horizontal);
        return true;
      }
      filter = LowerToIntegers(vertical.weights(), horizontal.weights());
    }
    if (!filter) return false;
    p_.arithmetic = Arithmetic::kInteger;
    s_.worst_error = filter->worst_error;
    p_.vertical.integer = Keep(filter->vertical, s_.vertical_integer, p_.vertical);
    p_.horizontal.integer = Keep(filter->horizontal, s_.horizontal_integer, p_.horizontal);
    p_.mid_shift = filter->mid_shift;
    p_.divisor = filter->divisor;
    return true;
  }

  // f32 sums of whole numbers are exact below 2^24: taps that are integers times a scale are then used as integers, and
  // the result is the nearest number however the sum was ordered.
  bool ExactInF32(int64_t magnitude) const {
    return p_.src_type != ElementType::kF32 && !p_.staged && static_cast<double>(magnitude) * p_.full_scale < (1 << 24);
  }

  void LowerSeparableToF32(const Taps& vertical, const Taps& horizontal) {
    const auto v = FindScaledIntegers(vertical.weights()), h = FindScaledIntegers(horizontal.weights());
    if (v && h && ExactInF32(v->magnitude * h->magnitude)) {
      p_.vertical.f32 = Keep(ToF32(v->integers), s_.vertical_f32, p_.vertical);
      p_.horizontal.f32 = Keep(ToF32(h->integers), s_.horizontal_f32, p_.horizontal);
      p_.scale = static_cast<float>(FullScale(p_.dst_type) / FullScale(p_.src_type) * v->scale * h->scale);
    } else {
      p_.vertical.f32 = Keep(TapsToF32(vertical.weights()), s_.vertical_f32, p_.vertical);
      p_.horizontal.f32 = Keep(TapsToF32(horizontal.weights()), s_.horizontal_f32, p_.horizontal);
    }
  }

  void LowerDense(const DenseStage& stage) {
    const Kernel2D& k = stage.kernel;
    p_.vertical.count = k.height();
    p_.vertical.before = k.anchor_y();
    p_.horizontal.count = k.width();
    p_.horizontal.before = k.anchor_x();
    LowerBorder(stage.border);
    p_.staged = false;
    const auto integers = FindScaledIntegers(k.weights());
    if (integers && !Pointwise() && ConstantFitsSource() && ExactInF32(integers->magnitude)) {
      s_.dense_f32.assign(integers->integers.begin(), integers->integers.end());
      p_.scale = static_cast<float>(FullScale(p_.dst_type) / FullScale(p_.src_type) * integers->scale);
    } else {
      s_.dense_f32 = TapsToF32(k.weights());
    }
    p_.staged = true;  // always: the taps read f32 rows whose edges are extended
    p_.dense = s_.dense_f32.data();
    s_.stages.insert(
        s_.stages.begin() + static_cast<ptrdiff_t>(s_.before.size()),
        Sentence("convolve ", k.width(), " x ", k.height(), " weights, dense, border ", stage.border.name()));
  }

  const kernels::Target& target_;
  Plan::State& s_;
  TilePlan& p_;
};

// A row of the pixel, repeated.
template <class T>
void FillRow(const float* pixel, int64_t channels, int64_t columns, void* row) {
  T* samples = static_cast<T*>(row);
  for (int64_t x = 0; x < columns; ++x) {
    for (int64_t c = 0; c < channels; ++c) *samples++ = static_cast<T>(pixel[c]);
  }
}

}  // namespace

void LowerPipeline(const Pipeline& pipeline, const kernels::Target& target, Plan::State& state) {
  Lowering(target, state).Run(pipeline);
}

void LowerConstant(int64_t columns, Plan::State& state) {
  TilePlan& p = state.tile_plan;
  if (p.border != BorderRule::kConstant) return;
  const int64_t samples =
      CheckedAdd(CheckedMul(columns, p.channels, "border constant"), kernels::kScratchSlack, "border constant");
  const ElementType type = p.staged ? ElementType::kF32 : p.src_type;
  if (p.steps != nullptr) {
    state.constant_row = AlignedBuffer(CheckedMul(samples, ElementBytes(type), "border constant"));
    void* row = state.constant_row.data();
    switch (type) {
      case ElementType::kU8:
        FillRow<uint8_t>(state.constant_pixel.data(), p.channels, columns, row);
        break;
      case ElementType::kU16:
        FillRow<uint16_t>(state.constant_pixel.data(), p.channels, columns, row);
        break;
      case ElementType::kF32:
        FillRow<float>(state.constant_pixel.data(), p.channels, columns, row);
        break;
    }
    // By the same steps as the samples, so that a constant picture in a border of its own colour has one value.
    for (const PointwiseOp& op : p.before) {
      p.steps->pointwise.pointwise(op, p.full_scale, columns, p.channels, static_cast<float*>(row));
    }
    p.constant_row = row;
    if (p.dense == nullptr) {
      const kernels::ConstantMidSize size = kernels::SimdConstantMidSize(p);
      state.constant_mid = AlignedBuffer(size.mid_bytes);
      const AlignedBuffer scratch(size.column_bytes);
      const std::vector<const void*> rows(static_cast<size_t>(size.rows), row);
      kernels::SimdConstantMid(p, rows.data(), scratch.data(), state.constant_mid.data());
      p.constant_mid = state.constant_mid.data();
    }
  }
  for (const PointwiseOp& op : p.before) {
    kernels::ApplyPointwise(op, p.full_scale, 1, p.channels, state.constant_pixel.data());
  }
}

}  // namespace ninefold
