// A lens blur whose highlights become hexagons, in one call.

#include "picture.h"

namespace {

void Bokeh(const ninefold::Image<uint8_t>& src, ninefold::Image<uint8_t>& dst) {
  // Six blades, slightly rounded. Disc(radius) is a round aperture, FromImage(view, radius) any shape.
  const auto aperture = ninefold::Kernel2D::Polygon(/*radius=*/9, /*blades=*/6, /*rotation_deg=*/15, /*roundness=*/0.3);
  ninefold::BokehOptions options;
  options.boost = 8;  // a camera clips highlights: made brighter again, they stand out of the blur
  options.threshold = 0.6;
  ninefold::Bokeh(src.view(), dst.view(), aperture, options);
}

}  // namespace

int main(int argc, char** argv) { return examples::FilterPicture(argc, argv, Bokeh); }
