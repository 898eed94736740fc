// What to compute, without sizes: stages in the order in which they act.

#ifndef NINEFOLD_PIPELINE_H_
#define NINEFOLD_PIPELINE_H_

#include <cstdint>
#include <functional>
#include <optional>
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

// How many rows and columns a convolution pads its input by.
struct Padding {
  int64_t top = 0;
  int64_t left = 0;
  int64_t bottom = 0;
  int64_t right = 0;
};

// Which samples a convolution takes: result (x, y) is the sum over taps (j, i) of
//
//   w[i][j] src[y stride_y + i dilation_y - padding.top][x stride_x + j dilation_x - padding.left]
//
// of floor((height + top + bottom - (K - 1) dilation_y - 1) / stride_y) + 1 rows for K taps, and columns likewise. The
// padding is by default what keeps the size where strides are 1: anchor x dilation above and left, (K - 1 - anchor) x
// dilation below and right. It may be larger than what the taps reach, and then whole results are made of padding.
struct Sampling {
  int64_t stride_x = 1;  // 1 .. 65536, as the dilations
  int64_t stride_y = 1;
  int64_t dilation_x = 1;
  int64_t dilation_y = 1;
  std::optional<Padding> padding;  // 0 .. 65536 each; none with Border::Valid()

  static Sampling Stride(int64_t stride) { return {stride, stride, 1, 1, std::nullopt}; }
  static Sampling Dilation(int64_t dilation) { return {1, 1, dilation, dilation, std::nullopt}; }
};

// Vertical taps, then horizontal ones.
struct SeparableFilter {
  Taps vertical;
  Taps horizontal;
};

// A separable convolution of the picture padded by the border rule, or the sum of several; their anchors meet.
struct SeparableStage {
  std::vector<SeparableFilter> terms;
  Border border;
  Sampling sampling;
};

// A dense depthwise convolution.
struct DenseStage {
  Kernel2D kernel;
  Border border;
  Sampling sampling;
};

// Changes a row of pixels in place: pixels x channels samples, f32 in source units, interleaved.
//
// Must be pure: each pixel's result depends on that pixel alone. It may run several times for one pixel, on any thread,
// on several at once, over pieces of rows of any width. What it throws stops the run, which throws it once.
using RowFunction = std::function<void(float* row, int64_t pixels, int64_t channels)>;

// An operation on each sample or pixel alone.
struct PointwiseStage {
  enum class Op {
    kToLinear,       // sRGB curve decoded, colour only (IEC 61966-2-1); below 0 its straight part goes on
    kToSrgb,         // sRGB curve encoded, colour only; likewise
    kPremultiply,    // colour times alpha
    kUnpremultiply,  // colour divided by alpha; 0 where alpha is not above 0
    kPower,          // colour / full scale to a power, times full scale; of samples below 0: of the magnitude
    kGain,           // each sample times a value
    kBias,           // each sample plus a value, in source units
    kClamp,          // each sample limited to low..high, in source units; NaN stays
    kBoost,          // colour times a factor that grows with the pixel's brightness: BoostHighlights
    kFunction,       // a function of the user
  };
  Op op;
  Alpha alpha = Alpha::kByChannels;
  std::vector<double> values;      // kGain, kBias: one, or one per channel; kPower: the exponent; kClamp: low, high;
                                   // kBoost: threshold, gain
  RowFunction function = nullptr;  // kFunction
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
// Values of a constant border are in source units; the curves, powers, boosts and alpha stages before the convolution
// act on them, gains, biases, clamps and functions do not, nor do convolutions.
class Pipeline {
 public:
  static constexpr int64_t kSource = -1;

  Pipeline& Convolve(Taps vertical, Taps horizontal, Border border = Border::Replicate(), Sampling sampling = {});
  Pipeline& Convolve(Kernel2D kernel, Border border = Border::Replicate(), Sampling sampling = {});

  // The sum of separable filters, as the singular value decomposition of a kernel gives them.
  Pipeline& Convolve(std::vector<SeparableFilter> terms, Border border = Border::Replicate(), Sampling sampling = {});
  Pipeline& ToLinear(Alpha alpha = Alpha::kByChannels);
  Pipeline& ToSrgb(Alpha alpha = Alpha::kByChannels);
  Pipeline& Premultiply(Alpha alpha = Alpha::kByChannels);
  Pipeline& Unpremultiply(Alpha alpha = Alpha::kByChannels);
  Pipeline& Gain(std::vector<double> values);
  Pipeline& Bias(std::vector<double> values);

  // Relative error 2^-20 for exponents up to 4 in magnitude; beyond, it grows as they do. 0 to a negative power is
  // infinite.
  Pipeline& Power(double exponent, Alpha alpha = Alpha::kByChannels);
  Pipeline& Clamp(double low, double high);

  // Makes highlights brighter, as they were before a camera clipped them: with L the largest colour of a pixel / full
  // scale and t = clamp((L - threshold) / (1 - threshold), 0, 1), colour times 1 + (gain - 1) t^2 (3 - 2 t). A
  // threshold of 1 or more is a step: t = 1 from there on. For linear light, before Premultiply. threshold and gain 0
  // or more.
  Pipeline& BoostHighlights(double threshold, double gain, Alpha alpha = Alpha::kByChannels);
  Pipeline& Apply(RowFunction function);

  // With an earlier result of the same size: a stage of this pipeline, or kSource. What the earlier result is computed
  // from is computed for both; short ways to it are cheap.
  Pipeline& Combine(double a, double b, int64_t earlier = kSource, double threshold = 0);

  // The next stage reads the result of stages()[earlier], or the source. The difference of two Gaussians:
  //
  //   Pipeline().Convolve(narrow, narrow).From(Pipeline::kSource).Convolve(wide, wide).Combine(-1, 1, 0)
  Pipeline& From(int64_t earlier);

  // Any stage, as the functions above make them.
  Pipeline& Add(Stage stage);

  const std::vector<Stage>& stages() const { return stages_; }

  // The index of the stage that was added last, for Combine; kSource when there is none.
  int64_t last() const { return static_cast<int64_t>(stages_.size()) - 1; }

 private:
  std::vector<Stage> stages_;
};

}  // namespace ninefold

#endif  // NINEFOLD_PIPELINE_H_
