// Short ways to refuse a call with a sentence that holds the numbers.

#ifndef NINEFOLD_SRC_REFUSE_H_
#define NINEFOLD_SRC_REFUSE_H_

#include <sstream>
#include <string>

#include "ninefold/error.h"

namespace ninefold {

// The arguments written one behind the other, in the "C" locale.
template <class... Args>
std::string Sentence(const Args&... args) {
  std::ostringstream s;
  s.imbue(std::locale::classic());
  (s << ... << args);
  return s.str();
}

template <class... Args>
[[noreturn]] void Refuse(ErrorCode code, const Args&... args) {
  throw Error(code, Sentence(args...));
}

// Refuses unless the condition holds: kInvalidArgument.
template <class... Args>
void Require(bool condition, const Args&... args) {
  if (!condition) Refuse(ErrorCode::kInvalidArgument, args...);
}

}  // namespace ninefold

#endif  // NINEFOLD_SRC_REFUSE_H_
