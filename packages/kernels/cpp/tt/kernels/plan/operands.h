// The host's half of functors/operand.h: from a call's slots to what an element function sees. Knows no op.
#pragma once

#include <vector>

#include "tt/kernels/functors/operand.h"
#include "tt/kernels/plan/plan.h"

namespace tt::kernels {

// Throws Runtime where the tensors of a call are on several devices.
void check_one_device(const Call& call);
// The dtype in which the tensors of a call meet; throws NotImplemented unless the op accepts it.
DType accepted_dtype(const Op& op, const Call& call);

// Tensors as operands of one dtype, contiguous: those that are not so already are copied, and kept for as long as this
// lives. All of it throws Runtime for what does not fit an operand.
class Operands {
 public:
  explicit Operands(DType dtype) : dtype_(dtype) {}
  Operand tensor(const Slot& slot);
  OperandList tensors(const Slot& slot);

 private:
  DType dtype_;
  std::vector<Tensor> kept_;
};

// A result, which is contiguous as plans make it.
Operand result_operand(const TensorImpl& tensor);
IntList int_list(const Slot& slot);
Maybe<double> maybe_float(const Slot& slot);
Maybe<int64_t> maybe_int(const Slot& slot);

}  // namespace tt::kernels
