// The header of a NumPy .npy file: magic, version, length, and a Python dictionary in text.
// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html

#ifndef NINEFOLD_EXAMPLES_CLI_NPY_HEADER_H_
#define NINEFOLD_EXAMPLES_CLI_NPY_HEADER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ninefold::cli {

struct NpyHeader {
  std::string descr;  // as in "<f4"
  bool fortran_order = false;
  std::vector<int64_t> shape;
};

// Parses the dictionary, as in {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }.
// Errors: kFailed, with what is wrong.
NpyHeader ParseNpyHeader(std::string_view text);

// All that stands before the samples of a C-ordered array, padded so that they begin at a multiple of 64 bytes.
std::string MakeNpyHeader(const NpyHeader& header);

}  // namespace ninefold::cli

#endif  // NINEFOLD_EXAMPLES_CLI_NPY_HEADER_H_
