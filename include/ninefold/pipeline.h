// What to compute, without sizes: stages in the order in which they act.

#ifndef NINEFOLD_PIPELINE_H_
#define NINEFOLD_PIPELINE_H_

#include <cstdint>
#include <variant>
#include <vector>

#include "ninefold/border.h"
#include "ninefold/kernel2d.h"
#include "ninefold/taps.h"

namespace ninefold {

// Which channel is alpha, for the stages that treat it apart.
enum class Alpha {
  kByChannels,  // of 2 or 4 channels the last, else none
  kNone,        // all channels are colour
  kLast,        // the last channel of 2 or more; a single channel is colour
};

// A separable convolution: vertical taps, then horizontal ones, on the picture padded by the border rule.
struct SeparableStage {
  Taps vertical;
  Taps horizontal;
  Border border;
};

// A dense depthwise convolution: the same kernel for every channel.
struct DenseStage {
  Kernel2D kernel;
  Border border;
};

// An operation on each sample or pixel alone.
struct PointwiseStage {
  enum class Op {
    kToLinear,       // sRGB curve decoded, colour only (IEC 61966-2-1); below 0 its straight part goes on
    kToSrgb,         // sRGB curve encoded, colour only; likewise
    kPremultiply,    // colour times alpha
    kUnpremultiply,  // colour divided by alpha; 0 where alpha is not above 0
    kGain,           // each sample times a value
    kBias,           // each sample plus a value, in source units
  };
  Op op;
  Alpha alpha = Alpha::kByChannels;
  std::vector<double> values;  // kGain, kBias: one, or one per channel
};

// a x this + b x earlier, sample by sample: unsharp mask, difference of Gaussians. Where the two differ by less than
// threshold x full scale, the earlier sample stands.
struct CombineStage {
  double a = 1;
  double b = 0;
  int64_t earlier = -1;  // the result of stages()[earlier]; Pipeline::kSource: the source
  double threshold = 0;
};

// The next stage reads an earlier result again, or the source.
struct BranchStage {
  int64_t earlier = -1;  // as in CombineStage
};

using Stage = std::variant<SeparableStage, DenseStage, PointwiseStage, CombineStage, BranchStage>;

// A list of stages, built by chaining:
//
//   Pipeline().ToLinear().Convolve(Taps::Gaussian(3), Taps::Gaussian(3), Border::Reflect()).ToSrgb()
//
// Inside a plan samples are f32 in the source's units and are not rounded between stages; curves and alpha work on
// value / full scale. The result is rounded once, half to even, and saturated (f32: neither).
//
// The border of a stage extends that stage's own input: the result of the stage before it, never the source's samples.
// Values of a constant border are in source units; the curves and alpha stages before the convolution act on them,
// gains and biases do not, nor do convolutions.
class Pipeline {
 public:
  static constexpr int64_t kSource = -1;

  Pipeline& Convolve(Taps vertical, Taps horizontal, Border border = Border::Replicate());
  Pipeline& Convolve(Kernel2D kernel, Border border = Border::Replicate());
  Pipeline& ToLinear(Alpha alpha = Alpha::kByChannels);
  Pipeline& ToSrgb(Alpha alpha = Alpha::kByChannels);
  Pipeline& Premultiply(Alpha alpha = Alpha::kByChannels);
  Pipeline& Unpremultiply(Alpha alpha = Alpha::kByChannels);
  Pipeline& Gain(std::vector<double> values);
  Pipeline& Bias(std::vector<double> values);

  // With an earlier result of the same size: a stage of this pipeline, or kSource. What the earlier result is computed
  // from is computed for both; short ways to it are cheap.
  Pipeline& Combine(double a, double b, int64_t earlier = kSource, double threshold = 0);

  // The next stage reads the result of stages()[earlier], or the source. The difference of two Gaussians:
  //
  //   Pipeline().Convolve(narrow, narrow).From(Pipeline::kSource).Convolve(wide, wide).Combine(-1, 1, 0)
  Pipeline& From(int64_t earlier);

  const std::vector<Stage>& stages() const { return stages_; }

  // The index of the stage that was added last, for Combine; kSource when there is none.
  int64_t last() const { return static_cast<int64_t>(stages_.size()) - 1; }

 private:
  Pipeline& Add(Stage stage);

  std::vector<Stage> stages_;
};

}  // namespace ninefold

#endif  // NINEFOLD_PIPELINE_H_
