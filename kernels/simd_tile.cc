#include "kernels/simd_tile.h"

#include <algorithm>
#include <cstring>

#include "kernels/extension.h"
#include "kernels/scratch_layout.h"
#include "kernels/steps.h"

namespace ninefold::kernels {
namespace {

const SeparableSteps& SeparableOf(const TilePlan& p) { return p.steps->separable[static_cast<int>(p.arithmetic)]; }

VerticalStep VerticalOf(const TilePlan& p) {
  return SeparableOf(p).vertical[static_cast<int>(p.staged ? ElementType::kF32 : p.src_type)];
}

HorizontalStep HorizontalOf(const TilePlan& p, ElementType dst_type) {
  return SeparableOf(p).horizontal[static_cast<int>(dst_type)];
}

// Rows of the result that are computed at a time.
int64_t StripRows(const TilePlan& p) { return p.dense != nullptr ? kDenseStripRows : SeparableOf(p).strip_rows; }

// The part of one axis that the tile reads. Interior: nothing to clamp.
template <bool kExtend>
AxisWindow Window(int64_t first, int64_t length, const AxisTaps& taps, int64_t size, const TilePlan& p) {
  const int64_t begin = first - taps.before, end = first + length + taps.after();
  AxisWindow window = kExtend ? MakeWindow(begin, end, size, p.border) : MakeInteriorWindow(begin, end, size);
  window.unwrapped = p.unwrapped;
  return window;
}

// The work of one tile: which rows and columns it reads, and where they stand.
template <bool kExtendRows, bool kExtendColumns>
class Worker {
 public:
  explicit Worker(const TileArgs& args)
      : args_(args),
        p_(*args.plan),
        rows_(Window<kExtendRows>(args.y + p_.origin_y, args.height, p_.vertical, p_.src_height, p_)),
        columns_(Window<kExtendColumns>(args.x + p_.origin_x, args.width, p_.horizontal, p_.src_width, p_)) {}

  void Run() {
    if (p_.staged) StageSource();
    FillRowTable();
    for (int64_t y = 0; y < args_.height; y += StripRows(p_)) {
      const int64_t strip_rows = std::min(StripRows(p_), args_.height - y);
      if (p_.dense == nullptr) SumColumns(y);
      if (p_.after.empty()) {
        SumRows(y, strip_rows, Destination(y), args_.dst_row_bytes, p_.dst_type, p_.scale);
      } else {
        SumRows(y, strip_rows, At<float>(p_.scratch.result), p_.scratch.result_pitch * 4, ElementType::kF32, 1.0f);
        FinishRows(y, strip_rows);
      }
    }
  }

 private:
  template <class T>
  T* At(int64_t offset) const {
    return reinterpret_cast<T*>(args_.scratch + offset);
  }

  std::byte* Destination(int64_t y) const {
    return args_.dst + (args_.y + y) * args_.dst_row_bytes + args_.x * p_.channels * ElementBytes(p_.dst_type);
  }

  // The source column x of a stored row y, in the image.
  const std::byte* Source(int64_t y, int64_t x) const {
    return args_.src + rows_.Source(y) * args_.src_row_bytes +
           columns_.Source(x) * p_.channels * ElementBytes(p_.src_type);
  }

  // Staged rows begin at the first column that the taps read when these must be extended before the sums (dense), else
  // at the first stored one.
  int64_t StagedBegin() const { return p_.dense != nullptr ? columns_.low() : columns_.stored_begin; }

  float* StagedRow(int64_t y) const {
    return At<float>(p_.scratch.staged) + (y - rows_.stored_begin) * p_.scratch.staged_pitch;
  }

  // Converts the stored rows into scratch and applies the operations before the convolution.
  void StageSource() {
    const auto load = p_.steps->pointwise.load[static_cast<int>(p_.src_type)];
    for (int64_t y = rows_.stored_begin; y < rows_.stored_end; ++y) {
      float* row = StagedRow(y);
      float* stored = row + (columns_.stored_begin - StagedBegin()) * p_.channels;
      for (int64_t x = columns_.stored_begin; x < columns_.stored_end; x += columns_.Run(x)) {
        load(Source(y, x), columns_.Run(x) * p_.channels, stored + (x - columns_.stored_begin) * p_.channels);
      }
      for (const PointwiseOp& op : p_.before) {
        p_.steps->pointwise.pointwise(op, p_.full_scale, columns_.stored(), p_.channels, stored);
      }
    }
    if (kExtendColumns && p_.dense != nullptr) {
      ExtendColumns(At<std::byte>(p_.scratch.staged), p_.scratch.staged_pitch * 4, rows_.stored(), 4, p_.constant_row);
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
        std::memcpy(row + (x - columns_.low()) * pixel_bytes, src, static_cast<size_t>(pixel_bytes));
      }
    };
    for (int64_t x = columns_.begin; x < columns_.stored_begin; ++x) extend(x);
    for (int64_t x = columns_.stored_end; x < columns_.end; ++x) extend(x);
  }

  // The row table: a pointer for each row that the tile's taps read, to the column where staged rows begin, or the
  // first stored one. The last row is repeated as often as the last strip lacks rows. Behind that come the rows that
  // follow in the image, to be prefetched.
  int64_t TableRows() const { return RoundUp(args_.height, StripRows(p_)) + p_.vertical.count - 1; }

  void FillRowTable() {
    const void** table = At<const void*>(p_.scratch.row_table);
    const int64_t inside = rows_.end - rows_.begin, count = TableRows();
    for (int64_t i = 0; i < inside; ++i) table[i] = RowPointer(rows_.begin + i);
    for (int64_t i = inside; i < count; ++i) table[i] = table[inside - 1];
    if (NextRows() == 0) return;
    for (int64_t i = 0; i < NextRows(); ++i) {
      table[count + i] = Source(std::min(rows_.end + i, p_.src_height - 1), columns_.stored_begin);
    }
  }

  // How many rows behind those of a strip are worth a prefetch: none that stand in scratch.
  int64_t NextRows() const { return p_.staged || p_.unwrapped ? 0 : StripRows(p_); }

  const void* RowPointer(int64_t row) const {
    const int64_t copy = kExtendRows ? rows_.Copy(row) : row;
    if (kExtendRows && copy == kConstantCoordinate) return p_.constant_row;
    if (!p_.staged) return Source(copy, columns_.stored_begin);
    return StagedRow(copy) + (p_.dense != nullptr ? columns_.begin - columns_.low() : 0) * p_.channels;
  }

  // The rows that result rows from y on read.
  const void* const* RowTable(int64_t y) const { return At<const void*>(p_.scratch.row_table) + y; }

  // The vertical sums of the strip at result row y, for every column that the horizontal taps read.
  void SumColumns(int64_t y) const {
    const SeparableSteps& steps = SeparableOf(p_);
    std::byte* mid = At<std::byte>(p_.scratch.mid);
    const int64_t pixel_bytes = p_.channels * steps.sample_bytes();
    for (int64_t x = columns_.stored_begin, run = 0; x < columns_.stored_end; x += run) {
      run = p_.staged || !kExtendColumns ? columns_.stored() : columns_.Run(x);
      const int64_t first = p_.staged ? 0 : columns_.Source(x) - columns_.Source(columns_.stored_begin);
      VerticalOf(p_)({RowTable(y), NextRows(), &p_.vertical, first * p_.channels, run * p_.channels,
                      mid + (x - columns_.low()) * pixel_bytes, At<std::byte>(p_.scratch.columns), p_.mid_shift});
    }
    if constexpr (kExtendColumns) ExtendColumns(mid, 0, 1, steps.sample_bytes(), p_.constant_mid);
  }

  // The horizontal sums of a strip, or all of a dense one.
  void SumRows(int64_t y, int64_t strip_rows, void* dst, ptrdiff_t dst_row_bytes, ElementType dst_type,
               float scale) const {
    const int64_t count = args_.width * p_.channels;
    if (p_.dense == nullptr) {
      const int64_t first = (columns_.begin - columns_.low()) * p_.channels * SeparableOf(p_).sample_bytes();
      HorizontalOf(p_, dst_type)({At<std::byte>(p_.scratch.mid) + first, &p_.horizontal, p_.channels, count, strip_rows,
                                  dst, dst_row_bytes, At<std::byte>(p_.scratch.columns), scale, p_.divisor, p_.stream});
    } else {
      p_.steps->dense.dense[static_cast<int>(dst_type)]({RowTable(y), p_.dense, p_.vertical.count, p_.horizontal.count,
                                                         p_.channels, count, strip_rows, dst, dst_row_bytes, scale});
    }
  }

  // Applies the operations behind the convolution and stores.
  void FinishRows(int64_t y, int64_t strip_rows) const {
    const auto store = p_.steps->pointwise.store[static_cast<int>(p_.dst_type)];
    for (int64_t r = 0; r < strip_rows; ++r) {
      float* row = At<float>(p_.scratch.result) + r * p_.scratch.result_pitch;
      for (const PointwiseOp& op : p_.after) {
        p_.steps->pointwise.pointwise(op, p_.full_scale, args_.width, p_.channels, row);
      }
      store(row, args_.width * p_.channels, p_.scale, Destination(y + r));
    }
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
  const AxisTaps &v = plan.vertical, &h = plan.horizontal;
  const int64_t columns = MaxSpan(tile_width, h.before, h.after(), plan.src_width, plan.border);
  const int64_t stored_columns = MaxStored(tile_width, h.before, h.after(), plan.src_width, plan.border);
  const auto pitch = [&](int64_t pixels) { return RoundUp(pixels * plan.channels, 16) + kScratchSlack; };
  ScratchCursor cursor;
  ScratchLayout s;
  const int64_t strip_rows = StripRows(plan);
  s.row_table = cursor.Place(RoundUp(tile_height, strip_rows) + v.count - 1 + strip_rows, sizeof(void*));
  if (plan.staged) {
    s.staged_pitch = pitch(plan.dense != nullptr ? columns : stored_columns);
    s.staged =
        cursor.PlaceRows(MaxStored(tile_height, v.before, v.after(), plan.src_height, plan.border), s.staged_pitch);
  }
  if (plan.dense == nullptr) {
    // The horizontal step works on strip_rows pixels at a time, and may read so many beyond the last.
    const SeparableSteps& steps = SeparableOf(plan);
    s.mid = cursor.Place((columns + strip_rows) * plan.channels, steps.sample_bytes());
    s.columns = cursor.Place(steps.ColumnBytes(v.count, plan.channels), 1);
  }
  if (!plan.after.empty()) {
    s.result_pitch = pitch(tile_width);
    s.result = cursor.PlaceRows(strip_rows, s.result_pitch);
  }
  s.bytes = cursor.bytes();
  return s;
}

void SimdConstantMid(const TilePlan& plan, const void* const* rows, void* columns, void* mid) noexcept {
  VerticalOf(plan)({rows, 0, &plan.vertical, 0, plan.channels, mid, columns, plan.mid_shift});
}

ConstantMidSize SimdConstantMidSize(const TilePlan& plan) noexcept {
  const SeparableSteps& steps = SeparableOf(plan);
  const int64_t samples = plan.channels + steps.strip_rows;
  return {steps.strip_rows + plan.vertical.count - 1, samples * steps.sample_bytes(),
          steps.ColumnBytes(plan.vertical.count, plan.channels)};
}

}  // namespace ninefold::kernels
