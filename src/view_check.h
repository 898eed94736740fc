// Whether the views of a Run fit the plan and each other.

#ifndef NINEFOLD_SRC_VIEW_CHECK_H_
#define NINEFOLD_SRC_VIEW_CHECK_H_

#include <cstdint>

#include "ninefold/image.h"

namespace ninefold {

// Refuses (kInvalidArgument) a view that has no data, another size, channel count or type than asked, rows closer
// together than they are long, or rows that do not begin at a multiple of the element size. `name` is "src" or "dst".
void CheckView(const AnyConstImageView& view, const char* name, int64_t width, int64_t height, int64_t channels,
               ElementType type);

// True when both are the same image. Refuses (kInvalidArgument) any other overlap: where both have rows equally far
// apart the rectangles are compared, so that two parts of one image that do not touch are fine; else the address
// ranges.
bool CheckAliasing(const AnyConstImageView& src, const AnyImageView& dst);

}  // namespace ninefold

#endif  // NINEFOLD_SRC_VIEW_CHECK_H_
