// Edges as the difference of a narrow and a wide blur: two branches that read the source, in one dispatch.

#include "picture.h"

namespace {

void DifferenceOfGaussians(const ninefold::Image<uint8_t>& src, ninefold::Image<uint8_t>& dst) {
  using ninefold::Pipeline;
  using ninefold::Taps;
  const Taps narrow = Taps::Gaussian(1.0);
  const Taps wide = Taps::Gaussian(1.6);

  Pipeline pipeline;
  pipeline.Convolve(narrow, narrow);
  const int64_t narrow_stage = pipeline.last();
  pipeline.From(Pipeline::kSource)
      .Convolve(wide, wide)
      .Combine(-1, 1, narrow_stage)  // narrow - wide
      .Gain({8})
      .Bias({128});  // so that both signs can be seen

  const ninefold::Plan plan(pipeline, {src.width(), src.height(), src.channels()});
  plan.Run(src.view(), dst.view());
}

}  // namespace

int main(int argc, char** argv) { return examples::FilterPicture(argc, argv, DifferenceOfGaussians); }
