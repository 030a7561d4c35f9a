# Instruction sets. A per-ISA unit is compiled once for each entry of TT_ISAS into a namespace of its own.
set(TT_ISAS "host" CACHE STRING "Comma separated: baseline, avx2, avx512; or host: the baseline and this machine's best")

set(TT_FLAGS_baseline "")
set(TT_FLAGS_avx2 "-march=x86-64-v3")
# gcc avoids 512-bit vectors by default; on what supports them they are faster for our loops.
set(TT_FLAGS_avx512 "-march=x86-64-v4" "-mprefer-vector-width=512")

if(TT_ISAS STREQUAL "host")
  set(isas baseline)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    file(READ /proc/cpuinfo cpuinfo)
    if(cpuinfo MATCHES "avx512vl" AND cpuinfo MATCHES "avx512dq" AND cpuinfo MATCHES "avx512bw")
      list(APPEND isas avx512)
    elseif(cpuinfo MATCHES "avx2" AND cpuinfo MATCHES "bmi2")
      list(APPEND isas avx2)
    endif()
  endif()
else()
  string(REPLACE "," ";" isas "${TT_ISAS}")
endif()
set(TT_ISA_LIST ${isas})
list(JOIN isas "," TT_ISA_ARGUMENT)

# tt_isa_library(TARGET ISA SOURCES...): an object library compiled for one instruction set.
function(tt_isa_library target isa)
  add_library(${target} OBJECT ${ARGN})
  target_link_libraries(${target} PRIVATE tt_flags OpenMP::OpenMP_CXX)
  target_compile_definitions(${target} PRIVATE TT_ISA=${isa} TT_ISA_NAME="${isa}")
  # A fused product would give a complex number times its conjugate an imaginary part. Nobody looks at the
  # exception flags of floats; respecting them would keep selections from becoming vectors.
  target_compile_options(${target} PRIVATE ${TT_FLAGS_${isa}} -ftree-vectorize -fvect-cost-model=dynamic
    -ffp-contract=off -fno-trapping-math)
endfunction()
