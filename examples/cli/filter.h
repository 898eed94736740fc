// From the options of a command to a pipeline of the library.

#ifndef NINEFOLD_EXAMPLES_CLI_FILTER_H_
#define NINEFOLD_EXAMPLES_CLI_FILTER_H_

#include <ninefold/image.h>
#include <ninefold/kernel2d.h>
#include <ninefold/pipeline.h>
#include <ninefold/plan.h>
#include <ninefold/taps.h>

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "settings.h"

namespace ninefold::cli {

// How messages speak of options: "--sigma" of a command, "stage 2 (blur): sigma" in a pipeline's text.
struct Wording {
  std::string prefix;
  std::string dashes = "--";
  std::string Label(const std::string& option) const { return prefix + dashes + option; }
};

struct SeparableTaps {
  Taps vertical;
  Taps horizontal;
};

// Unsharp mask: amount x (src - filtered) is added to src where the two differ by the threshold or more.
struct Sharpening {
  double amount = 1;
  double threshold = 0;  // share of full scale
};

// A kernel on the picture so far.
struct KernelPiece {
  std::variant<SeparableTaps, Kernel2D> kernel;
  Border border;
  std::optional<Sharpening> sharpening;
};

// A bias that spares alpha where colours are weighed by it.
struct ColourBias {
  double bias = 0;
};

// A piece of a pipeline of which everything is known that does not depend on the picture.
struct Piece {
  Wording wording;
  std::variant<KernelPiece, ColourBias, PointwiseStage> what;
};

// What a command does between linear light and back.
struct Filter {
  std::vector<Piece> before;    // on colours that are not weighed by alpha yet
  std::vector<Piece> weighed;   // on colours weighed by alpha, unless alpha is ignored
  std::vector<Piece> straight;  // behind that
  PlanOptions options;          // how apertures are computed
};

// Checks that the options go together, reads the files of a kernel, an aperture or a pipeline, and makes the taps:
// before any picture is opened. Errors: kUsage, kLimit; kFailed for a file that cannot be read. Messages about taps say
// "kernel".
Filter MakeFilter(FilterCommand command, const Settings& settings);

// Whether pictures whose alpha is full everywhere come out so, and their colours as if alpha were ignored: kernels of
// sum 1 that read nothing but the picture.
bool KeepsOpaque(const Filter& filter);

// Whether a command weighs the colours of such pictures by their alpha.
bool WeighsByAlpha(FilterCommand command, const PictureSettings& picture, int64_t channels);

// The whole pipeline for pictures of one kind, with linear light and alpha round the filter.
//
// Float pictures are linear already and are not decoded. Where they become whole numbers these are sRGB, unless
// --linear off was given; `run` encodes them with --linear on only. opaque: the picture's alpha is full everywhere and
// KeepsOpaque, so there is nothing to weigh. Errors: kUsage where the values of a border, a gain or a bias do not fit
// the channels.
Pipeline MakePipeline(FilterCommand command, const Filter& filter, const PictureSettings& picture, const Format& format,
                      bool opaque = false);

}  // namespace ninefold::cli

#endif  // NINEFOLD_EXAMPLES_CLI_FILTER_H_
