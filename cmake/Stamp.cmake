# The build stamp (see tt/core/module/stamp.h): recomputed when a header of core or the flags change, and written
# only when its value does, so that an edit that changes nothing relinks nothing.
set(core_headers "${TT_CORE_CPP}/tt/core")
tt_glob(TT_CORE_HEADERS ${core_headers}/base/*.h ${core_headers}/tensor/*.h ${core_headers}/dispatch/*.h
  ${core_headers}/iterate/*.h ${core_headers}/bind/*.h ${core_headers}/module/*.h)
set(TT_STAMP_HEADER "${TT_GENERATED_DIR}/core_stamp.gen.h")
add_custom_command(
  OUTPUT "${TT_STAMP_HEADER}"
  COMMAND "${CMAKE_COMMAND}" "-DOUTPUT=${TT_STAMP_HEADER}" "-DHEADERS=${TT_CORE_CPP}"
          "-DFLAGS=${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION} ${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${CMAKE_BUILD_TYPE}}"
          -P "${CMAKE_CURRENT_LIST_DIR}/write_stamp.cmake"
  DEPENDS ${TT_CORE_HEADERS} "${CMAKE_CURRENT_LIST_DIR}/write_stamp.cmake"
  COMMENT "Hashing the headers of core" VERBATIM)
add_custom_target(tt_stamp DEPENDS "${TT_STAMP_HEADER}")

# tt_use_stamp(TARGET): may include core_stamp.gen.h. (An installed core has the header among its own.)
function(tt_use_stamp target)
  target_include_directories(${target} PRIVATE "${TT_GENERATED_DIR}")
  add_dependencies(${target} tt_stamp)
endfunction()
