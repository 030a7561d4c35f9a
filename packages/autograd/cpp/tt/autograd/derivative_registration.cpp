// The functions through which Python registers formulas, looks at them and takes them away again.
#include <memory>
#include <utility>
#include <vector>

#include "tt/autograd/context_derivative.h"
#include "tt/autograd/derivative.h"
#include "tt/autograd/formula_parameter.h"
#include "tt/autograd/record_mutation.h"
#include "tt/core/base/interned.h"
#include "tt/core/dispatch/registry.h"

namespace tt::autograd {
namespace {

const char* text_of(PyObject* object) {
  const char* text = PyUnicode_AsUTF8(object);
  if (!text) throw PythonError();
  return text;
}

// Derivatives are kept for ever: nodes refer to them.
Derivative* keep(std::unique_ptr<Derivative> derivative) {
  static auto* all = new std::vector<std::unique_ptr<Derivative>>;
  return all->emplace_back(std::move(derivative)).get();
}

// The formulas' references go to one tuple; Note [Scoped formulas].
void make_scoped(Derivative& derivative) {
  PyRef all = PyRef::checked(PyTuple_New(kMaxArgs));
  for (int i = 0; i < kMaxArgs; ++i) {
    PyObject* function = i < derivative.input_count ? derivative.inputs[i].formula.function : nullptr;
    PyTuple_SET_ITEM(all.get(), i, function ? function : Py_NewRef(Py_None));
  }
  derivative.owner = std::move(all);
  derivative.owner_save =
      static_cast<int8_t>(save_for(derivative, Save::Kind::Owner, 0, "its formulas", 0xffff));
}

}  // namespace

void check_no_derivative(const Op& op, Location where) {
  const Derivative* derivative = derivative_of(op);
  const ContextDerivative* context = context_derivative_of(op);
  if (!derivative && !context) return;
  Location first = derivative ? derivative->where : context->where;
  fail(ErrorKind::Runtime, op.name(), ": two derivatives are registered for the op: at ", first.file, ":",
       first.line, " and at ", where.file, ":", where.line);
}

PyObject* set_derivative(PyObject*, PyObject* args, PyObject* kwargs) {
  return guarded([&]() -> PyObject* {
    static const char* names[] = {"qualified", "formulas", "joint", "materialize", "non_differentiable",
                                  "scoped",    "file",     "line",  nullptr};
    const char* qualified;
    PyObject* formulas;
    PyObject* joint = Py_None;
    int materialize = 0, non_differentiable = 0, scoped = 0, line = 0;
    const char* file = "";
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "sO!|Opppsi:set_derivative", const_cast<char**>(names),
                                     &qualified, &PyDict_Type, &formulas, &joint, &materialize,
                                     &non_differentiable, &scoped, &file, &line)) {
      return nullptr;
    }
    Op& op = Registry::instance().at(qualified);
    Location where{interned(file), line};
    check_no_derivative(op, where);
    TT_CHECK(
        non_differentiable || !writes_beside_self(op), Value, qualified, ": the op (", op.spec->schema,
        ") writes to more than its first argument or returns more than that, so it can have no formulas");
    std::unique_ptr<Derivative> derivative = parse_derivative(op, formulas, joint);
    derivative->where = where;
    if (scoped) make_scoped(*derivative);
    derivative->materialize = materialize;
    derivative->non_differentiable = non_differentiable;
    op.derivative = keep(std::move(derivative));
    op.differentiable = !non_differentiable;
    Py_RETURN_NONE;
  });
}

PyObject* forget_derivative(PyObject*, PyObject* name) {
  return guarded([&]() -> PyObject* {
    Op& op = Registry::instance().at(text_of(name));
    auto* derivative = static_cast<Derivative*>(std::exchange(op.derivative, nullptr));
    op.differentiable = true;
    if (derivative) PyRef dropped = std::move(derivative->owner);
    Py_RETURN_NONE;
  });
}

PyObject* derivative_info(PyObject*, PyObject* name) {
  return guarded([&]() -> PyObject* {
    const Derivative* derivative = derivative_of(Registry::instance().at(text_of(name)));
    if (!derivative) Py_RETURN_NONE;
    PyRef formulas = PyRef::checked(PyDict_New());
    for (int i = 0; i < derivative->input_count && !derivative->non_differentiable; ++i) {
      const Formula& formula = derivative->formula_of(i);
      if (!formula.function) continue;
      PyRef place = PyRef::checked(Py_BuildValue("{s:s,s:i,s:O}", "file", formula.file.c_str(), "line",
                                                 formula.line, "function", formula.function));
      const char* input = derivative->op->spec->args[derivative->inputs[i].slot].name;
      if (PyDict_SetItemString(formulas.get(), input, place.get()) < 0) throw PythonError();
    }
    return Py_BuildValue("{s:s,s:O,s:O,s:O}", "node", derivative->node_name.c_str(), "formulas",
                         formulas.get(), "joint", derivative->joint ? Py_True : Py_False,
                         "non_differentiable", derivative->non_differentiable ? Py_True : Py_False);
  });
}

}  // namespace tt::autograd
