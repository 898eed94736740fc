#include "ninefold/filters.h"

namespace ninefold {
namespace {

void RunOnce(const Pipeline& pipeline, const AnyConstImageView& src, const AnyImageView& dst,
             const RunOptions& options) {
  const Format format = {src.width, src.height, src.channels, src.type, dst.type};
  Plan(pipeline, format).Run(src, dst, options);
}

}  // namespace

void GaussianBlur(const AnyConstImageView& src, const AnyImageView& dst, double sigma_px, const Border& border,
                  const RunOptions& options) {
  const Taps taps = Taps::Gaussian(sigma_px);
  RunOnce(Pipeline().Convolve(taps, taps, border), src, dst, options);
}

void BoxBlur(const AnyConstImageView& src, const AnyImageView& dst, int64_t radius, const Border& border,
             const RunOptions& options) {
  const Taps taps = Taps::Box(radius);
  RunOnce(Pipeline().Convolve(taps, taps, border), src, dst, options);
}

void UnsharpMask(const AnyConstImageView& src, const AnyImageView& dst, double sigma_px, double amount,
                 double threshold, const Border& border, const RunOptions& options) {
  const Taps taps = Taps::Gaussian(sigma_px);
  const Pipeline pipeline =
      Pipeline().Convolve(taps, taps, border).Combine(-amount, 1 + amount, Pipeline::kSource, threshold);
  RunOnce(pipeline, src, dst, options);
}

Pipeline BokehPipeline(const Kernel2D& aperture, const BokehOptions& options, ElementType src_type,
                       ElementType dst_type) {
  Pipeline pipeline;
  if (options.srgb.value_or(src_type != ElementType::kF32)) pipeline.ToLinear(options.alpha);
  if (options.boost != 1) pipeline.BoostHighlights(options.threshold, options.boost, options.alpha);
  pipeline.Premultiply(options.alpha).Convolve(aperture, options.border).Unpremultiply(options.alpha);
  if (options.srgb.value_or(dst_type != ElementType::kF32)) pipeline.ToSrgb(options.alpha);
  return pipeline;
}

void Bokeh(const AnyConstImageView& src, const AnyImageView& dst, const Kernel2D& aperture, const BokehOptions& options,
           const RunOptions& run_options) {
  RunOnce(BokehPipeline(aperture, options, src.type, dst.type), src, dst, run_options);
}

}  // namespace ninefold
