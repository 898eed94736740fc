// A check of JPEG files that stb_image before version 2.28 lacks.

#ifndef NINEFOLD_EXAMPLES_CLI_JPEG_TABLES_H_
#define NINEFOLD_EXAMPLES_CLI_JPEG_TABLES_H_

#include <span>

namespace ninefold::cli {

// Whether every Huffman table of the file has at most 256 codes. stb_image 2.27 writes beyond its tables otherwise.
//
// Sees every table that stb_image comes to before it gives up: it walks from marker to marker as stb_image does, and
// where stb_image would stop at a wrong one it goes on.
bool HuffmanTablesFit(std::span<const unsigned char> jpeg);

}  // namespace ninefold::cli

#endif  // NINEFOLD_EXAMPLES_CLI_JPEG_TABLES_H_
