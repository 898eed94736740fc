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
  AxisWindow w = {begin, end, std::max<int64_t>(begin, 0), std::min(end, size), size, rule};
  if (rule == BorderRule::kWrap && w.stored() < size) {
    const bool turns = end - begin >= size;  // more than a whole turn: that turn is enough
    w.stored_begin = turns ? 0 : begin;
    w.stored_end = turns ? size : end;
  }
  if (rule == BorderRule::kReflect || rule == BorderRule::kReflect101) {
    // begin mirrors to -begin or one less, end - 1 to 2 size - 1 - end or one more.
    if (begin < 0) w.stored_end = std::clamp(1 - begin, w.stored_end, size);
    if (end > size) w.stored_begin = std::clamp<int64_t>(2 * size - 1 - end, 0, w.stored_begin);
  }
  return w;
}

AxisWindow MakeInteriorWindow(int64_t begin, int64_t end, int64_t size) noexcept {
  return {begin, end, begin, end, size, BorderRule::kValid};
}

int64_t MaxSpan(int64_t tile, int64_t before, int64_t after, int64_t size, BorderRule rule) noexcept {
  const int64_t length = tile + before + after;
  switch (rule) {
    case BorderRule::kReflect:
    case BorderRule::kReflect101:
      return length + std::max(before - after, after - before);
    case BorderRule::kWrap:
      return length >= size ? length + size : length;
    default:
      return length;
  }
}

int64_t MaxStored(int64_t tile, int64_t before, int64_t after, int64_t size, BorderRule rule) noexcept {
  return std::min(MaxSpan(tile, before, after, size, rule), size);
}

}  // namespace ninefold::kernels
