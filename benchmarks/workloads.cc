#include "workloads.h"

#include <algorithm>
#include <cmath>

namespace ninefold::bench {
namespace {

Pipeline Blur(int64_t taps, const Border& border) {
  return Pipeline().Convolve(ChainGaussian(taps), ChainGaussian(taps), border);
}

Workload LineFilters(const std::string& name, const Border& border) {
  const Taps taps = ChainGaussian(9), one = Taps::Custom({1});
  Workload w;
  w.name = name;
  w.pipeline.Convolve(taps, one, border).Convolve(one, taps, border);
  w.one_stage.Convolve(taps, taps, border);
  return w;
}

Workload FourBlurs() {
  Workload w;
  w.name = "four_blurs";
  const Border borders[] = {Border::Replicate(), Border::Reflect101(), Border::Wrap(), Border::Constant(0.25)};
  for (int i = 0; i < 4; ++i) {
    w.steps.push_back(Blur(3 + 2 * i, borders[i]));
    w.pipeline.Add(w.steps.back().stages()[0]);
  }
  return w;
}

Workload UnsharpMask() {
  Workload w;
  w.name = "unsharp_linear_rgba";
  w.type = ElementType::kU8;
  w.channels = 4;
  w.tolerance = 2;
  w.pipeline.ToLinear().Premultiply();
  const int64_t sharp = w.pipeline.last();
  w.pipeline.Convolve(ChainGaussian(7), ChainGaussian(7))
      .Combine(-kSharpenAmount, 1 + kSharpenAmount, sharp)
      .Unpremultiply()
      .ToSrgb();
  return w;
}

Workload DifferenceOfGaussians() {
  Workload w;
  w.name = "difference_of_gaussians";
  w.pipeline = Blur(7, Border::Replicate());
  w.pipeline.From(Pipeline::kSource).Convolve(ChainGaussian(13), ChainGaussian(13)).Combine(-1, 1, 0);
  return w;
}

Workload PyramidSteps() {
  Workload w;
  w.name = "pyramid_steps";
  const Taps taps = Taps::Binomial(4);
  for (int i = 0; i < 2; ++i) w.pipeline.Convolve(taps, taps, Border::Reflect101(), Sampling::Stride(2));
  return w;
}

Workload Depthwise(int64_t channels) {
  Workload w;
  w.name = "depthwise_dilated_" + std::to_string(channels);
  w.channels = channels;
  w.pipeline.Convolve(DepthwiseKernel(channels), Border::Replicate(), Sampling::Dilation(2));
  return w;
}

Workload BokehLike() {
  Workload w;
  w.name = "bokeh_like";
  w.channels = 3;
  w.pipeline.Power(kBokehLikeGamma).Convolve(BokehLikeTerms()).Power(1 / kBokehLikeGamma);
  return w;
}

}  // namespace

Taps ChainGaussian(int64_t taps) { return Taps::Gaussian(static_cast<double>(taps) / 6, taps / 2); }

std::vector<SeparableFilter> BokehLikeTerms() {
  std::vector<SeparableFilter> terms;
  const double scales[] = {0.7, 0.2, 0.2, -0.1};
  for (int t = 0; t < 4; ++t) {
    std::vector<double> weights = Taps::Gaussian(2 + t, 8).weights(), scaled = weights;
    for (double& w : scaled) w *= scales[t];
    terms.push_back({Taps::Custom(scaled), Taps::Custom(weights)});
  }
  return terms;
}

Kernel2D DepthwiseKernel(int64_t channels) {
  std::vector<double> weights;
  for (int64_t k = 0; k < 9; ++k) {
    for (int64_t c = 0; c < channels; ++c) weights.push_back(static_cast<double>(1 + (k * 5 + c * 3) % 7) / 36);
  }
  return Kernel2D::FromWeightsPerChannel(3, 3, channels, weights);
}

std::vector<Workload> Workloads() {
  return {LineFilters("conv_fuse", Border::Valid()),
          LineFilters("pad_conv_fuse", Border::Replicate()),
          FourBlurs(),
          UnsharpMask(),
          DifferenceOfGaussians(),
          PyramidSteps(),
          Depthwise(8),
          Depthwise(32),
          BokehLike()};
}

}  // namespace ninefold::bench
