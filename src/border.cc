#include "ninefold/border.h"

namespace ninefold {

const char* Border::name() const {
  switch (rule_) {
    case BorderRule::kReplicate:
      return "replicate";
    case BorderRule::kReflect:
      return "reflect";
    case BorderRule::kReflect101:
      return "reflect101";
    case BorderRule::kWrap:
      return "wrap";
    case BorderRule::kConstant:
      return "constant";
    case BorderRule::kValid:
      break;
  }
  return "valid";
}

}  // namespace ninefold
