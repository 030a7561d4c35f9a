// Reading derivative formulas. A parameter that means nothing is refused here, when the formula is registered, not when
// a gradient is wanted.
#include "tt/autograd/derivative.h"

#include <cctype>
#include <cstring>
#include <memory>

#include "tt/autograd/formula_parameter.h"
#include "tt/core/dispatch/registry.h"

namespace tt::autograd {

namespace {

Formula resolve(Derivative& derivative, PyObject* function, uint16_t input_bits) {
  Formula formula;
  PyRef code = PyRef::steal(PyObject_GetAttrString(function, "__code__"));
  if (!code) {
    PyErr_Clear();
    fail(ErrorKind::Type, derivative.op->name(), ": expected a formula to be a Python function, got ",
         Py_TYPE(function)->tp_name);
  }
  PyRef names = PyRef::checked(PyObject_GetAttrString(code.get(), "co_varnames"));
  PyRef count = PyRef::checked(PyObject_GetAttrString(code.get(), "co_argcount"));
  PyRef file = PyRef::checked(PyObject_GetAttrString(code.get(), "co_filename"));
  PyRef line = PyRef::checked(PyObject_GetAttrString(code.get(), "co_firstlineno"));
  long parameter_count = PyLong_AsLong(count.get());
  TT_CHECK(parameter_count <= kMaxSaves + 3, Value, derivative.op->name(), ": a formula has ",
           parameter_count, " parameters");
  for (long i = 0; i < parameter_count; ++i) {
    const char* name = PyUnicode_AsUTF8(PyTuple_GET_ITEM(names.get(), i));
    if (!name) throw PythonError();
    formula.parameters[i] = parameter_named(derivative, name, input_bits);
  }
  formula.count = static_cast<uint8_t>(parameter_count);
  formula.function = Py_NewRef(function);
  formula.line = static_cast<int>(PyLong_AsLong(line.get()));
  formula.file = PyUnicode_AsUTF8(file.get());
  // Inside a checkout paths start at its packages/, as the compiled code's do.
  if (size_t at = formula.file.rfind("/packages/"); at != std::string::npos) formula.file.erase(0, at + 1);
  return formula;
}

bool is_tensor_argument(const ArgSpec& arg) {
  return arg.type == ArgType::Tensor || arg.type == ArgType::TensorList;
}

void add_inputs(Derivative& derivative) {
  const OpSpec& spec = *derivative.op->spec;
  for (int slot = 0; slot < spec.arg_count; ++slot) {
    if (!is_tensor_argument(spec.args[slot])) continue;
    Input& input = derivative.inputs[derivative.input_count++];
    input.slot = static_cast<uint8_t>(slot);
    input.is_list = spec.args[slot].type == ArgType::TensorList;
    derivative.has_lists |= input.is_list;
    derivative.input_slots |= static_cast<uint16_t>(1u << slot);
  }
}

// An input that is declared to have no derivative (`index=None`) is none at all.
void remove_input(Derivative& derivative, int slot) {
  int kept = 0;
  for (int i = 0; i < derivative.input_count; ++i) {
    if (derivative.inputs[i].slot != slot) derivative.inputs[kept++] = derivative.inputs[i];
  }
  derivative.input_count = static_cast<uint8_t>(kept);
  derivative.input_slots &= static_cast<uint16_t>(~(1u << slot));
}

int input_named(const Derivative& derivative, const char* name) {
  int slot = argument_named(*derivative.op->spec, name);
  for (int i = 0; i < derivative.input_count; ++i) {
    if (derivative.inputs[i].slot == slot) return i;
  }
  std::string known;
  for (int i = 0; i < derivative.input_count; ++i) {
    known += std::string(i ? ", " : "") + derivative.op->spec->args[derivative.inputs[i].slot].name;
  }
  fail(ErrorKind::Value, derivative.op->name(), ": a formula is given for '", name, "', but the tensors are ",
       known);
}

const char* text_of(PyObject* object) {
  const char* text = PyUnicode_AsUTF8(object);
  if (!text) throw PythonError();
  return text;
}

}  // namespace

std::unique_ptr<Derivative> parse_derivative(const Op& op, PyObject* formulas, PyObject* joint) {
  auto derivative = std::make_unique<Derivative>();
  derivative->op = &op;
  derivative->node_name = node_name_of(op);
  add_inputs(*derivative);
  PyObject *name, *function;
  for (Py_ssize_t at = 0; PyDict_Next(formulas, &at, &name, &function);) {
    int input = input_named(*derivative, text_of(name));
    if (function == Py_None) remove_input(*derivative, derivative->inputs[input].slot);
  }
  for (Py_ssize_t at = 0; PyDict_Next(formulas, &at, &name, &function);) {
    if (function == Py_None) continue;
    int input = input_named(*derivative, text_of(name));
    derivative->inputs[input].formula = resolve(*derivative, function, static_cast<uint16_t>(1u << input));
  }
  if (joint != Py_None) {
    TT_CHECK(derivative->input_count > 0, Value, op.name(),
             ": a joint formula is given, but there is no tensor to derive by");
    derivative->joint = true;
    auto all = static_cast<uint16_t>((1u << derivative->input_count) - 1);
    derivative->inputs[0].formula = resolve(*derivative, joint, all);
  }
  return derivative;
}

Slot slot_of(const Derivative& derivative, const Save& save, const Call& call) {
  if (save.kind == Save::Kind::Owner) {
    Slot slot = Slot::none();
    slot.object = derivative.owner.get();
    if (slot.object) slot.tag = Tag::Object;
    return slot;
  }
  const Slot& slot = call.args[save.index];
  if (save.kind == Save::Kind::Argument) return slot;
  if (!slot.is_tensor()) return Slot::none();
  const TensorImpl& tensor = *slot.tensor;
  switch (save.kind) {
    case Save::Kind::Shape:
      return Slot::of(tensor.sizes());
    case Save::Kind::Stride:
      return Slot::of(tensor.strides());
    case Save::Kind::Offset:
      return Slot::of(tensor.offset());
    case Save::Kind::DType:
      return Slot::of(tensor.dtype());
    case Save::Kind::Device:
      return Slot::of(tensor.device());
    default:
      return Slot::none();
  }
}

std::string node_name_of(const Op& op) {
  std::string text;
  bool upper = true;
  const char* space = std::strstr(op.spec->name, "::");
  for (const char* c = space ? space + 2 : op.spec->name; *c; ++c) {
    if (*c == '_') {
      upper = true;
      continue;
    }
    text += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(*c))) : *c;
    upper = false;
  }
  int place = 0;
  for (const auto& other : Registry::instance().ops()) {
    if (other.get() == &op) break;
    place += std::strcmp(other->spec->name, op.spec->name) == 0;
  }
  return text + "Backward" + std::to_string(place);
}

}  // namespace tt::autograd
