# find_package(tt) for packages of this repository that are built alone: the tt-core that the building Python has.
# Its folder is found without importing it, since no library can be loaded while one of them is built.
find_package(Python 3.11 REQUIRED COMPONENTS Interpreter Development.Module)
if(NOT tt_DIR)
  execute_process(
    COMMAND "${Python_EXECUTABLE}" -c
      "import importlib.util as u; print(u.find_spec('tt_core').submodule_search_locations[0])"
    OUTPUT_VARIABLE tt_core_dir OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  set(tt_DIR "${tt_core_dir}/cmake" CACHE PATH "Where ttConfig.cmake lies")
endif()
find_package(tt CONFIG REQUIRED)

# Locations in core's headers read as in the checkout; ccache may have made the folder relative.
get_target_property(tt_include tt::core INTERFACE_INCLUDE_DIRECTORIES)
file(RELATIVE_PATH tt_include_from_build "${CMAKE_BINARY_DIR}" "${tt_include}")
target_compile_options(tt_flags INTERFACE
  "-ffile-prefix-map=${tt_include}/=packages/core/cpp/"
  "-ffile-prefix-map=${tt_include_from_build}/=packages/core/cpp/")

# core_stamp.gen.h is among the headers of the installed core, so that there is nothing to do.
function(tt_use_stamp target)
endfunction()
