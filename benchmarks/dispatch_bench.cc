// ninefold_dispatch_bench: what one dispatch over nine regions buys, beside the other ways of having a border.
//
//   one_loop       tiles take their code by tile ID: Plan::Run
//   nine_loops     the same tiles and kernels, a loop for each region, a barrier after each
//   padded_copy    the source copied into a padded picture, then a plan without borders: two loops
//   clamp          plain loops that clamp the coordinate at each access
//   plain_padded   the same plain loops on a padded copy, so that clamp has a like to be compared with
//
// Name: dispatch/WORKLOAD/SIZE/threads:N/WAY. Every way has the same taps; its result is compared with that of one_loop
// before it is timed.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>

#include "picture.h"
#include "plain_separable.h"
#include "workloads.h"

namespace ninefold::bench {
namespace {

// W2 and W8: powers around a sum of separable filters, border replicate.
struct Work {
  std::string name;
  int64_t channels = 1;
  std::vector<SeparableFilter> terms;
  double gamma = 1;
  Pipeline pipeline;  // as users write it

  int64_t radius() const { return terms[0].vertical.anchor(); }

  // The work as one convolution.
  Pipeline OneStage(const Border& border) const {
    Pipeline p;
    if (gamma != 1) p.Power(gamma);
    p.Convolve(terms, border);
    if (gamma != 1) p.Power(1 / gamma);
    return p;
  }
};

Work PadConvFuse() {
  const Taps taps = ChainGaussian(9), one = Taps::Custom({1});
  Work w;
  w.name = "pad_conv_fuse";
  w.terms = {{taps, taps}};
  w.pipeline.Convolve(taps, one, Border::Replicate()).Convolve(one, taps, Border::Replicate());
  return w;
}

Work BokehLike() {
  Work w;
  w.name = "bokeh_like";
  w.channels = 3;
  w.terms = BokehLikeTerms();
  w.gamma = kBokehLikeGamma;
  w.pipeline = w.OneStage(Border::Replicate());
  return w;
}

template <class F>
void ParallelFor(const Executor& executor, int64_t count, const F& f) {
  executor.ParallelFor(
      count, [](void* context, int64_t id) noexcept { (*static_cast<const F*>(context))(id); },
      const_cast<void*>(static_cast<const void*>(&f)));
}

// Runs the loop of a plan as nine: the ids of each region, and a barrier.
class NineLoops final : public Executor {
 public:
  NineLoops(const Plan& plan, const Executor& base) : base_(base), count_(plan.tiles()) {
    for (int64_t id = 0; id < count_; ++id) ids_[static_cast<size_t>(plan.tile(id).region)].push_back(id);
  }
  void ParallelFor(int64_t count, Task task, void* context) const override {
    if (count != count_) throw std::logic_error("not the loop of the plan");
    for (const std::vector<int64_t>& ids : ids_) {
      bench::ParallelFor(base_, static_cast<int64_t>(ids.size()),
                         [&](int64_t i) { task(context, ids[static_cast<size_t>(i)]); });
    }
  }
  int concurrency() const override { return base_.concurrency(); }

 private:
  const Executor& base_;
  const int64_t count_;
  std::array<std::vector<int64_t>, kRegions> ids_;
};

// A picture with `radius` more on each side, and the loop that fills it from a source by replicate.
class PaddedCopy {
 public:
  PaddedCopy(const Format& f, int64_t radius)
      : padded_(f.width + 2 * radius, f.height + 2 * radius, f.channels, ElementType::kF32), radius_(radius) {}

  void Fill(const AnyConstImageView& src, const Executor& executor) const {
    constexpr int64_t kBand = 16;
    const AnyImageView& to = padded_.view();
    ParallelFor(executor, (to.height + kBand - 1) / kBand, [&](int64_t id) {
      for (int64_t y = id * kBand; y < std::min((id + 1) * kBand, to.height); ++y) FillRow(src, y);
    });
  }
  AnyImageView view() const { return padded_.view(); }

 private:
  void FillRow(const AnyConstImageView& src, int64_t y) const {
    const int64_t from_y = std::clamp<int64_t>(y - radius_, 0, src.height - 1), pixel = src.channels * 4;
    const std::byte* from = static_cast<const std::byte*>(src.data) + from_y * src.row_bytes;
    std::byte* to = static_cast<std::byte*>(padded_.view().data) + y * padded_.view().row_bytes;
    const auto copy = [&](int64_t to_x, int64_t from_x, int64_t count) {
      std::memcpy(to + to_x * pixel, from + from_x * pixel, static_cast<size_t>(count * pixel));
    };
    copy(radius_, 0, src.width);
    for (int64_t i = 0; i < radius_; ++i) {
      copy(i, 0, 1);
      copy(radius_ + src.width + i, src.width - 1, 1);
    }
  }

  const Picture padded_;
  const int64_t radius_;
};

// A way of doing a work on pictures of one format.
class Way {
 public:
  virtual ~Way() = default;
  virtual void Run(const AnyConstImageView& src, const AnyImageView& dst, const Executor& executor) = 0;
  virtual int64_t loops() const = 0;  // parallel loops that a run takes
};

class OneLoop final : public Way {
 public:
  OneLoop(const Work& w, const Format& f) : plan_(w.pipeline, f) {}
  void Run(const AnyConstImageView& src, const AnyImageView& dst, const Executor& executor) override {
    RunOptions options;
    options.executor = &executor;
    plan_.Run(src, dst, options);
  }
  int64_t loops() const override { return plan_.Dispatches(); }

 private:
  const Plan plan_;
};

class NineLoopsWay final : public Way {
 public:
  NineLoopsWay(const Work& w, const Format& f, const Executor& executor)
      : plan_(w.pipeline, f), nine_loops_(plan_, executor) {}
  void Run(const AnyConstImageView& src, const AnyImageView& dst, const Executor&) override {
    RunOptions options;
    options.executor = &nine_loops_;
    plan_.Run(src, dst, options);
  }
  int64_t loops() const override { return kRegions; }

 private:
  const Plan plan_;
  const NineLoops nine_loops_;
};

class PaddedPlan final : public Way {
 public:
  PaddedPlan(const Work& w, const Format& f)
      : copy_(f, w.radius()),
        plan_(w.OneStage(Border::Valid()),
              {copy_.view().width, copy_.view().height, f.channels, f.src_type, f.dst_type}) {}
  void Run(const AnyConstImageView& src, const AnyImageView& dst, const Executor& executor) override {
    copy_.Fill(src, executor);
    RunOptions options;
    options.executor = &executor;
    plan_.Run(copy_.view(), dst, options);
  }
  int64_t loops() const override { return 1 + plan_.Dispatches(); }

 private:
  const PaddedCopy copy_;
  const Plan plan_;
};

// The powers, where there are any, are plans of their own.
class Plain final : public Way {
 public:
  Plain(const Work& w, const Format& f, PlainBorder border) : filter_(w.terms, f.width, f.height, f.channels, border) {
    if (border == PlainBorder::kPadded) copy_ = std::make_unique<PaddedCopy>(f, w.radius());
    if (w.gamma == 1) return;
    linear_ = std::make_unique<Picture>(f.width, f.height, f.channels, ElementType::kF32);
    decode_ = std::make_unique<Plan>(Pipeline().Power(w.gamma), f);
    encode_ = std::make_unique<Plan>(Pipeline().Power(1 / w.gamma), f);
  }
  void Run(const AnyConstImageView& src, const AnyImageView& dst, const Executor& executor) override {
    RunOptions options;
    options.executor = &executor;
    AnyConstImageView input = src;
    if (decode_) {
      decode_->Run(input, linear_->view(), options);
      input = linear_->view();
    }
    if (copy_) {
      copy_->Fill(input, executor);
      input = copy_->view();
    }
    filter_.Run(input, dst, executor);
    if (encode_) encode_->Run(dst, dst, options);
  }
  int64_t loops() const override { return 1 + (copy_ ? 1 : 0) + (decode_ ? 2 : 0); }

 private:
  const PlainSeparable filter_;
  std::unique_ptr<PaddedCopy> copy_;
  std::unique_ptr<Picture> linear_;
  std::unique_ptr<Plan> decode_, encode_;
};

// One work on one size and number of threads: pictures and the result to be met, kept between benchmarks, which
// interleave.
struct Bench {
  Bench(const Work& w, int64_t width, int64_t height, int threads)
      : work(w),
        format{width, height, w.channels, ElementType::kF32, ElementType::kF32},
        executor(threads == 1 ? SerialExecutor() : TbbExecutor()),
        src(width, height, w.channels, ElementType::kF32),
        expected(width, height, w.channels, ElementType::kF32),
        dst(width, height, w.channels, ElementType::kF32) {
    OneLoop(work, format).Run(src.view(), expected.view(), executor);
  }

  const Work& work;
  const Format format;
  const Executor& executor;
  const Picture src, expected, dst;
};

void RunWay(benchmark::State& state, const Bench& bench, Way& way, double tolerance) {
  std::memset(bench.dst.view().data, 0xff, static_cast<size_t>(bench.dst.samples() * 4));  // NaN
  way.Run(bench.src.view(), bench.dst.view(), bench.executor);
  const double difference = LargestDifference(bench.expected, bench.dst);
  if (!(difference <= tolerance)) {
    state.SkipWithError(("results differ by " + std::to_string(difference)).c_str());
    return;
  }
  for (auto _ : state) {
    way.Run(bench.src.view(), bench.dst.view(), bench.executor);
    benchmark::ClobberMemory();
  }
  const auto pixels = static_cast<double>(state.iterations() * bench.format.width * bench.format.height);
  state.counters["Mpixel/s"] = benchmark::Counter(pixels / 1e6, benchmark::Counter::kIsRate);
  state.counters["Msample/s"] =
      benchmark::Counter(pixels * static_cast<double>(bench.work.channels) / 1e6, benchmark::Counter::kIsRate);
  state.counters["loops"] = static_cast<double>(way.loops());
}

void Register(const Work& work) {
  struct Size {
    const char* name;
    int64_t width, height;
  };
  constexpr Size kSizes[] = {{"256", 256, 256}, {"512", 512, 512}, {"1080p", 1920, 1080}, {"4K", 3840, 2160}};
  std::vector<int> all_threads = {1};
  if (TbbExecutor().concurrency() > 1) all_threads.push_back(TbbExecutor().concurrency());
  for (const Size& size : kSizes) {
    for (const int threads : all_threads) {
      // Made when first run: benchmarks that the filter leaves out take no memory.
      const auto bench = [&work, size, threads, kept = std::make_shared<std::unique_ptr<Bench>>()]() -> const Bench& {
        if (!*kept) *kept = std::make_unique<Bench>(work, size.width, size.height, threads);
        return **kept;
      };
      const auto add = [&](const char* name, double tolerance, auto make) {
        const std::string full =
            "dispatch/" + work.name + "/" + size.name + "/threads:" + std::to_string(threads) + "/" + name;
        benchmark::RegisterBenchmark(full.c_str(),
                                     [=](benchmark::State& state) {
                                       const std::unique_ptr<Way> way = make(bench());
                                       RunWay(state, bench(), *way, tolerance);
                                     })
            ->UseRealTime()
            ->Unit(benchmark::kMillisecond);
      };
      constexpr double kSame = 0, kClose = 1e-4;
      add("one_loop", kSame, [](const Bench& b) { return std::make_unique<OneLoop>(b.work, b.format); });
      add("nine_loops", kSame,
          [](const Bench& b) { return std::make_unique<NineLoopsWay>(b.work, b.format, b.executor); });
      add("padded_copy", kClose, [](const Bench& b) { return std::make_unique<PaddedPlan>(b.work, b.format); });
      add("clamp", kClose,
          [](const Bench& b) { return std::make_unique<Plain>(b.work, b.format, PlainBorder::kClamp); });
      add("plain_padded", kClose,
          [](const Bench& b) { return std::make_unique<Plain>(b.work, b.format, PlainBorder::kPadded); });
    }
  }
}

}  // namespace
}  // namespace ninefold::bench

int main(int argc, char** argv) {
  const ninefold::bench::Work pad_conv_fuse = ninefold::bench::PadConvFuse(), bokeh_like = ninefold::bench::BokehLike();
  ninefold::bench::Register(pad_conv_fuse);
  ninefold::bench::Register(bokeh_like);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
