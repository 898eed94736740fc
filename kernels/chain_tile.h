// The tile kernels of chains: several convolutions, pointwise operations and combinations on one tile, with everything
// between them in scratch.

#ifndef NINEFOLD_KERNELS_CHAIN_TILE_H_
#define NINEFOLD_KERNELS_CHAIN_TILE_H_

#include <cstdint>
#include <span>

#include "kernels/steps.h"
#include "kernels/tile_kernel.h"

namespace ninefold::kernels {

// Rectangles of one node's result wait in scratch for the node that reads them.
struct ChainBuffer {
  int64_t offset = 0;  // bytes
  int64_t pitch = 0;   // samples from row to row
};

// One step of a chain. A node reads the results of nodes before it, or the source.
struct ChainNode {
  enum class Kind {
    kConvolve,   // a tile plan with all that belongs to it
    kPointwise,  // operations on samples of the input
    kCombine,    // input and other, by `combine`, then operations
  };
  static constexpr int kSource = -1;

  Kind kind = Kind::kConvolve;
  int input = kSource;
  int other = kSource;  // kCombine only; there both are nodes, not the source
  // kCombine: `input` is a convolution of `other`, and what it has read of that holds all that is combined.
  bool other_is_read = false;

  const TilePlan* plan = nullptr;                                       // kConvolve
  TileKernel kernels[2][2] = {{nullptr, nullptr}, {nullptr, nullptr}};  // [rows extended][columns extended]

  CombineOp combine;
  SourceTable table;                         // kPointwise of the source; then ops
  std::span<const PointwiseOp> ops;          // kPointwise, kCombine
  ElementType dst_type = ElementType::kF32;  // of the result: f32 but for the last node
  float scale = 1.0f;

  ChainBuffer input_buffer;  // unless the input is the source and the kind kConvolve
  ChainBuffer other_buffer;  // kCombine, unless other_is_read
};

// A chain; the last node makes the result. Each node computes, of its own whole result, the rectangle that the nodes
// behind it read: their tile and halo, inside the image. So a border rule extends what the stage itself reads.
struct ChainPlan {
  std::span<const ChainNode> nodes;
  int64_t channels = 0;
  ElementType src_type = ElementType::kU8;
  float full_scale = 1.0f;                // of the source
  const PointwiseSteps* steps = nullptr;  // of the target
};

// The kernel for tiles of which the taps of any stage leave the image above or below, or left or right. Scratch of the
// tile kernels of all nodes begins at offset 0, behind it the buffers.
TileKernel ChainTile(bool extend_rows, bool extend_columns) noexcept;

}  // namespace ninefold::kernels

#endif  // NINEFOLD_KERNELS_CHAIN_TILE_H_
