// The text at the start of PNM and PFM files: words between blanks.

#ifndef NINEFOLD_EXAMPLES_CLI_NETPBM_HEADER_H_
#define NINEFOLD_EXAMPLES_CLI_NETPBM_HEADER_H_

#include <cstdint>
#include <string>

#include "format.h"
#include "input.h"

namespace ninefold::cli {

// The next word; the one blank behind it is taken too, so that after the last word the samples follow. From `#` to the
// end of the line is a comment. Errors: kFailed, naming the format, where there is no word of reasonable length.
std::string NextHeaderWord(Input& input, FileFormat format);

// The same for a whole number, 0 or more. Too large ones saturate.
int64_t NextHeaderWhole(Input& input, FileFormat format);

}  // namespace ninefold::cli

#endif  // NINEFOLD_EXAMPLES_CLI_NETPBM_HEADER_H_
