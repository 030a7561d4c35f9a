#include "tt/core/bind/construct.h"

#include <cstring>
#include <string>
#include <vector>

#include "tt/core/base/error.h"
#include "tt/core/base/warn.h"
#include "tt/core/bind/tensor_object.h"
#include "tt/core/iterate/promote.h"

namespace tt {
namespace {

bool is_sequence(PyObject* object) {
  return PyList_Check(object) || PyTuple_Check(object) || (is_tensor(object) && unwrap(object)->ndim() > 0);
}

PyRef items_of(PyObject* object) { return PyRef::checked(PySequence_Fast(object, "expected a sequence")); }

// One number; 0-d tensors and NumPy's scalars count as numbers.
Scalar scalar_of(PyObject* object) {
  if (PyBool_Check(object)) return Scalar::of(object == Py_True);
  if (PyFloat_Check(object)) return Scalar::of(PyFloat_AS_DOUBLE(object));
  if (PyComplex_Check(object)) {
    return Scalar::of(ComplexDouble{PyComplex_RealAsDouble(object), PyComplex_ImagAsDouble(object)});
  }
  if (is_tensor(object) && unwrap(object)->ndim() == 0 && unwrap(object)->data()) {
    return load(unwrap(object)->data(), unwrap(object)->dtype());
  }
  if (PyIndex_Check(object) && !is_tensor(object)) {
    PyRef index = PyRef::checked(PyNumber_Index(object));
    int overflow = 0;
    long long value = PyLong_AsLongLongAndOverflow(index.get(), &overflow);
    if (overflow > 0) {
      unsigned long long wide = PyLong_AsUnsignedLongLong(index.get());
      if (!PyErr_Occurred()) return Scalar::of(static_cast<uint64_t>(wide));
      PyErr_Clear();
      overflow = 1;
    }
    TT_CHECK(overflow == 0, Runtime, "an int of the data does not fit 64 bits");
    return Scalar::of(static_cast<int64_t>(value));
  }
  PyNumberMethods* methods = Py_TYPE(object)->tp_as_number;
  if (methods && methods->nb_float && !is_tensor(object)) {
    double value = PyFloat_AsDouble(object);
    if (value == -1.0 && PyErr_Occurred()) throw PythonError();
    return Scalar::of(value);
  }
  fail(ErrorKind::Type, "expected numbers in the data, got ", Py_TYPE(object)->tp_name);
}

struct Shape {
  int64_t sizes[kMaxDims];
  int ndim = 0;
  Ints ints() const { return {sizes, static_cast<size_t>(ndim)}; }
};

Shape shape_of(PyObject* data) {
  Shape shape;
  PyRef level = PyRef::share(data);
  while (is_sequence(level.get())) {
    TT_CHECK(shape.ndim < kMaxDims, Value, "the data is nested more than ", kMaxDims, " deep; does a list contain itself?");
    PyRef items = items_of(level.get());
    Py_ssize_t count = PySequence_Fast_GET_SIZE(items.get());
    shape.sizes[shape.ndim++] = count;
    if (count == 0) break;
    level = PyRef::share(PySequence_Fast_GET_ITEM(items.get(), 0));
  }
  return shape;
}

// Visits the numbers in order and checks that every list has the length of its level.
template <class Visit>
void walk(PyObject* data, const Shape& shape, int dim, Visit&& visit) {
  if (dim == shape.ndim) {
    TT_CHECK(!is_sequence(data), Value, "expected a number at dim ", dim, ", got a sequence of length ", PySequence_Size(data));
    return visit(data);
  }
  TT_CHECK(is_sequence(data), Type, "expected a sequence of length ", shape.sizes[dim], " at dim ", dim, ", got ", Py_TYPE(data)->tp_name);
  PyRef items = items_of(data);
  Py_ssize_t count = PySequence_Fast_GET_SIZE(items.get());
  TT_CHECK(count == shape.sizes[dim], Value, "expected sequence of length ", shape.sizes[dim], " at dim ", dim, " (got ", count, ")");
  for (Py_ssize_t i = 0; i < count; ++i) walk(PySequence_Fast_GET_ITEM(items.get(), i), shape, dim + 1, visit);
}

DType inferred_dtype(PyObject* data, const Shape& shape) {
  DType found = DType::Undefined;
  walk(data, shape, 0, [&](PyObject* item) {
    DType dtype = is_tensor(item) ? unwrap(item)->dtype() : ResultType::dtype_of(scalar_of(item));
    if (found == DType::Undefined) found = dtype;
    else if (found != dtype) found = found == DType::UInt64 && dtype == DType::Int64 ? found : promote_types(found, dtype);
  });
  return found == DType::Undefined ? default_dtype() : found;
}

void check_fits(const Scalar& value, DType dtype) {
  TT_CHECK(value.category != Category::Complex || is_complex(dtype) || value.im == 0, Type, "a complex number cannot be an element of dtype ", name(dtype));
  if (!is_integral(dtype, false) || value.is_float()) return;
  int64_t bits = itemsize(dtype) * 8;
  bool fits = true;
  if (category(dtype) == Category::Unsigned) {
    // As torch, small negative numbers wrap; what needs more bits is an error.
    fits = value.category == Category::Unsigned ? bits == 64
                                                : bits == 64 ? true : value.i < (int64_t{1} << bits) && value.i > -(int64_t{1} << bits);
  } else {
    fits = value.category != Category::Unsigned && (bits == 64 || (value.i >= -(int64_t{1} << (bits - 1)) && value.i < (int64_t{1} << (bits - 1))));
  }
  TT_CHECK(fits, Runtime, "value cannot be converted to type ", name(dtype), " without overflow");
}


DType dtype_of_format(const char* format, Py_ssize_t size) {
  const char* code = format ? format : "B";
  if (*code == '@' || *code == '=' || *code == '<') ++code;
  TT_CHECK(*code != '>' && *code != '!', Value, "the array has a byte order that is not the machine's; hint: array.astype(array.dtype.newbyteorder('='))");
  std::string text = code;
  if (text == "?") return DType::Bool;
  if (text == "e") return DType::Float16;
  if (text == "f") return DType::Float32;
  if (text == "d") return DType::Float64;
  if (text == "Zf") return DType::Complex64;
  if (text == "Zd") return DType::Complex128;
  if (text.size() == 1 && std::strchr("bhilq", text[0])) {
    return size == 1 ? DType::Int8 : size == 2 ? DType::Int16 : size == 4 ? DType::Int32 : DType::Int64;
  }
  if (text.size() == 1 && std::strchr("BHILQ", text[0])) {
    return size == 1 ? DType::UInt8 : size == 2 ? DType::UInt16 : size == 4 ? DType::UInt32 : DType::UInt64;
  }
  fail(ErrorKind::Type, "can't convert an array whose elements have the buffer format '", text,
       "'; supported are bool, the integers, float16, float32, float64, complex64 and complex128");
}

void release_view(void* context) {
  if (!Py_IsInitialized()) return;
  GilGuard gil;
  auto* view = static_cast<Py_buffer*>(context);
  PyBuffer_Release(view);
  delete view;
}

}  // namespace

Tensor tensor_from_data(PyObject* data, DType dtype) {
  TT_CHECK(!PyUnicode_Check(data) && !PyBytes_Check(data), Type, "expected numbers or nested lists of numbers, got ", Py_TYPE(data)->tp_name);
  Shape shape = shape_of(data);
  if (dtype == DType::Undefined) dtype = inferred_dtype(data, shape);
  Tensor tensor = empty(shape.ints(), dtype);
  char* element = tensor->data();
  int64_t size = itemsize(dtype);
  walk(data, shape, 0, [&](PyObject* item) {
    Scalar value = scalar_of(item);
    check_fits(value, dtype);
    store(value, dtype, element);
    element += size;
  });
  return tensor;
}

Tensor tensor_from_buffer(PyObject* object) {
  auto* view = new Py_buffer;
  int flags = PyBUF_STRIDES | PyBUF_FORMAT;
  bool writable = PyObject_GetBuffer(object, view, flags | PyBUF_WRITABLE) == 0;
  if (!writable) {
    PyErr_Clear();
    if (PyObject_GetBuffer(object, view, flags) != 0) {
      delete view;
      throw PythonError();
    }
  }
  struct Release {
    Py_buffer* view;
    ~Release() {
      if (view) release_view(view);
    }
  } release_on_error{view};
  DType dtype = dtype_of_format(view->format, view->itemsize);
  int64_t sizes[kMaxDims], strides[kMaxDims];
  TT_CHECK(view->ndim <= kMaxDims, Value, "a tensor has at most ", kMaxDims, " dims, got ", view->ndim);
  int64_t reach = 0;
  bool empty = false;
  for (int d = 0; d < view->ndim; ++d) {
    sizes[d] = view->shape[d];
    int64_t bytes = view->strides[d];
    empty |= sizes[d] == 0;
    TT_CHECK(bytes >= 0 || sizes[d] <= 1, Value,
             "at least one stride in the given array is negative, and tensors with negative strides are not supported; "
             "hint: array.copy()");
    if (sizes[d] <= 1 && bytes < 0) bytes = 0;
    TT_CHECK(bytes % view->itemsize == 0, Value, "the array's strides (", bytes, " bytes) are not a multiple of its itemsize (",
             view->itemsize, "); hint: array.copy()");
    strides[d] = bytes / view->itemsize;
    reach += sizes[d] > 0 ? (sizes[d] - 1) * bytes : 0;
  }
  if (!writable) {
    warn("The given NumPy array is not writable, and a tensor cannot be read-only: writing to the tensor is undefined "
         "behaviour. Copy the array first to protect its data.");
  }
  int64_t bytes = empty ? 0 : reach + view->itemsize;
  Storage* storage = wrap_memory(view->buf, bytes, Device{}, release_view, view);
  release_on_error.view = nullptr;
  return new_tensor(storage, dtype, Layout::Strided, {sizes, static_cast<size_t>(view->ndim)}, strides, 0);
}

}  // namespace tt
