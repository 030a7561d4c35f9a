#include "tt/kernels/plan/operands.h"

#include <algorithm>

#include "tt/core/base/error.h"
#include "tt/core/iterate/dtype_dispatch.h"
#include "tt/core/iterate/promote.h"
#include "tt/kernels/plan/inner_call.h"

namespace tt::kernels {
namespace {

Operand operand_of(const TensorImpl& tensor) {
  TT_CHECK(tensor.ndim() <= kOperandDims, Runtime, "a tensor has at most ", kOperandDims, " dims here, got ",
           tensor.ndim());
  Operand operand;
  operand.data = tensor.data();
  operand.numel = tensor.numel();
  operand.ndim = tensor.ndim();
  operand.is_given = true;
  std::copy_n(tensor.sizes().data(), tensor.ndim(), operand.sizes);
  return operand;
}

Tensor contiguous_in(TensorImpl& tensor, DType dtype) {
  BelowAutograd guard;
  Tensor made = Tensor::share(&tensor);
  if (made->dtype() != dtype) made = inner_call(find_op<"_to_copy">(), {Slot::of(&tensor), Slot::of(dtype)});
  if (made->is_contiguous()) return made;
  return inner_call(find_op<"clone">(), {Slot::of(made.get()), Slot::of(MemoryFormat::Contiguous)});
}

}  // namespace

void check_one_device(const Call& call) {
  const TensorImpl* first = nullptr;
  for_each_tensor(call, [&](const TensorImpl& tensor) {
    if (!first) first = &tensor;
    TT_CHECK(tensor.device() == first->device(), Runtime,
             "expected all tensors to be on the same device, but found at least two devices, ",
             to_string(first->device()), " and ", to_string(tensor.device()));
  });
}

DType accepted_dtype(const Op& op, const Call& call) {
  ResultType common;
  for_each_tensor(call, [&](const TensorImpl& tensor) { common.add(tensor); });
  DType dtype = common.get();
  TT_CHECK(op.spec->accepts & bit(dtype), NotImplemented, "not implemented for dtype ", name(dtype),
           "; implemented for ", dtype_set_names(op.spec->accepts));
  return dtype;
}

Operand Operands::tensor(const Slot& slot) {
  if (slot.is_none()) return {};
  kept_.push_back(contiguous_in(*slot.tensor, dtype_));
  return operand_of(*kept_.back());
}

OperandList Operands::tensors(const Slot& slot) {
  TT_CHECK(slot.length <= kListedOperands, Runtime, "a list has at most ", kListedOperands,
           " tensors here, got ", slot.length);
  OperandList list;
  for (uint32_t i = 0; i < slot.length; ++i) list.items[list.count++] = tensor(Slot::of(slot.tensors[i]));
  return list;
}

Operand result_operand(const TensorImpl& tensor) { return operand_of(tensor); }

IntList int_list(const Slot& slot) {
  IntList list;
  if (slot.is_none()) return list;
  TT_CHECK(slot.length <= kOperandDims, Runtime, "a list has at most ", kOperandDims, " ints here, got ",
           slot.length);
  list.is_given = true;
  for (int64_t item : slot.list()) list.items[list.count++] = item;
  return list;
}

Maybe<double> maybe_float(const Slot& slot) {
  if (slot.is_none()) return {};
  return {slot.scalar().real(), true};
}

Maybe<int64_t> maybe_int(const Slot& slot) {
  if (slot.is_none()) return {};
  return {slot.i, true};
}

}  // namespace tt::kernels
