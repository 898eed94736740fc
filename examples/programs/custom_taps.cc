// A separable filter with taps of one's own: the horizontal Sobel operator, its zero moved to grey.

#include "picture.h"

namespace {

void Sobel(const ninefold::Image<uint8_t>& src, ninefold::Image<uint8_t>& dst) {
  using ninefold::Taps;
  // Filters are correlations: result(x) is the sum of weights[i] * picture(x + i - anchor). The anchor is the middle
  // unless it is named.
  const Taps smooth = Taps::Custom({1, 2, 1});
  const Taps slope = Taps::Custom({-0.125, 0, 0.125});
  const ninefold::Pipeline pipeline =
      ninefold::Pipeline().Convolve(smooth, slope, ninefold::Border::Reflect101()).Bias({128});
  const ninefold::Plan plan(pipeline, {src.width(), src.height(), src.channels()});
  plan.Run(src.view(), dst.view());
}

}  // namespace

int main(int argc, char** argv) { return examples::FilterPicture(argc, argv, Sobel); }
