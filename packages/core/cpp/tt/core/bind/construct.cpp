// Two walks over the data: one for the dtype when none is given, one that stores the elements. Both may run
// Python code (`__index__`, `__getitem__`), so that nothing found by the first is relied on by the second.
#include "tt/core/bind/construct.h"

#include "tt/core/base/error.h"
#include "tt/core/bind/buffer.h"
#include "tt/core/bind/tensor_object.h"
#include "tt/core/iterate/promote.h"

namespace tt {
namespace {

bool is_sequence(PyObject* object) {
  if (PyList_Check(object) || PyTuple_Check(object)) return true;
  if (is_tensor(object)) return unwrap(object)->ndim() > 0;
  if (PyFloat_Check(object) || PyLong_Check(object) || PyUnicode_Check(object) || PyBytes_Check(object))
    return false;
  if (!PySequence_Check(object)) return false;
  // A 0-d array has no length.
  if (PySequence_Size(object) >= 0) return true;
  PyErr_Clear();
  return false;
}

PyRef items_of(PyObject* object) { return PyRef::checked(PySequence_Fast(object, "expected a sequence")); }

struct Element {
  Scalar value;
  DType dtype;

  explicit Element(const Scalar& number) : value(number), dtype(ResultType::dtype_of(number)) {}
  Element(const Scalar& number, DType its_own) : value(number), dtype(its_own) {}
};

Element int_element(PyObject* object, ErrorKind misfit) {
  PyRef index = PyRef::checked(PyNumber_Index(object));
  int overflow = 0;
  long long value = PyLong_AsLongLongAndOverflow(index.get(), &overflow);
  if (overflow == 0) return Element(Scalar::of(static_cast<int64_t>(value)));
  unsigned long long wide = overflow > 0 ? PyLong_AsUnsignedLongLong(index.get()) : 0;
  if (overflow < 0 || PyErr_Occurred()) {
    PyErr_Clear();
    TT_CHECK(misfit == ErrorKind::Type, Value, "an int of the data does not fit 64 bits");
    // A floating dtype takes it.
    double rounded = PyLong_AsDouble(index.get());
    if (rounded == -1.0 && PyErr_Occurred()) {
      PyErr_Clear();
      fail(ErrorKind::Overflow, "an int of the data is too large for a float");
    }
    return Element(Scalar::of(rounded));
  }
  return Element(Scalar::of(static_cast<uint64_t>(wide)));
}

// One number. `misfit` is the kind of error for an object that is none.
Element element_of(PyObject* object, ErrorKind misfit) {
  if (PyBool_Check(object)) return Element(Scalar::of(object == Py_True));
  if (PyFloat_CheckExact(object)) return Element(Scalar::of(PyFloat_AS_DOUBLE(object)));
  if (PyLong_CheckExact(object)) return int_element(object, misfit);
  if (is_tensor(object)) {
    const TensorImpl& impl = *unwrap(object);
    if (impl.device().type == DeviceType::CPU) return {load(impl.data(), impl.dtype()), impl.dtype()};
    PyRef number = PyRef::checked(PyObject_CallMethod(object, "item", nullptr));
    return {element_of(number.get(), misfit).value, impl.dtype()};
  }
  Scalar value;
  DType dtype;
  if (scalar_from_buffer(object, value, dtype)) return {value, dtype};
  if (PyComplex_Check(object)) {
    return Element(Scalar::of(ComplexDouble{PyComplex_RealAsDouble(object), PyComplex_ImagAsDouble(object)}));
  }
  if (PyIndex_Check(object)) return int_element(object, misfit);
  PyNumberMethods* methods = Py_TYPE(object)->tp_as_number;
  if (methods && methods->nb_float) {
    double number = PyFloat_AsDouble(object);
    if (number == -1.0 && PyErr_Occurred()) throw PythonError();
    return Element(Scalar::of(number));
  }
  if (PyUnicode_Check(object) || PyBytes_Check(object)) misfit = ErrorKind::Value;
  fail(misfit, "expected numbers in the data, got ", Py_TYPE(object)->tp_name);
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
    TT_CHECK(shape.ndim < kMaxDims, Value, "the data is nested more than ", kMaxDims,
             " deep; does a list contain itself?");
    PyRef items = items_of(level.get());
    Py_ssize_t count = PySequence_Fast_GET_SIZE(items.get());
    shape.sizes[shape.ndim++] = count;
    if (count == 0) break;
    level = PyRef::share(PySequence_Fast_GET_ITEM(items.get(), 0));
  }
  return shape;
}

// Visits the numbers in order and checks that every sequence has the length of its level.
template <class Visit>
void walk(PyObject* data, const Shape& shape, int dim, Visit&& visit) {
  if (dim == shape.ndim) {
    TT_CHECK(!is_sequence(data), Type, "expected a number at dim ", dim, ", got a ", Py_TYPE(data)->tp_name,
             " of length ", PySequence_Size(data));
    return visit(data);
  }
  int64_t size = shape.sizes[dim];
  TT_CHECK(is_sequence(data), Type, "expected a sequence of length ", size, " at dim ", dim, ", got ",
           Py_TYPE(data)->tp_name);
  PyRef items = items_of(data);
  for (Py_ssize_t i = 0; i < size || i == 0; ++i) {
    // Looked at each time: the visit before may have changed a list.
    Py_ssize_t count = PySequence_Fast_GET_SIZE(items.get());
    TT_CHECK(count == size, Value, "expected sequence of length ", size, " at dim ", dim, " (got ", count,
             ")");
    if (size == 0) return;
    PyRef item = PyRef::share(PySequence_Fast_GET_ITEM(items.get(), i));
    walk(item.get(), shape, dim + 1, visit);
  }
}

DType inferred_dtype(PyObject* data, const Shape& shape) {
  DType found = DType::Undefined;
  walk(data, shape, 0, [&](PyObject* item) {
    Element element = element_of(item, ErrorKind::Runtime);
    TT_CHECK(element.dtype != DType::UInt64 || !PyLong_Check(item), Value,
             "an int of the data does not fit int64; hint: dtype=tt.uint64");
    found = found == DType::Undefined || found == element.dtype ? element.dtype
                                                                : promote_types(found, element.dtype);
  });
  return found == DType::Undefined ? default_dtype() : found;
}

bool fits(const Scalar& value, DType dtype) {
  if (!is_integral(dtype, false)) return true;
  int bits = static_cast<int>(8 * itemsize(dtype));
  bool is_signed = category(dtype) == Category::Signed;
  if (value.is_float()) {
    // What is cut off may reach beyond the range: -128.5 is -128.
    double high = std::ldexp(1.0, is_signed ? bits - 1 : bits);
    return (value.re > -high - 1 || value.re == -high) && value.re < high;
  }
  if (value.category == Category::Unsigned) return !is_signed && bits == 64;
  if (bits == 64) return true;
  // As torch, negative numbers of their width wrap in unsigned dtypes.
  int64_t high = int64_t{1} << (is_signed ? bits - 1 : bits);
  return (is_signed ? value.i >= -high : value.i > -high) && value.i < high;
}

}  // namespace

Tensor tensor_from_data(PyObject* data, DType dtype) {
  TT_CHECK(!PyUnicode_Check(data) && !PyBytes_Check(data), Type,
           "expected numbers or nested sequences of numbers, got ", Py_TYPE(data)->tp_name);
  Shape shape = shape_of(data);
  if (dtype == DType::Undefined) dtype = inferred_dtype(data, shape);
  Tensor tensor = empty(shape.ints(), dtype);
  char* element = tensor->data();
  int64_t size = itemsize(dtype);
  walk(data, shape, 0, [&](PyObject* item) {
    Scalar value = element_of(item, ErrorKind::Type).value;
    TT_CHECK(value.category != Category::Complex || is_complex(dtype) || dtype == DType::Bool, Type,
             "a complex number cannot be an element of dtype ", name(dtype));
    TT_CHECK(fits(value, dtype), Runtime, "value cannot be converted to type ", name(dtype),
             " without overflow");
    store(value, dtype, element);
    element += size;
  });
  return tensor;
}

}  // namespace tt
