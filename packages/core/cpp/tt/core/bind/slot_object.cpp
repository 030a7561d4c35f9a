// Stage 2: one Python object into one slot, driven by the schema's argument type alone.
#include "tt/core/bind/slot_object.h"

#include <algorithm>
#include <cstring>

#include "tt/core/bind/buffer.h"
#include "tt/core/bind/dtype_object.h"
#include "tt/core/bind/generator_object.h"
#include "tt/core/bind/memory_format_object.h"
#include "tt/core/bind/size_object.h"
#include "tt/core/bind/small_int.h"
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

// Python's numbers and NumPy's scalars.
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

// A 0-d tensor stands for its value where a number is asked for, unless a gradient would be lost.
bool number_or_tensor_slot(PyObject* object, Call& call, Slot& slot) {
  if (!is_tensor(object)) return number_slot(object, call, slot);
  const TensorImpl& tensor = *unwrap(object);
  if (tensor.ndim() != 0 || tensor.device().type != DeviceType::CPU || tensor.requires_grad()) return false;
  return scalar_slot(load(tensor.data(), tensor.dtype()), call, slot);
}

// An int, but no bool: `sum(x, True)` is a mistake more often than dim 1.
bool index_slot(PyObject* object, int64_t& value) {
  if (TT_LIKELY(small_int(object, value))) return true;
  if (PyLong_CheckExact(object)) {
    value = PyLong_AsLongLong(object);
  } else if (is_tensor(object)) {
    const TensorImpl* tensor = unwrap(object);
    bool readable = tensor->ndim() == 0 && tensor->device().type == DeviceType::CPU;
    if (!readable || !is_integral(tensor->dtype(), false)) return false;
    value = load(tensor->data(), tensor->dtype()).i;
    return true;
  } else if (PyIndex_Check(object) && !PyBool_Check(object)) {
    PyRef index = PyRef::checked(PyNumber_Index(object));
    value = PyLong_AsLongLong(index.get());
  } else {
    return false;
  }
  if (value == -1 && PyErr_Occurred()) {
    if (!PyErr_ExceptionMatches(PyExc_OverflowError)) throw PythonError();
    PyErr_Clear();
    fail(ErrorKind::Type, "an int argument does not fit 64 bits");
  }
  return true;
}

}  // namespace

bool is_number(PyObject* object) {
  if (PyFloat_Check(object) || PyLong_Check(object) || PyComplex_Check(object)) return true;
  PyNumberMethods* methods = Py_TYPE(object)->tp_as_number;
  return methods && (methods->nb_float || methods->nb_index) && !PySequence_Check(object);
}

bool int_list_from_items(PyObject* const* items, Py_ssize_t count, Call& call, Slot& slot) {
  int64_t* ints = call.reserve_ints(static_cast<uint32_t>(count));
  for (Py_ssize_t i = 0; i < count; ++i) {
    if (!small_int(items[i], ints[i]) && !index_slot(items[i], ints[i])) return false;
  }
  slot.ints = ints;
  slot.length = static_cast<uint32_t>(count);
  slot.tag = Tag::IntList;
  return true;
}

namespace {

// Whether reading the items runs no Python code, which could change the list.
bool has_exact_ints(PyObject* list) {
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(list); ++i) {
    if (!PyLong_CheckExact(PyList_GET_ITEM(list, i))) return false;
  }
  return true;
}

bool int_list_slot(PyObject* object, const ArgSpec& arg, Call& call, Slot& slot) {
  PyObject* const* items = &object;
  Py_ssize_t count = 1;
  PyRef copy;
  bool is_list = PyTuple_Check(object) || PyList_Check(object);
  if (is_list) {
    if (PyList_Check(object) && !has_exact_ints(object)) {
      copy = PyRef::checked(PyList_AsTuple(object));
      object = copy.get();
    }
    items = PySequence_Fast_ITEMS(object);
    count = PySequence_Fast_GET_SIZE(object);
    if (arg.list_size > 1 && count != arg.list_size && count != 1) return false;
  } else if (arg.list_size <= 0) {
    return false;
  }
  if (!int_list_from_items(items, count, call, slot)) return false;
  // One int stands for all that a fixed length asks for.
  if (arg.list_size > 1 && count == 1) {
    int64_t* ints = call.reserve_ints(static_cast<uint32_t>(arg.list_size));
    std::fill_n(ints, arg.list_size, slot.ints[0]);
    slot.ints = ints;
    slot.length = static_cast<uint32_t>(arg.list_size);
  }
  return true;
}

bool bool_list_slot(PyObject* object, Call& call, Slot& slot) {
  if (!PyTuple_Check(object) && !PyList_Check(object)) return false;
  Py_ssize_t count = PySequence_Fast_GET_SIZE(object);
  int64_t* values = call.reserve_ints(static_cast<uint32_t>(count));
  for (Py_ssize_t i = 0; i < count; ++i) {
    PyObject* item = PySequence_Fast_GET_ITEM(object, i);
    if (!PyBool_Check(item)) return false;
    values[i] = item == Py_True;
  }
  slot.ints = values;
  slot.length = static_cast<uint32_t>(count);
  slot.tag = Tag::BoolList;
  return true;
}

bool tensor_list_slot(PyObject* object, Call& call, int index, Slot& slot) {
  if (!PyTuple_Check(object) && !PyList_Check(object)) return false;
  Py_ssize_t count = PySequence_Fast_GET_SIZE(object);
  PyObject** items = PySequence_Fast_ITEMS(object);
  int64_t* space = call.reserve_ints(static_cast<uint32_t>(count));
  for (Py_ssize_t i = 0; i < count; ++i) {
    TensorImpl* tensor = nullptr;
    if (items[i] != Py_None) {
      if (!is_tensor(items[i])) return false;
      tensor = unwrap(items[i]);
      call.keys = call.keys | tensor->keys();
    }
    std::memcpy(space + i, &tensor, sizeof(tensor));
  }
  slot.tensors = reinterpret_cast<TensorImpl* const*>(space);
  slot.length = static_cast<uint32_t>(count);
  slot.tag = Tag::TensorList;
  call.list_mask |= 1u << index;
  return true;
}

bool dtype_slot(PyObject* object, Slot& slot) {
  DType dtype = dtype_from_python(object);
  if (dtype == DType::Undefined) return false;
  slot = Slot::of(dtype);
  return true;
}

}  // namespace

bool slot_from_python(PyObject* object, const ArgSpec& arg, Call& call, int index) {
  Slot& slot = call.args[index];
  if (arg.type == ArgType::Tensor && TT_LIKELY(is_tensor(object))) {
    call.set(index, unwrap(object));
    return true;
  }
  slot.length = 0;
  if (object == Py_None) {
    slot = Slot::none();
    return arg.optional;
  }
  switch (arg.type) {
    case ArgType::Tensor:
      return number_slot(object, call, slot);
    case ArgType::Scalar:
      return number_or_tensor_slot(object, call, slot);
    case ArgType::TensorList:
      return tensor_list_slot(object, call, index, slot);
    case ArgType::Int: {
      int64_t value;
      if (PyBool_Check(object) || !index_slot(object, value)) return false;
      slot = Slot::of(value);
      return true;
    }
    case ArgType::IntList:
      return int_list_slot(object, arg, call, slot);
    case ArgType::Float: {
      if (PyBool_Check(object)) return false;
      if (!number_or_tensor_slot(object, call, slot) || slot.tag == Tag::Complex) return false;
      slot = Slot::of(slot.scalar().real());
      return true;
    }
    case ArgType::Bool: {
      if (PyBool_Check(object)) {
        slot = Slot::of(object == Py_True);
        return true;
      }
      Scalar value;
      DType dtype;
      if (!scalar_from_buffer(object, value, dtype) || dtype != DType::Bool) return false;
      slot = Slot::of(value.i != 0);
      return true;
    }
    case ArgType::BoolList:
      return bool_list_slot(object, call, slot);
    case ArgType::Str: {
      if (!PyUnicode_Check(object)) return false;
      Py_ssize_t size = 0;
      slot.s = PyUnicode_AsUTF8AndSize(object, &size);
      if (!slot.s) throw PythonError();
      slot.length = static_cast<uint32_t>(size);
      slot.tag = Tag::Str;
      return true;
    }
    case ArgType::DType:
      return dtype_slot(object, slot);
    case ArgType::Device: {
      Device device;
      if (!device_from_python(object, device)) return false;
      // There is one CPU.
      if (device.type == DeviceType::CPU || device.type == DeviceType::Meta) device.index = -1;
      slot = Slot::of(device);
      return true;
    }
    case ArgType::Layout: {
      if (Py_TYPE(object) != &layout_type) return false;
      slot = Slot::of(reinterpret_cast<LayoutObject*>(object)->layout);
      return true;
    }
    case ArgType::MemoryFormat: {
      MemoryFormat format;
      if (!memory_format_from_python(object, format)) return false;
      slot = Slot::of(format);
      return true;
    }
    case ArgType::Generator: {
      Generator* generator = generator_from_python(object);
      if (!generator) return false;
      slot = Slot::of(*generator);
      return true;
    }
  }
  return false;
}

PyObject* slot_to_python(const Slot& slot) {
  switch (slot.tag) {
    case Tag::Tensor:
      return wrap(Tensor::share(slot.tensor));
    case Tag::TensorList: {
      PyRef list = PyRef::checked(PyList_New(slot.length));
      for (uint32_t i = 0; i < slot.length; ++i) {
        PyList_SET_ITEM(list.get(), i, wrap(Tensor::share(slot.tensors[i])));
      }
      return list.give();
    }
    case Tag::Int:
      return PyLong_FromLongLong(slot.i);
    case Tag::Unsigned:
      return PyLong_FromUnsignedLongLong(static_cast<uint64_t>(slot.i));
    case Tag::Float:
      return PyFloat_FromDouble(slot.d);
    case Tag::Bool:
      return PyBool_FromLong(slot.i != 0);
    case Tag::Complex:
      return PyComplex_FromDoubles(slot.complex[0], slot.complex[1]);
    case Tag::IntList:
    case Tag::BoolList:
      return new_tuple(slot.list());
    case Tag::Str:
      return PyUnicode_FromStringAndSize(slot.s, slot.length);
    case Tag::DType:
      return to_python(slot.dtype());
    case Tag::Device:
      return to_python(slot.device());
    case Tag::Layout:
      return to_python(slot.layout());
    case Tag::Generator:
      return to_python(*slot.generator);
    case Tag::Object:
      return Py_NewRef(static_cast<PyObject*>(slot.object));
    case Tag::MemoryFormat:
      return to_python(slot.memory_format());
    case Tag::None:
      break;
  }
  Py_RETURN_NONE;
}

}  // namespace tt
