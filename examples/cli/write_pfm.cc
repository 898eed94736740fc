// Portable float maps out: the bottom row first, in the byte order of this machine.

#include <bit>
#include <string>

#include "picture.h"
#include "writer.h"

namespace ninefold::cli {

void WritePfm(const AnyConstImageView& picture, ByteSink& sink) {
  const char* const scale = std::endian::native == std::endian::little ? "-1.0" : "1.0";
  sink.Write(std::string(picture.channels == 3 ? "PF\n" : "Pf\n") + std::to_string(picture.width) + " " +
             std::to_string(picture.height) + "\n" + scale + "\n");
  for (int64_t y = picture.height - 1; y >= 0; --y) {
    sink.Write(RowBytes(picture, y), static_cast<size_t>(PackedRowBytes(picture)));
  }
}

}  // namespace ninefold::cli
