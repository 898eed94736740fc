// What a filter reads where it reaches beyond the image.

#ifndef NINEFOLD_BORDER_H_
#define NINEFOLD_BORDER_H_

#include <string>
#include <utility>
#include <vector>

namespace ninefold {

// The six rules. For a row `a b c d`:
//
//   kReplicate    a a a | a b c d | d d d    the nearest edge sample
//   kReflect      c b a | a b c d | d c b    mirrored, the edge sample repeated
//   kReflect101   d c b | a b c d | c b a    mirrored, the edge sample not repeated; a row of one sample stays that one
//   kWrap         b c d | a b c d | a b c    periodic
//   kConstant     v v v | a b c d | v v v    a value per channel
//   kValid        no padding: the result is smaller, by taps - 1 on each axis
//
// The rules go on for ever: reflections bounce and wraps turn as often as the kernel needs. In a separable stage the
// padded picture is filtered: with kConstant the second pass sees v x sum(taps of the first) out there.
enum class BorderRule { kReplicate, kReflect, kReflect101, kWrap, kConstant, kValid };

// A rule, and for kConstant its values.
class Border {
 public:
  static Border Replicate() { return Border(BorderRule::kReplicate, {}); }
  static Border Reflect() { return Border(BorderRule::kReflect, {}); }
  static Border Reflect101() { return Border(BorderRule::kReflect101, {}); }
  static Border Wrap() { return Border(BorderRule::kWrap, {}); }
  static Border Valid() { return Border(BorderRule::kValid, {}); }

  // One value for all channels, or one per channel, in the units of the source (0..255, 0..65535, or as stored). The
  // curves, powers, boosts and alpha stages before the convolution act on them as on samples; other stages do not.
  static Border Constant(std::vector<double> values) { return Border(BorderRule::kConstant, std::move(values)); }
  static Border Constant(double value) { return Constant(std::vector<double>{value}); }

  BorderRule rule() const { return rule_; }
  const std::vector<double>& values() const { return values_; }

  // "replicate", "reflect", "reflect101", "wrap", "constant" or "valid".
  const char* name() const;

 private:
  Border(BorderRule rule, std::vector<double> values) : rule_(rule), values_(std::move(values)) {}

  BorderRule rule_;
  std::vector<double> values_;
};

}  // namespace ninefold

#endif  // NINEFOLD_BORDER_H_
