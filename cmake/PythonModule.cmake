# tt_python_module(TARGET DIRECTORY SOURCES...): the extension module `_C` of a package of this repository. The
# root graph puts it into the source package's DIRECTORY; a wheel gets it by installing.
include("${CMAKE_CURRENT_LIST_DIR}/Extension.cmake")

function(tt_python_module target directory)
  tt_extension(${target} _C ${ARGN})
  target_link_libraries(${target} PRIVATE tt_flags)
  # In the checkout the core library is two packages away, in an install one; both are relative.
  set_target_properties(${target} PROPERTIES
    INSTALL_RPATH "$ORIGIN/lib;$ORIGIN/../tt_core/lib;$ORIGIN/../../../core/src/tt_core/lib")
  if(TT_IN_PLACE)
    set_target_properties(${target} PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${directory}")
  endif()
  install(TARGETS ${target} LIBRARY DESTINATION .)
endfunction()
