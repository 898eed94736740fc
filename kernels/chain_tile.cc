#include "kernels/chain_tile.h"

#include <cstddef>

#include "kernels/extension.h"
#include "kernels/pointwise.h"

namespace ninefold::kernels {
namespace {

// Memory in which pixel (0, 0) stands at origin, or would: only a part of the picture need exist.
struct Place {
  std::byte* origin = nullptr;
  ptrdiff_t row_bytes = 0;
  int64_t pixel_bytes = 0;

  std::byte* At(int64_t x, int64_t y) const { return origin + y * row_bytes + x * pixel_bytes; }

  // The same memory, where pixel (x, y) now stands at what was (0, 0).
  Place From(int64_t x, int64_t y) const { return {origin - y * row_bytes - x * pixel_bytes, row_bytes, pixel_bytes}; }
};

template <bool kExtendRows, bool kExtendColumns>
class Worker {
 public:
  explicit Worker(const TileArgs& args) : args_(args), chain_(*args.chain) {}

  void Run() const {
    const int last = static_cast<int>(chain_.nodes.size()) - 1;
    const int64_t bytes = ElementBytes(chain_.nodes.back().dst_type) * chain_.channels;
    Compute(last, {args_.x, args_.y, args_.width, args_.height}, {args_.dst, args_.dst_row_bytes, bytes});
  }

 private:
  Place Buffer(const ChainBuffer& buffer) const {
    return {args_.scratch + buffer.offset, buffer.pitch * 4, chain_.channels * 4};
  }

  // Computes a rectangle of a node's result and puts it where it belongs in dst.
  void Compute(int index, const Rectangle& r, const Place& dst) const {
    const ChainNode& node = chain_.nodes[static_cast<size_t>(index)];
    switch (node.kind) {
      case ChainNode::Kind::kConvolve:
        return Convolve(node, r, dst);
      case ChainNode::Kind::kPointwise:
        if (node.input != ChainNode::kSource) Compute(node.input, r, InputOf(node, r));
        return ApplyToRows(node, r, {}, dst);
      case ChainNode::Kind::kCombine: {
        const Place other = Buffer(node.other_buffer).From(r.x, r.y);
        if (!node.other_is_read) Compute(node.other, r, other);
        Compute(node.input, r, InputOf(node, r));
        return ApplyToRows(node, r, node.other_is_read ? Read(NodeAt(node.input), r).place : other, dst);
      }
    }
  }

  const ChainNode& NodeAt(int index) const { return chain_.nodes[static_cast<size_t>(index)]; }

  Place InputOf(const ChainNode& node, const Rectangle& r) const { return Buffer(node.input_buffer).From(r.x, r.y); }

  // What the taps of a convolution of another node read for a rectangle of the result, by stored coordinates.
  struct Reading {
    AxisWindow rows;
    AxisWindow columns;
    Place place;
  };
  Reading Read(const ChainNode& node, const Rectangle& r) const {
    const TilePlan& p = *node.plan;
    const AxisWindow rows = MakeWindow<kExtendRows>(p.rows, r.y, r.height, p.src_height, p.border);
    const AxisWindow columns = MakeWindow<kExtendColumns>(p.columns, r.x, r.width, p.src_width, p.border);
    return {rows, columns, Buffer(node.input_buffer).From(columns.stored_begin, rows.stored_begin)};
  }

  void Convolve(const ChainNode& node, const Rectangle& r, const Place& dst) const {
    TileArgs args = args_;
    args.plan = node.plan;
    if (node.input != ChainNode::kSource) {
      // `wrap` reads at the far side too: a rectangle for each run.
      const auto [rows, columns, place] = Read(node, r);
      for (int64_t y = rows.stored_begin; y < rows.stored_end; y += rows.Run(y)) {
        for (int64_t x = columns.stored_begin; x < columns.stored_end; x += columns.Run(x)) {
          const Rectangle part = {columns.Source(x), rows.Source(y), columns.Run(x), rows.Run(y)};
          Compute(node.input, part, place.From(part.x - x, part.y - y));
        }
      }
      args.src = place.origin;
      args.src_row_bytes = place.row_bytes;
    }
    args.dst = dst.origin;
    args.dst_row_bytes = dst.row_bytes;
    args.x = r.x;
    args.y = r.y;
    args.width = r.width;
    args.height = r.height;
    node.kernels[kExtendRows][kExtendColumns](args);
  }

  // Of a rectangle whose input stands in its buffer, or in the source, and for kCombine the other in `other`.
  void ApplyToRows(const ChainNode& node, const Rectangle& r, const Place& other, const Place& dst) const {
    const Place input = InputOf(node, r);
    const int64_t samples = r.width * chain_.channels;
    for (int64_t y = r.y; y < r.y + r.height; ++y) {
      float* row = reinterpret_cast<float*>(input.At(r.x, y));
      if (node.input == ChainNode::kSource) {
        const std::byte* src =
            args_.src + y * args_.src_row_bytes + r.x * chain_.channels * ElementBytes(chain_.src_type);
        LoadSource(chain_.steps->load[static_cast<int>(chain_.src_type)], node.table, src, samples, row);
      }
      if (node.kind == ChainNode::Kind::kCombine) {
        chain_.steps->combine(node.combine, reinterpret_cast<const float*>(other.At(r.x, y)), samples, row);
      }
      ApplyOps(node.ops, chain_.steps->pointwise, chain_.full_scale, r.width, chain_.channels, args_.run, row);
      chain_.steps->store[static_cast<int>(node.dst_type)](row, samples, node.scale, dst.At(r.x, y));
    }
  }

  const TileArgs& args_;
  const ChainPlan& chain_;
};

template <bool kExtendRows, bool kExtendColumns>
void Tile(const TileArgs& args) noexcept {
  Worker<kExtendRows, kExtendColumns>(args).Run();
}

}  // namespace

TileKernel ChainTile(bool extend_rows, bool extend_columns) noexcept {
  if (extend_rows) return extend_columns ? Tile<true, true> : Tile<true, false>;
  return extend_columns ? Tile<false, true> : Tile<false, false>;
}

}  // namespace ninefold::kernels
