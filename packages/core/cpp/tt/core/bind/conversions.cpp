// Between tensors and plain Python. Elements are read on the CPU; other devices are asked to copy first.
#include "tt/core/bind/conversions.h"

#include <string>

#include "tt/core/base/error.h"
#include "tt/core/bind/buffer.h"
#include "tt/core/bind/number_slots.h"
#include "tt/core/bind/tensor_object.h"

namespace tt {
namespace {

PyObject* number(const Scalar& value) {
  switch (value.category) {
    case Category::Bool:
      return PyBool_FromLong(value.i != 0);
    case Category::Unsigned:
      return PyLong_FromUnsignedLongLong(static_cast<uint64_t>(value.i));
    case Category::Signed:
      return PyLong_FromLongLong(value.i);
    case Category::Float:
      return PyFloat_FromDouble(value.re);
    case Category::Complex:
      return PyComplex_FromDoubles(value.re, value.im);
  }
  return nullptr;
}

// The element of a one-element tensor, through the op that fills the slot `item`.
PyRef item(PyObject* self) {
  return PyRef::checked(call_op(require_op(OpSlot::Item), Form::Functional, &self, 1));
}

PyRef item_as(PyObject* self, const char* what) {
  const TensorImpl* impl = unwrap(self);
  TT_CHECK(impl->numel() == 1, Value, "only one-element tensors can be converted to a Python ", what,
           ", got shape ", to_string(impl->sizes()));
  return item(self);
}

PyRef real_item_as(PyObject* self, const char* what) {
  PyRef value = item_as(self, what);
  if (!PyComplex_Check(value.get())) return value;
  TT_CHECK(PyComplex_ImagAsDouble(value.get()) == 0, Runtime,
           "a complex number with an imaginary part cannot be converted to ", what);
  return PyRef::checked(PyFloat_FromDouble(PyComplex_RealAsDouble(value.get())));
}

PyObject* nested(const TensorImpl& impl, int dim, const char* data) {
  if (dim == impl.ndim()) return number(load(data, impl.dtype()));
  PyRef list = PyRef::checked(PyList_New(impl.size(dim)));
  for (int64_t i = 0; i < impl.size(dim); ++i) {
    PyObject* item = nested(impl, dim + 1, data + i * impl.stride(dim) * impl.itemsize());
    if (!item) return nullptr;
    PyList_SET_ITEM(list.get(), i, item);
  }
  return list.give();
}

}  // namespace

PyObject* tensor_tolist(PyObject* self, PyObject*) {
  return guarded([&] {
    const TensorImpl& impl = *unwrap(self);
    TT_CHECK(impl.device().type != DeviceType::Meta, NotImplemented, "tolist: a tensor on meta has no data");
    if (impl.device().type != DeviceType::CPU) {
      PyRef copy = PyRef::checked(PyObject_CallMethod(self, "cpu", nullptr));
      return PyObject_CallMethod(copy.get(), "tolist", nullptr);
    }
    require_readable(impl, "tolist");
    return nested(impl, 0, impl.data());
  });
}

int tensor_bool(PyObject* self) {
  return guarded(-1, [&] {
    const TensorImpl* impl = unwrap(self);
    TT_CHECK(impl->numel() == 1, Runtime, "Boolean value of Tensor with ",
             impl->numel() == 0 ? "no values" : "more than one value", " is ambiguous");
    PyRef value = item(self);
    return PyObject_IsTrue(value.get());
  });
}

PyObject* tensor_int(PyObject* self) {
  return guarded([&] {
    PyRef value = real_item_as(self, "int");
    return PyNumber_Long(value.get());
  });
}

PyObject* tensor_float(PyObject* self) {
  return guarded([&] {
    PyRef value = real_item_as(self, "float");
    return PyNumber_Float(value.get());
  });
}

PyObject* tensor_complex(PyObject* self, PyObject*) {
  return guarded([&] {
    PyRef value = item_as(self, "complex");
    if (PyComplex_Check(value.get())) return value.give();
    double real = PyFloat_AsDouble(value.get());
    return real == -1.0 && PyErr_Occurred() ? nullptr : PyComplex_FromDoubles(real, 0);
  });
}

PyObject* tensor_index(PyObject* self) {
  return guarded([&]() -> PyObject* {
    const TensorImpl* impl = unwrap(self);
    TT_CHECK(impl->numel() == 1 && is_integral(impl->dtype(), true), Type,
             "only integer tensors of a single element can be converted to an index, got ",
             name(impl->dtype()), to_string(impl->sizes()));
    PyRef value = item(self);
    return PyNumber_Long(value.get());
  });
}

}  // namespace tt
