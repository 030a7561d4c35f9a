// Stages 1 and 2 of a call: the callable, and the generic binder that finds the overload whose schema the
// arguments fit. Knows no op by name.
//
// Note [Binding]
// Overloads are tried in the order of the table. Each attempt fills the slots of the same Call; the first
// that fits wins. A failed attempt leaves only a Mismatch behind (what was wrong with which argument),
// which becomes text when no overload fits.
#include "tt/core/bind/op_object.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <unordered_map>

#include "tt/core/base/trace.h"
#include "tt/core/bind/mismatch.h"
#include "tt/core/bind/number_slots.h"
#include "tt/core/bind/objects.h"
#include "tt/core/bind/result_type.h"
#include "tt/core/bind/slot_object.h"
#include "tt/core/bind/small_int.h"
#include "tt/core/bind/tensor_object.h"
#include "tt/core/dispatch/describe.h"
#include "tt/core/dispatch/invoke.h"

namespace tt {
namespace {

struct OpObject {
  PyObject_HEAD
  vectorcallfunc vectorcall;
  const OpGroup* group;
  Form form;
};

PyObject* out_name;  // interned "out"

// NumPy's and Python's spellings that torch accepts beside its own.
constexpr std::pair<const char*, const char*> kSpellings[] = {{"input", "self"},       {"axis", "dim"},
                                                              {"keepdims", "keepdim"}, {"x", "self"},
                                                              {"x1", "self"},          {"x2", "other"}};

bool is_spelling_of(PyObject* given, const char* name) {
  if (PyUnicode_CompareWithASCIIString(given, name) == 0) return true;
  return std::ranges::any_of(kSpellings, [&](const auto& spelling) {
    return std::strcmp(spelling.second, name) == 0 &&
           PyUnicode_CompareWithASCIIString(given, spelling.first) == 0;
  });
}

int keyword_index(const std::vector<PyObject*>& keywords, PyObject* name) {
  for (size_t i = 0; i < keywords.size(); ++i) {
    if (keywords[i] == name) return static_cast<int>(i);
  }
  const char* text = PyUnicode_AsUTF8(name);
  if (!text) throw PythonError();
  const char* canonical = text;
  for (auto [other, ours] : kSpellings) {
    if (std::strcmp(text, other) == 0) canonical = ours;
  }
  for (int pass = 0; pass < 2; ++pass) {
    const char* wanted = pass == 0 ? text : canonical;
    for (size_t i = 0; i < keywords.size(); ++i) {
      if (PyUnicode_CompareWithASCIIString(keywords[i], wanted) == 0) return static_cast<int>(i);
    }
  }
  return -1;
}

struct Arguments {
  PyObject* const* positional;
  Py_ssize_t count;
  PyObject* names;  // tuple or null; the values follow the positional ones
  Py_ssize_t name_count() const { return names ? PyTuple_GET_SIZE(names) : 0; }
  // Of a keyword that was given, under its own name or another spelling.
  PyObject* value_of(const char* name) const {
    for (Py_ssize_t k = 0; k < name_count(); ++k) {
      if (is_spelling_of(PyTuple_GET_ITEM(names, k), name)) return positional[count + k];
    }
    return Py_None;
  }
};

// `x.view(2, 3)`: the ints that are left become the one int[].
bool is_varargs(const Op& op, int index, PyObject* object) {
  return op.has(kVarargs) && op.spec->args[index].type == ArgType::IntList && PyIndex_Check(object) &&
         !is_tensor(object);
}

bool bind_out(PyObject* value, const Op& op, Call& call, Mismatch& mismatch) {
  if (!op.has(kOutForm) || call.form != Form::Functional) return mismatch.unknown_keyword(out_name);
  if (value == Py_None) return true;
  PyObject** items = &value;
  Py_ssize_t count = 1;
  if (PyTuple_Check(value) || PyList_Check(value)) {
    items = PySequence_Fast_ITEMS(value);
    count = PySequence_Fast_GET_SIZE(value);
  }
  if (count != op.spec->return_count) return mismatch.wrong_type("out", -1, value);
  for (Py_ssize_t i = 0; i < count; ++i) {
    if (!is_tensor(items[i])) return mismatch.wrong_type("out", -1, items[i]);
    call.out[i] = unwrap(items[i]);
    call.keys = call.keys | call.out[i]->keys();
  }
  call.out_count = static_cast<uint8_t>(count);
  call.form = Form::Out;
  return true;
}

// A number may stand for a tensor where the op goes element by element, but not for all of them and not for
// the one that is written to.
bool check_numbers(const Op& op, const Arguments& given, const Call& call, Mismatch& mismatch) {
  uint32_t numbers = op.tensor_args & ~call.tensor_mask;
  uint32_t written = op.writes | (call.form == Form::InPlace ? 1u : 0u);
  uint32_t refused = !op.has(kTakesNumbers) || call.tensor_mask == 0 ? numbers : numbers & written;
  if (refused == 0) return true;
  int index = __builtin_ctz(refused);
  const char* name = op.spec->args[index].name;
  if (index < given.count) return mismatch.wrong_type(name, index, given.positional[index]);
  return mismatch.wrong_type(name, -1, given.value_of(name));
}

bool bind(const Op& op, const std::vector<PyObject*>& keywords, const Arguments& given, Call& call,
          Mismatch& mismatch) {
  const OpSpec& spec = *op.spec;
  uint32_t seen = 0;
  int index = 0;
  for (Py_ssize_t p = 0; p < given.count; ++p, ++index) {
    PyObject* object = given.positional[p];
    if (index >= spec.arg_count || spec.args[index].keyword_only) return mismatch.too_many(given.count);
    seen |= 1u << index;
    // The two most frequent cases, without a call.
    ArgType type = spec.args[index].type;
    if (type == ArgType::Tensor && TT_LIKELY(Py_TYPE(object) == &tensor_type)) {
      call.set(index, unwrap(object));
      continue;
    }
    if (int64_t value; type == ArgType::Int && small_int(object, value)) {
      call.args[index] = Slot::of(value);
      continue;
    }
    if (slot_from_python(object, spec.args[index], call, index)) continue;
    if (!is_varargs(op, index, object)) return mismatch.wrong_type(spec.args[index].name, p, object);
    if (!int_list_from_items(given.positional + p, given.count - p, call, call.args[index])) {
      return mismatch.wrong_type(spec.args[index].name, p, object);
    }
    break;
  }
  for (Py_ssize_t k = 0; k < given.name_count(); ++k) {
    PyObject* name = PyTuple_GET_ITEM(given.names, k);
    PyObject* value = given.positional[given.count + k];
    int at = keyword_index(keywords, name);
    if (at < 0) {
      if (PyUnicode_Compare(name, out_name) != 0) return mismatch.unknown_keyword(name);
      if (!bind_out(value, op, call, mismatch)) return false;
      continue;
    }
    if (seen >> at & 1) return mismatch.given_twice(spec.args[at].name);
    seen |= 1u << at;
    if (!slot_from_python(value, spec.args[at], call, at))
      return mismatch.wrong_type(spec.args[at].name, -1, value);
  }
  if (TT_UNLIKELY(op.required & ~seen))
    return mismatch.missing(spec.args[__builtin_ctz(op.required & ~seen)].name);
  for (uint32_t rest = op.all_args & ~seen; rest; rest &= rest - 1) {
    int i = __builtin_ctz(rest);
    call.args[i] = op.defaults[i];
  }
  if (op.device_arg >= 0) {
    const Slot& device = call.args[op.device_arg];
    // A destination brings its own keys, and what they imply for a tensor that is written to.
    if (device.tag == Tag::Device && call.out_count == 0)
      call.keys = KeySet(backend_key(device.device().type));
    else if (call.keys.empty())
      call.keys = KeySet(Key::CPU);
  }
  return call.tensor_mask == op.tensor_args || check_numbers(op, given, call, mismatch);
}

void clear(Call& call, Form form) {
  call.keys = {};
  call.tensor_mask = call.list_mask = 0;
  call.ints_used = 0;
  call.out_count = 0;
  call.form = form;
}

// A call with tensors alone, which most calls are; the rest keeps its defaults.
bool bind_tensors(const Op& op, const Arguments& given, Call& call) {
  if (!op.needs_only_tensors || given.names || given.count != op.tensor_arg_count) return false;
  for (Py_ssize_t i = 0; i < given.count; ++i) {
    if (Py_TYPE(given.positional[i]) != &tensor_type) return false;
  }
  KeySet keys;
  for (Py_ssize_t i = 0; i < given.count; ++i) {
    TensorImpl* tensor = unwrap(given.positional[i]);
    call.args[i] = Slot::of(tensor);
    keys = keys | tensor->keys();
  }
  call.keys = keys;
  call.tensor_mask = op.tensor_args;
  for (int i = op.tensor_arg_count; i < op.spec->arg_count; ++i) call.args[i] = op.defaults[i];
  return true;
}

const Op& find_overload(const OpGroup& group, Form form, const Arguments& given, Call& call) {
  if (TT_LIKELY(bind_tensors(*group.overloads[0], given, call))) return *group.overloads[0];
  try {
    for (size_t i = 0; i < group.overloads.size(); ++i) {
      Mismatch mismatch;
      if (TT_LIKELY(bind(*group.overloads[i], group.keywords[i], given, call, mismatch)))
        return *group.overloads[i];
      clear(call, form);
    }
    std::vector<Mismatch> all;
    for (size_t i = 0; i < group.overloads.size(); ++i) {
      // Arguments that run Python code may fit this time.
      if (bind(*group.overloads[i], group.keywords[i], given, call, all.emplace_back()))
        return *group.overloads[i];
      clear(call, form);
    }
    fail_binding(group, all);
  } catch (Error& error) {
    error.name_op((group.name + (form == Form::InPlace ? "_" : "")).c_str());
    throw;
  }
}

// The class of the op's results: a named tuple, or null for a plain one.
PyTypeObject* result_type_of(const OpGroup& group, const Op& op) {
  auto found = std::ranges::find(group.overloads, &op);
  return found == group.overloads.end() ? nullptr : group.result_types[found - group.overloads.begin()];
}

PyObject* results_to_python(const OpGroup& group, const Op& op, Call& call) {
  if (TT_LIKELY(call.result_count == 1)) {
    if (TT_LIKELY(call.results[0].is_tensor())) return wrap(call.take_result());
    return slot_to_python(call.results[0]);
  }
  if (call.result_count == 0) Py_RETURN_NONE;
  PyTypeObject* type = result_type_of(group, op);
  PyRef tuple = PyRef::checked(type ? PyStructSequence_New(type) : PyTuple_New(call.result_count));
  for (int i = 0; i < call.result_count; ++i) {
    PyObject* item =
        call.results[i].is_tensor() ? wrap(call.take_result(i)) : slot_to_python(call.results[i]);
    PyTuple_SET_ITEM(tuple.get(), i, item);
  }
  return tuple.give();
}

PyObject* call_traced(const OpGroup& group, Form form, const Arguments& given) {
  const Op& first = *group.overloads[0];
  std::string shown =
      (first.has(kFunction) ? "tt." : "Tensor.") + group.name + (form == Form::InPlace ? "_" : "");
  TraceScope trace(Stage::Call, first.name(), name(form), shown.c_str(), first.spec->where);
  Call call(form);
  const Op* op = nullptr;
  {
    TraceScope binding(Stage::Bind, first.name(), name(form), "bind");
    op = &find_overload(group, form, given, call);
    if (TracePause pause{binding}) {
      std::vector<std::string> arguments;
      for (int i = 0; i < op->spec->arg_count; ++i) {
        arguments.push_back(std::string(op->spec->args[i].name) + " = " + describe(call.args[i]));
      }
      binding.detail("schema", std::string(op->spec->schema));
      binding.detail("overload", op->qualified);
      binding.detail("arguments", std::move(arguments));
    }
  }
  run(*op, call);
  return results_to_python(group, *op, call);
}

PyObject* op_vectorcall(PyObject* self, PyObject* const* args, size_t flags, PyObject* names) {
  auto* object = reinterpret_cast<OpObject*>(self);
  return call_op(*object->group, object->form, args, PyVectorcall_NARGS(flags), names);
}

PyObject* op_repr(PyObject* self) {
  auto* object = reinterpret_cast<OpObject*>(self);
  return PyUnicode_FromFormat("<op %s%s>", object->group->name.c_str(),
                              object->form == Form::InPlace ? "_" : "");
}

PyObject* op_name(PyObject* self, void*) {
  auto* object = reinterpret_cast<OpObject*>(self);
  return PyUnicode_FromFormat("%s%s", object->group->name.c_str(), object->form == Form::InPlace ? "_" : "");
}

PyObject* op_doc(PyObject* self, void*) {
  auto* object = reinterpret_cast<OpObject*>(self);
  std::string text;
  const auto& overloads = object->group->overloads;
  for (const Op* op : overloads) text += std::string(op->spec->schema) + "\n";
  for (size_t i = 0; i < overloads.size(); ++i) {
    const char* doc = overloads[i]->spec->doc;
    if (i == 0 || std::strcmp(doc, overloads[i - 1]->spec->doc) != 0) text += std::string("\n") + doc + "\n";
  }
  return PyUnicode_FromString(text.c_str());
}

PyObject* op_module(PyObject*, void*) { return PyUnicode_FromString("tt"); }

// A string is pickled as the name of a global, and copied as the object itself.
PyObject* op_reduce(PyObject* self, PyObject*) { return op_name(self, nullptr); }

PyMethodDef op_methods[] = {
    {"__reduce__", op_reduce, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyObject* op_overloads(PyObject* self, void*) {
  auto* object = reinterpret_cast<OpObject*>(self);
  PyRef list = PyRef::steal(PyList_New(0));
  for (const Op* op : object->group->overloads) {
    PyRef text = PyRef::steal(PyUnicode_FromString(op->name()));
    if (!list || !text || PyList_Append(list.get(), text.get()) < 0) return nullptr;
  }
  return list.give();
}

PyObject* bind_method(PyObject* self, PyObject* instance, PyObject*) {
  if (!instance || instance == Py_None) return Py_NewRef(self);
  return PyMethod_New(self, instance);
}

PyGetSetDef op_properties[] = {
    {"__name__", op_name, nullptr, nullptr, nullptr},
    {"__qualname__", op_name, nullptr, nullptr, nullptr},
    {"__doc__", op_doc, nullptr, nullptr, nullptr},
    {"__module__", op_module, nullptr, nullptr, nullptr},
    {"overloads", op_overloads, nullptr,
     "The qualified names of the overloads, in the order in which they are tried.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyTypeObject op_type(const char* name, const char* doc, bool method) {
  PyTypeObject type = {PyVarObject_HEAD_INIT(nullptr, 0)};
  type.tp_name = name;
  type.tp_doc = doc;
  type.tp_basicsize = sizeof(OpObject);
  type.tp_vectorcall_offset = offsetof(OpObject, vectorcall);
  type.tp_call = PyVectorcall_Call;
  type.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL;
  if (method) {
    type.tp_flags |= Py_TPFLAGS_METHOD_DESCRIPTOR;
    type.tp_descr_get = bind_method;
  }
  type.tp_repr = op_repr;
  type.tp_getset = op_properties;
  type.tp_methods = op_methods;
  return type;
}

PyTypeObject function_type = op_type("tt.OpFunction", nullptr, false);
PyTypeObject method_type = op_type("tt.OpMethod", nullptr, true);

PyObject* new_op_object(PyTypeObject& type, const OpGroup& group, Form form) {
  auto* object = PyObject_New(OpObject, &type);
  if (!object) throw PythonError();
  object->vectorcall = op_vectorcall;
  object->group = &group;
  object->form = form;
  return reinterpret_cast<PyObject*>(object);
}

std::vector<std::unique_ptr<OpGroup>>& groups() {
  static auto* all = new std::vector<std::unique_ptr<OpGroup>>;
  return *all;
}
std::unordered_map<std::string, OpGroup*>& groups_by_name() {
  static auto* all = new std::unordered_map<std::string, OpGroup*>;
  return *all;
}
size_t attached_ops = 0;  // of the registry's list

PyObject* ops_namespace;

void attach(const OpGroup& group) {
  const Op& op = *group.overloads[0];
  auto add = [&](const std::string& name, PyTypeObject& type, Form form, bool method, bool function) {
    PyRef object = PyRef::steal(new_op_object(type, group, form));
    if (method) add_attribute(name.c_str(), object.get());
    if (function && PyObject_SetAttrString(ops_namespace, name.c_str(), object.get()) < 0)
      throw PythonError();
  };
  bool inplace = false, is_method = false;
  for (const Op* overload : group.overloads) {
    inplace |= overload->has(kInplaceForm);
    is_method |= overload->has(kMethod);
  }
  add(group.name, function_type, Form::Functional, false, true);
  if (is_method) add(group.name, method_type, Form::Functional, true, false);
  if (inplace) {
    add(group.name + "_", function_type, Form::InPlace, false, true);
    add(group.name + "_", method_type, Form::InPlace, true, false);
  }
  fill_number_slots(group, op.spec->slots);
}

}  // namespace

PyObject* call_op(const OpGroup& group, Form form, PyObject* const* args, Py_ssize_t count,
                  PyObject* names) noexcept {
  return guarded([&]() -> PyObject* {
    Arguments given{args, count, names};
    if (TT_UNLIKELY(thread_state.trace != nullptr)) return call_traced(group, form, given);
    Call call(form);
    const Op& op = find_overload(group, form, given, call);
    run(op, call);
    return results_to_python(group, op, call);
  });
}

const OpGroup* find_group(const char* name) {
  auto found = groups_by_name().find(name);
  return found == groups_by_name().end() ? nullptr : found->second;
}

void attach_ops() {
  const auto& ops = Registry::instance().ops();
  std::vector<OpGroup*> changed;
  for (; attached_ops < ops.size(); ++attached_ops) {
    const Op& op = *ops[attached_ops];
    OpGroup*& group = groups_by_name()[op.spec->name];
    if (!group) group = groups().emplace_back(new OpGroup{op.spec->name, {}, {}, {}}).get();
    if (changed.empty() || changed.back() != group) changed.push_back(group);
    group->overloads.push_back(&op);
    group->result_types.push_back(result_type(*op.spec));
    auto& keywords = group->keywords.emplace_back();
    for (int i = 0; i < op.spec->arg_count; ++i)
      keywords.push_back(PyUnicode_InternFromString(op.spec->args[i].name));
  }
  for (const OpGroup* group : changed) attach(*group);
}

void init_ops(PyObject* module) {
  out_name = PyUnicode_InternFromString("out");
  add_type(module, "OpFunction", function_type);
  add_type(module, "OpMethod", method_type);
  PyRef types = PyRef::checked(PyImport_ImportModule("types"));
  ops_namespace = PyObject_CallMethod(types.get(), "SimpleNamespace", nullptr);
  if (!ops_namespace) throw PythonError();
  add_object(module, "ops", ops_namespace);
}

}  // namespace tt
