// What Ninefold needs to know of Highway as such, in one place.
//
// HWY_WANT_AVX3_DL is never defined: with Highway 1.0.3 that target crashes on Zen 4.

#ifndef NINEFOLD_KERNELS_HWY_COMPAT_H_
#define NINEFOLD_KERNELS_HWY_COMPAT_H_

#include "hwy/highway.h"

// Arrays of vectors do not exist on targets whose vectors have no size at compile time.
#if HWY_TARGETS & (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#error "Define HWY_DISABLED_TARGETS so that SVE and RVV are left out: kernels keep arrays of vectors"
#endif

// The targets without lane crossings worth the name. The scalar kernel does their work.
#define NINEFOLD_SCALAR_TARGETS (HWY_SCALAR | HWY_EMU128)

// Unrolls the next loop whole. Its bounds are constants, and arrays of vectors that it indexes become registers.
#if HWY_COMPILER_CLANG
#define NINEFOLD_UNROLL HWY_PRAGMA(unroll)
#else
#define NINEFOLD_UNROLL HWY_PRAGMA(GCC unroll 64)
#endif

// Stands behind the parameters of a lambda in a kernel: compiled for the target, and always inlined, so that vectors
// stay in registers.
#define NINEFOLD_LAMBDA HWY_ATTR __attribute__((always_inline))

// Returns N_<target>::Table() for the target with this bit. Stands in a function, once per kernel file, behind
// HWY_ONCE; Highway 1.0.3 has no way to ask HWY_EXPORT's table for a target of the caller's choice.
#if HWY_TARGETS & HWY_AVX3
#define NINEFOLD_CASE_AVX3 \
  case HWY_AVX3:           \
    return N_AVX3::Table();
#else
#define NINEFOLD_CASE_AVX3
#endif
#if HWY_TARGETS & HWY_AVX2
#define NINEFOLD_CASE_AVX2 \
  case HWY_AVX2:           \
    return N_AVX2::Table();
#else
#define NINEFOLD_CASE_AVX2
#endif
#if HWY_TARGETS & HWY_SSE4
#define NINEFOLD_CASE_SSE4 \
  case HWY_SSE4:           \
    return N_SSE4::Table();
#else
#define NINEFOLD_CASE_SSE4
#endif
#if HWY_TARGETS & HWY_SSSE3
#define NINEFOLD_CASE_SSSE3 \
  case HWY_SSSE3:           \
    return N_SSSE3::Table();
#else
#define NINEFOLD_CASE_SSSE3
#endif
#if HWY_TARGETS & HWY_NEON
#define NINEFOLD_CASE_NEON \
  case HWY_NEON:           \
    return N_NEON::Table();
#else
#define NINEFOLD_CASE_NEON
#endif

#define NINEFOLD_RETURN_TABLE(target) \
  switch (target) {                   \
    NINEFOLD_CASE_AVX3                \
    NINEFOLD_CASE_AVX2                \
    NINEFOLD_CASE_SSE4                \
    NINEFOLD_CASE_SSSE3               \
    NINEFOLD_CASE_NEON                \
    default:                          \
      return {};                      \
  }

// The targets that NINEFOLD_RETURN_TABLE knows and this build has.
#define NINEFOLD_SIMD_TARGETS (HWY_TARGETS & (HWY_AVX3 | HWY_AVX2 | HWY_SSE4 | HWY_SSSE3 | HWY_NEON))

#endif  // NINEFOLD_KERNELS_HWY_COMPAT_H_
