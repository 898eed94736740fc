// Checks that a call is refused by an Error of the right code whose sentence holds the given words and numbers.

#ifndef NINEFOLD_TESTS_SUPPORT_REFUSAL_H_
#define NINEFOLD_TESTS_SUPPORT_REFUSAL_H_

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

#include "ninefold/error.h"

namespace ninefold::test {

template <class Call>
void ExpectRefused(ErrorCode code, std::initializer_list<const char*> words, const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    const std::string message = error.what();
    EXPECT_EQ(static_cast<int>(error.code()), static_cast<int>(code)) << message;
    EXPECT_FALSE(message.empty());
    EXPECT_FALSE(message.ends_with('.')) << message;
    for (const char* word : words)
      EXPECT_NE(message.find(word), std::string::npos) << word << " is not in: " << message;
    return;
  }
  ADD_FAILURE() << "not refused";
}

}  // namespace ninefold::test

#endif  // NINEFOLD_TESTS_SUPPORT_REFUSAL_H_
