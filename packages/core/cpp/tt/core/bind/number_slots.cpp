#include "tt/core/bind/number_slots.h"

#include <cstring>
#include <string_view>

#include "tt/core/base/error.h"
#include "tt/core/bind/buffer.h"
#include "tt/core/bind/conversions.h"
#include "tt/core/bind/number_argument.h"
#include "tt/core/bind/tensor_object.h"

namespace tt {
namespace {

constexpr const char* kSlotNames[] = {"nb_add",          "nb_subtract",  "nb_multiply", "nb_true_divide",
                                      "nb_floor_divide", "nb_remainder", "nb_power",    "nb_matrix_multiply",
                                      "nb_and",          "nb_or",        "nb_xor",      "nb_lshift",
                                      "nb_rshift",       "nb_negative",  "nb_positive", "nb_absolute",
                                      "nb_invert",       "tp_lt",        "tp_le",       "tp_eq",
                                      "tp_ne",           "tp_gt",        "tp_ge",       "index_int",
                                      "index_slice",     "index_none",   "index_all",   "assign_tensor",
                                      "assign_number",   "item",         "clone",       "any"};
static_assert(std::size(kSlotNames) == static_cast<size_t>(OpSlot::Count));

const OpGroup* groups[static_cast<int>(OpSlot::Count)];

// Nothing else: the operators of arrays and of other libraries' types may know tensors.
bool is_operand(PyObject* object) { return is_tensor(object) || is_number(object); }

template <OpSlot slot>
PyObject* binary(PyObject* a, PyObject* b) {
  const OpGroup* group = groups[static_cast<int>(slot)];
  if (!group || !is_operand(a) || !is_operand(b)) Py_RETURN_NOTIMPLEMENTED;
  PyObject* args[] = {a, b};
  return call_op(*group, Form::Functional, args, 2);
}

template <OpSlot slot>
PyObject* inplace(PyObject* a, PyObject* b) {
  const OpGroup* group = groups[static_cast<int>(slot)];
  if (!group || !group->overloads[0]->has(kInplaceForm)) return binary<slot>(a, b);
  if (!is_operand(b)) Py_RETURN_NOTIMPLEMENTED;
  PyObject* args[] = {a, b};
  return call_op(*group, Form::InPlace, args, 2);
}

template <OpSlot slot>
PyObject* unary(PyObject* a) {
  const OpGroup* group = groups[static_cast<int>(slot)];
  if (!group)
    return PyErr_Format(PyExc_TypeError, "bad operand type for unary operator: no op fills slot '%s'",
                        kSlotNames[static_cast<int>(slot)]);
  return call_op(*group, Form::Functional, &a, 1);
}

// Of a dtype without bits it is no missing kernel but, as for Python's own numbers, no operator.
PyObject* invert(PyObject* a) {
  PyObject* result = unary<OpSlot::Invert>(a);
  if (result || !PyErr_ExceptionMatches(PyExc_NotImplementedError)) return result;
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  PyErr_NormalizeException(&type, &value, &traceback);
  PyErr_SetObject(PyExc_TypeError, PyRef::steal(PyObject_Str(value)).get());
  for (PyObject* each : {type, value, traceback}) Py_XDECREF(each);
  return nullptr;
}

PyObject* power(PyObject* a, PyObject* b, PyObject* modulo) {
  if (modulo != Py_None) return PyErr_Format(PyExc_TypeError, "pow: a modulus is not supported");
  return binary<OpSlot::Power>(a, b);
}
PyObject* inplace_power(PyObject* a, PyObject* b, PyObject*) { return inplace<OpSlot::Power>(a, b); }

PyNumberMethods make_methods() {
  PyNumberMethods m = {};
  m.nb_add = binary<OpSlot::Add>;
  m.nb_inplace_add = inplace<OpSlot::Add>;
  m.nb_subtract = binary<OpSlot::Subtract>;
  m.nb_inplace_subtract = inplace<OpSlot::Subtract>;
  m.nb_multiply = binary<OpSlot::Multiply>;
  m.nb_inplace_multiply = inplace<OpSlot::Multiply>;
  m.nb_true_divide = binary<OpSlot::TrueDivide>;
  m.nb_inplace_true_divide = inplace<OpSlot::TrueDivide>;
  m.nb_floor_divide = binary<OpSlot::FloorDivide>;
  m.nb_inplace_floor_divide = inplace<OpSlot::FloorDivide>;
  m.nb_remainder = binary<OpSlot::Remainder>;
  m.nb_inplace_remainder = inplace<OpSlot::Remainder>;
  m.nb_power = power;
  m.nb_inplace_power = inplace_power;
  m.nb_matrix_multiply = binary<OpSlot::MatrixMultiply>;
  m.nb_and = binary<OpSlot::And>;
  m.nb_inplace_and = inplace<OpSlot::And>;
  m.nb_or = binary<OpSlot::Or>;
  m.nb_inplace_or = inplace<OpSlot::Or>;
  m.nb_xor = binary<OpSlot::Xor>;
  m.nb_inplace_xor = inplace<OpSlot::Xor>;
  m.nb_lshift = binary<OpSlot::LeftShift>;
  m.nb_inplace_lshift = inplace<OpSlot::LeftShift>;
  m.nb_rshift = binary<OpSlot::RightShift>;
  m.nb_inplace_rshift = inplace<OpSlot::RightShift>;
  m.nb_negative = unary<OpSlot::Negative>;
  m.nb_positive = unary<OpSlot::Positive>;
  m.nb_absolute = unary<OpSlot::Absolute>;
  m.nb_invert = invert;
  m.nb_bool = tensor_bool;
  m.nb_int = tensor_int;
  m.nb_float = tensor_float;
  m.nb_index = tensor_index;
  return m;
}

}  // namespace

PyNumberMethods tensor_number_methods = make_methods();

const OpGroup* op_in(OpSlot slot) { return groups[static_cast<int>(slot)]; }

const OpGroup& require_op(OpSlot slot) {
  const OpGroup* group = op_in(slot);
  TT_CHECK(group, NotImplemented, "no op fills the slot '", kSlotNames[static_cast<int>(slot)], "'");
  return *group;
}

void fill_number_slots(const OpGroup& group, const char* slots) {
  std::string_view rest = slots;
  while (!rest.empty()) {
    size_t comma = rest.find(',');
    std::string_view slot = rest.substr(0, comma);
    rest = comma == std::string_view::npos ? "" : rest.substr(comma + 1);
    if (slot.starts_with("nb_inplace_")) continue;  // follows from the plain slot and the in-place form
    bool known = false;
    for (size_t i = 0; i < std::size(kSlotNames); ++i) {
      if (slot != kSlotNames[i]) continue;
      known = true;
      groups[i] = &group;
    }
    TT_CHECK(known, Value, "op ", group.name, " fills an unknown slot '", std::string(slot), "'");
  }
}

namespace {

// A tensor with the elements of a NumPy array, whatever its strides; null for dtypes that tensors do not have.
PyRef from_array(PyObject* object) {
  if (std::strcmp(Py_TYPE(object)->tp_name, "numpy.ndarray") != 0) return {};
  PyRef dense = PyRef::checked(PyObject_CallMethod(object, "copy", nullptr));
  try {
    return PyRef::steal(wrap(tensor_from_buffer(dense.get())));
  } catch (const Error&) {
    return {};
  }
}

}  // namespace

PyObject* compare_tensors(PyObject* a, PyObject* b, int operation) {
  constexpr OpSlot kByOperation[] = {OpSlot::Less,     OpSlot::LessEqual, OpSlot::Equal,
                                     OpSlot::NotEqual, OpSlot::Greater,   OpSlot::GreaterEqual};
  const OpGroup* group = op_in(kByOperation[operation]);
  if (!group || !is_tensor(a)) Py_RETURN_NOTIMPLEMENTED;
  if (is_operand(b)) {
    PyObject* args[] = {a, b};
    return call_op(*group, Form::Functional, args, 2);
  }
  // NumPy leaves `==` to us, and without an answer Python would compare identities.
  if (operation != Py_EQ && operation != Py_NE) Py_RETURN_NOTIMPLEMENTED;
  return guarded([&]() -> PyObject* {
    PyRef array = from_array(b);
    if (!array) Py_RETURN_NOTIMPLEMENTED;
    PyObject* args[] = {a, array.get()};
    return call_op(*group, Form::Functional, args, 2);
  });
}

int tensor_contains(PyObject* self, PyObject* element) {
  return guarded(-1, [&] {
    TT_CHECK(is_operand(element), Runtime, "contains: expected a Tensor or a number, got ",
             Py_TYPE(element)->tp_name);
    PyObject* args[] = {self, element};
    PyRef equal = PyRef::checked(call_op(require_op(OpSlot::Equal), Form::Functional, args, 2));
    PyObject* elements = equal.get();
    PyRef any = PyRef::checked(call_op(require_op(OpSlot::Any), Form::Functional, &elements, 1));
    return tensor_bool(any.get());
  });
}

}  // namespace tt
