#include "tt/core/bind/result_type.h"

#include <structmember.h>

#include <map>
#include <string>
#include <vector>

namespace tt {
namespace {

struct ResultType {
  std::vector<std::string> fields;
  PyTypeObject* type;
};

// By the op's name; types live for ever.
std::multimap<std::string, ResultType>& result_types() {
  static auto* all = new std::multimap<std::string, ResultType>;
  return *all;
}

// torch's: a line for each result.
PyObject* repr(PyObject* self) {
  std::string text = std::string(Py_TYPE(self)->tp_name) + "(\n";
  const PyMemberDef* members = Py_TYPE(self)->tp_members;
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(self); ++i) {
    PyRef item = PyRef::steal(PyObject_Repr(PyTuple_GET_ITEM(self, i)));
    const char* shown = item ? PyUnicode_AsUTF8(item.get()) : nullptr;
    if (!shown) return nullptr;
    text += (i ? ",\n" : "") + std::string(members[i].name) + "=" + shown;
  }
  return PyUnicode_FromString((text + ")").c_str());
}

PyTypeObject* make(const OpSpec& spec) {
  // Both outlive the type, which points into them.
  auto* name = new std::string("tt.return_types." + std::string(spec.name));
  auto* fields = new std::vector<PyStructSequence_Field>;
  for (int i = 0; i < spec.return_count; ++i) fields->push_back({spec.returns[i].name, nullptr});
  fields->push_back({nullptr, nullptr});
  PyStructSequence_Desc description{name->c_str(), "The results of an op, by position and by name.",
                                    fields->data(), spec.return_count};
  PyTypeObject* type = PyStructSequence_NewType(&description);
  if (!type) throw PythonError();
  type->tp_repr = repr;
  return type;
}

}  // namespace

PyTypeObject* result_type(const OpSpec& spec) {
  if (spec.return_count < 2) return nullptr;
  std::vector<std::string> fields;
  for (int i = 0; i < spec.return_count; ++i) {
    if (!*spec.returns[i].name) return nullptr;
    fields.push_back(spec.returns[i].name);
  }
  auto [first, last] = result_types().equal_range(spec.name);
  for (auto known = first; known != last; ++known) {
    if (known->second.fields == fields) return known->second.type;
  }
  PyTypeObject* type = make(spec);
  result_types().emplace(spec.name, ResultType{std::move(fields), type});
  return type;
}

PyTypeObject* find_result_type(const char* op) {
  auto found = result_types().find(op);
  return found == result_types().end() ? nullptr : found->second.type;
}

}  // namespace tt
