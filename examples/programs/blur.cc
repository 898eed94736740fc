// A Gaussian blur in one call.

#include "picture.h"

namespace {

void Blur(const ninefold::Image<uint8_t>& src, ninefold::Image<uint8_t>& dst) {
  // Sigma 3 on both axes. What lies around the picture is its edge repeated, unless a border is named.
  ninefold::GaussianBlur(src.view(), dst.view(), 3.0, ninefold::Border::Reflect101());
}

}  // namespace

int main(int argc, char** argv) { return examples::FilterPicture(argc, argv, Blur); }
