// Who registers what when the module is loaded. Plain functions, called in order by module.cpp; each
// remembers the file and line that it was called from.
#pragma once

namespace tt {
struct OpTable;
}

namespace tt::kernels {

struct PointwiseLoops;  // cpu/pointwise_table.h
struct ReduceLoops;     // cpu/reduce_table.h

// Generated: the parsed op table; a line per op with a functor that joins it to its loops, and a call of
// register_<kernel>() for each kernel= in the table.
extern const OpTable op_table;
void register_generated();

// What those lines call: the plan, and a run a device.
void register_pointwise(const char* op, const PointwiseLoops& loops);
void register_reduction(const char* op, const ReduceLoops& loops);
void register_pointwise_without_cuda(const char* op, const PointwiseLoops& loops);
void register_reduction_without_cuda(const char* op, const ReduceLoops& loops);
void register_cpu_pointwise(const char* op, const PointwiseLoops& loops);
void register_cpu_reduction(const char* op, const ReduceLoops& loops);
void register_cuda_pointwise(const char* op, const PointwiseLoops& loops);
void register_cuda_reduction(const char* op, const ReduceLoops& loops);

// Kernels of whole families, which no entry names.
void register_views();
void register_factories();
void register_copies();  // with the two that follow
void register_cpu_copies();
void register_copy_composites();
void register_any_device();
void register_view_gradients();
void register_division();
void register_second_names();

// The CUDA runs of ops without a functor, and the allocator. Nothing is opened before the first use.
void register_cuda();
void register_cuda_copies();  // with those that follow
void register_cuda_extrema();
void register_cuda_matmul();
void register_cuda_random();
void register_cuda_ranges();
void register_cuda_softmax();

// Opens the BLAS library at `path` for matmul, with its symbols kept local. Throws Runtime when it cannot be
// loaded.
void set_blas_library(const char* path);
// The loops that the CPU's kernel of a pointwise op runs; null for any other op.
const PointwiseLoops* pointwise_loops(const char* op);

}  // namespace tt::kernels
