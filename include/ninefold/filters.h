// One-call filters: each makes a plan and runs it once. To filter many images of one size, keep the Plan.

#ifndef NINEFOLD_FILTERS_H_
#define NINEFOLD_FILTERS_H_

#include <cstdint>

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

}  // namespace ninefold

#endif  // NINEFOLD_FILTERS_H_
