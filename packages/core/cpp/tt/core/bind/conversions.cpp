// Between tensors and plain Python. Elements are read on the CPU; other devices are asked to copy first.
#include "tt/core/bind/conversions.h"

#include <string>

#include "tt/core/base/error.h"
#include "tt/core/bind/number_slots.h"
#include "tt/core/bind/tensor_object.h"

namespace tt {
namespace {

PyObject* number(const Scalar& value) {
  switch (value.category) {
    case Category::Bool: return PyBool_FromLong(value.i != 0);
    case Category::Unsigned: return PyLong_FromUnsignedLongLong(static_cast<uint64_t>(value.i));
    case Category::Signed: return PyLong_FromLongLong(value.i);
    case Category::Float: return PyFloat_FromDouble(value.re);
    case Category::Complex: return PyComplex_FromDoubles(value.re, value.im);
  }
  return nullptr;
}

// The element of a one-element tensor, through the op that fills the slot `item`.
PyRef item(PyObject* self) { return PyRef::checked(call_op(require_op(OpSlot::Item), Form::Functional, &self, 1)); }

PyRef item_as(PyObject* self, const char* what) {
  const TensorImpl* impl = unwrap(self);
  TT_CHECK(impl->numel() == 1, Type, "only one-element tensors can be converted to a Python ", what, ", got shape ",
           to_string(impl->sizes()));
  return item(self);
}

void require_cpu(const TensorImpl& impl, const char* what) {
  TT_CHECK(impl.device().type == DeviceType::CPU, Type, what, ": the elements of a tensor on ", to_string(impl.device()),
           " cannot be read", impl.device().type == DeviceType::Meta ? ", it has none" : "; hint: tensor.cpu() first");
  TT_CHECK(impl.layout() == Layout::Strided, Type, what, ": not possible for layout ", name(impl.layout()));
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

// struct's codes, and NumPy's Zf and Zd for complex numbers.
const char* buffer_format(DType dtype) {
  switch (dtype) {
    case DType::Bool: return "?";
    case DType::UInt8: return "B";
    case DType::UInt16: return "H";
    case DType::UInt32: return "I";
    case DType::UInt64: return "Q";
    case DType::Int8: return "b";
    case DType::Int16: return "h";
    case DType::Int32: return "i";
    case DType::Int64: return "q";
    case DType::Float16: return "e";
    case DType::Float32: return "f";
    case DType::Float64: return "d";
    case DType::Complex64: return "Zf";
    case DType::Complex128: return "Zd";
    default: return nullptr;
  }
}

int get_buffer(PyObject* self, Py_buffer* view, int flags) {
  view->obj = nullptr;
  return guarded(-1, [&] {
    const TensorImpl& impl = *unwrap(self);
    require_cpu(impl, "buffer");
    TT_CHECK(!impl.requires_grad(), Buffer, "buffer: the memory of a tensor that requires grad is not shared; hint: tensor.detach()");
    const char* format = buffer_format(impl.dtype());
    TT_CHECK(format, Buffer, "buffer: dtype ", name(impl.dtype()), " has no buffer format; hint: tensor.to(tt.float32)");
    bool wants_strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES;
    TT_CHECK(wants_strides || impl.is_contiguous(), Buffer, "buffer: the tensor is not contiguous");
    // Sizes, then strides in bytes; freed with the buffer.
    auto* geometry = new Py_ssize_t[2 * impl.ndim() + 1];
    for (int d = 0; d < impl.ndim(); ++d) {
      geometry[d] = impl.size(d);
      geometry[impl.ndim() + d] = impl.stride(d) * impl.itemsize();
    }
    static char nothing[16];
    view->buf = impl.data() ? impl.data() : nothing;
    view->obj = Py_NewRef(self);
    view->len = impl.numel() * impl.itemsize();
    view->itemsize = impl.itemsize();
    view->readonly = 0;
    view->ndim = impl.ndim();
    view->format = flags & PyBUF_FORMAT ? const_cast<char*>(format) : nullptr;
    view->shape = flags & PyBUF_ND ? geometry : nullptr;
    view->strides = wants_strides ? geometry + impl.ndim() : nullptr;
    view->suboffsets = nullptr;
    view->internal = geometry;
    return 0;
  });
}

void release_buffer(PyObject*, Py_buffer* view) { delete[] static_cast<Py_ssize_t*>(view->internal); }

}  // namespace

PyBufferProcs tensor_buffer = {get_buffer, release_buffer};

PyObject* tensor_tolist(PyObject* self, PyObject*) {
  return guarded([&] {
    const TensorImpl& impl = *unwrap(self);
    require_cpu(impl, "tolist");
    return nested(impl, 0, impl.data());
  });
}

int tensor_bool(PyObject* self) {
  return guarded(-1, [&] {
    const TensorImpl* impl = unwrap(self);
    TT_CHECK(impl->numel() == 1, Runtime, "Boolean value of Tensor with ", impl->numel() == 0 ? "no values" : "more than one value",
             " is ambiguous");
    PyRef value = item(self);
    return PyObject_IsTrue(value.get());
  });
}

PyObject* tensor_int(PyObject* self) {
  return guarded([&] {
    PyRef value = item_as(self, "int");
    return PyNumber_Long(value.get());
  });
}

PyObject* tensor_float(PyObject* self) {
  return guarded([&] {
    PyRef value = item_as(self, "float");
    return PyNumber_Float(value.get());
  });
}

PyObject* tensor_index(PyObject* self) {
  return guarded([&]() -> PyObject* {
    const TensorImpl* impl = unwrap(self);
    TT_CHECK(impl->numel() == 1 && is_integral(impl->dtype(), true), Type,
             "only integer tensors of a single element can be converted to an index, got ", name(impl->dtype()),
             to_string(impl->sizes()));
    PyRef value = item(self);
    return PyNumber_Long(value.get());
  });
}

}  // namespace tt
