#include "tt/core/bind/list_argument.h"

#include <algorithm>
#include <cstring>

#include "tt/core/base/error.h"
#include "tt/core/bind/small_int.h"
#include "tt/core/bind/tensor_object.h"

namespace tt {

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

}  // namespace

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

}  // namespace tt
