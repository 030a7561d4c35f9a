// The kernel around a view's geometry: other sizes, strides and offset over the same storage. One for every backend,
// since no element is touched; that the result is a view is recorded by the alias step, not here.
#pragma once

#include <algorithm>

#include "tt/core/base/trace.h"
#include "tt/core/dispatch/registry.h"

namespace tt::kernels {

inline TensorImpl& self_of(const Call& call) { return *call.args[0].tensor; }

// Sizes and strides under construction.
struct Geometry {
  int64_t sizes[kMaxDims], strides[kMaxDims];
  int ndim = 0;

  Geometry() {}
  explicit Geometry(const TensorImpl& tensor) : ndim(tensor.ndim()) {
    std::copy_n(tensor.sizes().data(), ndim, sizes);
    std::copy_n(tensor.strides().data(), ndim, strides);
  }
  void add(int64_t size, int64_t stride) {
    sizes[ndim] = size;
    strides[ndim++] = stride;
  }
  void remove(int dim) {
    std::copy(sizes + dim + 1, sizes + ndim, sizes + dim);
    std::copy(strides + dim + 1, strides + ndim, strides + dim);
    --ndim;
  }
  Tensor over(const TensorImpl& base, int64_t offset) const {
    return alias_unchecked(base, {sizes, static_cast<size_t>(ndim)}, strides, offset);
  }
  // Throws Runtime for a view that would reach outside of the storage.
  Tensor within(const TensorImpl& base, int64_t offset) const {
    size_t count = static_cast<size_t>(ndim);
    return alias(base, {sizes, count}, {strides, count}, offset);
  }
};

// Note [Price of the hook] in core/base/trace.cpp.
[[gnu::cold, gnu::noinline]] inline void view_traced(const Op& op, Call& call, Tensor (*make)(const Call&)) {
  TraceScope trace(Stage::Kernel, op.name(), name(call.form), "view_kernel");
  if (TracePause pause{trace}) {
    const KernelEntry& entry = op.table[static_cast<int>(Key::CPU)];  // every backend has the same
    trace.detail("registered_file", std::string(entry.where.file));
    trace.detail("registered_line", entry.where.line);
    trace.detail("device", std::string(name(self_of(call).device().type)));
  }
  call.add_result(make(call));
}

// `make` gives the result of a call: a view of its first argument.
template <Tensor (*make)(const Call&)>
void view_kernel(const Op& op, Call& call) {
  if (is_traced()) return view_traced(op, call, make);
  call.add_result(make(call));
}

template <Tensor (*make)(const Call&)>
void register_view(const char* op, Location where = here()) {
  Registry::instance().kernel(op, Key::CompositeExplicitAutograd, view_kernel<make>, "view_kernel", nullptr,
                              where);
}

}  // namespace tt::kernels
