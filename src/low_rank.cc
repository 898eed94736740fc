#include "src/low_rank.h"

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>

namespace ninefold {
namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// Makes taps that are symmetric but for rounding errors so to the bit: folding them halves the work.
void MakeEven(std::vector<double>& taps) {
  for (size_t i = 0, j = taps.size() - 1; i < j; ++i, --j) taps[i] = taps[j] = (taps[i] + taps[j]) / 2;
}

std::vector<double> Rounded(const Eigen::VectorXd& taps, bool even) {
  std::vector<double> result(taps.data(), taps.data() + taps.size());
  if (even) MakeEven(result);
  for (double& w : result) w = static_cast<double>(static_cast<float>(w));
  return result;
}

Eigen::VectorXd AsVector(const Taps& taps) {
  return Eigen::Map<const Eigen::VectorXd>(taps.weights().data(), taps.size());
}

}  // namespace

LowRank FactorLowRank(const Kernel2D& kernel, double tolerance, int64_t most) {
  const Matrix weights = Eigen::Map<const Matrix>(kernel.weights().data(), kernel.height(), kernel.width());
  const bool even_rows = weights.isApprox(weights.colwise().reverse(), 1e-12);
  const bool even_columns = weights.isApprox(weights.rowwise().reverse(), 1e-12);
  const Eigen::BDCSVD<Eigen::MatrixXd> svd(weights, Eigen::ComputeThinU | Eigen::ComputeThinV);

  LowRank result;
  Matrix sum = Matrix::Zero(weights.rows(), weights.cols());
  const int64_t terms = std::min<int64_t>(most, svd.singularValues().size());
  for (int64_t k = 0; k < terms; ++k) {
    const double root = std::sqrt(svd.singularValues()(k));
    const Taps vertical = Taps::Custom(Rounded(svd.matrixU().col(k) * root, even_rows), kernel.anchor_y());
    const Taps horizontal = Taps::Custom(Rounded(svd.matrixV().col(k) * root, even_columns), kernel.anchor_x());
    sum += AsVector(vertical) * AsVector(horizontal).transpose();
    result.terms.push_back({vertical, horizontal});
    const Matrix error = sum / sum.sum() - weights;  // whoever uses the terms divides by their sum
    result.l1_error = error.cwiseAbs().sum();
    result.largest_error = error.cwiseAbs().maxCoeff();
    if (result.l1_error <= tolerance) return result;
  }
  return {};
}

}  // namespace ninefold
