// The workloads as a user of OpenCV would write them: images allocated once, the calls that its manual names for each
// step.

#include <array>
#include <cmath>
#include <memory>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "workloads.h"

namespace ninefold::bench {
namespace {

int TypeOf(ElementType type, int64_t channels) {
  const int depth = type == ElementType::kU8 ? CV_8U : type == ElementType::kU16 ? CV_16U : CV_32F;
  return CV_MAKETYPE(depth, static_cast<int>(channels));
}

// The view as a header; OpenCV has no read-only one.
cv::Mat MatOf(const AnyConstImageView& v) {
  return {static_cast<int>(v.height), static_cast<int>(v.width), TypeOf(v.type, v.channels), const_cast<void*>(v.data),
          static_cast<size_t>(v.row_bytes)};
}

cv::Mat Column(const Taps& taps) {
  cv::Mat column(static_cast<int>(taps.size()), 1, CV_32F);
  for (int i = 0; i < column.rows; ++i) {
    column.at<float>(i) = static_cast<float>(taps.weights()[static_cast<size_t>(i)]);
  }
  return column;
}

void LineFilters(const cv::Mat& src, cv::Mat dst, bool valid) {
  static const cv::Mat taps = Column(ChainGaussian(9));
  if (!valid) return cv::sepFilter2D(src, dst, -1, taps, taps, {-1, -1}, 0, cv::BORDER_REPLICATE);
  // Reading beyond the region of interest, OpenCV needs no border.
  cv::sepFilter2D(src(cv::Rect(4, 4, dst.cols, dst.rows)), dst, -1, taps, taps, {-1, -1}, 0, cv::BORDER_REPLICATE);
}

class FourBlurs {
 public:
  void operator()(const cv::Mat& src, cv::Mat dst) {
    const auto blur = [](const cv::Mat& from, cv::Mat& to, int taps, int border) {
      cv::GaussianBlur(from, to, {taps, taps}, taps / 6.0, taps / 6.0, border);
    };
    blur(src, a_, 3, cv::BORDER_REPLICATE);
    blur(a_, b_, 5, cv::BORDER_REFLECT_101);
    // Filters take no BORDER_WRAP and no value for BORDER_CONSTANT: padded copies.
    cv::copyMakeBorder(b_, padded_, 3, 3, 3, 3, cv::BORDER_WRAP);
    blur(padded_(cv::Rect(3, 3, src.cols, src.rows)), a_, 7, cv::BORDER_REPLICATE);
    cv::copyMakeBorder(a_, wide_, 4, 4, 4, 4, cv::BORDER_CONSTANT, cv::Scalar::all(0.25));
    blur(wide_(cv::Rect(4, 4, src.cols, src.rows)), dst, 9, cv::BORDER_REPLICATE);
  }

 private:
  cv::Mat a_, b_, padded_, wide_;
};

double Decode(double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); }

class UnsharpMask {
 public:
  UnsharpMask() : decode_(1, 256, CV_32FC4), encode_(1, 4096, CV_8U) {
    for (int i = 0; i < 256; ++i) {
      const auto linear = static_cast<float>(Decode(i / 255.0));
      decode_.at<cv::Vec4f>(i) = {linear, linear, linear, static_cast<float>(i) / 255.0f};
    }
  }

  void operator()(const cv::Mat& src, cv::Mat dst) {
    cv::LUT(src, decode_, linear_);
    cv::split(linear_, planes_);
    for (size_t c = 0; c < 3; ++c) cv::multiply(planes_[c], planes_[3], planes_[c]);
    cv::merge(planes_, linear_);
    cv::GaussianBlur(linear_, blurred_, {7, 7}, 7 / 6.0, 7 / 6.0, cv::BORDER_REPLICATE);
    cv::addWeighted(linear_, 1 + kSharpenAmount, blurred_, -kSharpenAmount, 0, linear_);
    cv::split(linear_, planes_);
    cv::max(planes_[3], 1e-30, safe_);
    for (size_t c = 0; c < 3; ++c) {
      cv::Mat& plane = planes_[static_cast<size_t>(c)];
      cv::divide(plane, safe_, plane);
      cv::max(plane, 0, plane);
      cv::pow(plane, 1 / 2.4, power_);
      power_.convertTo(power_, CV_32F, 1.055, -0.055);
      plane.convertTo(straight_, CV_32F, 12.92);
      cv::compare(plane, 0.0031308, low_, cv::CMP_LE);
      straight_.copyTo(power_, low_);
      power_.convertTo(bytes_[c], CV_8U, 255);
    }
    cv::compare(planes_[3], 0, low_, cv::CMP_LE);
    for (size_t c = 0; c < 3; ++c) bytes_[c].setTo(0, low_);
    planes_[3].convertTo(bytes_[3], CV_8U, 255);
    cv::merge(bytes_, dst);
  }

 private:
  cv::Mat decode_, encode_, linear_, blurred_, safe_, power_, straight_, low_;
  std::array<cv::Mat, 4> planes_, bytes_;
};

class DifferenceOfGaussians {
 public:
  void operator()(const cv::Mat& src, cv::Mat dst) {
    cv::GaussianBlur(src, narrow_, {7, 7}, 7 / 6.0, 7 / 6.0, cv::BORDER_REPLICATE);
    cv::GaussianBlur(src, wide_, {13, 13}, 13 / 6.0, 13 / 6.0, cv::BORDER_REPLICATE);
    cv::subtract(narrow_, wide_, dst);
  }

 private:
  cv::Mat narrow_, wide_;
};

class PyramidSteps {
 public:
  void operator()(const cv::Mat& src, cv::Mat dst) {
    cv::pyrDown(src, half_);
    cv::pyrDown(half_, dst);
  }

 private:
  cv::Mat half_;
};

// OpenCV has one kernel for all channels: planes apart, a dilated kernel for each, and together again.
class Depthwise {
 public:
  explicit Depthwise(int64_t channels) {
    const Kernel2D kernel = DepthwiseKernel(channels);
    for (int64_t c = 0; c < channels; ++c) {
      cv::Mat& dilated = kernels_.emplace_back(cv::Mat::zeros(5, 5, CV_32F));
      for (int k = 0; k < 9; ++k) {
        dilated.at<float>(k / 3 * 2, k % 3 * 2) =
            static_cast<float>(kernel.weights()[static_cast<size_t>(k * channels + c)]);
      }
    }
    results_.resize(kernels_.size());
  }

  void operator()(const cv::Mat& src, cv::Mat dst) {
    cv::split(src, planes_);
    for (size_t c = 0; c < kernels_.size(); ++c) {
      cv::filter2D(planes_[c], results_[c], -1, kernels_[c], {-1, -1}, 0, cv::BORDER_REPLICATE);
    }
    cv::merge(results_, dst);
  }

 private:
  std::vector<cv::Mat> kernels_, planes_, results_;
};

class BokehLike {
 public:
  void operator()(const cv::Mat& src, cv::Mat dst) {
    cv::pow(src, kBokehLikeGamma, linear_);
    for (size_t t = 0; t < terms_.size(); ++t) {
      const cv::Mat v = Column(terms_[t].vertical), h = Column(terms_[t].horizontal);
      cv::sepFilter2D(linear_, term_, -1, h, v, {-1, -1}, 0, cv::BORDER_REPLICATE);
      if (t == 0) {
        term_.copyTo(sum_);
      } else {
        cv::add(sum_, term_, sum_);
      }
    }
    cv::pow(sum_, 1 / kBokehLikeGamma, dst);
  }

 private:
  const std::vector<SeparableFilter> terms_ = BokehLikeTerms();
  cv::Mat linear_, term_, sum_;
};

cv::Mat Table(const Kernel2D& kernel) {
  cv::Mat table(static_cast<int>(kernel.height()), static_cast<int>(kernel.width()), CV_32F);
  for (size_t i = 0; i < kernel.weights().size(); ++i) {
    reinterpret_cast<float*>(table.data)[i] = static_cast<float>(kernel.weights()[i]);
  }
  return table;
}

class Aperture {
 public:
  explicit Aperture(const Kernel2D& kernel) : table_(Table(kernel)) {}
  void operator()(const cv::Mat& src, cv::Mat dst) const {
    cv::filter2D(src, dst, -1, table_, {-1, -1}, 0, cv::BORDER_REPLICATE);
  }

 private:
  cv::Mat table_;
};

class OpenCvLensBlur {
 public:
  OpenCvLensBlur(const Kernel2D& kernel, const LensBlur& around) : aperture_(kernel), around_(around) {}
  void operator()(const cv::Mat& src, cv::Mat dst) {
    // The sRGB curve: a power, but for the darkest.
    cv::pow((src + cv::Scalar::all(0.055)) / 1.055, 2.4, linear_);
    cv::Mat(src / 12.92).copyTo(linear_, src <= 0.04045);
    cv::split(linear_, planes_);
    cv::Mat largest = planes_[0].clone();
    for (size_t c = 1; c < planes_.size(); ++c) largest = cv::max(largest, planes_[c]);
    const cv::Mat t = cv::min(cv::max((largest - around_.threshold) / (1 - around_.threshold), 0), 1);
    const cv::Mat factor = 1 + (around_.gain - 1) * t.mul(t).mul(3 - 2 * t);
    for (cv::Mat& plane : planes_) plane = plane.mul(factor);
    cv::merge(planes_, linear_);
    aperture_(linear_, blurred_ = cv::Mat(src.size(), src.type()));
    cv::pow(blurred_, 1 / 2.4, powers_);
    powers_.convertTo(dst, -1, 1.055, 0);
    cv::subtract(dst, cv::Scalar::all(0.055), dst);
    cv::Mat(blurred_ * 12.92).copyTo(dst, blurred_ <= 0.0031308);
  }

 private:
  Aperture aperture_;
  LensBlur around_;
  std::vector<cv::Mat> planes_;
  cv::Mat linear_, blurred_, powers_;
};

// The images of a form live as long as the peer.
template <class Form>
Peer Keep(Form form) {
  const auto kept = std::make_shared<Form>(std::move(form));
  return [kept](const AnyConstImageView& src, const AnyImageView& dst) { (*kept)(MatOf(src), MatOf(dst)); };
}

}  // namespace

Peer OpenCvPeer(const Workload& w) {
  if (w.name == "conv_fuse") return Keep([](const cv::Mat& src, const cv::Mat& dst) { LineFilters(src, dst, true); });
  if (w.name == "pad_conv_fuse") {
    return Keep([](const cv::Mat& src, const cv::Mat& dst) { LineFilters(src, dst, false); });
  }
  if (w.name == "four_blurs") return Keep(FourBlurs());
  if (w.name == "unsharp_linear_rgba") return Keep(UnsharpMask());
  if (w.name == "difference_of_gaussians") return Keep(DifferenceOfGaussians());
  if (w.name == "pyramid_steps") return Keep(PyramidSteps());
  if (w.name.starts_with("depthwise_dilated")) return Keep(Depthwise(w.channels));
  if (w.name == "bokeh_like") return Keep(BokehLike());
  return nullptr;
}

Peer OpenCvGaussian(const Taps& taps, ElementType type) {
  const cv::Mat column = Column(taps);
  if (type == ElementType::kU8) {
    const double sigma = std::max(static_cast<double>(column.rows / 2) / 3, 0.5);
    return Keep([=](const cv::Mat& src, const cv::Mat& dst) {
      cv::GaussianBlur(src, dst, {column.rows, column.rows}, sigma, sigma, cv::BORDER_REPLICATE);
    });
  }
  return Keep([=](const cv::Mat& src, const cv::Mat& dst) {
    cv::sepFilter2D(src, dst, -1, column, column, {-1, -1}, 0, cv::BORDER_REPLICATE);
  });
}

Peer OpenCvAperture(const Kernel2D& kernel, const LensBlur* around) {
  if (around == nullptr) return Keep(Aperture(kernel));
  return Keep(OpenCvLensBlur(kernel, *around));
}

void SetOpenCvThreads(int threads) { cv::setNumThreads(threads); }

}  // namespace ninefold::bench
