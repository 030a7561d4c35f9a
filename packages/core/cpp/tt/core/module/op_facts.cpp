// The functions of `tt_core._C` that say what is known of ops: their names, schemas, plans and dispatch tables.
#include "tt/core/module/op_facts.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>

#include "tt/core/dispatch/registry.h"
#include "tt/core/iterate/dtype_dispatch.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace tt {
namespace {

nb::dict op_to_python(const Op& op) {
  nb::list kernels;
  for (int k = kKeyCount - 1; k >= 0; --k) {
    const KernelEntry& entry = op.table[k];
    nb::dict kernel;
    kernel["key"] = name(static_cast<Key>(k));
    kernel["name"] = entry.kernel ? entry.name : "fallthrough";
    kernel["file"] = entry.where.file;
    kernel["line"] = entry.where.line;
    kernel["rule"] = static_cast<int>(entry.rule);
    kernels.append(kernel);
  }
  nb::dict dict;
  dict["op"] = op.qualified;
  dict["schema"] = op.spec->schema;
  dict["doc"] = op.spec->doc;
  dict["numpy"] = op.spec->numpy;
  dict["functor"] = op.spec->functor;
  dict["slots"] = op.spec->slots;
  dict["accepts"] = dtype_set_names(op.spec->accepts);
  dict["file"] = op.spec->where.file;
  dict["line"] = op.spec->where.line;
  dict["plan"] = op.plan_name;
  dict["plan_file"] = op.plan_where.file;
  dict["plan_line"] = op.plan_where.line;
  nb::list forms;
  if (!op.writes) forms.append("functional");
  if (op.has(kInplaceForm)) forms.append("inplace");
  if (op.has(kOutForm)) forms.append("out");
  dict["forms"] = forms;
  dict["function"] = op.has(kFunction);
  dict["method"] = op.has(kMethod);
  dict["kernels"] = kernels;
  return dict;
}

}  // namespace

void add_op_facts(nb::module_& m) {
  m.def(
      "op_names",
      [] {
        std::vector<std::string> names;
        for (const auto& op : Registry::instance().ops()) {
          if (names.empty() || names.back() != op->spec->name) names.push_back(op->spec->name);
        }
        return names;
      },
      "The names of all ops, without overloads.");
  m.def(
      "function_names",
      [] {
        std::vector<std::string> names;
        for (const auto& op : Registry::instance().ops()) {
          if (!op->has(kFunction)) continue;
          if (names.empty() || names.back() != op->spec->name) names.push_back(op->spec->name);
          if (op->has(kInplaceForm)) names.push_back(std::string(op->spec->name) + "_");
        }
        return names;
      },
      "The names that users see as functions of tt, in-place forms included.");
  m.def(
      "op_info",
      [](const std::string& name) {
        nb::list overloads;
        for (const auto& op : Registry::instance().ops()) {
          if (op->spec->name == name || op->qualified == name) overloads.append(op_to_python(*op));
        }
        return overloads;
      },
      "name"_a,
      "What is known of an op's overloads: schema, forms, plan, and the dispatch table with its sources.");
}

}  // namespace tt
