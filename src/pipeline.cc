#include "ninefold/pipeline.h"

#include <utility>

namespace ninefold {

Pipeline& Pipeline::Add(Stage stage) {
  stages_.push_back(std::move(stage));
  return *this;
}

Pipeline& Pipeline::Convolve(Taps vertical, Taps horizontal, Border border, Sampling sampling) {
  return Convolve({SeparableFilter{std::move(vertical), std::move(horizontal)}}, std::move(border), sampling);
}

Pipeline& Pipeline::Convolve(Kernel2D kernel, Border border, Sampling sampling) {
  return Add(DenseStage{std::move(kernel), std::move(border), sampling});
}

Pipeline& Pipeline::Convolve(std::vector<SeparableFilter> terms, Border border, Sampling sampling) {
  return Add(SeparableStage{std::move(terms), std::move(border), sampling});
}

Pipeline& Pipeline::ToLinear(Alpha alpha) { return Add(PointwiseStage{PointwiseStage::Op::kToLinear, alpha, {}, {}}); }

Pipeline& Pipeline::ToSrgb(Alpha alpha) { return Add(PointwiseStage{PointwiseStage::Op::kToSrgb, alpha, {}, {}}); }

Pipeline& Pipeline::Premultiply(Alpha alpha) {
  return Add(PointwiseStage{PointwiseStage::Op::kPremultiply, alpha, {}, {}});
}

Pipeline& Pipeline::Unpremultiply(Alpha alpha) {
  return Add(PointwiseStage{PointwiseStage::Op::kUnpremultiply, alpha, {}, {}});
}

Pipeline& Pipeline::Gain(std::vector<double> values) {
  return Add(PointwiseStage{PointwiseStage::Op::kGain, Alpha::kNone, std::move(values), {}});
}

Pipeline& Pipeline::Bias(std::vector<double> values) {
  return Add(PointwiseStage{PointwiseStage::Op::kBias, Alpha::kNone, std::move(values), {}});
}

Pipeline& Pipeline::Power(double exponent, Alpha alpha) {
  return Add(PointwiseStage{PointwiseStage::Op::kPower, alpha, {exponent}, {}});
}

Pipeline& Pipeline::Clamp(double low, double high) {
  return Add(PointwiseStage{PointwiseStage::Op::kClamp, Alpha::kNone, {low, high}, {}});
}

Pipeline& Pipeline::BoostHighlights(double threshold, double gain, Alpha alpha) {
  return Add(PointwiseStage{PointwiseStage::Op::kBoost, alpha, {threshold, gain}, {}});
}

Pipeline& Pipeline::Apply(RowFunction function) {
  return Add(PointwiseStage{PointwiseStage::Op::kFunction, Alpha::kNone, {}, std::move(function)});
}

Pipeline& Pipeline::Combine(double a, double b, int64_t earlier, double threshold) {
  return Add(CombineStage{a, b, earlier, threshold});
}

Pipeline& Pipeline::From(int64_t earlier) { return Add(BranchStage{earlier}); }

}  // namespace ninefold
