#include "tt/core/bind/python_kernel.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "tt/core/base/error.h"
#include "tt/core/base/interned.h"
#include "tt/core/base/trace.h"
#include "tt/core/bind/op_groups.h"
#include "tt/core/bind/python_results.h"
#include "tt/core/bind/slot_object.h"
#include "tt/core/dispatch/registry.h"

namespace tt {
namespace {

// What an entry of a dispatch table refers to.
struct PythonKernel {
  PyRef function;
  Location where;  // of the function
};

bool is_default(const Slot& given, const Slot& fallback) {
  if (given.tag != fallback.tag || given.is_tensor() || given.tag == Tag::TensorList) return false;
  if (given.tag == Tag::Str)
    return std::string_view(given.s, given.length) == std::string_view(fallback.s, fallback.length);
  if (given.tag != Tag::IntList) return given.i == fallback.i;
  return given.length == fallback.length && std::equal(given.ints, given.ints + given.length, fallback.ints);
}

bool is_left_out(const Op& op, const Call& call, int index) {
  bool required = op.required >> index & 1;
  return !required && (call.args[index].is_none() ? op.defaults[index].is_none()
                                                  : is_default(call.args[index], op.defaults[index]));
}

// Note [Python kernels], 1. `first` is an argument before those of the call, or null.
PyRef call_function(const Op& op, const Call& call, PyObject* function, PyObject* first) {
  const OpSpec& spec = *op.spec;
  PyRef owned[kMaxArgs + 1];
  PyObject* given[kMaxArgs + 2];
  size_t count = 0;
  auto add = [&](PyRef object) {
    given[count + 1] = object.get();
    owned[count++] = std::move(object);
  };
  if (first) add(PyRef::share(first));
  int positional = 0;
  for (int i = 0; i < spec.arg_count && !spec.args[i].keyword_only; ++i) {
    if (!is_left_out(op, call, i)) positional = i + 1;
  }
  for (int i = 0; i < positional; ++i) add(PyRef::checked(slot_to_python(call.args[i])));
  size_t nargs = count | PY_VECTORCALL_ARGUMENTS_OFFSET;
  PyRef names;
  for (int i = 0; i < spec.arg_count; ++i) {
    if (!spec.args[i].keyword_only || is_left_out(op, call, i)) continue;
    if (!names) names = PyRef::checked(PyList_New(0));
    PyRef name = PyRef::checked(PyUnicode_InternFromString(spec.args[i].name));
    if (PyList_Append(names.get(), name.get()) < 0) throw PythonError();
    add(PyRef::checked(slot_to_python(call.args[i])));
  }
  if (names) names = PyRef::checked(PyList_AsTuple(names.get()));
  return PyRef::checked(
      calling_python([&] { return PyObject_Vectorcall(function, given + 1, nargs, names.get()); }));
}

// `key` is the backend's, or Autograd for a kernel that runs above it.
void run(const Op& op, Call& call, const KernelEntry& entry, Key key, bool is_fallback) {
  GilGuard gil;
  // Copies: the registration may end while the function runs.
  const auto& kernel = *static_cast<const PythonKernel*>(entry.data);
  PyRef function = PyRef::share(kernel.function.get());
  KernelName shown{entry.name, kernel.where, key};
  Location registered = entry.where;
  TraceScope trace(Stage::Kernel, op.name(), name(call.form), shown.name, shown.where);
  if (TracePause pause{trace}) {
    trace.detail("language", std::string("Python"));
    trace.detail("registered_file", std::string(registered.file));
    trace.detail("registered_line", registered.line);
  }
  bool is_backend = static_cast<int>(key) < kBackendKeyCount;
  ExcludeGuard below(is_backend ? KeySet(Key::Autograd) | Key::ADInplaceOrView : KeySet());
  PyRef first;
  if (is_fallback) first = new_op_object(group_of_overload(op), Form::Functional, false);
  PyRef returned = call_function(op, call, function.get(), first.get());
  take_results(op, call, returned.get(), shown);
}

Key backend_of(const Call& call) { return (call.keys & KeySet::below(Key::ADInplaceOrView)).highest(); }

template <Key key>
void kernel_of_key(const Op& op, Call& call) {
  run(op, call, op.table[static_cast<int>(key)], key, false);
}
template <Key key>
void fallback_of_key(const Op& op, Call& call) {
  run(op, call, op.table[static_cast<int>(key)], key, true);
}

// An alias key's entry is copied into those of the keys that it stands for.
const KernelEntry& entry_of_rule(const Op& op, int rule) {
  int k = 0;
  while (op.table[k].rule != rule) ++k;
  return op.table[k];
}
void explicit_kernel(const Op& op, Call& call) {
  run(op, call, entry_of_rule(op, 2), backend_of(call), false);
}
void implicit_kernel(const Op& op, Call& call) { run(op, call, entry_of_rule(op, 3), Key::Autograd, false); }

template <size_t... keys>
constexpr std::array<Kernel, sizeof...(keys)> kernels_of(std::index_sequence<keys...>) {
  return {kernel_of_key<static_cast<Key>(keys)>...};
}
template <size_t... keys>
constexpr std::array<Kernel, sizeof...(keys)> fallbacks_of(std::index_sequence<keys...>) {
  return {fallback_of_key<static_cast<Key>(keys)>...};
}
constexpr auto kKernels = kernels_of(std::make_index_sequence<kKeyCount>());
constexpr auto kFallbacks = fallbacks_of(std::make_index_sequence<kKeyCount>());

Kernel kernel_for(Key key) {
  if (key == Key::CompositeExplicitAutograd) return explicit_kernel;
  if (key == Key::CompositeImplicitAutograd) return implicit_kernel;
  return kKernels[static_cast<size_t>(key)];
}

PyRef attribute(PyObject* object, const char* name) {
  PyRef found = PyRef::steal(PyObject_GetAttrString(object, name));
  if (!found) PyErr_Clear();
  return found;
}

const char* text_of(const PyRef& object, const char* otherwise) {
  const char* text = object && PyUnicode_Check(object.get()) ? PyUnicode_AsUTF8(object.get()) : nullptr;
  if (!text) PyErr_Clear();
  return interned(text ? text : otherwise);
}

const char* name_of(PyObject* function) {
  PyRef name = attribute(function, "__qualname__");
  return text_of(name ? name : attribute(reinterpret_cast<PyObject*>(Py_TYPE(function)), "__name__"), "?");
}

// Of the function's code, behind decorators that say whom they wrap; else of the registration.
Location place_of(PyObject* function, Location registered) {
  PyRef at = PyRef::share(function);
  while (PyRef inner = attribute(at.get(), "__wrapped__")) at = inner;
  PyRef code = attribute(at.get(), "__code__");
  if (!code) return registered;
  PyRef line = attribute(code.get(), "co_firstlineno");
  return {text_of(attribute(code.get(), "co_filename"), ""), static_cast<int>(PyLong_AsLong(line.get()))};
}

PythonKernel* make(PyObject* function, Location registered) {
  TT_CHECK(PyCallable_Check(function), Type, "expected a kernel to be callable, got ",
           Py_TYPE(function)->tp_name);
  return new PythonKernel{PyRef::share(function), place_of(function, registered)};
}

}  // namespace

void register_python_kernel(const Op& op, Key key, PyObject* function, Location where) {
  PythonKernel* kernel = make(function, where);
  try {
    Registry::instance().kernel(op.qualified, key, kernel_for(key), name_of(function), kernel, where);
  } catch (...) {
    delete kernel;
    throw;
  }
}

void remove_python_kernel(const Op& op, Key key) {
  Registry& registry = Registry::instance();
  const void* kernel = registry.registered(op, key).data;
  registry.remove_kernel(op.qualified, key);
  delete static_cast<const PythonKernel*>(kernel);
}

void register_python_fallback(Key key, PyObject* function, Location where) {
  TT_CHECK(key < Key::Count, Value, "a fallback is of one key, not of ", name(key));
  PythonKernel* kernel = make(function, where);
  try {
    Registry::instance().fallback(key, kFallbacks[static_cast<size_t>(key)], name_of(function), kernel,
                                  where);
  } catch (...) {
    delete kernel;
    throw;
  }
}

void remove_python_fallback(Key key) {
  Registry& registry = Registry::instance();
  const void* kernel = registry.fallback(key).data;
  registry.remove_fallback(key);
  delete static_cast<const PythonKernel*>(kernel);
}

}  // namespace tt
