// Stands in where OpenCV is not installed.

#include "workloads.h"

namespace ninefold::bench {

Peer OpenCvPeer(const Workload&) { return nullptr; }
Peer OpenCvGaussian(const Taps&, ElementType) { return nullptr; }
Peer OpenCvAperture(const Kernel2D&, const LensBlur*) { return nullptr; }
void SetOpenCvThreads(int) {}

}  // namespace ninefold::bench
