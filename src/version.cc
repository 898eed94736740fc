#include "ninefold/version.h"

#define NINEFOLD_STRING2(x) #x
#define NINEFOLD_STRING(x) NINEFOLD_STRING2(x)

namespace ninefold {

const char* Version() noexcept {
  return NINEFOLD_STRING(NINEFOLD_VERSION_MAJOR) "." NINEFOLD_STRING(NINEFOLD_VERSION_MINOR) "." NINEFOLD_STRING(
      NINEFOLD_VERSION_PATCH);
}

}  // namespace ninefold
