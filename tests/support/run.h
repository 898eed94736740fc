// Making a plan and running it on canvases, in one line.

#ifndef NINEFOLD_TESTS_SUPPORT_RUN_H_
#define NINEFOLD_TESTS_SUPPORT_RUN_H_

#include <utility>
#include <vector>

#include "ninefold/executor.h"
#include "ninefold/plan.h"
#include "tests/support/canvas.h"

namespace ninefold::test {

inline const std::vector<BorderRule> kAllRules = {BorderRule::kReplicate,  BorderRule::kReflect,
                                                  BorderRule::kReflect101, BorderRule::kWrap,
                                                  BorderRule::kConstant,   BorderRule::kValid};
inline const std::vector<ElementType> kAllTypes = {ElementType::kU8, ElementType::kU16, ElementType::kF32};

// The border of a rule; `values` for kConstant.
inline Border BorderOf(BorderRule rule, std::vector<double> values = {0}) {
  switch (rule) {
    case BorderRule::kReplicate:
      return Border::Replicate();
    case BorderRule::kReflect:
      return Border::Reflect();
    case BorderRule::kReflect101:
      return Border::Reflect101();
    case BorderRule::kWrap:
      return Border::Wrap();
    case BorderRule::kConstant:
      return Border::Constant(std::move(values));
    case BorderRule::kValid:
      break;
  }
  return Border::Valid();
}

// A pipeline of one separable stage.
inline Pipeline Separable(const Taps& vertical, const Taps& horizontal, const Border& border = Border::Replicate()) {
  return Pipeline().Convolve(vertical, horizontal, border);
}
inline Pipeline Separable(const Taps& taps, const Border& border = Border::Replicate()) {
  return Separable(taps, taps, border);
}

inline Format FormatOf(const Canvas& src, ElementType dst_type) {
  return {src.width(), src.height(), src.channels(), src.type(), dst_type};
}
inline Format FormatOf(const Canvas& src) { return FormatOf(src, src.type()); }

// On the calling thread unless told otherwise: most tests are about pixels, and run beside each other already.
inline Canvas Result(const Plan& plan, const Canvas& src, const Executor& executor = SerialExecutor(),
                     const Layout& layout = {}) {
  Canvas dst(plan.format().dst_type, plan.dst_width(), plan.dst_height(), src.channels(), layout);
  plan.Run(src.view(), dst.view(), {&executor});
  return dst;
}

}  // namespace ninefold::test

#endif  // NINEFOLD_TESTS_SUPPORT_RUN_H_
