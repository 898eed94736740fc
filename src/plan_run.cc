// Running a plan: leases, tasks, and what can stop them.

#include <algorithm>
#include <cstring>
#include <span>

#include "src/chain_layout.h"
#include "src/checked.h"
#include "src/plan_state.h"
#include "src/refuse.h"
#include "src/run_control.h"
#include "src/view_check.h"

namespace ninefold {
namespace {

// One image of a Run: where its pixel (0, 0) stands, or would, in the source and in the result.
struct Job {
  const std::byte* src = nullptr;
  ptrdiff_t src_row_bytes = 0;
  std::byte* dst = nullptr;
  ptrdiff_t dst_row_bytes = 0;

  Job(const AnyConstImageView& s, const AnyImageView& d)
      : src(static_cast<const std::byte*>(s.data)),
        src_row_bytes(s.row_bytes),
        dst(static_cast<std::byte*>(d.data)),
        dst_row_bytes(d.row_bytes) {}
};

// What the tasks of one Run share.
struct RunContext {
  const Plan::State& state;
  std::span<const Job> jobs;
  Rectangle region;  // of the result
  TileRange tiles;   // those that meet it
  BlockPool& blocks;
  RunControl& control;
};

// A task is a tile of an image.
void RunTask(void* context, int64_t id) noexcept {
  const auto& run = *static_cast<const RunContext*>(context);
  if (run.control.Stopped()) return;
  const Tile tile = run.state.grid.At(run.tiles, id % run.tiles.count());
  const Job& job = run.jobs[static_cast<size_t>(id / run.tiles.count())];
  const Rectangle& r = run.region;
  kernels::TileArgs args;
  if (run.state.IsChain()) {
    args.chain = &run.state.chain;
  } else {
    args.plan = &run.state.nodes[0].convolution->plan;
  }
  args.src = job.src;
  args.src_row_bytes = job.src_row_bytes;
  args.dst = job.dst;
  args.dst_row_bytes = job.dst_row_bytes;
  args.x = std::max(tile.x, r.x);
  args.y = std::max(tile.y, r.y);
  args.width = std::min(tile.x + tile.width, r.x + r.width) - args.x;
  args.height = std::min(tile.y + tile.height, r.y + r.height) - args.y;
  args.run = &run.control;
  args.scratch = run.blocks.Take();
  run.state.region_kernels[static_cast<size_t>(tile.region)](args);
  run.blocks.Give(args.scratch);
  run.control.Done();
}

int64_t PackedRowBytes(const Plan::State& s) {
  return s.format.width * s.format.channels * ElementBytes(s.format.src_type);
}

// Plans of pointwise stages alone read each sample before they write it.
int64_t CopyBytes(const Plan::State& s) { return s.IsPointwise() ? 0 : PackedRowBytes(s) * s.format.height; }

// Runs the tiles that meet `region`, of all jobs. in_place: the jobs whose source is the destination.
void RunJobs(const Plan::State& s, std::span<Job> jobs, std::span<const bool> in_place, const Rectangle& region,
             const RunOptions& options) {
  const TileRange tiles = s.grid.Meeting(region);
  const int64_t tasks = CheckedMul(tiles.count(), static_cast<int64_t>(jobs.size()), "tiles");
  if (tasks == 0) return;
  const Executor& executor = options.executor != nullptr ? *options.executor : TbbExecutor();
  const int64_t blocks = std::clamp<int64_t>(executor.concurrency(), 1, tasks);
  const int64_t block_bytes = CheckedMul(blocks, s.block_bytes, "scratch");
  const int64_t copies = std::count(in_place.begin(), in_place.end(), true);
  const int64_t copy_bytes = CheckedMul(copies, CopyBytes(s), "scratch");
  ScratchPool::Lease lease = s.scratch.Acquire(CheckedAdd(block_bytes, copy_bytes, "scratch"));

  std::byte* copy = lease.data() + block_bytes;
  for (size_t i = 0; i < in_place.size() && CopyBytes(s) > 0; ++i) {
    if (!in_place[i]) continue;
    Job& job = jobs[i];
    const int64_t row_bytes = PackedRowBytes(s);
    for (int64_t y = 0; y < s.format.height; ++y) {
      std::memcpy(copy + y * row_bytes, job.src + y * job.src_row_bytes, static_cast<size_t>(row_bytes));
    }
    job.src = copy;
    job.src_row_bytes = row_bytes;
    copy += CopyBytes(s);
  }
  BlockPool pool(lease.data(), s.block_bytes, blocks);
  RunControl control(options, tasks);
  RunContext context = {s, jobs, region, tiles, pool, control};
  executor.ParallelFor(tasks, RunTask, &context);
  control.Finish();
}

void CheckViews(const Plan::State& s, const AnyConstImageView& src, const AnyImageView& dst) {
  CheckView(src, "src", s.format.width, s.format.height, s.format.channels, s.format.src_type);
  CheckView(dst, "dst", s.dst_width, s.dst_height, s.format.channels, s.format.dst_type);
}

}  // namespace

void Plan::Run(const AnyConstImageView& src, const AnyImageView& dst, const RunOptions& options) const {
  const State& s = *state_;
  CheckViews(s, src, dst);
  const bool in_place = CheckAliasing(src, dst);
  Job job(src, dst);
  RunJobs(s, {&job, 1}, {&in_place, 1}, {0, 0, s.dst_width, s.dst_height}, options);
}

void Plan::Run(const std::vector<AnyConstImageView>& src, const std::vector<AnyImageView>& dst,
               const RunOptions& options) const {
  const State& s = *state_;
  Require(src.size() == dst.size(), "a batch of ", src.size(), " src and ", dst.size(), " dst");
  const size_t count = src.size();
  std::vector<Job> jobs;
  const auto in_place = std::make_unique<bool[]>(count);
  for (size_t i = 0; i < count; ++i) {
    CheckViews(s, src[i], dst[i]);
    in_place[i] = CheckAliasing(src[i], dst[i]);
    jobs.emplace_back(src[i], dst[i]);
  }
  for (size_t i = 0; i < count; ++i) {
    for (size_t k = 0; k < count; ++k) {
      if (k == i) continue;
      const bool apart = !CheckAliasing(src[k], dst[i]) && (k < i || !CheckAliasing(dst[k], dst[i]));
      Require(apart, "in a batch dst ", i, " is also the src or dst of image ", k);
    }
  }
  RunJobs(s, jobs, {in_place.get(), count}, {0, 0, s.dst_width, s.dst_height}, options);
}

void Plan::RunRegion(const Rectangle& region, const AnyConstImageView& src_rows, int64_t first_row,
                     const AnyImageView& dst, const RunOptions& options) const {
  const State& s = *state_;
  const RowRange needed = SourceRows(region);
  Require(first_row >= 0 && src_rows.height >= 1 && first_row <= s.format.height - src_rows.height, "src rows ",
          first_row, " to ", first_row + src_rows.height - 1, ": the source has rows 0 to ", s.format.height - 1);
  Require(first_row <= needed.first && first_row + src_rows.height >= needed.first + needed.count, "src rows ",
          first_row, " to ", first_row + src_rows.height - 1, ": the region needs rows ", needed.first, " to ",
          needed.first + needed.count - 1);
  CheckView(src_rows, "src", s.format.width, src_rows.height, s.format.channels, s.format.src_type);
  CheckView(dst, "dst", region.width, region.height, s.format.channels, s.format.dst_type);
  Require(!CheckAliasing(src_rows, dst), "dst is src: a region is filtered into memory of its own");
  Job job(src_rows, dst);
  job.src -= first_row * job.src_row_bytes;
  job.dst -= region.y * job.dst_row_bytes + region.x * s.format.channels * ElementBytes(s.format.dst_type);
  RunJobs(s, {&job, 1}, {}, region, options);
}

RowRange Plan::SourceRows(const Rectangle& region) const {
  const State& s = *state_;
  const bool inside = region.x >= 0 && region.width >= 1 && region.x <= s.dst_width - region.width && region.y >= 0 &&
                      region.height >= 1 && region.y <= s.dst_height - region.height;
  Require(inside, "a region of ", region.width, " x ", region.height, " at (", region.x, ", ", region.y,
          ") is empty or not inside the result of ", s.dst_width, " x ", s.dst_height);
  return RowsBehind({region.y, region.height}, s.nodes);
}

int64_t Plan::ScratchBytes(int threads, bool in_place, int64_t images) const {
  Require(threads >= 1, "threads ", threads, ": 1 or more");
  Require(images >= 1, "images ", images, ": 1 or more");
  const int64_t tasks = CheckedMul(images, tiles(), "tiles");
  const int64_t blocks = CheckedMul(std::min<int64_t>(threads, tasks), state_->block_bytes, "scratch");
  return CheckedAdd(blocks, in_place ? CheckedMul(images, CopyBytes(*state_), "scratch") : 0, "scratch");
}

}  // namespace ninefold
