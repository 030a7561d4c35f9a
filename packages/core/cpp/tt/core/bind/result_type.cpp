#include "tt/core/bind/result_type.h"

#include <structmember.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace tt {
namespace {

// A type, and what it points into.
struct ResultType {
  std::string name;
  std::vector<std::string> fields;
  std::vector<PyStructSequence_Field> members;
  PyTypeObject* type;
};

// By the op's name; types live for ever.
std::multimap<std::string, std::unique_ptr<ResultType>>& result_types() {
  static auto* all = new std::multimap<std::string, std::unique_ptr<ResultType>>;
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

std::unique_ptr<ResultType> make(const std::string& op, std::vector<std::string> fields) {
  auto made = std::make_unique<ResultType>();
  made->name = "tt.return_types." + op;
  made->fields = std::move(fields);
  for (const std::string& field : made->fields) made->members.push_back({field.c_str(), nullptr});
  made->members.push_back({nullptr, nullptr});
  PyStructSequence_Desc description{made->name.c_str(), "The results of an op, by position and by name.",
                                    made->members.data(), static_cast<int>(made->fields.size())};
  made->type = PyStructSequence_NewType(&description);
  if (!made->type) throw PythonError();
  made->type->tp_repr = repr;
  return made;
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
    if (known->second->fields == fields) return known->second->type;
  }
  return result_types().emplace(spec.name, make(spec.name, std::move(fields)))->second->type;
}

PyTypeObject* find_result_type(const char* op) {
  auto found = result_types().find(op);
  return found == result_types().end() ? nullptr : found->second->type;
}

}  // namespace tt
