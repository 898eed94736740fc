// Random numbers that are the same on every platform (the distributions of <random> are not).

#ifndef NINEFOLD_TESTS_SUPPORT_RANDOM_H_
#define NINEFOLD_TESTS_SUPPORT_RANDOM_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ninefold::test {

// SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  uint64_t Bits() {
    state_ += 0x9e3779b97f4a7c15u;
    uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

  // A whole number in low..high, both included.
  int64_t Integer(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(Bits() % static_cast<uint64_t>(high - low + 1));
  }

  // A real number in low..high.
  double Real(double low, double high) { return low + (high - low) * static_cast<double>(Bits() >> 11) * 0x1p-53; }

  bool OneIn(int64_t n) { return Integer(1, n) == 1; }

  template <class T>
  const T& Pick(const std::vector<T>& choices) {
    return choices[static_cast<size_t>(Integer(0, static_cast<int64_t>(choices.size()) - 1))];
  }

 private:
  uint64_t state_;
};

}  // namespace ninefold::test

#endif  // NINEFOLD_TESTS_SUPPORT_RANDOM_H_
