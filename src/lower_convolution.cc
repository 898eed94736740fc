#include "src/lower_convolution.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <numeric>

#include "kernels/pointwise_scalar.h"
#include "kernels/simd_tile.h"
#include "src/checked.h"
#include "src/fixed_point.h"
#include "src/low_rank.h"
#include "src/refuse.h"

namespace ninefold {
namespace {

using kernels::Arithmetic;
using kernels::PointwiseOp;
using kernels::TilePlan;

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

// Lowers one convolution.
class Lowering {
 public:
  // Of the plan, input and output sizes and types and what comes with them stand; of the convolution, the operations.
  // scale: of the result.
  Lowering(const Format& format, const PlanOptions& options, double scale, Convolution& convolution)
      : format_(format), options_(options), scale_(scale), s_(convolution), p_(convolution.plan) {}

  LoweredConvolution lowered() const { return lowered_; }

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
    p_.staged = for_wild_ || Pointwise() || !ConstantFitsSource();
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
    const TilePlan before = p_;
    LowerGeometry(columns, rows, stage.sampling, stage.border);
    if (k.is_aperture() && ChooseMethod(k) == ApertureMethod::kLowRank) return LowerToTerms(stage, before);
    std::vector<float> weights;
    const auto integers = FindScaledIntegers(k.weights());
    p_.staged = false;
    if (p_.spans == nullptr && integers && !Pointwise() && ConstantFitsSource() && ExactInF32(integers->magnitude)) {
      weights.assign(integers->integers.begin(), integers->integers.end());
      p_.scale = static_cast<float>(scale_ * integers->scale);
    } else {
      weights = TapsToF32(k.weights());
    }
    p_.staged = true;  // always: the taps read f32 rows whose edges are extended
    KeepDense(k, stage.sampling, weights);
    lowered_.method += p_.spans == nullptr ? Sentence(", dense, ", p_.dense_taps.size(), " reads")
                                           : Sentence(", spans, ", s_.spans->reads(), " reads");
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

  // What is cheapest by counted work and within the tolerance, or what is asked for. Spans and terms that it takes
  // stand.
  ApertureMethod ChooseMethod(const Kernel2D& k) {
    const auto zeros = std::count(k.weights().begin(), k.weights().end(), 0.0);
    double least = static_cast<double>(static_cast<ptrdiff_t>(k.weights().size()) - zeros);
    ApertureMethod method = ApertureMethod::kDense;
    const bool any = options_.method == ApertureMethod::kAuto;
    if (any || options_.method == ApertureMethod::kSpans) {
      // Runs are runs of neighbours.
      const bool every_sample =
          p_.rows.stride == 1 && p_.columns.stride == 1 && p_.rows.reach == k.height() && p_.columns.reach == k.width();
      if (!every_sample && !any) Refuse(ErrorCode::kUnsupported, "method spans: not with strides or dilations");
      if (every_sample) {
        s_.spans = std::make_unique<Spans>(k, p_.channels);
        if (!any || s_.spans->work() < least) {
          method = ApertureMethod::kSpans;
          least = s_.spans->work();
        }
      }
    }
    if (any || options_.method == ApertureMethod::kLowRank) {
      const double term_work = 4 + static_cast<double>(k.width() + k.height()) / 2;  // as SampleCost has it
      const int64_t most = any ? static_cast<int64_t>(least / term_work) : Kernel2D::kMaxSide;
      if (most > 0 && (options_.tolerance > 0 || !any)) low_rank_ = FactorLowRank(k, options_.tolerance, most);
      if (!any && low_rank_.terms.empty()) {
        Refuse(ErrorCode::kInvalidArgument, "method low-rank: no sum of terms comes as near as tolerance ",
               options_.tolerance);
      }
      if (!low_rank_.terms.empty()) method = ApertureMethod::kLowRank;
    }
    if (method == ApertureMethod::kSpans) p_.spans = &s_.spans->table();
    return method;
  }

  // By low_rank_, and tap by tap where samples are wild. `before`: the plan as it was.
  void LowerToTerms(const DenseStage& stage, const TilePlan& before) {
    double sum = 0;
    for (const SeparableFilter& term : low_rank_.terms) sum += SumOf(term.vertical) * SumOf(term.horizontal);
    for_wild_ = true;
    Run(SeparableStage{low_rank_.terms, stage.border, stage.sampling});
    p_.scale = static_cast<float>(scale_ / sum);
    if (MayBeWild()) {
      s_.direct = std::make_unique<Convolution>();
      s_.direct->plan = before;
      s_.direct->constant_ops = s_.constant_ops;
      PlanOptions dense = options_;
      dense.method = ApertureMethod::kDense;
      Lowering(format_, dense, scale_, *s_.direct).Run(stage);
      p_.direct = &s_.direct->plan;
    }
    lowered_.method = Sentence(", low rank, ", low_rank_.terms.size(), " terms, L1 error ", low_rank_.l1_error,
                               ", largest ", low_rank_.largest_error);
  }

  static double SumOf(const Taps& taps) { return std::accumulate(taps.weights().begin(), taps.weights().end(), 0.0); }

  // Whether samples may be other than between 0 and full scale, or thereabouts.
  bool MayBeWild() const {
    if (p_.src_type == ElementType::kF32 || p_.border == BorderRule::kConstant) return true;
    return std::any_of(p_.before.begin(), p_.before.end(), [](const PointwiseOp& op) {
      using Op = PointwiseStage::Op;
      return op.op != Op::kToLinear && op.op != Op::kToSrgb && op.op != Op::kPremultiply && op.op != Op::kClamp;
    });
  }

  void KeepDense(const Kernel2D& k, const Sampling& sampling, const std::vector<float>& weights) {
    const int64_t phases = p_.columns.stride;
    const auto counts = [&](size_t tap) {  // of apertures, weights of 0 do not belong to the footprint
      return !k.is_aperture() || k.weights()[tap] != 0;
    };
    for (int64_t i = 0; i < k.height(); ++i) {
      for (int64_t j = 0; j < k.width(); ++j) {
        if (!counts(static_cast<size_t>(i * k.width() + j))) continue;
        const int64_t dx = j * sampling.dilation_x, dy = i * sampling.dilation_y;
        s_.dense_taps.push_back({dx, dy, dy * phases + dx % phases, dx / phases * p_.channels});
      }
    }
    p_.dense_taps = s_.dense_taps;
    if (k.channels() == 1) {
      for (size_t t = 0; t < weights.size(); ++t) {
        if (counts(t)) s_.dense_weights.push_back(weights[t]);
      }
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
    p_.columns =
        GeometryOf(columns, p_.src_width, sampling.stride_x, sampling.dilation_x, pad.left, pad.right, lowered_.width);
    p_.rows =
        GeometryOf(rows, p_.src_height, sampling.stride_y, sampling.dilation_y, pad.top, pad.bottom, lowered_.height);
    Require(lowered_.width >= 1 && lowered_.height >= 1, valid ? "border valid: " : "", "a kernel of ",
            p_.columns.reach, " x ", p_.rows.reach, " taps does not fit into an image of ", p_.src_width, " x ",
            p_.src_height,
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
        lowered_.worst_error = fixed->worst_error;
        KeepFixed16(fixed->vertical, kept.vertical, term.vertical);
        KeepFixed16(fixed->horizontal, kept.horizontal, term.horizontal);
        return true;
      }
      filter = LowerToIntegers(f.vertical.weights(), f.horizontal.weights());
    }
    if (!filter) return false;
    p_.arithmetic = Arithmetic::kInteger;
    lowered_.worst_error = filter->worst_error;
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
  const PlanOptions& options_;
  const double scale_;
  Convolution& s_;
  TilePlan& p_;
  LoweredConvolution lowered_;
  LowRank low_rank_;       // of an aperture, when that is its method
  bool for_wild_ = false;  // terms of it: f32 samples in scratch, which wild ones are looked for in
};

// A row of the pixel, repeated.
template <class T>
void FillRow(const float* pixel, int64_t channels, int64_t columns, void* row) {
  T* samples = static_cast<T*>(row);
  for (int64_t x = 0; x < columns; ++x) {
    for (int64_t c = 0; c < channels; ++c) *samples++ = static_cast<T>(pixel[c]);
  }
}

template <class Stage>
LoweredConvolution Lower(const Stage& stage, const Format& format, const PlanOptions& options, double scale,
                         Convolution& convolution) {
  Lowering lowering(format, options, scale, convolution);
  lowering.Run(stage);
  return lowering.lowered();
}

}  // namespace

std::vector<double> PerChannel(const std::vector<double>& values, int64_t channels, const char* what) {
  const auto n = static_cast<int64_t>(values.size());
  Require(n == 1 || n == channels, what, ": ", n, " values for ", channels, " channels; give 1 or ", channels);
  for (const double v : values) Require(std::isfinite(v), what, " value ", v, ": a value must be finite");
  std::vector<double> result(static_cast<size_t>(channels), values[0]);
  if (n == channels) result = values;
  return result;
}

LoweredConvolution LowerConvolution(const SeparableStage& stage, const Format& format, const PlanOptions& options,
                                    double scale, Convolution& convolution) {
  return Lower(stage, format, options, scale, convolution);
}

LoweredConvolution LowerConvolution(const DenseStage& stage, const Format& format, const PlanOptions& options,
                                    double scale, Convolution& convolution) {
  return Lower(stage, format, options, scale, convolution);
}

void LowerConstant(int64_t columns, Convolution& convolution) {
  TilePlan& p = convolution.plan;
  if (convolution.direct != nullptr) LowerConstant(columns, *convolution.direct);
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
