#include "tt/kernels/plan/transfer.h"

#include "tt/core/base/allocator.h"
#include "tt/core/base/error.h"
#include "tt/core/base/trace.h"
#include "tt/kernels/plan/geometry.h"
#include "tt/kernels/plan/inner_call.h"

namespace tt::kernels {
namespace {

constexpr Location copy_where = here();
// A copy of bytes is one device's work; the CPU leaves it to the other.
void copy_bytes(const TensorImpl& target, const TensorImpl& source, bool non_blocking) {
  Device worker = target.device().type == DeviceType::CPU ? source.device() : target.device();
  Allocator* allocator = tt::allocator(worker.type);
  TT_CHECK(allocator, Runtime, "no memory can be copied to or from ", to_string(worker),
           ": no allocator is registered for it");
  const int64_t bytes = source.numel() * source.itemsize();
  TraceScope trace(Stage::Loop, nullptr, nullptr, "copy_bytes", copy_where);
  if (TracePause pause{trace}) {
    trace.detail("dtype", std::string(name(source.dtype())));
    trace.detail("variant", to_string(source.device()) + " to " + to_string(target.device()));
    trace.detail("bytes", bytes);
  }
  allocator->copy(target.data(), target.device(), source.data(), source.device(), static_cast<size_t>(bytes),
                  non_blocking);
}

}  // namespace

void transfer(TensorImpl& target, TensorImpl& source, bool non_blocking) {
  if (source.numel() == 0) return;
  BelowAutograd guard;
  // The narrower dtype crosses, so that the conversion is the source's only where it makes less of it.
  bool narrows = itemsize(target.dtype()) < source.itemsize();
  DType crossing = narrows ? target.dtype() : source.dtype();
  Tensor sent = Tensor::share(&source);
  if (crossing != source.dtype())
    sent = inner_call(find_op<"_to_copy">(), {Slot::of(sent.get()), Slot::of(crossing)});
  if (!sent->is_contiguous())
    sent = inner_call(find_op<"clone">(), {Slot::of(sent.get()), Slot::of(MemoryFormat::Contiguous)});
  if (target.is_contiguous() && target.dtype() == crossing) return copy_bytes(target, *sent, non_blocking);
  Tensor arrived = empty(source.sizes(), crossing, target.device());
  copy_bytes(*arrived, *sent, non_blocking);
  inner_call(find_op<"copy_">(), {Slot::of(&target), Slot::of(arrived.get())});
}

Tensor landing_place(const TensorImpl& source, DType dtype) {
  Tensor shape = kernels::empty_like(source, dtype, Device{DeviceType::Meta}, MemoryFormat::Preserve);
  Allocator* from = allocator(source.device().type);
  Storage* storage = from ? from->host_storage(shape->numel() * shape->itemsize()) : nullptr;
  if (!storage) return kernels::empty_like(source, dtype, Device{}, MemoryFormat::Preserve);
  return new_tensor(storage, dtype, Layout::Strided, shape->sizes(), shape->strides().data(), 0);
}

}  // namespace tt::kernels
