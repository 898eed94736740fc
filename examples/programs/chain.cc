// A chain: to linear light, a blur, a box with another border, back. One plan, one dispatch, and its description.

#include <cstdio>

#include "picture.h"

namespace {

void Chain(const ninefold::Image<uint8_t>& src, ninefold::Image<uint8_t>& dst) {
  using ninefold::Border;
  using ninefold::Taps;
  const Taps blur = Taps::Gaussian(2.0);
  const Taps box = Taps::Box(3);
  const ninefold::Pipeline pipeline = ninefold::Pipeline()
                                          .ToLinear()
                                          .Convolve(blur, blur, Border::Reflect())
                                          .Convolve(box, box, Border::Replicate())
                                          .ToSrgb();

  // A plan checks everything and prepares it once; it can be run on any number of pictures of this size, by any number
  // of threads.
  const ninefold::Plan plan(pipeline, {src.width(), src.height(), src.channels()});
  std::printf("%s", plan.Describe().c_str());
  plan.Run(src.view(), dst.view());
}

}  // namespace

int main(int argc, char** argv) { return examples::FilterPicture(argc, argv, Chain); }
