#include "picture.h"

#include <stb_image.h>
#include <stb_image_write.h>

#include <cstdio>
#include <cstring>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>

namespace examples {
namespace {

ninefold::Image<uint8_t> ReadPicture(const std::string& path) {
  int width = 0;
  int height = 0;
  int channels = 0;
  const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(stbi_load(path.c_str(), &width, &height, &channels, 0),
                                                         stbi_image_free);
  if (!pixels) throw std::runtime_error(path + ": " + stbi_failure_reason());
  ninefold::Image<uint8_t> picture(width, height, channels);
  std::memcpy(picture.Row(0), pixels.get(),
              static_cast<size_t>(picture.width() * picture.height() * picture.channels()));
  return picture;
}

void WritePicture(const std::string& path, const ninefold::Image<uint8_t>& picture) {
  const int ok = stbi_write_png(path.c_str(), static_cast<int>(picture.width()), static_cast<int>(picture.height()),
                                static_cast<int>(picture.channels()), picture.Row(0),
                                static_cast<int>(picture.view().row_bytes()));
  if (ok == 0) throw std::runtime_error(path + ": cannot be written");
}

}  // namespace

int FilterPicture(int argc, char** argv, Filter filter) try {
  if (argc != 3) throw std::runtime_error("usage: " + std::string(argv[0]) + " IN OUT.png");
  const ninefold::Image<uint8_t> src = ReadPicture(argv[1]);
  ninefold::Image<uint8_t> dst(src.width(), src.height(), src.channels());
  filter(src, dst);
  WritePicture(argv[2], dst);
  return 0;
} catch (const std::exception& error) {  // ninefold::Error is one
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}

}  // namespace examples
