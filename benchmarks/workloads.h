// The pipelines that Ninefold is measured by, whole, and the same work done by others.

#ifndef NINEFOLD_BENCHMARKS_WORKLOADS_H_
#define NINEFOLD_BENCHMARKS_WORKLOADS_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "ninefold/ninefold.h"

namespace ninefold::bench {

// Filters src into dst, both of the sizes that the workload's plan has.
using Peer = std::function<void(const AnyConstImageView& src, const AnyImageView& dst)>;

struct Workload {
  std::string name;
  ElementType type = ElementType::kF32;
  int64_t channels = 1;
  Pipeline pipeline;
  // The same filter as a single separable stage, where it is one.
  Pipeline one_stage;
  // Its stages as pipelines of their own, to be run one after another through whole f32 images; empty: not measured.
  std::vector<Pipeline> steps;
  // How far a peer's result may be from the plan's, in units of the result.
  double tolerance = 1e-4;
};

// All of them, in their order.
std::vector<Workload> Workloads();

// Taps of the workloads, for those who do their work by other means.
Taps ChainGaussian(int64_t taps);
std::vector<SeparableFilter> BokehLikeTerms();
Kernel2D DepthwiseKernel(int64_t channels);
constexpr double kBokehLikeGamma = 2.2;
constexpr double kSharpenAmount = 0.7;

// OpenCV's way of doing a workload, on all threads that cv::setNumThreads allows; null where there is none.
Peer OpenCvPeer(const Workload& workload);

// OpenCV's Gaussian, replicate: GaussianBlur for u8, for which it has a way of its own, else sepFilter2D with these
// taps; null where there is no OpenCV.
Peer OpenCvGaussian(const Taps& taps, ElementType type);

// OpenCV's filter2D with an aperture, replicate; with `around`, as a user would write it, the curve, the boost and the
// curve back of a lens blur. Null where there is no OpenCV.
struct LensBlur {
  double threshold = 0.8;
  double gain = 4;
};
Peer OpenCvAperture(const Kernel2D& kernel, const LensBlur* around);
void SetOpenCvThreads(int threads);

}  // namespace ninefold::bench

#endif  // NINEFOLD_BENCHMARKS_WORKLOADS_H_
