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

}  // namespace ninefold
