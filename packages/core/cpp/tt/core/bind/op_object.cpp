// Stage 1 of a call: the callable. Knows no op by name.
#include "tt/core/bind/op_object.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "tt/core/base/trace.h"
#include "tt/core/bind/binder.h"
#include "tt/core/bind/number_slots.h"
#include "tt/core/bind/objects.h"
#include "tt/core/bind/op_groups.h"
#include "tt/core/bind/result_type.h"
#include "tt/core/bind/slot_object.h"
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

// The class of the op's results: a named tuple, or null for a plain one.
PyTypeObject* result_type_of(const OpGroup& group, const Op& op) {
  auto found = std::ranges::find(group.overloads, &op);
  return found == group.overloads.end() ? nullptr : group.result_types[found - group.overloads.begin()];
}

PyObject* other_results_to_python(const OpGroup& group, const Op& op, Call& call) {
  if (call.result_count == 1) return slot_to_python(call.results[0]);
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

inline PyObject* results_to_python(const OpGroup& group, const Op& op, Call& call) {
  if (TT_LIKELY(call.result_count == 1 && call.results[0].is_tensor())) return wrap(call.take_only_result());
  return other_results_to_python(group, op, call);
}

// As users write it: "tt.add", "Tensor.add_", "tt.ops.mylib.scale".
std::string shown_name(const OpGroup& group, Form form) {
  std::string name = group.name + (form == Form::InPlace ? "_" : "");
  const Op& first = *group.overloads[0];
  if (size_t at = name.find("::"); at != std::string::npos)
    return "tt.ops." + name.substr(0, at) + "." + name.substr(at + 2);
  return (first.has(kFunction) ? "tt." : "Tensor.") + name;
}

[[gnu::cold, gnu::noinline]] PyObject* call_traced(const OpGroup& group, Form form, const Arguments& given) {
  const Op& first = *group.overloads[0];
  std::string shown = shown_name(group, form);
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
      for (int i = 0; i < call.out_count; ++i) arguments.push_back("out = " + describe(*call.out[i]));
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

// `tt.ops.mylib.scale.out` is one overload, and `.default` the one without a name.
PyObject* op_attribute(PyObject* self, PyObject* name) {
  PyObject* found = PyObject_GenericGetAttr(self, name);
  if (found || !PyErr_ExceptionMatches(PyExc_AttributeError)) return found;
  auto* object = reinterpret_cast<OpObject*>(self);
  for (const Op* op : object->group->overloads) {
    const char* overload = *op->spec->overload ? op->spec->overload : "default";
    if (PyUnicode_CompareWithASCIIString(name, overload) != 0) continue;
    PyErr_Clear();
    return guarded([&] { return new_op_object(group_of_overload(*op), object->form, false).give(); });
  }
  return nullptr;
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
  type.tp_getattro = op_attribute;
  type.tp_getset = op_properties;
  type.tp_methods = op_methods;
  return type;
}

PyTypeObject function_type = op_type("tt.OpFunction", nullptr, false);
PyTypeObject method_type = op_type("tt.OpMethod", nullptr, true);

}  // namespace

PyObject* call_op(const OpGroup& group, Form form, PyObject* const* args, Py_ssize_t count,
                  PyObject* names) noexcept {
  return guarded([&]() __attribute__((always_inline)) -> PyObject* {
    Arguments given{args, count, names};
    if (is_traced()) return call_traced(group, form, given);
    Call call(form);
    const Op& op = find_overload(group, form, given, call);
    run(op, call);
    return results_to_python(group, op, call);
  });
}

PyRef new_op_object(const OpGroup& group, Form form, bool method) {
  auto* object = PyObject_New(OpObject, method ? &method_type : &function_type);
  if (!object) throw PythonError();
  object->vectorcall = op_vectorcall;
  object->group = &group;
  object->form = form;
  return PyRef::steal(reinterpret_cast<PyObject*>(object));
}

const OpGroup* group_of(PyObject* object) {
  if (Py_TYPE(object) != &function_type && Py_TYPE(object) != &method_type) return nullptr;
  return reinterpret_cast<OpObject*>(object)->group;
}

void init_ops(PyObject* module) {
  init_binder();
  add_type(module, "OpFunction", function_type);
  add_type(module, "OpMethod", method_type);
  init_op_groups(module);
}

}  // namespace tt
