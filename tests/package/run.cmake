# Builds and runs the user's project in WORK. Needs WAY, NINEFOLD_SOURCE, NINEFOLD_BUILD, GENERATOR, C_COMPILER,
# CXX_COMPILER, CXX_FLAGS.
cmake_minimum_required(VERSION 3.25)

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\n${output}")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK})
if(WAY STREQUAL "find_package")
  run(${CMAKE_COMMAND} --install ${NINEFOLD_BUILD} --prefix ${WORK}/prefix)
endif()
run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/user -B ${WORK}/build -G ${GENERATOR} -DCMAKE_BUILD_TYPE=Release
  -DCMAKE_C_COMPILER=${C_COMPILER} -DCMAKE_CXX_COMPILER=${CXX_COMPILER} "-DCMAKE_CXX_FLAGS=${CXX_FLAGS}"
  -DCMAKE_PREFIX_PATH=${WORK}/prefix -DWAY=${WAY} -DNINEFOLD_SOURCE=${NINEFOLD_SOURCE})
run(${CMAKE_COMMAND} --build ${WORK}/build --parallel 2)
run(${WORK}/build/user)
