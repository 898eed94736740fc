#include "tests/support/canvas.h"

#include <cmath>
#include <cstring>

namespace ninefold::test {
namespace {

template <class T>
double Read(const void* p) {
  T value;
  std::memcpy(&value, p, sizeof(T));
  return static_cast<double>(value);
}

template <class T>
void Write(void* p, double number) {
  const T value = static_cast<T>(number);
  std::memcpy(p, &value, sizeof(T));
}

double RandomSample(ElementType type, Fill fill, Random& random) {
  const double full = FullScale(type);
  if (type != ElementType::kF32) return static_cast<double>(random.Integer(0, static_cast<int64_t>(full)));
  switch (fill) {
    case Fill::kSigned:
      return random.Real(-1, 1);
    case Fill::kWide:
      return std::exp2(random.Real(-20, 20)) * (random.OneIn(2) ? 1 : -1);
    default:
      return random.Real(0, 1);
  }
}

double SampleFor(const Canvas& canvas, Fill fill, int64_t x, int64_t y, int64_t c, Random& random) {
  const double full = FullScale(canvas.type());
  switch (fill) {
    case Fill::kCheckerboard:
      return (x + y + c) % 2 == 0 ? 0 : full;
    case Fill::kImpulses:
      return random.OneIn(37) ? full : 0;
    case Fill::kExtremes:
      return random.OneIn(2) ? full : 0;
    case Fill::kGradient: {
      const double share = static_cast<double>(x + y) / static_cast<double>(canvas.width() + canvas.height());
      return canvas.type() == ElementType::kF32 ? share : std::floor(share * full);
    }
    default:
      return RandomSample(canvas.type(), fill, random);
  }
}

}  // namespace

double ReadSample(const void* p, ElementType type) {
  return type == ElementType::kU8 ? Read<uint8_t>(p) : type == ElementType::kU16 ? Read<uint16_t>(p) : Read<float>(p);
}

void WriteSample(void* p, ElementType type, double value) {
  if (type == ElementType::kU8) {
    Write<uint8_t>(p, value);
  } else if (type == ElementType::kU16) {
    Write<uint16_t>(p, value);
  } else {
    Write<float>(p, value);
  }
}

double ReadSample(const AnyConstImageView& view, int64_t x, int64_t y, int64_t c) {
  const auto* row = static_cast<const unsigned char*>(view.data) + y * view.row_bytes;
  return ReadSample(row + (x * view.channels + c) * ElementBytes(view.type), view.type);
}

Canvas::Canvas(ElementType type, int64_t width, int64_t height, int64_t channels, const Layout& layout)
    : type_(type), width_(width), height_(height), channels_(channels) {
  const int64_t row = width * channels * ElementBytes(type);
  const int64_t pitch = row + layout.padding_bytes;
  size_ = static_cast<size_t>(layout.lead_bytes + (height - 1) * pitch + row);
  buffer_ = std::make_unique<unsigned char[]>(size_);
  std::memset(buffer_.get(), kPadByte, size_);
  first_ = buffer_.get() + layout.lead_bytes + (layout.bottom_up ? (height - 1) * pitch : 0);
  row_bytes_ = static_cast<ptrdiff_t>(layout.bottom_up ? -pitch : pitch);
  for (int64_t y = 0; y < height; ++y) std::memset(Sample(0, y, 0), 0, static_cast<size_t>(row));
}

Canvas::Canvas(const Canvas& other)
    : type_(other.type_),
      width_(other.width_),
      height_(other.height_),
      channels_(other.channels_),
      row_bytes_(other.row_bytes_),
      size_(other.size_),
      buffer_(std::make_unique<unsigned char[]>(other.size_)),
      first_(buffer_.get() + (other.first_ - other.buffer_.get())) {
  std::memcpy(buffer_.get(), other.buffer_.get(), size_);
}

unsigned char* Canvas::Sample(int64_t x, int64_t y, int64_t c) const {
  return first_ + y * row_bytes_ + (x * channels_ + c) * ElementBytes(type_);
}

double Canvas::At(int64_t x, int64_t y, int64_t c) const { return ReadSample(Sample(x, y, c), type_); }

void Canvas::Set(int64_t x, int64_t y, int64_t c, double value) { WriteSample(Sample(x, y, c), type_, value); }

reference::Picture Canvas::ToPicture() const {
  reference::Picture picture(width_, height_, channels_);
  const int64_t bytes = ElementBytes(type_);
  size_t k = 0;
  for (int64_t y = 0; y < height_; ++y) {
    const unsigned char* row = Sample(0, y, 0);
    for (int64_t s = 0; s < width_ * channels_; ++s) picture.samples[k++] = ReadSample(row + s * bytes, type_);
  }
  return picture;
}

bool Canvas::SameSamples(const Canvas& other) const {
  if (type_ != other.type_ || width_ != other.width_ || height_ != other.height_ || channels_ != other.channels_) {
    return false;
  }
  const auto row = static_cast<size_t>(width_ * channels_ * ElementBytes(type_));
  for (int64_t y = 0; y < height_; ++y) {
    if (std::memcmp(Sample(0, y, 0), other.Sample(0, y, 0), row) != 0) return false;
  }
  return true;
}

bool Canvas::PaddingUntouched() const {
  const int64_t row = width_ * channels_ * ElementBytes(type_);
  std::vector<unsigned char> bytes = Bytes();
  for (int64_t y = 0; y < height_; ++y) {
    std::memset(bytes.data() + (Sample(0, y, 0) - buffer_.get()), kPadByte, static_cast<size_t>(row));
  }
  for (const unsigned char byte : bytes) {
    if (byte != kPadByte) return false;
  }
  return true;
}

const char* FillName(Fill fill) {
  switch (fill) {
    case Fill::kRandom:
      return "random";
    case Fill::kCheckerboard:
      return "checkerboard";
    case Fill::kImpulses:
      return "impulses";
    case Fill::kGradient:
      return "gradient";
    case Fill::kExtremes:
      return "extremes";
    case Fill::kSigned:
      return "signed";
    case Fill::kWide:
      return "wide";
  }
  return "?";
}

void Paint(Canvas& canvas, Fill fill, Random& random) {
  for (int64_t y = 0; y < canvas.height(); ++y) {
    for (int64_t x = 0; x < canvas.width(); ++x) {
      for (int64_t c = 0; c < canvas.channels(); ++c) canvas.Set(x, y, c, SampleFor(canvas, fill, x, y, c, random));
    }
  }
}

Canvas Painted(ElementType type, int64_t width, int64_t height, int64_t channels, Fill fill, uint64_t seed,
               const Layout& layout) {
  Canvas canvas(type, width, height, channels, layout);
  Random random(seed);
  Paint(canvas, fill, random);
  return canvas;
}

Canvas& CopyRows(const Canvas& src, int64_t first_row, Canvas& dst) {
  for (int64_t y = 0; y < dst.height(); ++y) {
    for (int64_t x = 0; x < dst.width(); ++x) {
      for (int64_t c = 0; c < dst.channels(); ++c) dst.Set(x, y, c, src.At(x, first_row + y, c));
    }
  }
  return dst;
}

Canvas Flat(ElementType type, int64_t width, int64_t height, const std::vector<double>& values) {
  Canvas canvas(type, width, height, static_cast<int64_t>(values.size()));
  for (int64_t y = 0; y < height; ++y) {
    for (int64_t x = 0; x < width; ++x) {
      for (int64_t c = 0; c < canvas.channels(); ++c) canvas.Set(x, y, c, values[static_cast<size_t>(c)]);
    }
  }
  return canvas;
}

}  // namespace ninefold::test
