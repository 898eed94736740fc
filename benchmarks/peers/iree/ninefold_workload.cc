// ninefold_workload: runs one workload by Ninefold on raw f32 samples, writes the result, prints what a run takes.
//
//   ninefold_workload WORKLOAD WIDTH HEIGHT CHANNELS TAPS THREADS SECONDS SOURCE RESULT [FAULT]
//
// WORKLOAD: conv_fuse, pad_conv_fuse or bokeh_like; WIDTH and HEIGHT those of SOURCE. With SECONDS 0 nothing is timed.
// FAULT: added to the first vertical tap, so that a test sees a wrong result refused. Prints one JSON object.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "benchmarks/workloads.h"
#include "ninefold/ninefold.h"

namespace ninefold::bench {
namespace {

struct Arguments {
  std::string workload, source, result;
  int64_t width = 0, height = 0, channels = 0, taps = 0;
  int threads = 1;
  double seconds = 0, fault = 0;
};

Taps WithFault(const Taps& taps, double fault) {
  std::vector<double> weights = taps.weights();
  weights[0] += fault;
  return Taps::Custom(weights, taps.anchor());
}

Pipeline PipelineOf(const Arguments& a) {
  Pipeline p;
  if (a.workload == "bokeh_like") {
    std::vector<SeparableFilter> terms = BokehLikeTerms();
    terms[0].vertical = WithFault(terms[0].vertical, a.fault);
    constexpr Alpha kNone = Alpha::kNone;  // four channels are four colours
    return p.Power(kBokehLikeGamma, kNone).Convolve(terms).Power(1 / kBokehLikeGamma, kNone);
  }
  if (a.workload != "conv_fuse" && a.workload != "pad_conv_fuse") throw std::invalid_argument("no such workload");
  const Border border = a.workload == "conv_fuse" ? Border::Valid() : Border::Replicate();
  const Taps taps = ChainGaussian(a.taps), one = Taps::Custom({1});
  return p.Convolve(WithFault(taps, a.fault), one, border).Convolve(one, taps, border);
}

std::streamsize Bytes(const ImageView<const float>& v) {
  return static_cast<std::streamsize>(v.width() * v.height() * v.channels() * 4);
}

void Read(const std::string& path, Image<float>& to) {
  std::ifstream file(path, std::ios::binary);
  file.read(reinterpret_cast<char*>(to.Row(0)), Bytes(to.view()));
  if (!file) throw std::runtime_error("cannot read " + path);
}

void Write(const std::string& path, const Image<float>& image) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(image.Row(0)), Bytes(image.view()));
  if (!file.flush()) throw std::runtime_error("cannot write " + path);
}

void Run(const Arguments& a) {
  const Plan plan(PipelineOf(a), {a.width, a.height, a.channels, ElementType::kF32, ElementType::kF32});
  Image<float> src(a.width, a.height, a.channels), dst(plan.dst_width(), plan.dst_height(), a.channels);
  Read(a.source, src);

  std::unique_ptr<Executor> own;
  RunOptions options;
  if (a.threads == 1) {
    options.executor = &SerialExecutor();
  } else if (a.threads != TbbExecutor().concurrency()) {
    own = MakeThreadExecutor(a.threads);
    options.executor = own.get();
  }
  plan.Run(src.view(), dst.view(), options);
  Write(a.result, dst);

  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  const std::clock_t begin_cpu = std::clock();
  double ms = 0;
  int64_t runs = 0;
  while (ms < a.seconds * 1e3) {
    plan.Run(src.view(), dst.view(), options);
    ++runs;
    ms = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
  }
  const double cpu_ms = static_cast<double>(std::clock() - begin_cpu) * 1e3 / CLOCKS_PER_SEC;
  const auto each = static_cast<double>(std::max<int64_t>(runs, 1));
  std::printf(R"({"ms": %.6f, "cpu_ms": %.6f, "runs": %lld, "dispatches": %d, "target": "%s"})"
              "\n",
              ms / each, cpu_ms / each, static_cast<long long>(runs), plan.Dispatches(), plan.target().c_str());
}

}  // namespace
}  // namespace ninefold::bench

int main(int argc, char** argv) {
  if (argc != 10 && argc != 11) {
    std::fprintf(stderr, "usage: %s WORKLOAD WIDTH HEIGHT CHANNELS TAPS THREADS SECONDS SOURCE RESULT [FAULT]\n",
                 argv[0]);
    return 2;
  }
  try {
    ninefold::bench::Arguments a;
    a.workload = argv[1];
    a.width = std::stoll(argv[2]);
    a.height = std::stoll(argv[3]);
    a.channels = std::stoll(argv[4]);
    a.taps = std::stoll(argv[5]);
    a.threads = std::stoi(argv[6]);
    a.seconds = std::stod(argv[7]);
    a.source = argv[8];
    a.result = argv[9];
    a.fault = argc == 11 ? std::stod(argv[10]) : 0;
    ninefold::bench::Run(a);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s: %s\n", argv[0], e.what());
    return 1;
  }
  return 0;
}
