#include "tt/core/bind/number_argument.h"

#include <cstring>

#include "tt/core/base/error.h"
#include "tt/core/bind/buffer.h"
#include "tt/core/bind/tensor_object.h"

namespace tt {
namespace {

// Ints beyond int64 become Unsigned while they fit 64 bits.
bool int_slot(PyObject* object, Slot& slot) {
  int overflow = 0;
  long long value = PyLong_AsLongLongAndOverflow(object, &overflow);
  if (overflow > 0) {
    unsigned long long wide = PyLong_AsUnsignedLongLong(object);
    if (wide == static_cast<unsigned long long>(-1) && PyErr_Occurred()) {
      PyErr_Clear();
      fail(ErrorKind::Overflow, "an int that is given as a number does not fit 64 bits");
    }
    slot.i = static_cast<int64_t>(wide);
    slot.tag = Tag::Unsigned;
    return true;
  }
  TT_CHECK(overflow == 0, Overflow, "an int that is given as a number does not fit 64 bits");
  if (value == -1 && PyErr_Occurred()) throw PythonError();
  slot.i = value;
  slot.tag = Tag::Int;
  return true;
}

bool complex_slot(ComplexDouble value, Call& call, Slot& slot) {
  int64_t* space = call.reserve_ints(2);
  std::memcpy(space, &value, sizeof(value));
  slot.complex = reinterpret_cast<const double*>(space);
  slot.tag = Tag::Complex;
  return true;
}

bool scalar_slot(const Scalar& value, Call& call, Slot& slot) {
  switch (value.category) {
    case Category::Bool:
      slot = Slot::of(value.i != 0);
      break;
    case Category::Signed:
      slot = Slot::of(value.i);
      break;
    case Category::Unsigned:
      slot = Slot::of(value.i);
      slot.tag = Tag::Unsigned;
      break;
    case Category::Float:
      slot = Slot::of(value.re);
      break;
    case Category::Complex:
      return complex_slot({value.re, value.im}, call, slot);
  }
  return true;
}

}  // namespace

bool number_slot(PyObject* object, Call& call, Slot& slot) {
  if (PyFloat_Check(object)) {
    slot.d = PyFloat_AS_DOUBLE(object);
    slot.tag = Tag::Float;
    return true;
  }
  if (PyBool_Check(object)) {
    slot.i = object == Py_True;
    slot.tag = Tag::Bool;
    return true;
  }
  if (PyLong_Check(object)) return int_slot(object, slot);
  if (PyComplex_Check(object)) {
    return complex_slot({PyComplex_RealAsDouble(object), PyComplex_ImagAsDouble(object)}, call, slot);
  }
  if (is_tensor(object) || PySequence_Check(object)) return false;
  Scalar value;
  DType dtype;
  if (scalar_from_buffer(object, value, dtype)) return scalar_slot(value, call, slot);
  if (PyIndex_Check(object)) {
    PyRef index = PyRef::checked(PyNumber_Index(object));
    return int_slot(index.get(), slot);
  }
  PyNumberMethods* methods = Py_TYPE(object)->tp_as_number;
  if (methods && methods->nb_float) {
    double number = PyFloat_AsDouble(object);
    if (number == -1.0 && PyErr_Occurred()) throw PythonError();
    slot.d = number;
    slot.tag = Tag::Float;
    return true;
  }
  return false;
}

bool number_or_tensor_slot(PyObject* object, Call& call, Slot& slot) {
  if (!is_tensor(object)) return number_slot(object, call, slot);
  const TensorImpl& tensor = *unwrap(object);
  if (tensor.ndim() != 0 || tensor.device().type != DeviceType::CPU || tensor.requires_grad()) return false;
  return scalar_slot(load(tensor.data(), tensor.dtype()), call, slot);
}

bool is_number(PyObject* object) {
  if (PyFloat_Check(object) || PyLong_Check(object) || PyComplex_Check(object)) return true;
  PyNumberMethods* methods = Py_TYPE(object)->tp_as_number;
  return methods && (methods->nb_float || methods->nb_index) && !PySequence_Check(object);
}

}  // namespace tt
