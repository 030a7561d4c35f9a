// What only Python can give: NVRTC's cubins and CuPy's memory, from `tt_kernels.cuda`, which is imported when they are
// first wanted.
#pragma once

#include "tt/kernels/cuda/compile.h"
#include "tt/kernels/cuda/segments.h"

namespace tt::cuda {

Compiled compile_by_nvrtc(const KernelSource& source, const Properties& device);
Segment take_cupy_segment(size_t bytes, CUstream stream);
void give_cupy_segment_back(const Segment& segment);

// Where cuBLAS lies; empty when it is not installed.
std::string cublas_library();

}  // namespace tt::cuda
