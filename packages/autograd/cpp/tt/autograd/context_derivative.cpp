#include "tt/autograd/context_derivative.h"

#include <unordered_map>

#include "tt/autograd/derivative.h"
#include "tt/core/base/error.h"
#include "tt/core/base/interned.h"
#include "tt/core/dispatch/registry.h"

namespace tt::autograd {
namespace {

std::unordered_map<const Op*, ContextDerivative>& all() {
  static auto* made = new std::unordered_map<const Op*, ContextDerivative>;
  return *made;
}

}  // namespace

const ContextDerivative* context_derivative_of(const Op& op) {
  auto found = all().find(&op);
  return found == all().end() ? nullptr : &found->second;
}

PyObject* set_context_derivative(PyObject*, PyObject* args) {
  return guarded([&]() -> PyObject* {
    const char *qualified, *file;
    PyObject *setup, *run;
    int line;
    if (!PyArg_ParseTuple(args, "sOOsi:set_context_derivative", &qualified, &setup, &run, &file, &line))
      return nullptr;
    const Op& op = Registry::instance().at(qualified);
    Location where{interned(file), line};
    check_no_derivative(op, where);
    TT_CHECK(!op.writes, Runtime, qualified, ": the op writes to an argument (", op.spec->schema,
             "), so it can have no backward function\nhint: make an op that returns a new tensor");
    TT_CHECK(!op.has(kInplaceForm), Runtime, qualified,
             ": the op has an in-place form, which needs formulas\nhint: tt.library.register_derivative");
    all()[&op] = {PyRef::share(setup), PyRef::share(run), where};
    Py_RETURN_NONE;
  });
}

PyObject* forget_context_derivative(PyObject*, PyObject* name) {
  return guarded([&]() -> PyObject* {
    const char* qualified = PyUnicode_AsUTF8(name);
    if (!qualified) return nullptr;
    auto taken = all().extract(&Registry::instance().at(qualified));  // Python code runs when it is dropped
    Py_RETURN_NONE;
  });
}

}  // namespace tt::autograd
