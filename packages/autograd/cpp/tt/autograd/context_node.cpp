#include "tt/autograd/context_node.h"

#include <algorithm>

#include "tt/autograd/derivative.h"
#include "tt/autograd/gradient.h"
#include "tt/autograd/meta.h"
#include "tt/autograd/saved_tensor.h"
#include "tt/autograd/traverse.h"
#include "tt/core/base/thread_state.h"
#include "tt/core/base/trace.h"
#include "tt/core/bind/slot_object.h"
#include "tt/core/bind/tensor_object.h"

namespace tt::autograd {
namespace {

PyRef attribute(const PyRef& object, const char* name) {
  return PyRef::checked(PyObject_GetAttrString(object.get(), name));
}

PyRef bool_of(const TensorImpl* tensor) {
  return PyRef::share(tensor && tensor->requires_grad() ? Py_True : Py_False);
}

// Calls visit(slot) with each argument and makes a tuple of what it returns.
template <class Visit>
PyRef for_each_argument(const Op& op, const Call& call, Visit&& visit) {
  PyRef tuple = PyRef::checked(PyTuple_New(op.spec->arg_count));
  for (int i = 0; i < op.spec->arg_count; ++i) PyTuple_SET_ITEM(tuple.get(), i, visit(call.args[i]).give());
  return tuple;
}

PyRef needs_of(const Slot& slot) {
  if (slot.tag != Tag::TensorList) return bool_of(slot.is_tensor() ? slot.tensor : nullptr);
  PyRef list = PyRef::checked(PyList_New(slot.length));
  for (uint32_t k = 0; k < slot.length; ++k) PyList_SET_ITEM(list.get(), k, bool_of(slot.tensors[k]).give());
  return list;
}

PyRef results_of(const Call& call) {
  PyRef tuple = PyRef::checked(PyTuple_New(call.result_count));
  for (int i = 0; i < call.result_count; ++i)
    PyTuple_SET_ITEM(tuple.get(), i, PyRef::checked(slot_to_python(call.results[i])).give());
  return tuple;
}

}  // namespace

ContextNode::ContextNode(const Op& op) : op_(op), name_(node_name_of(op)) {}

Ref<Node> ContextNode::make(const Op& op, const ContextDerivative& derivative, const Call& call,
                            TensorImpl* const* outputs, uint32_t output_count, bool* records) {
  auto* node = new ContextNode(op);
  Ref<Node> owner = Ref<Node>::steal(node);
  for (uint32_t i = 0; i < output_count; ++i) {
    const TensorImpl& output = *outputs[i];
    node->outputs_.push_back(
        {{output.sizes().begin(), output.sizes().end()}, output.dtype(), output.device()});
  }
  node->output_count = output_count;
  node->set_up(call, derivative, outputs);
  node->unmark(records, outputs);
  auto add = [node](TensorImpl* tensor) {
    node->edges_.push_back(tensor && tensor->requires_grad() ? edge_of(*tensor) : Edge{});
  };
  for (int i = 0; i < op.spec->arg_count; ++i) {
    const Slot& slot = call.args[i];
    if (slot.is_tensor()) add(slot.tensor);
    for (uint32_t k = 0; slot.tag == Tag::TensorList && k < slot.length; ++k) add(slot.tensors[k]);
  }
  node->edges = node->edges_.data();
  node->edge_count = static_cast<uint32_t>(node->edges_.size());
  node->sequence = next_sequence();
  return owner;
}

// Note [Context derivatives], 1 and 2.
void ContextNode::set_up(const Call& call, const ContextDerivative& derivative, TensorImpl* const* outputs) {
  where_ = derivative.where;
  run_ = derivative.run;
  PyRef setup = derivative.setup;  // the registration may end while it runs
  PyRef inputs =
      for_each_argument(op_, call, [](const Slot& slot) { return PyRef::checked(slot_to_python(slot)); });
  PyRef results = results_of(call);
  PyRef needs = for_each_argument(op_, call, needs_of);
  ExcludeGuard unrecorded{KeySet(Key::Autograd)};
  context_ = PyRef::checked(calling_python([&] {
    return PyObject_CallFunctionObjArgs(setup.get(), inputs.get(), results.get(), needs.get(), nullptr);
  }));
  materialize_ = PyObject_IsTrue(attribute(context_, "materialize_grads").get()) == 1;
  save(attribute(context_, "to_save").get(), outputs);
  if (PyObject_SetAttrString(context_.get(), "to_save", Py_None) < 0) throw PythonError();
}

void ContextNode::save(PyObject* tensors, TensorImpl* const* outputs) {
  PyRef items = PyRef::checked(PySequence_Tuple(tensors));
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(items.get()); ++i) {
    PyObject* item = PyTuple_GET_ITEM(items.get(), i);
    TT_CHECK(item == Py_None || is_tensor(item), Type, op_.spec->name,
             ": save_for_backward takes tensors and None, got ", Py_TYPE(item)->tp_name);
    if (item == Py_None) {
      saved_.push_back({{}, 0, -1});
      continue;
    }
    TensorImpl& tensor = *unwrap(item);
    auto* output = std::find(outputs, outputs + output_count, &tensor);
    if (output == outputs + output_count) {
      saved_.push_back({Tensor::share(&tensor), tensor.version(), -1});
      continue;
    }
    Tensor alias = alias_unchecked(tensor, tensor.sizes(), tensor.strides().data(), tensor.offset());
    saved_.push_back({std::move(alias), tensor.version(), output - outputs});
  }
}

void ContextNode::unmark(bool* records, TensorImpl* const* outputs) const {
  PyRef marked = PyRef::checked(PySequence_Tuple(attribute(context_, "non_differentiable").get()));
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(marked.get()); ++i) {
    PyObject* item = PyTuple_GET_ITEM(marked.get(), i);
    for (uint32_t k = 0; k < output_count; ++k) {
      if (is_tensor(item) && unwrap(item) == outputs[k]) records[k] = false;
    }
  }
  TT_CHECK(std::any_of(records, records + output_count, [](bool is_recorded) { return is_recorded; }),
           Runtime, op_.spec->name,
           ": all results are marked as not differentiable\nhint: tt.library."
           "register_non_differentiable");
}

PyRef ContextNode::saved_to_python() const {
  PyRef tuple = PyRef::checked(PyTuple_New(static_cast<Py_ssize_t>(saved_.size())));
  for (size_t i = 0; i < saved_.size(); ++i) {
    const Saved& saved = saved_[i];
    Tensor tensor = saved.tensor;
    if (tensor && tensor->version() != saved.version)
      fail_modified(op_.spec->name, *this, "a saved tensor", *tensor, saved.version, saved.output);
    if (saved.output >= 0) tensor = with_history(*this, *tensor, static_cast<uint32_t>(saved.output));
    PyTuple_SET_ITEM(tuple.get(), static_cast<Py_ssize_t>(i), wrap(std::move(tensor)));
  }
  return tuple;
}

// Note [Context derivatives], 3.
void ContextNode::apply(Tensor* grads, Tensor* results, uint64_t) {
  TraceScope trace(Stage::Autograd, op_.name(), tt::name(Form::Functional), name(), where_);
  if (released_) fail_released();
  PyRef given = PyRef::checked(PyTuple_New(output_count));
  for (uint32_t i = 0; i < output_count; ++i) {
    if (!grads[i] && materialize_) grads[i] = zeros(output_meta(i));
    PyTuple_SET_ITEM(given.get(), i, wrap(grads[i]));
  }
  PyRef saved = saved_to_python();
  PyRef run = run_, context = context_;
  PyRef returned = PyRef::checked(calling_python([&] {
    return PyObject_CallFunctionObjArgs(run.get(), context.get(), saved.get(), given.get(), nullptr);
  }));
  PyRef items = PyRef::checked(PySequence_Tuple(returned.get()));
  TT_CHECK(PyTuple_GET_SIZE(items.get()) == static_cast<Py_ssize_t>(edge_count), Runtime, op_.spec->name,
           ": expected ", edge_count, " gradients, got ", PyTuple_GET_SIZE(items.get()));
  for (uint32_t i = 0; i < edge_count; ++i) {
    PyObject* item = PyTuple_GET_ITEM(items.get(), i);
    if (item == Py_None) continue;
    TT_CHECK(is_tensor(item), Type, op_.spec->name, ": expected a Tensor or None as gradient ", i, ", got ",
             Py_TYPE(item)->tp_name);
    results[i] = Tensor::share(unwrap(item));
  }
}

void ContextNode::release_saved() {
  released_ = released_ || !saved_.empty();
  saved_.clear();
}

OutputMeta ContextNode::output_meta(uint32_t output) const {
  const Output& meta = outputs_[output];
  return {meta.sizes.data(), static_cast<uint8_t>(meta.sizes.size()), meta.dtype, meta.device};
}

void ContextNode::walk(Walk& walk) const {
  walk.object(context_.get());
  walk.object(run_.get());
  for (const Saved& saved : saved_) walk.tensor(saved.tensor.get());
}

}  // namespace tt::autograd
