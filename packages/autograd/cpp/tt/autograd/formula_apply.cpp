// Running a FormulaNode: unpacks what its formulas name, with the version checks, and calls them.
#include "tt/autograd/formula_node.h"
#include "tt/autograd/gradient.h"
#include "tt/autograd/meta.h"
#include "tt/autograd/saved_tensor.h"
#include "tt/core/base/thread_state.h"
#include "tt/core/base/trace.h"
#include "tt/core/bind/slot_object.h"
#include "tt/core/bind/tensor_object.h"
#include "tt/core/dispatch/describe.h"

namespace tt::autograd {
namespace {

// Arguments of formulas, each made once however many formulas name it.
class Arguments {
 public:
  explicit Arguments(FormulaNode& node) : node_(node), save_count_(node.derivative().save_count) {
    for (int i = 0; i < save_count_; ++i) saved_[i] = nullptr;
  }
  ~Arguments() {
    for (int i = 0; i < save_count_; ++i) Py_XDECREF(saved_[i]);
  }
  Arguments(const Arguments&) = delete;
  Arguments& operator=(const Arguments&) = delete;

  PyObject* saved(int save) {
    if (!saved_[save]) saved_[save] = PyRef::checked(node_.unpack(save)).give();
    return saved_[save];
  }
  PyObject* grad(const Tensor* grads) {
    if (!grad_) grad_ = PyRef::checked(wrap(grads[0]));
    return grad_.get();
  }
  PyObject* grads(const Tensor* grads) {
    if (grads_) return grads_.get();
    grads_ = PyRef::checked(PyTuple_New(node_.output_count));
    for (uint32_t i = 0; i < node_.output_count; ++i) PyTuple_SET_ITEM(grads_.get(), i, wrap(grads[i]));
    return grads_.get();
  }
  PyObject* needs(uint32_t active) {
    if (needs_) return needs_.get();
    int count = node_.derivative().input_count;
    needs_ = PyRef::checked(PyTuple_New(count));
    for (int i = 0; i < count; ++i) PyTuple_SET_ITEM(needs_.get(), i, PyBool_FromLong(active >> i & 1));
    return needs_.get();
  }

 private:
  FormulaNode& node_;
  int save_count_;
  PyObject* saved_[kMaxSaves];
  PyRef grad_, grads_, needs_;
};

PyRef call(const Formula& formula, Arguments& arguments, const Tensor* grads, uint32_t active) {
  PyObject* given[kMaxSaves + 4];
  for (int i = 0; i < formula.count; ++i) {
    Parameter parameter = formula.parameters[i];
    switch (parameter.source) {
      case Source::Grad:
        given[i + 1] = arguments.grad(grads);
        break;
      case Source::Grads:
        given[i + 1] = arguments.grads(grads);
        break;
      case Source::Needs:
        given[i + 1] = arguments.needs(active);
        break;
      case Source::Saved:
        given[i + 1] = arguments.saved(parameter.index);
        break;
    }
  }
  size_t count = formula.count | PY_VECTORCALL_ARGUMENTS_OFFSET;
  return PyRef::checked(
      calling_python([&] { return PyObject_Vectorcall(formula.function, given + 1, count, nullptr); }));
}

const char* input_name(const Derivative& derivative, int input) {
  return derivative.op->spec->args[derivative.inputs[input].slot].name;
}

Tensor gradient_from(PyObject* returned, const Derivative& derivative, int input) {
  if (returned == Py_None) return {};
  TT_CHECK(is_tensor(returned), Type, derivative.op->name(), ": expected the formula of '",
           input_name(derivative, input), "' to return a Tensor or None, got ", Py_TYPE(returned)->tp_name);
  return Tensor::share(unwrap(returned));
}

// One gradient, or as many as the list of tensors has items.
void take(PyObject* returned, const Derivative& derivative, int input, Tensor* results, uint32_t count) {
  if (!derivative.inputs[input].is_list) {
    results[0] = gradient_from(returned, derivative, input);
    return;
  }
  if (returned == Py_None) return;
  PyRef items = PyRef::checked(PySequence_Tuple(returned));
  TT_CHECK(PyTuple_GET_SIZE(items.get()) == static_cast<Py_ssize_t>(count), Runtime, derivative.op->name(),
           ": expected the formula of '", input_name(derivative, input), "' to return ", count,
           " gradients, got ", PyTuple_GET_SIZE(items.get()));
  for (uint32_t i = 0; i < count; ++i)
    results[i] = gradient_from(PyTuple_GET_ITEM(items.get(), i), derivative, input);
}

std::string place_of(const Formula& formula) { return formula.file + ":" + std::to_string(formula.line); }

// What flows in, which formulas are about to run, and what the forward pass kept for them.
void say_what_is_applied(TraceScope& trace, const Derivative& derivative, const Tensor* grads,
                         uint32_t output_count, const Slot* saved, uint32_t needs) {
  std::vector<std::string> incoming, formulas, kept;
  for (uint32_t i = 0; i < output_count; ++i) incoming.push_back(grads[i] ? describe(*grads[i]) : "none");
  for (int i = 0; i < derivative.input_count; ++i) {
    const Formula& formula = derivative.formula_of(i);
    if (!(needs >> i & 1) || !formula.function) continue;
    formulas.push_back(std::string(input_name(derivative, i)) + " by " + place_of(formula));
  }
  for (int i = 0; i < derivative.save_count; ++i) {
    if (!(derivative.saves[i].needed_by & needs)) continue;
    bool is_list = saved[i].tag == Tag::TensorList;
    kept.push_back(
        std::string(derivative.saves[i].name) + " = " +
        (is_list ? "list of " + std::to_string(saved[i].length) + " tensors" : describe(saved[i])));
  }
  trace.detail("grad", std::move(incoming));
  trace.detail("formulas", std::move(formulas));
  trace.detail("saved", std::move(kept));
}

}  // namespace

Tensor FormulaNode::checked(const Slot& saved, const Save& save, bool is_result, uint32_t output) const {
  TensorImpl& tensor = *saved.tensor;
  if (TT_UNLIKELY(tensor.version() != saved.length)) {
    fail_modified(derivative_->op->spec->name, *this, save.name, tensor, saved.length,
                  is_result ? int64_t{output} : -1);
  }
  return is_result ? with_history(*this, tensor, output) : Tensor::share(&tensor);
}

PyObject* FormulaNode::unpack(int index) {
  if (released_) fail_released();
  const Save& save = derivative_->saves[index];
  Slot& slot = saved_[index];
  if (slot.tag == Tag::Tensor) return wrap(checked(slot, save, save.kind == Save::Kind::Result, save.index));
  if (slot.tag != Tag::TensorList) return slot_to_python(slot);
  const auto* versions = reinterpret_cast<const int64_t*>(slot.tensors + slot.length);
  PyRef list = PyRef::checked(PyTuple_New(slot.length));
  for (uint32_t i = 0; i < slot.length; ++i) {
    PyObject* item = nullptr;
    if (slot.tensors[i]) {
      Slot element = Slot::of(slot.tensors[i]);
      element.length = static_cast<uint32_t>(versions[i]);
      item = wrap(checked(element, save, save.kind == Save::Kind::Results, i));
    } else {
      item = Py_NewRef(Py_None);
    }
    PyTuple_SET_ITEM(list.get(), i, item);
  }
  return list.give();
}

void FormulaNode::apply(Tensor* grads, Tensor* results, uint64_t wanted) {
  const Derivative& derivative = *derivative_;
  const Formula& first = derivative.inputs[0].formula;
  TraceScope trace(Stage::Autograd, derivative.op->name(), tt::name(Form::Functional), name(),
                   first.function ? Location{first.file.c_str(), first.line} : here());
  if (released_) fail_released();
  TT_CHECK(derivative.owner_save < 0 || saved_[derivative.owner_save].tag == Tag::Object, Runtime,
           derivative.op->spec->name, ": its formulas were unloaded while the op ran");
  if (TracePause pause{trace}) say_what_is_applied(trace, derivative, grads, output_count, saved_, needs_);
  if (derivative.materialize) {
    for (uint32_t i = 0; i < output_count; ++i) {
      if (!grads[i]) grads[i] = zeros(metas_[i]);
    }
  }
  // Which edges belong to which input, and which inputs are to be computed.
  uint32_t first_edge[kMaxArgs + 1];
  uint32_t active = 0;
  first_edge[0] = 0;
  const auto* lengths = reinterpret_cast<const int64_t*>(metas_ + output_count);
  for (int i = 0; i < derivative.input_count; ++i) {
    first_edge[i + 1] = first_edge[i] + static_cast<uint32_t>(derivative.has_lists ? lengths[i] : 1);
    bool is_wanted = false;
    for (uint32_t edge = first_edge[i]; edge < first_edge[i + 1]; ++edge)
      is_wanted |= edge >= 64 || (wanted >> edge & 1);
    active |= static_cast<uint32_t>(is_wanted) << i;
  }
  active &= needs_;

  Arguments arguments(*this);
  if (derivative.joint) {
    if (!active) return;
    PyRef returned = call(first, arguments, grads, active);
    TT_CHECK(PyTuple_Check(returned.get()) && PyTuple_GET_SIZE(returned.get()) == derivative.input_count,
             Runtime, derivative.op->name(), ": expected the joint formula to return a tuple of ",
             int{derivative.input_count}, " gradients, got ", Py_TYPE(returned.get())->tp_name);
    for (int i = 0; i < derivative.input_count; ++i) {
      if (!(active >> i & 1)) continue;
      take(PyTuple_GET_ITEM(returned.get(), i), derivative, i, results + first_edge[i],
           first_edge[i + 1] - first_edge[i]);
    }
    return;
  }
  for (int i = 0; i < derivative.input_count; ++i) {
    if (!(active >> i & 1)) continue;
    const Formula& formula = derivative.inputs[i].formula;
    TT_CHECK(formula.function, NotImplemented, "derivative for ", derivative.op->name(), " with respect to '",
             input_name(derivative, i), "' is not implemented");
    PyRef returned = call(formula, arguments, grads, active);
    take(returned.get(), derivative, i, results + first_edge[i], first_edge[i + 1] - first_edge[i]);
  }
}

}  // namespace tt::autograd
