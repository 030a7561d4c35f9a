# What a package's CMakeLists includes when it is built alone, for a wheel, and not from the root graph. The paths
# that libraries carry are those of the checkout, `packages/<name>/...`, in both.
get_filename_component(package "${CMAKE_SOURCE_DIR}" NAME)
set(TT_SOURCE_PREFIX "packages/${package}/")
list(APPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}")
include(Settings)
include(Glob)
include(PythonModule)
