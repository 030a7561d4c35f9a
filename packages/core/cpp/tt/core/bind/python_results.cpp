#include "tt/core/bind/python_results.h"

#include <algorithm>
#include <string>

#include "tt/core/base/error.h"
#include "tt/core/bind/number_slots.h"
#include "tt/core/bind/tensor_object.h"
#include "tt/core/iterate/promote.h"

namespace tt {
namespace {

class Results {
 public:
  Results(const Op& op, Call& call, const KernelName& kernel) : op_(op), call_(call), kernel_(kernel) {}

  void take(PyObject* returned) {
    const OpSpec& spec = *op_.spec;
    if (spec.return_count == 1) return take_one(0, returned);
    if (spec.return_count == 0) {
      if (returned != Py_None)
        fail_with("returned ", Py_TYPE(returned)->tp_name, ", but the op has no result");
      return;
    }
    bool is_sequence = PyTuple_Check(returned) || PyList_Check(returned);
    if (!is_sequence || PySequence_Fast_GET_SIZE(returned) != spec.return_count) {
      std::string got = is_sequence ? std::to_string(PySequence_Fast_GET_SIZE(returned)) + " of them"
                                    : std::string(Py_TYPE(returned)->tp_name);
      fail_with("must return a tuple of ", int{spec.return_count}, " results, got ", got);
    }
    for (int i = 0; i < spec.return_count; ++i) take_one(i, PySequence_Fast_GET_ITEM(returned, i));
  }

 private:
  bool is_above_backends() const { return static_cast<int>(kernel_.key) >= kBackendKeyCount; }

  template <class... Parts>
  [[noreturn]] void fail_with(const Parts&... parts) const {
    fail_as(ErrorKind::Type, parts...);
  }
  template <class... Parts>
  [[noreturn]] void fail_as(ErrorKind kind, const Parts&... parts) const {
    fail(kind, "its kernel ", kernel_.name, " (", kernel_.where.file, ":", kernel_.where.line, ") ",
         parts...);
  }
  // "result 1", "the result".
  std::string shown(int index) const {
    const ReturnSpec& result = op_.spec->returns[index];
    if (*result.name) return std::string("result '") + result.name + "'";
    return op_.spec->return_count == 1 ? "the result" : "result " + std::to_string(index);
  }
  [[noreturn]] void fail_type(int index, const char* expected, PyObject* got) const {
    fail_with("must return ", expected, " as ", shown(index), ", got ", Py_TYPE(got)->tp_name);
  }

  void take_one(int index, PyObject* object) {
    switch (op_.spec->returns[index].type) {
      case ArgType::Tensor:
        if (!is_tensor(object)) fail_type(index, "a Tensor", object);
        return take_tensor(index, *unwrap(object));
      case ArgType::Bool:
        if (!PyBool_Check(object)) fail_type(index, "a bool", object);
        return add(Slot::of(object == Py_True));
      case ArgType::Int:
        if (!PyLong_Check(object) || PyBool_Check(object)) fail_type(index, "an int", object);
        return add(Slot::of(int_of(object)));
      case ArgType::Float:
        if (!PyFloat_Check(object)) fail_type(index, "a float", object);
        return add(Slot::of(PyFloat_AS_DOUBLE(object)));
      default:
        return take_number(index, object);
    }
  }

  static int64_t int_of(PyObject* object) {
    long long value = PyLong_AsLongLong(object);
    if (value == -1 && PyErr_Occurred()) throw PythonError();
    return value;
  }

  void take_number(int index, PyObject* object) {
    if (PyBool_Check(object)) return add(Slot::of(object == Py_True));
    if (PyLong_Check(object)) return add(Slot::of(int_of(object)));
    if (PyFloat_Check(object)) return add(Slot::of(PyFloat_AS_DOUBLE(object)));
    if (!PyComplex_Check(object)) fail_type(index, "a number", object);
    auto* parts = reinterpret_cast<double*>(call_.reserve_ints(2));
    parts[0] = PyComplex_RealAsDouble(object);
    parts[1] = PyComplex_ImagAsDouble(object);
    Slot slot = Slot::none();
    slot.complex = parts;
    slot.tag = Tag::Complex;
    add(slot);
  }

  void add(Slot slot) { call_.results[call_.result_count++] = slot; }

  void take_tensor(int index, TensorImpl& result) {
    if (!is_above_backends()) {
      check_device(index, result);
      check_alias(index, result);
    }
    if (call_.form == Form::Functional) return call_.add_result(Tensor::share(&result));
    TensorImpl& target = call_.form == Form::Out ? *call_.out[index] : *call_.args[0].tensor;
    write(target, result);
    call_.add_result(Tensor::share(&target));
  }

  // A result is where the kernel's key is, unless an argument names or is on another device.
  void check_device(int index, const TensorImpl& result) const {
    DeviceType expected = static_cast<DeviceType>(static_cast<int>(kernel_.key) % 4);
    DeviceType type = result.device().type;
    if (type == expected) return;
    bool elsewhere = false;
    for_each_tensor(call_, [&](const TensorImpl& given) { elsewhere |= given.device().type == type; });
    for (int i = 0; i < op_.spec->arg_count; ++i) elsewhere |= op_.spec->args[i].type == ArgType::Device;
    if (!elsewhere) {
      fail_with("returned ", shown(index), " on ", to_string(result.device()), ", but was called for ",
                name(expected));
    }
  }

  void check_alias(int index, const TensorImpl& result) const {
    const ReturnSpec& spec = op_.spec->returns[index];
    for (int i = 0; i < op_.spec->arg_count; ++i) {
      const ArgSpec& arg = op_.spec->args[i];
      const Slot& given = call_.args[i];
      bool same_set = spec.alias_set && arg.alias_set == spec.alias_set;
      if (spec.writes && same_set && !(given.is_tensor() && given.tensor == &result)) {
        fail_as(ErrorKind::Runtime, "must return the argument '", arg.name, "' itself as ", shown(index),
                ", since the schema marks both as written");
      }
      if (same_set) continue;
      if (given.is_tensor()) check_apart(index, result, *given.tensor, arg.name);
      for (uint32_t k = 0; given.tag == Tag::TensorList && k < given.length; ++k) {
        if (given.tensors[k]) check_apart(index, result, *given.tensors[k], arg.name);
      }
    }
    for (int i = 0; i < index && !spec.alias_set; ++i) {
      const Slot& other = call_.results[i];
      if (other.is_tensor() && other.tensor->storage() == result.storage())
        fail_as(ErrorKind::Runtime, "returned ", shown(index), " that shares memory with ", shown(i),
                "\nhint: return a clone()");
    }
  }

  void check_apart(int index, const TensorImpl& result, const TensorImpl& given, const char* arg) const {
    if (result.storage() != given.storage()) return;
    fail_as(ErrorKind::Runtime, "returned ", shown(index), " that shares memory with the argument '", arg,
            "', which the schema does not say\nhint: return a clone(), or mark both with (a)");
  }

  // Note [Python kernels], 4.
  void write(TensorImpl& target, TensorImpl& result) const {
    if (&target == &result) return;
    TT_CHECK(can_cast(result.dtype(), target.dtype()), Runtime, "result type ", name(result.dtype()),
             " can't be cast to the desired output type ", name(target.dtype()));
    if (!std::ranges::equal(target.sizes(), result.sizes())) {
      if (call_.form == Form::InPlace) {
        fail(ErrorKind::Runtime, "output with shape ", to_string(target.sizes()),
             " doesn't match the broadcast shape ", to_string(result.sizes()));
      }
      resize(target, result.sizes());
    }
    PyRef to = PyRef::checked(wrap(Tensor::share(&target)));
    PyRef from = PyRef::checked(wrap(Tensor::share(&result)));
    PyObject* both[] = {to.get(), from.get()};
    PyRef::checked(call_op(require_op(OpSlot::AssignTensor), Form::Functional, both, 2));
  }

  const Op& op_;
  Call& call_;
  const KernelName& kernel_;
};

}  // namespace

void take_results(const Op& op, Call& call, PyObject* returned, const KernelName& kernel) {
  Results(op, call, kernel).take(returned);
}

}  // namespace tt
