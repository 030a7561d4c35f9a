#include "tt/autograd/unimplemented.h"

#include <string>

#include "tt/autograd/meta.h"

namespace tt::autograd {

Ref<Node> Unimplemented::make(const Op& op, const Call& call, TensorImpl* const* outputs,
                              uint32_t output_count) {
  auto* node = new Unimplemented(op);
  Ref<Node> owner = Ref<Node>::steal(node);
  for_each_tensor(call, [&](TensorImpl& tensor) {
    if (tensor.requires_grad()) node->edges_.push_back(edge_of(tensor));
  });
  for (uint32_t i = 0; i < output_count; ++i) {
    const TensorImpl& output = *outputs[i];
    node->outputs_.push_back(
        {{output.sizes().begin(), output.sizes().end()}, output.dtype(), output.device()});
  }
  node->edges = node->edges_.data();
  node->edge_count = static_cast<uint32_t>(node->edges_.size());
  node->output_count = output_count;
  node->sequence = next_sequence();
  return owner;
}

void Unimplemented::apply(Tensor*, Tensor*, uint64_t) {
  std::string hint = std::string("write derivative(\"") + op_->name() +
                     "\", ...) or, if the derivative is zero wherever it exists, non_differentiable(\"" +
                     op_->name() + "\"), in tt_autograd/formulas";
  if (op_->has(kRunTime))
    hint = std::string("tt.library.register_autograd(\"") + op_->name() + "\", backward)";
  if (op_->has(kRunTime) && op_->writes)
    hint = "make an op that returns a new tensor instead of writing to one";
  fail(ErrorKind::NotImplemented, op_->spec->name, ": derivative for ", op_->name(),
       " is not implemented\nhint: ", hint);
}

OutputMeta Unimplemented::output_meta(uint32_t output) const {
  const Output& meta = outputs_[output];
  return {meta.sizes.data(), static_cast<uint8_t>(meta.sizes.size()), meta.dtype, meta.device};
}

}  // namespace tt::autograd
