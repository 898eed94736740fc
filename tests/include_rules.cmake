# Checks who includes whom: cmake -P tests/include_rules.cmake
#
#   include <- kernels <- src <- tests, benchmarks     the right may include the left, never the reverse
#   include <- examples
#
# and that each outside library stays in its folder.

cmake_minimum_required(VERSION 3.25)
get_filename_component(root ${CMAKE_CURRENT_LIST_DIR}/.. ABSOLUTE)
set(faults "")

# Calls every #include line of the files in `folder` a fault when it matches `pattern`. Further arguments: files that may.
function(forbid folder pattern reason)
  file(GLOB_RECURSE files RELATIVE ${root} ${root}/${folder}/*.h ${root}/${folder}/*.cc)
  foreach(file IN LISTS files)
    if(file IN_LIST ARGN OR file MATCHES "/third_party/")
      continue()
    endif()
    file(STRINGS ${root}/${file} lines REGEX "^[ \t]*#[ \t]*include[ \t]*[<\"](${pattern})")
    foreach(line IN LISTS lines)
      list(APPEND faults "${file}: ${line}   (${reason})")
    endforeach()
  endforeach()
  set(faults "${faults}" PARENT_SCOPE)
endfunction()

# The arrow.
forbid(include "kernels/|src/|tests/|benchmarks/|examples/" "public headers include public headers only")
forbid(kernels "src/|tests/|benchmarks/|examples/" "kernels include include/ and kernels/ only")
forbid(src "tests/|benchmarks/|examples/" "the library does not know who uses it")
forbid(examples "kernels/|src/|benchmarks/" "examples are users: include/ only")
forbid(benchmarks "examples/" "benchmarks measure the library, not the tool")
forbid(tests/api "kernels/|src/" "these tests go through <ninefold/...> only")

# The libraries. Each folder's own is missing from its pattern.
set(highway "hwy/")
set(tbb "tbb/|oneapi/")
set(eigen "Eigen/")
set(gtest "gtest/|gmock/")
set(benchmark "benchmark/")
set(pictures "png.h|stb|CLI/")
forbid(include "${highway}|${tbb}|${eigen}|${gtest}|${benchmark}|${pictures}" "public headers name no library")
forbid(kernels "${tbb}|${eigen}|${gtest}|${benchmark}|${pictures}" "kernels know Highway only")
forbid(src "${highway}|${gtest}|${benchmark}|${pictures}" "not in src")
forbid(src "${tbb}" "oneTBB is for executor_tbb.cc" src/executor_tbb.cc)
forbid(src "${eigen}" "Eigen is for low_rank.cc" src/low_rank.cc)
forbid(examples "${highway}|${tbb}|${eigen}|${gtest}|${benchmark}" "examples include include/ only")
forbid(benchmarks "${gtest}|${pictures}" "not in benchmarks")
forbid(tests/api "${highway}|${eigen}|${benchmark}|${pictures}" "not in tests")
forbid(tests/src "${highway}|${eigen}|${benchmark}|${pictures}" "not in tests")
forbid(tests/support "${highway}|${tbb}|${eigen}|${benchmark}|${pictures}" "not in tests")

if(faults)
  list(JOIN faults "\n  " text)
  message(FATAL_ERROR "forbidden includes:\n  ${text}")
endif()
