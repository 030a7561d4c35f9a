# tt_glob(VARIABLE PATTERNS...): the files that match, with CMake run again when a folder of them gains or loses
# one. Folder times do that without CONFIGURE_DEPENDS, whose check runs in every build, even one with nothing to do.
function(tt_glob variable)
  file(GLOB files ${ARGN})
  set(folders "")
  foreach(pattern IN LISTS ARGN)
    get_filename_component(folder "${pattern}" DIRECTORY)
    get_filename_component(folder "${folder}" ABSOLUTE)
    list(APPEND folders "${folder}")
  endforeach()
  list(REMOVE_DUPLICATES folders)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${folders})
  set(${variable} "${files}" PARENT_SCOPE)
endfunction()
