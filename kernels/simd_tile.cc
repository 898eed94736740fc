#include "kernels/simd_tile.h"

#include <algorithm>
#include <cstring>

#include "kernels/extension.h"
#include "kernels/pointwise.h"
#include "kernels/scratch_layout.h"
#include "kernels/spans.h"
#include "kernels/steps.h"
#include "kernels/wild.h"

namespace ninefold::kernels {
namespace {

bool FewTaps(const AxisTaps& taps, int64_t most) {
  return taps.symmetry == Symmetry::kEven && taps.count % 2 == 1 && taps.count <= most && taps.stride == 1 &&
         taps.dilation == 1;
}

// Both forms give the same bits.
const StripSteps& SeparableOf(const TilePlan& p) {
  const SeparableSteps& steps = p.steps->separable[static_cast<int>(p.arithmetic)];
  const int64_t most = p.stream ? kMostRowTaps : steps.row_taps;
  const bool in_rows =
      p.terms.size() == 1 && FewTaps(p.terms[0].vertical, most) && FewTaps(p.terms[0].horizontal, most);
  return in_rows ? steps.rows : steps.transposed;
}

VerticalStep VerticalOf(const TilePlan& p) {
  return SeparableOf(p).vertical[static_cast<int>(p.staged ? ElementType::kF32 : p.src_type)];
}

HorizontalStep HorizontalOf(const TilePlan& p, ElementType dst_type) {
  return SeparableOf(p).horizontal[static_cast<int>(dst_type)];
}

// Rows of the result that are computed at a time.
int64_t StripRows(const TilePlan& p) { return p.IsDense() ? kDenseStripRows : SeparableOf(p).strip_rows; }

// The part of one axis that the tile reads.
template <bool kExtend>
AxisWindow Window(const AxisGeometry& axis, int64_t first, int64_t length, int64_t size, const TilePlan& p) {
  AxisWindow window = MakeWindow<kExtend>(axis, first, length, size, p.border);
  window.unwrapped = p.unwrapped;
  return window;
}

// Pixels of a row that are summed by runs at a time.
int64_t SpanColumns(const TilePlan& p) { return std::max<int64_t>(512 / p.channels, 1); }

// Where columns are parted by phase (StageSource): how many phases, and how many columns each has room for.
int64_t Phases(const TilePlan& p) { return p.IsDense() ? p.columns.stride : 1; }
int64_t PhaseColumns(const TilePlan& p, int64_t columns) { return (columns + Phases(p) - 1) / Phases(p); }

// From row to row of a strip that stands in rows: what stands before the first aligned sample, and a vector behind.
int64_t MidPitch(int64_t samples, const StripSteps& steps) {
  return RoundUp(samples * steps.lane_bytes, kScratchAlignment) + 2 * kScratchAlignment;
}

// memcpy, without a call for pixels of the usual sizes.
void CopyPixel(void* to, const void* from, int64_t bytes) {
  switch (bytes) {
    case 2:  // 16-bit lanes of 1, 3 and 4 channels
      std::memcpy(to, from, 2);
      break;
    case 6:
      std::memcpy(to, from, 6);
      break;
    case 8:
      std::memcpy(to, from, 8);
      break;
    case 4:  // 32-bit lanes
      std::memcpy(to, from, 4);
      break;
    case 12:
      std::memcpy(to, from, 12);
      break;
    case 16:
      std::memcpy(to, from, 16);
      break;
    default:
      std::memcpy(to, from, static_cast<size_t>(bytes));
  }
}

// The work of one tile: which rows and columns it reads, and where they stand.
template <bool kExtendRows, bool kExtendColumns>
class Worker {
 public:
  explicit Worker(const TileArgs& args)
      : args_(args),
        p_(*args.plan),
        rows_(Window<kExtendRows>(p_.rows, args.y, args.height, p_.src_height, p_)),
        columns_(Window<kExtendColumns>(p_.columns, args.x, args.width, p_.src_width, p_)) {}

  void Run() {
    if (p_.staged) StageSource();
    FillRowTable();
    if (p_.spans != nullptr) return SumSpans();
    for (int64_t y = 0; y < args_.height; y += StripRows(p_)) {
      const int64_t strip_rows = std::min(StripRows(p_), args_.height - y);
      if (!p_.IsDense()) SumTerms(y);
      if (p_.after.empty()) {
        SumRows(y, strip_rows, Destination(y), args_.dst_row_bytes, p_.dst_type, p_.scale);
      } else {
        SumRows(y, strip_rows, At<float>(p_.scratch.result), p_.scratch.result_pitch * 4, ElementType::kF32, 1.0f);
        for (int64_t r = 0; r < strip_rows; ++r) {
          FinishRow(At<float>(p_.scratch.result) + r * p_.scratch.result_pitch, y + r, 0, args_.width);
        }
      }
    }
    if (p_.direct != nullptr) {
      RedoWild(args_, rows_, columns_, At<float>(p_.scratch.staged), p_.scratch.staged_pitch, p_.scratch,
               SimdTile(kExtendRows, kExtendColumns));
    }
  }

 private:
  template <class T>
  T* At(int64_t offset) const {
    return reinterpret_cast<T*>(args_.scratch + offset);
  }

  std::byte* Destination(int64_t y, int64_t x = 0) const {
    return args_.dst + (args_.y + y) * args_.dst_row_bytes + (args_.x + x) * p_.channels * ElementBytes(p_.dst_type);
  }

  // The source column x of a stored row y, in the image.
  const std::byte* Source(int64_t y, int64_t x) const {
    return args_.src + rows_.Source(y) * args_.src_row_bytes +
           columns_.Source(x) * p_.channels * ElementBytes(p_.src_type);
  }

  // Staged rows begin at the first column that the taps read when these must be extended before the sums (dense), else
  // at the first stored one.
  int64_t StagedBegin() const { return p_.IsDense() ? columns_.low() : columns_.stored_begin; }

  float* StagedRow(int64_t y) const {
    return At<float>(p_.scratch.staged) + (y - rows_.stored_begin) * p_.scratch.staged_pitch;
  }

  // Converts the stored rows into scratch and applies the operations before the convolution. For dense taps with a
  // stride, columns are then parted by phase: from columns_.begin on every stride-th one, then those beside them, so
  // that what neighbouring outputs take by one tap stands side by side.
  void StageSource() {
    const auto load = p_.steps->pointwise.load[static_cast<int>(p_.src_type)];
    const int64_t phases = Phases(p_);
    for (int64_t y = rows_.stored_begin; y < rows_.stored_end; ++y) {
      float* row = phases == 1 ? StagedRow(y) : At<float>(p_.scratch.unphased);
      float* stored = row + (columns_.stored_begin - StagedBegin()) * p_.channels;
      for (int64_t x = columns_.stored_begin; x < columns_.stored_end; x += columns_.Run(x)) {
        LoadSource(load, p_.table, Source(y, x), columns_.Run(x) * p_.channels,
                   stored + (x - columns_.stored_begin) * p_.channels);
      }
      ApplyOps(p_.before, p_.steps->pointwise.pointwise, p_.full_scale, columns_.stored(), p_.channels, args_.run,
               stored);
      if (phases == 1) continue;
      if constexpr (kExtendColumns) ExtendColumns(reinterpret_cast<std::byte*>(row), 0, 1, 4, p_.constant_row);
      PartPhases(row + (columns_.begin - columns_.low()) * p_.channels, StagedRow(y));
    }
    if (kExtendColumns && p_.IsDense() && phases == 1) {
      ExtendColumns(At<std::byte>(p_.scratch.staged), p_.scratch.staged_pitch * 4, rows_.stored(), 4, p_.constant_row);
    }
  }

  int64_t PhasePitch() const { return p_.scratch.staged_pitch / Phases(p_); }

  void PartPhases(const float* row, float* parted) const {
    const int64_t phases = Phases(p_), columns = columns_.end - columns_.begin;
    for (int64_t phase = 0; phase < phases; ++phase, parted += PhasePitch()) {
      float* to = parted;
      for (int64_t x = phase; x < columns; x += phases, to += p_.channels) {
        std::memcpy(to, row + x * p_.channels, static_cast<size_t>(p_.channels) * sizeof(float));
      }
    }
  }

  // Fills the columns left and right of the stored ones, in `count` rows that begin at column columns_.low().
  void ExtendColumns(std::byte* rows, int64_t pitch_bytes, int64_t count, int64_t sample_bytes,
                     const void* constant) const {
    const int64_t pixel_bytes = p_.channels * sample_bytes;
    const auto extend = [&](int64_t x) {
      const int64_t copy = columns_.Copy(x);
      const bool is_constant = copy == kConstantCoordinate;
      std::byte* row = rows;
      for (int64_t r = 0; r < count; ++r, row += pitch_bytes) {
        const void* src = is_constant ? constant : row + (copy - columns_.low()) * pixel_bytes;
        CopyPixel(row + (x - columns_.low()) * pixel_bytes, src, pixel_bytes);
      }
    };
    for (int64_t x = columns_.begin; x < columns_.stored_begin; ++x) extend(x);
    for (int64_t x = columns_.stored_end; x < columns_.end; ++x) extend(x);
  }

  // The row table: a pointer for each row that the tile's taps read, to the column where staged rows begin, or the
  // first stored one; or a pointer for each phase of each row. The last row is repeated as often as the last strip
  // lacks rows. Behind that come the rows that follow in the image, to be prefetched.
  int64_t TableRows() const { return p_.rows.Inputs(RoundUp(args_.height, StripRows(p_))); }

  void FillRowTable() {
    const void** table = At<const void*>(p_.scratch.row_table);
    const int64_t phases = Phases(p_), count = TableRows() * phases;
    int64_t i = 0;
    for (int64_t row = rows_.begin; row < rows_.end; ++row) {
      for (int64_t phase = 0; phase < phases; ++phase) table[i++] = RowPointer(row, phase);
    }
    for (; i < count; ++i) table[i] = table[i - phases];
    for (int64_t next = 0; next < NextRows(); ++next) {
      table[count + next] = Source(std::min(rows_.end + next, p_.src_height - 1), columns_.stored_begin);
    }
  }

  // How many rows behind those of a strip are worth a prefetch: none that stand in scratch.
  int64_t NextRows() const { return p_.staged || p_.unwrapped ? 0 : StripRows(p_) * p_.rows.stride; }

  const void* RowPointer(int64_t row, int64_t phase) const {
    const int64_t copy = kExtendRows ? rows_.Copy(row) : row;
    if (kExtendRows && copy == kConstantCoordinate) return p_.constant_row;
    if (!p_.staged) return Source(copy, columns_.stored_begin);
    if (Phases(p_) > 1) return StagedRow(copy) + phase * PhasePitch();
    return StagedRow(copy) + (p_.IsDense() ? columns_.begin - columns_.low() : 0) * p_.channels;
  }

  // The rows that result rows from y on read.
  const void* const* RowTable(int64_t y) const {
    return At<const void*>(p_.scratch.row_table) + y * p_.rows.stride * Phases(p_);
  }

  // The sums of a strip of all terms but for the horizontal ones of the last.
  void SumTerms(int64_t y) const {
    for (const SeparableTerm& term : p_.terms) {
      SumColumns(y, term);
      if (&term == &p_.terms.back()) return;
      SeparableOf(p_).partial({MidOf(term), &term.horizontal, p_.channels, args_.width * p_.channels,
                               At<std::byte>(p_.scratch.sums), &term != &p_.terms.front()});
    }
  }

  // The strip's column x. In rows, the tile's first column is aligned, as it is in most images.
  std::byte* Mid(int64_t x) const {
    const StripSteps& steps = SeparableOf(p_);
    const int64_t pixel_bytes = p_.channels * steps.sample_bytes();
    const int64_t lead = steps.in_rows ? (columns_.low() - args_.x) * pixel_bytes & (kScratchAlignment - 1) : 0;
    return At<std::byte>(p_.scratch.mid) + lead + (x - columns_.low()) * pixel_bytes;
  }

  // Where the first sample that a term's horizontal taps read stands in the strip.
  const std::byte* MidOf(const SeparableTerm& term) const { return Mid(columns_.begin + term.horizontal.offset); }

  // The vertical sums of the strip at result row y, for every column that the horizontal taps read.
  void SumColumns(int64_t y, const SeparableTerm& term) const {
    const StripSteps& steps = SeparableOf(p_);
    for (int64_t x = columns_.stored_begin, run = 0; x < columns_.stored_end; x += run) {
      run = p_.staged || !kExtendColumns ? columns_.stored() : columns_.Run(x);
      const int64_t first = p_.staged ? 0 : columns_.Source(x) - columns_.Source(columns_.stored_begin);
      VerticalOf(p_)({RowTable(y) + term.vertical.offset, NextRows(), &term.vertical, first * p_.channels,
                      run * p_.channels, Mid(x), p_.scratch.mid_pitch, At<std::byte>(p_.scratch.columns),
                      p_.mid_shift});
    }
    if constexpr (kExtendColumns) {
      ExtendColumns(Mid(columns_.low()), p_.scratch.mid_pitch, steps.in_rows ? steps.strip_rows : 1,
                    steps.sample_bytes(), term.constant_mid);
    }
  }

  // The horizontal sums of a strip, or all of a dense one.
  void SumRows(int64_t y, int64_t strip_rows, void* dst, ptrdiff_t dst_row_bytes, ElementType dst_type,
               float scale) const {
    const int64_t count = args_.width * p_.channels;
    if (p_.IsDense()) {
      p_.steps->dense.dense[static_cast<int>(dst_type)](
          {RowTable(y), p_.rows.stride * Phases(p_), p_.dense_taps.data(), static_cast<int64_t>(p_.dense_taps.size()),
           p_.dense_weights, p_.dense_pitch, p_.channels, count, strip_rows, dst, dst_row_bytes, scale});
    } else {
      const SeparableTerm& term = p_.terms.back();
      const void* earlier = p_.terms.size() > 1 ? At<std::byte>(p_.scratch.sums) : nullptr;
      HorizontalOf(
          p_, dst_type)({MidOf(term), p_.scratch.mid_pitch, earlier, &term.horizontal, p_.channels, count, strip_rows,
                         dst, dst_row_bytes, At<std::byte>(p_.scratch.columns), scale, p_.divisor, p_.stream});
    }
  }

  // All of a tile whose taps are summed by runs: some columns at a time, whose sums stay in the nearest cache; and row
  // after row of the source, each of which adds to all result rows that the aperture sees it from.
  void SumSpans() const {
    const int64_t reach = p_.rows.reach;
    const int64_t parts = (args_.width + SpanColumns(p_) - 1) / SpanColumns(p_);
    const int64_t columns = (args_.width + parts - 1) / parts;
    float** results = At<float*>(p_.scratch.results);
    for (int64_t x = 0; x < args_.width; x += columns) {
      const int64_t pixels = std::min(columns, args_.width - x), count = pixels * p_.channels;
      for (int64_t r = 0; r < args_.height + reach - 1; ++r) {
        if (r < args_.height) std::fill_n(SpanSums(r), count, 0.0f);
        for (int64_t i = 0; i < reach; ++i) {
          const int64_t y = r - i;
          results[i] = y >= 0 && y < args_.height ? SpanSums(y) : nullptr;
        }
        p_.steps->spans({static_cast<const float*>(*RowTable(r)) + x * p_.channels, p_.spans, p_.columns.reach,
                         p_.channels, count, results, At<float>(p_.scratch.levels), p_.scratch.level_pitch});
        if (r >= reach - 1) FinishSpans(x, r - (reach - 1), pixels);
      }
    }
  }

  // Where the sums of result row y are made: as many rows as the aperture has are at work.
  float* SpanSums(int64_t y) const { return At<float>(p_.scratch.sums) + y % p_.rows.reach * p_.scratch.sums_pitch; }

  void FinishSpans(int64_t x, int64_t y, int64_t pixels) const {
    const auto& store = p_.steps->pointwise.store;
    const float* sums = SpanSums(y);
    if (p_.after.empty()) {
      return store[static_cast<int>(p_.dst_type)](sums, pixels * p_.channels, p_.spans->factor * p_.scale,
                                                  Destination(y, x));
    }
    float* row = At<float>(p_.scratch.result);
    store[static_cast<int>(ElementType::kF32)](sums, pixels * p_.channels, p_.spans->factor, row);
    FinishRow(row, y, x, pixels);
  }

  // Applies the operations behind the convolution to pixels from x on of result row y, and stores.
  void FinishRow(float* row, int64_t y, int64_t x, int64_t pixels) const {
    ApplyOps(p_.after, p_.steps->pointwise.pointwise, p_.full_scale, pixels, p_.channels, args_.run, row);
    p_.steps->pointwise.store[static_cast<int>(p_.dst_type)](row, pixels * p_.channels, p_.scale, Destination(y, x));
  }

  const TileArgs& args_;
  const TilePlan& p_;
  const AxisWindow rows_;
  const AxisWindow columns_;
};

template <bool kExtendRows, bool kExtendColumns>
void Tile(const TileArgs& args) noexcept {
  Worker<kExtendRows, kExtendColumns>(args).Run();
}

}  // namespace

TileKernel SimdTile(bool extend_rows, bool extend_columns) noexcept {
  if (extend_rows) return extend_columns ? Tile<true, true> : Tile<true, false>;
  return extend_columns ? Tile<false, true> : Tile<false, false>;
}

ScratchLayout SimdTileScratch(const TilePlan& plan, int64_t tile_width, int64_t tile_height) noexcept {
  const int64_t columns = MaxSpan(plan.columns, tile_width, plan.src_width, plan.border);
  const int64_t stored_columns = MaxStored(plan.columns, tile_width, plan.src_width);
  const auto pitch = [&](int64_t pixels) { return RoundUp(pixels * plan.channels, 16) + kScratchSlack; };
  ScratchCursor cursor;
  ScratchLayout s;
  const int64_t strip_rows = StripRows(plan);
  const int64_t table_rows = plan.rows.Inputs(RoundUp(tile_height, strip_rows)) * Phases(plan);
  s.row_table = cursor.Place(table_rows + strip_rows * plan.rows.stride, sizeof(void*));
  if (plan.staged) {
    if (Phases(plan) > 1) {
      s.staged_pitch = pitch(PhaseColumns(plan, plan.columns.Inputs(tile_width))) * Phases(plan);
      s.unphased = cursor.PlaceRows(1, pitch(columns));
    } else {
      s.staged_pitch = pitch(plan.IsDense() ? columns : stored_columns);
    }
    s.staged = cursor.PlaceRows(MaxStored(plan.rows, tile_height, plan.src_height), s.staged_pitch);
  }
  if (!plan.IsDense()) {
    const StripSteps& steps = SeparableOf(plan);
    if (steps.in_rows) {
      s.mid_pitch = MidPitch(columns * plan.channels, steps);
      s.mid = cursor.Place(steps.strip_rows, s.mid_pitch);
    } else {
      // The horizontal step works on strip_rows pixels at a time, and may read what so many more would need.
      s.mid = cursor.Place((columns + strip_rows * plan.columns.stride) * plan.channels, steps.sample_bytes());
    }
    s.columns = cursor.Place(steps.ColumnBytes(plan.rows, plan.channels), 1);
    if (plan.terms.size() > 1) s.sums = cursor.Place((tile_width + strip_rows) * plan.channels, steps.sample_bytes());
  }
  if (plan.spans != nullptr) {
    const int64_t reach = plan.columns.reach;
    s.sums_pitch = pitch(SpanColumns(plan));
    s.sums = cursor.PlaceRows(plan.rows.reach, s.sums_pitch);
    s.level_pitch = pitch(SpanColumns(plan) + reach);
    s.levels = cursor.PlaceRows(plan.spans->levels, s.level_pitch);
    s.results = cursor.Place(plan.rows.reach, sizeof(float*));
  }
  if (!plan.after.empty()) {
    s.result_pitch = pitch(tile_width);
    s.result = cursor.PlaceRows(strip_rows, s.result_pitch);
  }
  if (plan.direct != nullptr) PlaceWild(plan, tile_width, tile_height, cursor, s);
  s.bytes = cursor.bytes();
  return s;
}

void SimdConstantMid(const TilePlan& plan, const SeparableTerm& term, const void* const* rows, void* columns,
                     void* mid) noexcept {
  VerticalOf(plan)({rows, 0, &term.vertical, 0, plan.channels, mid, MidPitch(plan.channels, SeparableOf(plan)), columns,
                    plan.mid_shift});
}

ConstantMidSize SimdConstantMidSize(const TilePlan& plan) noexcept {
  const StripSteps& steps = SeparableOf(plan);
  const int64_t samples = plan.channels + steps.strip_rows;
  return {plan.rows.Inputs(steps.strip_rows),
          steps.in_rows ? steps.strip_rows * MidPitch(plan.channels, steps) : samples * steps.sample_bytes(),
          steps.ColumnBytes(plan.rows, plan.channels)};
}

}  // namespace ninefold::kernels
