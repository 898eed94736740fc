// From real taps to integer ones: when a filter can run in integers, and with which taps.

#ifndef NINEFOLD_SRC_FIXED_POINT_H_
#define NINEFOLD_SRC_FIXED_POINT_H_

#include <cstdint>
#include <optional>
#include <vector>

namespace ninefold {

// Weights that are whole numbers times one scale.
struct ScaledIntegers {
  std::vector<int32_t> integers;
  double scale = 1.0;
  int64_t magnitude = 0;  // the sum of the absolute integers
};

// The weights as integers times a scale, if they are that to within 2^-40 (box, tent, binomial, and most tables that
// people type); no integer passes 2^24.
std::optional<ScaledIntegers> FindScaledIntegers(const std::vector<double>& weights);

// A separable filter from u8 to u8 in 32-bit integers: mid = (sum v s + half) >> mid_shift, result = sum h mid /
// divisor.
struct IntegerFilter {
  std::vector<int32_t> vertical;
  std::vector<int32_t> horizontal;
  int32_t mid_shift = 0;
  int32_t divisor = 1;
  double worst_error =
      0.5;  // the largest distance from the exact real result that any picture can show, 0.5 for rounding
};

// The filter in integers without any rounding but the last, half to even: for scaled integers whose sums fit 31 bits
// and whose scale is one over a whole number.
std::optional<IntegerFilter> LowerExactly(const std::vector<double>& vertical, const std::vector<double>& horizontal);

// The filter in 32-bit fixed point, or nothing where a sum could pass 31 bits or worst_error would pass 0.70. Taps are
// rounded, vertical with all the bits that 31-bit sums leave, horizontal with the split between its own bits and
// those of the mid rows that makes worst_error least. Non-negative taps of sum 1 keep a sum of exactly one, so that
// constant pictures stay constant, and symmetric ones stay symmetric.
std::optional<IntegerFilter> LowerToIntegers(const std::vector<double>& vertical,
                                             const std::vector<double>& horizontal);

// A separable filter from u8 to u8 in 16-bit fixed point (kernels/separable_fixed16_simd.cc): 15 fractional bits.
struct Fixed16Filter {
  std::vector<int16_t> vertical;
  std::vector<int16_t> horizontal;
  double worst_error = 0.5;  // as IntegerFilter's
};

// The taps for 16-bit fixed point: for symmetric averages whose worst_error stays within 0.70 (up to about 31 Gaussian
// taps), nothing for others.
std::optional<Fixed16Filter> LowerToFixed16(const std::vector<double>& vertical, const std::vector<double>& horizontal);

}  // namespace ninefold

#endif  // NINEFOLD_SRC_FIXED_POINT_H_
