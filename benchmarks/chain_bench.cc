// Whole pipelines: fused in one dispatch, stage by stage through whole images, and by OpenCV.

#include <benchmark/benchmark.h>

#include <map>
#include <memory>
#include <tuple>

#include "picture.h"
#include "plan_bench.h"
#include "workloads.h"

namespace ninefold::bench {
namespace {

struct Size {
  const char* name;
  int64_t width, height;
};

// A way of doing the work of a workload on pictures of one size.
class Way {
 public:
  virtual ~Way() = default;
  virtual void Run(const AnyConstImageView& src, const AnyImageView& dst, const RunOptions& options) = 0;
};

class Fused final : public Way {
 public:
  Fused(const Pipeline& pipeline, const Format& format) : plan_(pipeline, format) {}
  void Run(const AnyConstImageView& src, const AnyImageView& dst, const RunOptions& options) override {
    plan_.Run(src, dst, options);
  }
  const Plan& plan() const { return plan_; }

 private:
  const Plan plan_;
};

class Steps final : public Way {
 public:
  Steps(const std::vector<Pipeline>& steps, Format format) {
    for (size_t i = 0; i < steps.size(); ++i) {
      Format f = format;
      if (i > 0) f.src_type = ElementType::kF32;
      if (i + 1 < steps.size()) f.dst_type = ElementType::kF32;
      plans_.emplace_back(steps[i], f);
      format.width = plans_.back().dst_width();
      format.height = plans_.back().dst_height();
      images_.push_back(std::make_unique<Picture>(format.width, format.height, format.channels, ElementType::kF32));
    }
  }
  void Run(const AnyConstImageView& src, const AnyImageView& dst, const RunOptions& options) override {
    AnyConstImageView input = src;
    for (size_t i = 0; i < plans_.size(); ++i) {
      const AnyImageView output = i + 1 < plans_.size() ? images_[i]->view() : dst;
      plans_[i].Run(input, output, options);
      input = output;
    }
  }

 private:
  std::vector<Plan> plans_;
  std::vector<std::unique_ptr<Picture>> images_;
};

class OpenCv final : public Way {
 public:
  OpenCv(Peer peer, int threads) : peer_(std::move(peer)), threads_(threads) {}
  void Run(const AnyConstImageView& src, const AnyImageView& dst, const RunOptions&) override {
    SetOpenCvThreads(threads_);
    peer_(src, dst);
  }

 private:
  const Peer peer_;
  const int threads_;
};

// The pictures that the workloads of one format share; kept between benchmarks, which interleave.
const Picture& Source(const Format& f) {
  static auto& pictures = *new std::map<std::tuple<int64_t, int64_t, int64_t, ElementType>, std::unique_ptr<Picture>>();
  auto& picture = pictures[{f.width, f.height, f.channels, f.src_type}];
  if (picture == nullptr) picture = std::make_unique<Picture>(f.width, f.height, f.channels, f.src_type);
  return *picture;
}

using MakeWay = std::function<std::unique_ptr<Way>(const Format& format)>;

void RunWay(benchmark::State& state, const Workload& w, const Size& size, int threads, const MakeWay& make) {
  const Format format = {size.width, size.height, w.channels, w.type, w.type};
  Fused fused(w.pipeline, format);
  const Picture& src = Source(format);
  const Picture expected(fused.plan().dst_width(), fused.plan().dst_height(), w.channels, w.type);
  const Picture dst(expected.view().width, expected.view().height, w.channels, w.type);
  const std::unique_ptr<Way> way = make(format);
  RunOptions options;
  options.executor = &ExecutorOf(threads);

  fused.Run(src.view(), expected.view(), options);
  way->Run(src.view(), dst.view(), options);
  const double difference = LargestDifference(expected, dst);
  if (!(difference <= w.tolerance)) {
    state.SkipWithError(("results differ by " + std::to_string(difference)).c_str());
    return;
  }
  for (auto _ : state) {
    way->Run(src.view(), dst.view(), options);
    benchmark::ClobberMemory();
  }
  const auto pixels = static_cast<double>(state.iterations() * expected.view().width * expected.view().height);
  state.counters["Mpixel/s"] = benchmark::Counter(pixels / 1e6, benchmark::Counter::kIsRate);
  state.counters["Msample/s"] =
      benchmark::Counter(pixels * static_cast<double>(w.channels) / 1e6, benchmark::Counter::kIsRate);
}

}  // namespace

void RegisterChainBenchmarks() {
  constexpr Size kSizes[] = {{"1080p", 1920, 1080}, {"4K", 3840, 2160}};
  for (const Workload& w : Workloads()) {
    for (const Size& size : kSizes) {
      if (size.width * size.height * w.channels > 100'000'000) continue;  // several such pictures are kept
      for (const int threads : ThreadCounts()) {
        const auto add = [&](const char* way, const MakeWay& make) {
          const std::string name =
              "chain/" + w.name + "/" + size.name + "/threads:" + std::to_string(threads) + "/" + way;
          benchmark::RegisterBenchmark(name.c_str(),
                                       [=](benchmark::State& state) { RunWay(state, w, size, threads, make); })
              ->UseRealTime()
              ->Unit(benchmark::kMillisecond);
        };
        add("fused", [w](const Format& f) { return std::make_unique<Fused>(w.pipeline, f); });
        if (!w.one_stage.stages().empty()) {
          add("one_stage", [w](const Format& f) { return std::make_unique<Fused>(w.one_stage, f); });
        }
        if (!w.steps.empty()) add("one_by_one", [w](const Format& f) { return std::make_unique<Steps>(w.steps, f); });
        if (const Peer peer = OpenCvPeer(w)) {
          add("opencv", [peer, threads](const Format&) { return std::make_unique<OpenCv>(peer, threads); });
        }
      }
    }
  }
}

}  // namespace ninefold::bench
