// Shapes of apertures, and what they cover of the pixels around their middle.

#ifndef NINEFOLD_SRC_APERTURE_H_
#define NINEFOLD_SRC_APERTURE_H_

#include <cstdint>
#include <vector>

#include "ninefold/image.h"

namespace ninefold {

// In pixels from the middle of the anchor's pixel; x to the right, y down.
struct Point {
  double x = 0;
  double y = 0;
};

// Corners on a circle, the first at an angle from +x towards +y, joined by arcs that bulge outward.
//
// roundness 0: straight edges; 1: arcs of the circle itself; between them arcs of radius / roundness, so that curvature
// grows evenly. Arcs are drawn as chords that leave them by 1e-8 pixels at most.
std::vector<Point> RoundedPolygon(double radius, int corners, double rotation_deg, double roundness);

// Weights of rows x columns pixels around the anchor, which is the pixel in the middle.
struct CoverageTable {
  int64_t half_width = 0;
  int64_t half_height = 0;
  std::vector<double> shares;  // (2 half_height + 1) rows of 2 half_width + 1

  int64_t width() const { return 2 * half_width + 1; }
  int64_t height() const { return 2 * half_height + 1; }
};

// What a closed outline that does not cross itself covers of each pixel's unit square, in a table that holds all of it.
//
// Exact but for rounding: signed areas beside each piece of the outline are added up (Green's theorem), as scan
// converters for fonts do. Rounded to 2^-30, so that what is symmetric has symmetric shares. Cost: linear in the
// pieces.
CoverageTable CoveredShares(const std::vector<Point>& outline);

// A picture averaged over the pixels of a square of side 2 radius + 1 that it fills along its longer side. What
// counts of a pixel is its grey (of colours the luma of BT.709) times its alpha (the last of 2 or 4 channels). The
// largest share is 1. Rounded likewise.
CoverageTable ScaledToSquare(const AnyConstImageView& picture, double radius);

}  // namespace ninefold

#endif  // NINEFOLD_SRC_APERTURE_H_
