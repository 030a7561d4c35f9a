#include "tt/autograd/saved_tensor.h"

#include <string>

#include "tt/autograd/meta.h"
#include "tt/core/base/error.h"
#include "tt/core/base/thread_state.h"

namespace tt::autograd {
namespace {

// "tt.FloatTensor [3]"
std::string type_and_shape(const TensorImpl& tensor) {
  static constexpr const char* kTypes[] = {"Bool",     "Byte",  "UInt16", "UInt32",       "UInt64",
                                           "Char",     "Short", "Int",    "Long",         "Half",
                                           "BFloat16", "Float", "Double", "ComplexFloat", "ComplexDouble"};
  return std::string("tt.") + kTypes[static_cast<int>(tensor.dtype())] + "Tensor " +
         to_string(tensor.sizes());
}

}  // namespace

void fail_released() {
  fail(ErrorKind::Runtime,
       "Trying to backward through the graph a second time (or directly access saved tensors after they have "
       "already been freed). Saved intermediate values of the graph are freed when you call .backward() or "
       "autograd.grad(). Specify retain_graph=True if you need to backward through the graph a second time "
       "or if you need to access saved tensors after calling backward.");
}

void fail_modified(const char* op, const Node& node, const char* name, TensorImpl& tensor, uint32_t expected,
                   int64_t output) {
  std::string made_by;
  const Meta* meta = meta_of(tensor);
  if (output >= 0)
    made_by = ", which is output " + std::to_string(output) + " of " + node.name();
  else if (meta && meta->grad_fn)
    made_by = ", which is output " + std::to_string(meta->output) + " of " + meta->grad_fn->name();
  fail(ErrorKind::Runtime, op,
       ": one of the variables needed for gradient computation has been modified by an inplace operation: [",
       type_and_shape(tensor), "]", made_by, made_by.empty() ? "" : ",", " is at version ", tensor.version(),
       "; expected version ", expected, " instead. ", node.name(), " saved it as '", name,
       "'.\nhint: clone() the tensor before writing to it, or use the form of the operation that is not "
       "in-place");
}

Tensor with_history(const Node& node, TensorImpl& saved, uint32_t output) {
  if (!grad_enabled()) return Tensor::share(&saved);
  Tensor result = alias_unchecked(saved, saved.sizes(), saved.strides().data(), saved.offset());
  set_history(*result, Ref<Node>::share(const_cast<Node*>(&node)), output);
  return result;
}

}  // namespace tt::autograd
