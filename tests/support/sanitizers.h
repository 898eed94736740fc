// Which sanitizer this build runs under, and whether the long forms of the tests were asked for.

#ifndef NINEFOLD_TESTS_SUPPORT_SANITIZERS_H_
#define NINEFOLD_TESTS_SUPPORT_SANITIZERS_H_

#include <cstdlib>
#include <string_view>

namespace ninefold::test {

#if defined(__SANITIZE_ADDRESS__)
#define NINEFOLD_TEST_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define NINEFOLD_TEST_ASAN 1
#endif
#endif

#if defined(__SANITIZE_THREAD__)
#define NINEFOLD_TEST_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define NINEFOLD_TEST_TSAN 1
#endif
#endif

#ifdef NINEFOLD_TEST_ASAN
constexpr bool kAddressSanitizer = true;
#else
constexpr bool kAddressSanitizer = false;
#endif

#ifdef NINEFOLD_TEST_TSAN
constexpr bool kThreadSanitizer = true;
#else
constexpr bool kThreadSanitizer = false;
#endif

constexpr bool kSanitizer = kAddressSanitizer || kThreadSanitizer;

// NINEFOLD_SOAK=1 in the environment asks for the long forms (script/soak).
inline bool Soak() {
  const char* value = std::getenv("NINEFOLD_SOAK");
  return value != nullptr && std::string_view(value) == "1";
}

}  // namespace ninefold::test

#endif  // NINEFOLD_TESTS_SUPPORT_SANITIZERS_H_
