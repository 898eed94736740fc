// Sharpening: the difference to a blurred picture is added. One call, and the same as a pipeline.

#include <cstdio>
#include <cstring>

#include "picture.h"

namespace {

void Sharpen(const ninefold::Image<uint8_t>& src, ninefold::Image<uint8_t>& dst) {
  using ninefold::Pipeline;
  using ninefold::Taps;
  const double sigma_px = 2.0;
  const double amount = 0.7;
  ninefold::UnsharpMask(src.view(), dst.view(), sigma_px, amount);

  // The same as a pipeline, which may have more stages. Nothing is rounded between them, and all run in one dispatch.
  const Taps taps = Taps::Gaussian(sigma_px);
  const Pipeline pipeline = Pipeline().Convolve(taps, taps).Combine(-amount, 1 + amount, Pipeline::kSource);
  const ninefold::Plan plan(pipeline, {src.width(), src.height(), src.channels()});
  ninefold::Image<uint8_t> same(src.width(), src.height(), src.channels());
  plan.Run(src.view(), same.view());
  const auto bytes = static_cast<size_t>(src.width() * src.height() * src.channels());
  const bool equal = std::memcmp(same.Row(0), dst.Row(0), bytes) == 0;
  std::printf("the call and the pipeline give %s\n", equal ? "the same picture" : "different pictures");
}

}  // namespace

int main(int argc, char** argv) { return examples::FilterPicture(argc, argv, Sharpen); }
