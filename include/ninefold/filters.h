// One-call filters: each makes a plan and runs it once. To filter many images of one size, keep the Plan.

#ifndef NINEFOLD_FILTERS_H_
#define NINEFOLD_FILTERS_H_

#include <cstdint>
#include <optional>

#include "ninefold/border.h"
#include "ninefold/image.h"
#include "ninefold/plan.h"

namespace ninefold {

// Gaussian blur of src into dst: sigma in pixels on both axes, the default radius of Taps::Gaussian.
//
// Shapes: src and dst of one size and channel count; element types may differ. Aliasing, Threads: as Plan::Run.
// Errors: those of Taps::Gaussian, Plan and Plan::Run.
void GaussianBlur(const AnyConstImageView& src, const AnyImageView& dst, double sigma_px,
                  const Border& border = Border::Replicate(), const RunOptions& options = {});

// The mean of the (2 radius + 1)^2 neighbours. As GaussianBlur otherwise.
void BoxBlur(const AnyConstImageView& src, const AnyImageView& dst, int64_t radius,
             const Border& border = Border::Replicate(), const RunOptions& options = {});

// Sharpens: src + amount x (src - its Gaussian blur), for differences of at least threshold x full scale; smaller ones
// leave the sample as it is. All channels alike, alpha among them; light as it is stored.
//
// Errors: kInvalidArgument for an amount that is not finite or a threshold outside 0..1; else as GaussianBlur.
void UnsharpMask(const AnyConstImageView& src, const AnyImageView& dst, double sigma_px, double amount,
                 double threshold = 0, const Border& border = Border::Replicate(), const RunOptions& options = {});

// How Bokeh works beside the aperture.
struct BokehOptions {
  // Highlights become so much brighter where a pixel's largest colour passes the threshold (Pipeline::BoostHighlights);
  // 1: not at all. threshold is a share of full scale in linear light.
  double boost = 1;
  double threshold = 0.8;

  // Whether samples are sRGB: decoded first and encoded at the end. Without a value u8 and u16 are, and f32 is linear.
  std::optional<bool> srgb;

  // Colours are weighed by the channel that is alpha, if any.
  Alpha alpha = Alpha::kByChannels;

  Border border = Border::Replicate();
};

// The stages of a lens blur: to linear light, boost, premultiply, the aperture, unpremultiply, back to sRGB. The plan
// runs them in one dispatch.
Pipeline BokehPipeline(const Kernel2D& aperture, const BokehOptions& options, ElementType src_type,
                       ElementType dst_type);

// Lens blur: each highlight of src becomes the shape of the aperture in dst.
//
//   Bokeh(src, dst, Kernel2D::Disc(8));  // or Polygon, FromImage
//
// Shapes: src and dst of one size and channel count; element types may differ. Aliasing, Threads: as Plan::Run.
// Cost: by PlanOptions' method and tolerance as they stand there; to choose others, make a Plan of BokehPipeline().
// Errors: those of Pipeline::BoostHighlights, Plan and Plan::Run.
void Bokeh(const AnyConstImageView& src, const AnyImageView& dst, const Kernel2D& aperture,
           const BokehOptions& options = {}, const RunOptions& run_options = {});

}  // namespace ninefold

#endif  // NINEFOLD_FILTERS_H_
