// A pipeline made ready for images of one format: checked, immutable, shareable. The way pixels are filtered.

#ifndef NINEFOLD_PLAN_H_
#define NINEFOLD_PLAN_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "ninefold/executor.h"
#include "ninefold/image.h"
#include "ninefold/pipeline.h"

namespace ninefold {

// The names of the instruction sets that this library has kernels for and this CPU runs, best first. The last is
// "SCALAR". They are what PlanOptions::target takes.
std::vector<std::string> Targets();

// Which kernels run the tiles whose halo leaves the image.
enum class BorderKernels {
  kSimd,    // edges extended by scalar code, then the SIMD taps of the bulk
  kScalar,  // the plain scalar kernel; border tiles are cut just halo-thick, so that the bulk stays bulk
};

// How an aperture (Kernel2D) is computed. A method depends on kernel, options and format alone, never on the CPU.
enum class ApertureMethod {
  kAuto,     // the cheapest by counted work that meets the tolerance
  kDense,    // tap by tap
  kSpans,    // exact: sums of runs of equal weights, and the samples at the rim; for apertures that are flat
  kLowRank,  // the sum of as few separable filters as the tolerance allows; for apertures without sharp rims
};

// How a plan is made. The defaults are right for nearly everyone.
struct PlanOptions {
  // Size of a tile in pixels, 1 .. 2^31 - 1; 0: chosen from the cache sizes. The result has the same bits for every
  // size.
  int64_t tile_width = 0;
  int64_t tile_height = 0;

  // One of Targets(); empty: the best.
  std::string target;

  BorderKernels border_kernels = BorderKernels::kSimd;

  // Of apertures. With strides or dilations kSpans is not possible, and refused as kUnsupported.
  ApertureMethod method = ApertureMethod::kAuto;

  // Of apertures: the largest sum of |weight taken - weight asked for|, where the weights add up to 1. 0 .. 1; with 0
  // only exact methods are chosen by kAuto. The weights taken add up to 1 whatever it is.
  double tolerance = 0.002;

  // The largest scratch per concurrent tile, in bytes; 0: no limit. A plan that needs more is refused (kLimit).
  int64_t max_scratch_bytes = 0;
};

// How one Run is done.
struct RunOptions {
  // Who runs the tiles; null: TbbExecutor(). The result has the same bits for every executor.
  const Executor* executor = nullptr;

  // When true, tiles that have not begun are left out, and the run ends with kCancelled, unless all are done; what dst
  // holds inside its rows is then unspecified. May be set by any thread, also before the run.
  const std::atomic<bool>* cancel = nullptr;

  // Called after each tile, with how many of how many are done: never twice at once, and never with less than before.
  // On any thread; tiles wait for it. What it throws stops the run, which throws it.
  std::function<void(int64_t done, int64_t total)> progress = nullptr;
};

// Rows first .. first + count - 1 of an image.
struct RowRange {
  int64_t first = 0;
  int64_t count = 0;
};

// The nine regions of an image, in the order in which a plan lists them: row by row.
enum class Region {
  kTopLeft,
  kTop,
  kTopRight,
  kLeft,
  kBulk,
  kRight,
  kBottomLeft,
  kBottom,
  kBottomRight,
};
constexpr int kRegions = 9;

// "top_left", "top", ... "bulk", ... "bottom_right".
const char* RegionName(Region region);

// A tile of the result, and the region whose kernel computes it.
struct Tile {
  int64_t x = 0;
  int64_t y = 0;
  int64_t width = 0;
  int64_t height = 0;
  Region region = Region::kBulk;
};

// A pipeline, a format and options, made ready. Copies share one state.
class Plan {
 public:
  // Makes the plan. All that can be refused is refused here.
  //
  // Cost: taps are lowered and tables filled; no memory of the size of an image is taken.
  // Errors: kInvalidArgument, kUnsupported or kLimit, with the numbers.
  Plan(const Pipeline& pipeline, const Format& format, const PlanOptions& options = {});

  // Runs the plan on one image, as one parallel loop over its tiles.
  //
  // Shapes: src as the format says; dst dst_width() x dst_height() with as many channels; rows row_bytes apart.
  // Units: full scale of src becomes full scale of dst; else samples are taken as stored.
  // Border: as the pipeline says. No byte outside the rows of src and dst is read or written.
  // Aliasing: src and dst may be the same image (then the source is copied first); any other overlap is refused.
  // Threads: const; concurrent calls are fine when their dst differ.
  // Cost: scratch is leased from the plan; nothing is allocated once as many leases exist as calls run at once.
  // Errors: kInvalidArgument when a view does not fit the plan, kOutOfMemory; dst is then untouched. kCancelled, and
  // what a row function or the progress function throws; dst then holds unspecified samples inside its rows.
  void Run(const AnyConstImageView& src, const AnyImageView& dst, const RunOptions& options = {}) const;

  // The same for many images of one format, or the planes of a planar one, as one parallel loop over all their tiles.
  //
  // Shapes: src[i] goes to dst[i]; as many of one as of the other, none at all is fine.
  // Aliasing: src[i] and dst[i] may be the same image; no dst may overlap another dst or another src.
  void Run(const std::vector<AnyConstImageView>& src, const std::vector<AnyImageView>& dst,
           const RunOptions& options = {}) const;

  // Computes a rectangle of the result from the source rows that it needs: for previews, and for pictures larger than
  // memory. The samples have the same bits as those of a Run.
  //
  // Shapes: src_rows the rows SourceRows(region) of the source, or more, in their whole width; first_row is the number
  // of the first of them. dst region.width x region.height.
  // Aliasing: none. Otherwise as Run.
  void RunRegion(const Rectangle& region, const AnyConstImageView& src_rows, int64_t first_row, const AnyImageView& dst,
                 const RunOptions& options = {}) const;

  // The source rows that a rectangle of the result depends on. With BorderRule::kWrap at an edge: all.
  // Errors: kInvalidArgument for a rectangle that is empty or not inside the result.
  RowRange SourceRows(const Rectangle& region) const;

  // The size of the result: that of the source, but for BorderRule::kValid.
  int64_t dst_width() const;
  int64_t dst_height() const;
  const Format& format() const;

  // How many parallel loops a Run takes. One, whatever the pipeline.
  int Dispatches() const;

  // The instruction set that was chosen, one of Targets().
  const std::string& target() const;

  // The largest number of bytes that one Run of so many images with an executor of this concurrency takes: scratch,
  // and, if src and dst are the same image, the copy of the source. Plans of pointwise stages alone need no copy.
  int64_t ScratchBytes(int threads, bool in_place = false, int64_t images = 1) const;

  // The tiles: their number, their largest size, and tile `id` of 0..tiles()-1.
  int64_t tiles() const;
  int64_t tile_width() const;
  int64_t tile_height() const;
  Tile tile(int64_t id) const;

  // How many tiles a region has, and the name of the kernel that computes them.
  int64_t RegionTiles(Region region) const;
  const std::string& RegionKernel(Region region) const;

  // The plan in words, a line each, for people.
  std::string Describe() const;

  // The same as one JSON object. Keys: dispatches, tiles, tile_width, tile_height, target, arithmetic, scratch_bytes
  // (of one concurrent tile), bytes_read and bytes_written (of source and result: what a Run moves to and from memory),
  // recomputed (work for halos and results that are computed more than once, as a share of computing each stage once),
  // source_fetches (how often a source sample is fetched, on average; after the first time from a cache), stages (array
  // of strings), regions (array of nine objects: name, tiles, kernel), format.
  std::string ToJson() const;

  struct State;  // the inside: src/plan_state.h

 private:
  std::shared_ptr<const State> state_;
};

}  // namespace ninefold

#endif  // NINEFOLD_PLAN_H_
