# Language, warnings and flags that every target shares.
set(TT_HELPERS "${CMAKE_CURRENT_LIST_DIR}")
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_SCAN_FOR_MODULES OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_CXX_FLAGS_RELEASE "-O2")

# Libraries find each other beside themselves, in the checkout as in an install, and hold no path of this machine.
set(CMAKE_BUILD_WITH_INSTALL_RPATH ON)
# Nothing of a shared library but its name gets into what is linked with it (tests/architecture/test_links.py), so a
# library that was linked again links nothing else again.
set(CMAKE_LINK_DEPENDS_NO_SHARED ON)

find_package(Python 3.11 REQUIRED COMPONENTS Interpreter Development.Module)
find_package(OpenMP REQUIRED COMPONENTS CXX)

# TT_SOURCE_PREFIX is where the source folder lies in the checkout: nothing for the root graph.
file(RELATIVE_PATH TT_SOURCE_FROM_BUILD "${CMAKE_BINARY_DIR}" "${CMAKE_SOURCE_DIR}")
string(REGEX REPLACE "/$" "" TT_SOURCE_FROM_BUILD "${TT_SOURCE_FROM_BUILD}")
# Of the compilers that CI has; another one may warn of more.
option(TT_WARNINGS_ARE_ERRORS "Whether a warning fails the build" ON)
add_library(tt_flags INTERFACE)
target_compile_options(tt_flags INTERFACE
  -Wall -Wextra $<$<BOOL:${TT_WARNINGS_ARE_ERRORS}>:-Werror> -Wno-missing-field-initializers
  -fno-semantic-interposition
  -fno-math-errno
  -fno-plt
  # ccache makes paths inside the checkout relative to the build folder, so both spellings are mapped.
  "-ffile-prefix-map=${TT_SOURCE_FROM_BUILD}/=${TT_SOURCE_PREFIX}"
  "-ffile-prefix-map=${CMAKE_SOURCE_DIR}/=${TT_SOURCE_PREFIX}"
  "-ffile-prefix-map=${CMAKE_BINARY_DIR}/=build/")
target_include_directories(tt_flags SYSTEM INTERFACE ${Python_INCLUDE_DIRS})

# What a generated file depends on and where it goes.
set(TT_GENERATED_DIR "${CMAKE_BINARY_DIR}/gen")
file(MAKE_DIRECTORY "${TT_GENERATED_DIR}")
