#include "tt/kernels/cuda/kernel.h"

#include <chrono>
#include <map>
#include <memory>
#include <mutex>

#include "tt/core/base/error.h"
#include "tt/kernels/cuda/compile.h"

namespace tt::cuda {
namespace {

std::string text_of(const Grid& grid) {
  return std::to_string(grid.x) + " x " + std::to_string(grid.y) + " x " + std::to_string(grid.z);
}

void describe(TraceScope& trace, const Kernel& kernel, const Shape& shape) {
  trace.detail("kernel", kernel.name);
  trace.detail("compiled", kernel.how);
  trace.detail("compile_ns", kernel.compile_ns);
  trace.detail("grid", text_of(shape.grid));
  trace.detail("block", text_of(shape.block));
  trace.detail("registers", kernel.registers);
  trace.detail("emulated", std::string(driver().is_emulated ? "yes" : "no"));
}

int64_t now_ns() {
  auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

}  // namespace

const Kernel& KernelSlot::fill(std::atomic<const Kernel*>& place, const KernelSource& source) {
  // Two threads may compile the same kernel; the first one's stays.
  auto made = std::make_unique<Kernel>();
  int64_t started = now_ns();
  Compiled image = compile(source, current_device());
  made->name = source.name;
  made->how = image.how;
  CUmodule module;
  check(driver().load_module(&module, image.image.data()), "loading a compiled kernel");
  CUresult found = driver().find_function(&made->function, module, image.symbol.c_str());
  TT_CHECK(found != kNotFound, NotImplemented, "there is no compiled kernel ", source.name,
           driver().is_emulated ? "\nhint: ./tt build makes the emulated kernels" : "");
  check(found, "looking a kernel up");
  driver().function_attribute(&made->registers, kFunctionRegisters, made->function);
  driver().function_attribute(&made->shared_bytes, kFunctionSharedBytes, made->function);
  made->compile_ns = now_ns() - started;
  const Kernel* none = nullptr;
  if (place.compare_exchange_strong(none, made.get(), std::memory_order_acq_rel)) return *made.release();
  return *none;
}

void launch(const Kernel& kernel, const Shape& shape, void** args, TraceScope& trace) {
  if (TracePause pause{trace}) describe(trace, kernel, shape);
  const Grid &grid = shape.grid, &block = shape.block;
  int64_t started = trace.sink() ? now_ns() : 0;
  CUresult code = driver().launch(kernel.function, grid.x, grid.y, grid.z, block.x, block.y, block.z, 0,
                                  current_stream(current_device()), args, nullptr);
  if (TracePause pause{trace}) {
    int shared_bytes = 0;
    driver().function_attribute(&shared_bytes, kFunctionSharedBytes, kernel.function);
    trace.detail("shared_bytes", shared_bytes);
    trace.detail("launch_ns", now_ns() - started);
  }
  if (TT_UNLIKELY(code != kSuccess)) check(code, ("launching " + kernel.name).c_str());
  wait_if_launches_block();
}

}  // namespace tt::cuda
