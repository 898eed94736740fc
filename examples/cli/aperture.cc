#include "aperture.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "failure.h"
#include "input.h"
#include "output_file.h"
#include "picture.h"
#include "picture_limits.h"
#include "reader.h"
#include "writer.h"

namespace ninefold::cli {
namespace {

Kernel2D ReadAperture(const Wording& wording, const std::string& path, double radius, const WorkSettings& work) {
  try {
    Input input(path);
    const ReadOptions options = {MakeLimits(work.max_pixels, work.max_memory_bytes, work.untrusted),
                                 Log(Log::Level::kQuiet), path};
    const std::unique_ptr<PictureReader> reader = OpenPicture(input, options);
    const PictureInfo& info = reader->info();
    CheckMemory(options.limits,
                CheckedImageBytes(info.width, info.height, info.channels, ElementBytes(info.type)) + info.decoder_bytes,
                "reading the picture");
    const Picture picture(info.width, info.height, info.channels, info.type);
    reader->ReadPixels(picture.view());
    return Kernel2D::FromImage(picture.view(), radius);
  } catch (const Failure& failure) {
    throw Failure(failure.exit_code(), wording.Label("aperture") + ": " + failure.what(), path);
  }
}

}  // namespace

Kernel2D MakeAperture(const Wording& wording, const ApertureSettings& aperture, const WorkSettings& work) {
  if (!aperture.radius) throw UsageFailure(wording.Label("radius") + " must be given");
  const auto only_without = [&](bool given, const char* option, const char* other) {
    if (given) throw UsageFailure(wording.Label(option) + ": not together with " + wording.dashes + other);
  };
  if (aperture.picture_file) {
    only_without(aperture.blades.has_value(), "blades", "aperture");
    only_without(aperture.aspect.has_value(), "aspect", "aperture");
  }
  if (!aperture.blades) {
    for (const auto& [given, option] : {std::pair(aperture.rotation_deg.has_value(), "rotation"),
                                        std::pair(aperture.roundness.has_value(), "roundness")}) {
      if (given) throw UsageFailure(wording.Label(option) + ": only with " + wording.dashes + "blades");
    }
  }
  if (aperture.picture_file) return ReadAperture(wording, *aperture.picture_file, *aperture.radius, work);
  const double aspect = aperture.aspect.value_or(1);
  if (!aperture.blades) return Kernel2D::Disc(*aperture.radius, aspect);
  return Kernel2D::Polygon(*aperture.radius, *aperture.blades, aperture.rotation_deg.value_or(0),
                           aperture.roundness.value_or(0), aspect);
}

void WriteAperture(const Kernel2D& kernel, const std::string& path, bool replace) {
  const Picture picture(kernel.width(), kernel.height(), 1, ElementType::kU8);
  const std::vector<double>& weights = kernel.weights();
  const double most = *std::max_element(weights.begin(), weights.end());
  auto weight = weights.rbegin();  // half a turn, as highlights show it
  for (int64_t y = 0; y < kernel.height(); ++y) {
    for (int64_t x = 0; x < kernel.width(); ++x) {
      RowBytes(picture.view(), y)[x] = static_cast<unsigned char>(std::lround(255 * *weight++ / most));
    }
  }
  OutputFile file(path, replace);
  WritePicture(FileFormat::kPng, picture.view(), {}, file);
  file.Finish();
}

}  // namespace ninefold::cli
