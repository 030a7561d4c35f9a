# tt_python_module(TARGET DIRECTORY SOURCES...): an extension module `_C` in a source package's directory.
function(tt_python_module target directory)
  add_library(${target} MODULE ${ARGN})
  target_link_libraries(${target} PRIVATE tt_flags)
  execute_process(
    COMMAND "${Python_EXECUTABLE}" -c "import sysconfig; print(sysconfig.get_config_var('EXT_SUFFIX'))"
    OUTPUT_VARIABLE suffix OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  # In the checkout the core library is two packages away, in an install one; both are relative.
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME "_C" PREFIX "" SUFFIX "${suffix}"
    LIBRARY_OUTPUT_DIRECTORY "${directory}"
    INSTALL_RPATH "$ORIGIN/lib;$ORIGIN/../tt_core/lib;$ORIGIN/../../../core/src/tt_core/lib")
endfunction()

# nanobind, compiled once as a static library, only for units that declare cold classes and functions.
execute_process(
  COMMAND "${Python_EXECUTABLE}" -m nanobind --cmake_dir
  OUTPUT_VARIABLE nanobind_ROOT OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
find_package(nanobind CONFIG REQUIRED)
nanobind_build_library(nanobind-static)
