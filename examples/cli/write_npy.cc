// NumPy arrays out: H x W for one channel, else H x W x C, in the byte order of this machine.

#include <bit>

#include "npy_header.h"
#include "picture.h"
#include "writer.h"

namespace ninefold::cli {

void WriteNpy(const AnyConstImageView& picture, ByteSink& sink) {
  const char order = std::endian::native == std::endian::little ? '<' : '>';
  NpyHeader header;
  header.descr = picture.type == ElementType::kU8    ? "|u1"
                 : picture.type == ElementType::kU16 ? order + std::string("u2")
                                                     : order + std::string("f4");
  header.shape = {picture.height, picture.width};
  if (picture.channels > 1) header.shape.push_back(picture.channels);
  sink.Write(MakeNpyHeader(header));
  for (int64_t y = 0; y < picture.height; ++y) {
    sink.Write(RowBytes(picture, y), static_cast<size_t>(PackedRowBytes(picture)));
  }
}

}  // namespace ninefold::cli
