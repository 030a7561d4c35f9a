// A subscript is a chain of view ops, one for each item; which ops these are the table says
// (slot="index_int" ...). Assignment writes through the view that the subscript makes.
#include "tt/core/bind/index.h"

#include <string>

#include "tt/core/base/error.h"
#include "tt/core/bind/number_argument.h"
#include "tt/core/bind/number_slots.h"
#include "tt/core/bind/small_int.h"
#include "tt/core/bind/tensor_object.h"
#include "tt/core/dispatch/alias.h"
#include "tt/core/dispatch/invoke.h"

namespace tt {
namespace {

// As invoke, but an error does not get the view op's name: to the user it is the subscript's own.
Tensor made_by(OpSlot slot, std::initializer_list<Slot> given) {
  const Op& op = *require_op(slot).overloads[0];
  Call call;
  fill(op, call, given);
  dispatch(op, call);
  return call.take_result();
}

int64_t index_value(PyObject* object) {
  Py_ssize_t value = PyNumber_AsSsize_t(object, PyExc_IndexError);
  if (value == -1 && PyErr_Occurred()) throw PythonError();
  return value;
}

// A bound of a slice, clamped by Python's own rule; None stays open.
Slot slice_bound(PyObject* object) {
  if (object == Py_None) return Slot::none();
  if (int64_t value; small_int(object, value)) return Slot::of(value);
  if (is_tensor(object)) {
    PyRef number = PyRef::checked(PyNumber_Index(object));
    return slice_bound(number.get());
  }
  Py_ssize_t value = 0;
  if (!PyIndex_Check(object)) {
    fail(ErrorKind::Type, "slice indices must be integers or None or have an __index__ method, got ",
         Py_TYPE(object)->tp_name);
  }
  value = PyNumber_AsSsize_t(object, nullptr);  // clamps what does not fit
  if (value == -1 && PyErr_Occurred()) throw PythonError();
  return Slot::of(static_cast<int64_t>(value));
}

bool is_whole(PyObject* slice) {
  auto* s = reinterpret_cast<PySliceObject*>(slice);
  return s->start == Py_None && s->stop == Py_None && s->step == Py_None;
}

// How many dims an item takes.
int dims_taken(PyObject* item) { return item == Py_None || item == Py_Ellipsis ? 0 : 1; }

// Null when the item leaves the tensor as it is.
Tensor apply_item(TensorImpl* tensor, PyObject* item, int64_t& dim, int ellipsis_dims) {
  if (int64_t value; small_int(item, value))
    return made_by(OpSlot::IndexInt, {Slot::of(tensor), Slot::of(dim), Slot::of(value)});
  if (item == Py_Ellipsis) {
    dim += ellipsis_dims;
    return {};
  }
  if (item == Py_None) return made_by(OpSlot::IndexNone, {Slot::of(tensor), Slot::of(dim++)});
  if (PySlice_Check(item)) {
    if (is_whole(item)) {
      ++dim;
      return {};
    }
    auto* slice = reinterpret_cast<PySliceObject*>(item);
    Slot step = slice->step == Py_None ? Slot::of(int64_t{1}) : slice_bound(slice->step);
    TT_CHECK(step.i > 0, Value, "slice step must be greater than zero, got ", step.i);
    return made_by(OpSlot::IndexSlice, {Slot::of(tensor), Slot::of(dim++), slice_bound(slice->start),
                                        slice_bound(slice->stop), step});
  }
  bool is_index = PyIndex_Check(item) && !PyBool_Check(item);
  if (is_index && is_tensor(item)) {
    const TensorImpl* index = unwrap(item);
    is_index = index->ndim() == 0 && is_integral(index->dtype(), false);
  }
  if (!is_index) {
    fail(ErrorKind::Index, "only integers, slices (`:`), ellipsis (`...`) and None are valid indices (got ",
         Py_TYPE(item)->tp_name, ")");
  }
  return made_by(OpSlot::IndexInt, {Slot::of(tensor), Slot::of(dim), Slot::of(index_value(item))});
}

Tensor subscript(TensorImpl* self, PyObject* index) {
  PyObject** items = &index;
  Py_ssize_t count = 1;
  if (PyTuple_Check(index)) {
    items = PySequence_Fast_ITEMS(index);
    count = PyTuple_GET_SIZE(index);
  }
  int taken = 0, ellipses = 0;
  for (Py_ssize_t i = 0; i < count; ++i) {
    taken += dims_taken(items[i]);
    ellipses += items[i] == Py_Ellipsis;
  }
  TT_CHECK(self->ndim() > 0 || taken == 0, Index,
           "invalid index of a 0-dim tensor. Use `tensor.item()` to convert a 0-dim tensor to a number");
  TT_CHECK(taken <= self->ndim(), Index, "too many indices for tensor of dimension ", self->ndim());
  TT_CHECK(ellipses <= 1, Index, "an index can only have a single ellipsis ('...')");
  int64_t dim = 0;
  Tensor made;
  for (Py_ssize_t i = 0; i < count; ++i) {
    TensorImpl* before = made ? made.get() : self;
    if (Tensor next = apply_item(before, items[i], dim, self->ndim() - taken)) made = std::move(next);
  }
  // A subscript that selects everything is still a new tensor.
  return made ? std::move(made) : made_by(OpSlot::IndexAll, {Slot::of(self)});
}

template <class Body>
auto as_index(Body&& body) {
  try {
    return body();
  } catch (Error& error) {
    error.name_op("index");
    throw;
  }
}

PyObject* get_item(PyObject* self, PyObject* index) {
  return guarded([&] { return wrap(as_index([&] { return subscript(unwrap(self), index); })); });
}

// As in NumPy, dims of size 1 in front are no hindrance to assignment.
Tensor without_leading_ones(TensorImpl* value, int ndim) {
  Tensor made = Tensor::share(value);
  while (made->ndim() > ndim && made->size(0) == 1)
    made = made_by(OpSlot::IndexInt, {Slot::of(made.get()), Slot::of(int64_t{0}), Slot::of(int64_t{0})});
  return made;
}

// As in torch, a short float takes a real number that is too large for it as infinity, where `fill_` refuses it.
bool rounds_to_infinity(DType dtype, PyObject* value) {
  bool is_real = !PyComplex_Check(value) || PyComplex_ImagAsDouble(value) == 0;
  return (dtype == DType::Float16 || dtype == DType::BFloat16) && is_real;
}

int set_item(PyObject* self, PyObject* index, PyObject* value) {
  return guarded(-1, [&] {
    TT_CHECK(value, Type, "index: elements of a tensor cannot be deleted");
    TT_CHECK(is_tensor(value) || is_number(value), Type, "index: can't assign a ", Py_TYPE(value)->tp_name,
             " to a tensor of dtype ", name(unwrap(self)->dtype()));
    Tensor target = as_index([&] {
      Tensor selected = subscript(unwrap(self), index);
      check_no_internal_overlap(*selected);
      return selected;
    });
    PyRef view = PyRef::steal(wrap(target)), source = PyRef::share(value);
    bool rounds = rounds_to_infinity(target->dtype(), value);
    if (rounds && PyComplex_Check(value))
      source = PyRef::checked(PyFloat_FromDouble(PyComplex_RealAsDouble(value)));
    OpSlot slot = is_tensor(value) || rounds ? OpSlot::AssignTensor : OpSlot::AssignNumber;
    if (is_tensor(value) && unwrap(value)->ndim() > target->ndim())
      source = PyRef::steal(wrap(without_leading_ones(unwrap(value), target->ndim())));
    PyObject* args[] = {view.get(), source.get()};
    PyRef result = PyRef::steal(call_op(require_op(slot), Form::Functional, args, 2));
    return result ? 0 : -1;
  });
}

Py_ssize_t length(PyObject* self) {
  const TensorImpl* impl = unwrap(self);
  if (impl->ndim() > 0) return impl->size(0);
  PyErr_SetString(PyExc_TypeError, "len() of a 0-d tensor");
  return -1;
}

PyObject* item_at(PyObject* self, Py_ssize_t index) {
  return guarded([&]() -> PyObject* {
    TensorImpl* impl = unwrap(self);
    TT_CHECK(impl->ndim() > 0, Type, "iteration over a 0-d tensor");
    TT_CHECK(index >= 0 && index < impl->size(0), Index, "index ", index,
             " is out of bounds for dimension 0 with size ", impl->size(0));
    return wrap(made_by(OpSlot::IndexInt, {Slot::of(impl), Slot::of(int64_t{0}), Slot::of(int64_t{index})}));
  });
}

}  // namespace

PyMappingMethods tensor_mapping = {length, get_item, set_item};
PySequenceMethods tensor_sequence = {.sq_length = length,
                                     .sq_concat = nullptr,
                                     .sq_repeat = nullptr,
                                     .sq_item = item_at,
                                     .was_sq_slice = nullptr,
                                     .sq_ass_item = nullptr,
                                     .was_sq_ass_slice = nullptr,
                                     .sq_contains = tensor_contains,
                                     .sq_inplace_concat = nullptr,
                                     .sq_inplace_repeat = nullptr};

}  // namespace tt
