// The version of Ninefold. This file is the only place where it is written; CMake reads it from here.

#ifndef NINEFOLD_VERSION_H_
#define NINEFOLD_VERSION_H_

#define NINEFOLD_VERSION_MAJOR 0
#define NINEFOLD_VERSION_MINOR 1
#define NINEFOLD_VERSION_PATCH 0

namespace ninefold {

// The version of the library that is linked, as "MAJOR.MINOR.PATCH" (the macros above are those of the headers).
const char* Version() noexcept;

}  // namespace ninefold

#endif  // NINEFOLD_VERSION_H_
