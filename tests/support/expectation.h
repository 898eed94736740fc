// What a plan must give: the exact result of its pipeline, and how far from it the library may be (design: exactness).

#ifndef NINEFOLD_TESTS_SUPPORT_EXPECTATION_H_
#define NINEFOLD_TESTS_SUPPORT_EXPECTATION_H_

#include <string>

#include "ninefold/image.h"
#include "ninefold/pipeline.h"
#include "ninefold/plan.h"
#include "tests/support/canvas.h"
#include "tests/support/reference.h"

namespace ninefold::test {

// How close an integer result must be to the exact value.
enum class Rounding {
  kNearest,     // the nearest integer: u8, taps that are integers times a scale
  kSmoothing,   // u8 and u16, one separable stage of non-negative taps of sum 1: at most kSeen
  kByF32Error,  // 0.5 and what f32 arithmetic may lose
};
constexpr double kNearestBound = 0.5 + 1e-9;
constexpr double kSeen = 0.55;        // seen on random and adversarial input
constexpr double kGuaranteed = 0.70;  // guaranteed for u8 in integers

// An exact result in the units of dst_type, unrounded and unsaturated, and per sample how much f32 arithmetic may lose:
// (taps + 8) 2^-24 sum|tap x sample| for a convolution, 2^-20 of the value for a curve, carried through the later
// stages; infinite where nothing can be said (colour over an alpha that is about 0).
struct Expectation {
  reference::Picture value;
  reference::Picture error;
  ElementType dst_type = ElementType::kU8;
  Rounding rounding = Rounding::kByF32Error;
};

// Walks the stages of the pipeline over the whole picture.
Expectation Expect(const Pipeline& pipeline, const Format& format, const reference::Picture& src);
inline Expectation Expect(const Pipeline& pipeline, const Format& format, const Canvas& src) {
  return Expect(pipeline, format, src.ToPicture());
}

// Empty when every sample of the result is as near as it must be, else a sentence about the first that is not. NaN and
// infinities must stand exactly where they are expected (integer types: NaN as 0). `integer` says that the plan runs in
// integers.
std::string FirstFault(const Canvas& result, const Expectation& expected, bool integer);
std::string FirstFault(const AnyConstImageView& result, const Expectation& expected, bool integer);

// The value of a string key of the plan's JSON.
std::string JsonString(const std::string& json, const std::string& key);

// Whether the plan says that it runs in integers.
bool RunsInIntegers(const Plan& plan);

// The largest distance between two canvases of one format, sample by sample; infinite when one is NaN and not the
// other.
double LargestDifference(const Canvas& a, const Canvas& b);

// The largest |result - exact|, exact saturated to the range of the result's type.
double LargestError(const Canvas& result, const Expectation& expected);

}  // namespace ninefold::test

#endif  // NINEFOLD_TESTS_SUPPORT_EXPECTATION_H_
