#include "ninefold/filters.h"

namespace ninefold {
namespace {

void Convolve(const AnyConstImageView& src, const AnyImageView& dst, const Taps& taps, const Border& border,
              const RunOptions& options) {
  const Format format = {src.width, src.height, src.channels, src.type, dst.type};
  Plan(Pipeline().Convolve(taps, taps, border), format).Run(src, dst, options);
}

}  // namespace

void GaussianBlur(const AnyConstImageView& src, const AnyImageView& dst, double sigma_px, const Border& border,
                  const RunOptions& options) {
  Convolve(src, dst, Taps::Gaussian(sigma_px), border, options);
}

void BoxBlur(const AnyConstImageView& src, const AnyImageView& dst, int64_t radius, const Border& border,
             const RunOptions& options) {
  Convolve(src, dst, Taps::Box(radius), border, options);
}

}  // namespace ninefold
