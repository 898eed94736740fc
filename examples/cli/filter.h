// From the options of a command to a pipeline of the library.

#ifndef NINEFOLD_EXAMPLES_CLI_FILTER_H_
#define NINEFOLD_EXAMPLES_CLI_FILTER_H_

#include <ninefold/image.h>
#include <ninefold/kernel2d.h>
#include <ninefold/pipeline.h>
#include <ninefold/taps.h>

#include <string>
#include <variant>

#include "settings.h"

namespace ninefold::cli {

struct SeparableTaps {
  Taps vertical;
  Taps horizontal;
};

// A filter of which everything is known that does not depend on the picture.
struct Filter {
  std::variant<SeparableTaps, Kernel2D> kernel;
  double bias = 0;
};

// Checks that the options go together, reads a kernel file, and makes the taps: before any picture is opened.
// Errors: kUsage, kLimit; kFailed for a kernel file that cannot be read. Messages about taps say "kernel".
Filter MakeFilter(FilterCommand command, const FilterSettings& settings);

// The whole pipeline for pictures of one kind, with linear light and alpha round the filter.
//
// Float pictures are linear already and are not decoded. Where they become whole numbers these are sRGB, unless
// --linear off was given. Errors: kUsage where the border's values do not fit the channels.
Pipeline MakePipeline(FilterCommand command, const Filter& filter, const PictureSettings& picture,
                      const Format& format);

}  // namespace ninefold::cli

#endif  // NINEFOLD_EXAMPLES_CLI_FILTER_H_
