// Blurs a picture with one bright pixel and checks that its light has spread and nothing is lost. C++17, as users may.
#include <ninefold/ninefold.h>

#include <cmath>
#include <cstdio>

int main() {
  ninefold::Image<float> image(64, 48, 1);
  image.Row(24)[32] = 1;
  ninefold::GaussianBlur(image.view(), image.view(), 2.0);
  double sum = 0;
  for (int64_t y = 0; y < image.height(); ++y) {
    for (int64_t x = 0; x < image.width(); ++x) sum += static_cast<double>(image.Row(y)[x]);
  }
  const auto peak = static_cast<double>(image.Row(24)[32]);
  std::printf("Ninefold %s: sum %.6f, peak %.6f\n", ninefold::Version(), sum, peak);
  return std::fabs(sum - 1) < 1e-5 && peak > 0.03 && peak < 0.05 ? 0 : 1;
}
