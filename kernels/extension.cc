#include "kernels/extension.h"

#include <algorithm>

namespace ninefold::kernels {
namespace {

// The remainder of division that rounds down: 0..n-1 for negative i too.
int64_t Modulo(int64_t i, int64_t n) {
  const int64_t r = i % n;
  return r < 0 ? r + n : r;
}

}  // namespace

int64_t MapCoordinate(int64_t i, int64_t size, BorderRule rule) noexcept {
  if (i >= 0 && i < size) return i;
  switch (rule) {
    case BorderRule::kReplicate:
    case BorderRule::kValid:  // never outside
      return std::clamp<int64_t>(i, 0, size - 1);
    case BorderRule::kReflect: {  // period 2 size: forth and back
      const int64_t r = Modulo(i, 2 * size);
      return std::min(r, 2 * size - 1 - r);
    }
    case BorderRule::kReflect101: {  // period 2 size - 2: the ends are met once
      if (size == 1) return 0;
      const int64_t r = Modulo(i, 2 * size - 2);
      return std::min(r, 2 * size - 2 - r);
    }
    case BorderRule::kWrap:
      return Modulo(i, size);
    case BorderRule::kConstant:
      break;
  }
  return kConstantCoordinate;
}

int64_t AxisWindow::Source(int64_t i) const noexcept { return unwrapped || (i >= 0 && i < size) ? i : Modulo(i, size); }

int64_t AxisWindow::Run(int64_t i) const noexcept {
  return unwrapped ? stored_end - i : std::min(stored_end - i, size - Source(i));
}

int64_t AxisWindow::Copy(int64_t i) const noexcept {
  return i >= stored_begin && i < stored_end ? i : MapCoordinate(i, size, rule);
}

AxisWindow MakeWindow(int64_t begin, int64_t end, int64_t size, BorderRule rule) noexcept {
  AxisWindow w = {begin, end, begin, end, size, rule};
  if (begin >= 0 && end <= size) return w;
  if (rule == BorderRule::kWrap) {
    if (end - begin >= size) {  // more than a whole turn: that turn is enough
      w.stored_begin = 0;
      w.stored_end = size;
    }
    return w;
  }
  // The samples that stand in the window lie side by side, as edges and mirrors move by one at most from one coordinate
  // to the next. Of a window that is all constant the nearest sample is stored, though nobody reads it.
  w.stored_begin = std::max<int64_t>(begin, 0);
  w.stored_end = std::min(end, size);
  if (w.stored() <= 0) {
    w.stored_begin = MapCoordinate(begin, size, rule == BorderRule::kConstant ? BorderRule::kReplicate : rule);
    w.stored_end = w.stored_begin + 1;
  }
  if (rule == BorderRule::kConstant) return w;
  const auto see = [&](int64_t i) {
    const int64_t copy = MapCoordinate(i, size, rule);
    w.stored_begin = std::min(w.stored_begin, copy);
    w.stored_end = std::max(w.stored_end, copy + 1);
  };
  for (int64_t i = begin; i < std::min<int64_t>(end, 0); ++i) see(i);
  for (int64_t i = std::max(begin, size); i < end; ++i) see(i);
  return w;
}

AxisWindow MakeInteriorWindow(int64_t begin, int64_t end, int64_t size) noexcept {
  return {begin, end, begin, end, size, BorderRule::kValid};
}

int64_t MaxStored(const AxisGeometry& axis, int64_t tile, int64_t size) noexcept {
  return std::min(axis.Inputs(tile), size);
}

int64_t MaxSpan(const AxisGeometry& axis, int64_t tile, int64_t size, BorderRule rule) noexcept {
  // What stands outside comes from at most as far inside, or, with `wrap`, from anywhere in one turn.
  const int64_t inputs = axis.Inputs(tile), outside = std::max(axis.before, axis.after);
  if (rule == BorderRule::kWrap) return inputs >= size ? inputs + size + outside : inputs;
  return std::max(inputs, 2 * outside + 1);
}

}  // namespace ninefold::kernels
