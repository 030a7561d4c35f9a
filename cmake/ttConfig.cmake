# find_package(tt): the target tt::core, and tt_extension and tt_op_table (Extension.cmake) to write operators
# with. Installed in tt_core/cmake; `python -m tt_core` prints that folder.
include(CMakeFindDependencyMacro)
find_dependency(Python 3.11 COMPONENTS Interpreter Development.Module)
set(tt_CMAKE_DIR "${CMAKE_CURRENT_LIST_DIR}")
include("${CMAKE_CURRENT_LIST_DIR}/ttTargets.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/Extension.cmake")
