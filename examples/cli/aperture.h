// The aperture that options describe.

#ifndef NINEFOLD_EXAMPLES_CLI_APERTURE_H_
#define NINEFOLD_EXAMPLES_CLI_APERTURE_H_

#include <ninefold/kernel2d.h>

#include <string>

#include "filter.h"
#include "settings.h"

namespace ninefold::cli {

// Checks that the options go together, and reads the picture if there is one; `work` says within which limits.
// Errors: kUsage, kLimit; kFailed for a picture that cannot be read.
Kernel2D MakeAperture(const Wording& wording, const ApertureSettings& aperture, const WorkSettings& work);

// Draws an aperture into a PNG, a pixel for each weight, the largest one white: as highlights will look.
void WriteAperture(const Kernel2D& kernel, const std::string& path, bool replace);

}  // namespace ninefold::cli

#endif  // NINEFOLD_EXAMPLES_CLI_APERTURE_H_
