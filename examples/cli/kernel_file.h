// The file of --kernel: a line per row, numbers separated by blanks.

#ifndef NINEFOLD_EXAMPLES_CLI_KERNEL_FILE_H_
#define NINEFOLD_EXAMPLES_CLI_KERNEL_FILE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ninefold::cli {

struct KernelTable {
  int64_t width = 0;
  int64_t height = 0;
  std::vector<double> weights;  // row by row
};

// Parses the text; lines of blanks are left out.
// Errors: kUsage, with the line, for anything but finite numbers, for rows of different lengths, and for no row at all.
KernelTable ParseKernelTable(std::string_view text);

// Reads and parses a file ("-" is standard input); `label` stands before messages.
// Errors: about the path; kFailed where it cannot be read, kLimit where it is far too large, kUsage as
// ParseKernelTable.
KernelTable ReadKernelFile(const std::string& label, const std::string& path);

}  // namespace ninefold::cli

#endif  // NINEFOLD_EXAMPLES_CLI_KERNEL_FILE_H_
