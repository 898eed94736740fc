// Picture files for the examples: what is not about Ninefold.

#ifndef NINEFOLD_EXAMPLES_PROGRAMS_PICTURE_H_
#define NINEFOLD_EXAMPLES_PROGRAMS_PICTURE_H_

#include <ninefold/ninefold.h>

#include <cstdint>

namespace examples {

// What an example does: fills dst, which has the size and the channels of src.
using Filter = void (*)(const ninefold::Image<uint8_t>& src, ninefold::Image<uint8_t>& dst);

// The main() of an example: PROGRAM IN OUT.png. Reads 8-bit PNG, JPEG and whatever else stb_image knows.
//
// Returns the exit status: 0, or 1 after a message on standard error.
int FilterPicture(int argc, char** argv, Filter filter);

}  // namespace examples

#endif  // NINEFOLD_EXAMPLES_PROGRAMS_PICTURE_H_
