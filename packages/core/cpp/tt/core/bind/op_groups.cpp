#include "tt/core/bind/op_groups.h"

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tt/core/bind/number_slots.h"
#include "tt/core/bind/objects.h"
#include "tt/core/bind/result_type.h"
#include "tt/core/bind/tensor_object.h"
#include "tt/core/dispatch/registry.h"

namespace tt {
namespace {

PyObject* ops_namespace;

// Groups are kept for ever: callables refer to them, and a call may be on its way through one that another has taken
// the place of.
OpGroup* keep(OpGroup group) {
  static auto* all = new std::vector<std::unique_ptr<OpGroup>>;
  return all->emplace_back(std::make_unique<OpGroup>(std::move(group))).get();
}

std::unordered_map<std::string, OpGroup*>& groups_by_name() {
  static auto* all = new std::unordered_map<std::string, OpGroup*>;
  return *all;
}

void add_overload(OpGroup& group, const Op& op) {
  group.overloads.push_back(&op);
  group.result_types.push_back(result_type(*op.spec));
  auto& keywords = group.keywords.emplace_back();
  for (int i = 0; i < op.spec->arg_count; ++i)
    keywords.push_back(PyUnicode_InternFromString(op.spec->args[i].name));
}

// Where "mylib::scale" is found by its last name: tt_core.ops.mylib, made when there is none.
PyRef namespace_of(const std::string& name) {
  size_t at = name.find("::");
  if (at == std::string::npos) return PyRef::share(ops_namespace);
  std::string space = name.substr(0, at);
  PyRef found = PyRef::steal(PyObject_GetAttrString(ops_namespace, space.c_str()));
  if (found) return found;
  PyErr_Clear();
  PyRef module = PyRef::checked(PyImport_ImportModule("tt_core.op_namespace"));
  PyRef made = PyRef::checked(PyObject_CallMethod(module.get(), "OpNamespace", "s", space.c_str()));
  if (PyObject_SetAttrString(ops_namespace, space.c_str(), made.get()) < 0) throw PythonError();
  return made;
}

std::string name_in_namespace(const std::string& name) {
  size_t at = name.find("::");
  return at == std::string::npos ? name : name.substr(at + 2);
}

void attach(const OpGroup& group) {
  PyRef space = namespace_of(group.name);
  std::string plain = name_in_namespace(group.name);
  auto add = [&](const std::string& name, Form form, bool method) {
    PyRef object = new_op_object(group, form, method);
    if (method)
      add_attribute(name.c_str(), object.get());
    else if (PyObject_SetAttrString(space.get(), name.c_str(), object.get()) < 0)
      throw PythonError();
  };
  bool inplace = false, is_method = false;
  for (const Op* overload : group.overloads) {
    inplace |= overload->has(kInplaceForm);
    is_method |= overload->has(kMethod);
  }
  add(plain, Form::Functional, false);
  if (is_method) add(plain, Form::Functional, true);
  if (inplace) {
    add(plain + "_", Form::InPlace, false);
    add(plain + "_", Form::InPlace, true);
  }
  fill_number_slots(group, group.overloads[0]->spec->slots);
}

}  // namespace

const OpGroup* find_group(const char* name) {
  auto found = groups_by_name().find(name);
  return found == groups_by_name().end() ? nullptr : found->second;
}

const OpGroup& group_of_overload(const Op& op) {
  static auto* all = new std::unordered_map<const Op*, OpGroup*>;
  OpGroup*& group = (*all)[&op];
  if (!group) {
    group = keep({op.spec->name, {}, {}, {}});
    add_overload(*group, op);
  }
  return *group;
}

void attach_ops() {
  std::vector<OpGroup*> changed;
  for (const auto& op : Registry::instance().ops()) {
    if (op->attached) continue;
    op->attached = true;
    OpGroup*& group = groups_by_name()[op->spec->name];
    if (!group)
      group = keep({op->spec->name, {}, {}, {}});
    else if (op->has(kRunTime))
      group = keep(*group);
    if (changed.empty() || changed.back() != group) changed.push_back(group);
    add_overload(*group, *op);
  }
  for (const OpGroup* group : changed) attach(*group);
}

void detach_op(const Op& op) {
  auto found = groups_by_name().find(op.spec->name);
  OpGroup rest{found->first, {}, {}, {}};
  for (const Op* other : found->second->overloads) {
    if (other != &op) add_overload(rest, *other);
  }
  if (!rest.overloads.empty()) {
    found->second = keep(std::move(rest));
    return attach(*found->second);
  }
  PyRef space = namespace_of(rest.name);
  if (PyObject_DelAttrString(space.get(), name_in_namespace(rest.name).c_str()) < 0) PyErr_Clear();
  groups_by_name().erase(found);
}

void init_op_groups(PyObject* module) {
  PyRef types = PyRef::checked(PyImport_ImportModule("types"));
  ops_namespace = PyObject_CallMethod(types.get(), "SimpleNamespace", nullptr);
  if (!ops_namespace) throw PythonError();
  add_object(module, "ops", ops_namespace);
}

}  // namespace tt
