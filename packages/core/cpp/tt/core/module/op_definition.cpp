#include "tt/core/module/op_definition.h"

#include <nanobind/stl/string.h>

#include <iterator>
#include <memory>
#include <vector>

#include "tt/core/base/error.h"
#include "tt/core/base/interned.h"
#include "tt/core/bind/op_groups.h"
#include "tt/core/dispatch/registry.h"

namespace nb = nanobind;

namespace tt {
namespace {

// In the order of ArgType.
constexpr const char* kTypes[] = {"Tensor", "TensorList", "Int",          "IntList",  "Float",
                                  "Bool",   "BoolList",   "Scalar",       "Str",      "DType",
                                  "Device", "Layout",     "MemoryFormat", "Generator"};

ArgType type_named(const std::string& text) {
  for (size_t i = 0; i < std::size(kTypes); ++i) {
    if (text == kTypes[i]) return static_cast<ArgType>(i);
  }
  fail(ErrorKind::Value, "unknown argument type '", text, "'");
}

// An op's facts and what they point to; never freed, as the op is not.
struct OwnedSpec {
  OpSpec op{};
  std::vector<ArgSpec> args;
  std::vector<ReturnSpec> returns;
  std::vector<std::vector<int64_t>> lists;

  // `...` is an argument that has to be given.
  DefaultSpec fallback(nb::handle value, ArgType type) {
    DefaultSpec spec{DefaultKind::Required, 0, 0, "", nullptr};
    if (value.is(nb::ellipsis())) return spec;
    if (value.is_none()) {
      spec.kind = DefaultKind::None;
    } else if (PyTuple_Check(value.ptr())) {
      std::vector<int64_t>& ints = lists.emplace_back();
      for (nb::handle item : nb::cast<nb::tuple>(value)) ints.push_back(nb::cast<int64_t>(item));
      spec.kind = DefaultKind::IntList;
      spec.i = static_cast<int64_t>(ints.size());
      spec.ints = ints.data();
    } else if (PyUnicode_Check(value.ptr())) {
      spec.kind = type == ArgType::DType ? DefaultKind::DType : DefaultKind::Str;
      spec.s = interned(nb::cast<std::string>(value));
    } else if (PyFloat_Check(value.ptr())) {
      spec.kind = DefaultKind::Float;
      spec.d = nb::cast<double>(value);
    } else {
      spec.kind = PyBool_Check(value.ptr()) ? DefaultKind::Bool : DefaultKind::Int;
      spec.i = nb::cast<int64_t>(value);
    }
    return spec;
  }
};

bool is_tensor_type(ArgType type) { return type == ArgType::Tensor || type == ArgType::TensorList; }

uint32_t flags_of(const OwnedSpec& spec) {
  uint32_t flags = kRunTime | kInternal;
  bool has_tensor = false, has_device = false;
  for (const ArgSpec& arg : spec.args) {
    has_tensor |= is_tensor_type(arg.type);
    has_device |= arg.type == ArgType::Device;
    if (arg.writes) flags |= kMutates;
    for (const ReturnSpec& result : spec.returns) {
      if (arg.alias_set && !arg.writes && arg.alias_set == result.alias_set) flags |= kView;
    }
  }
  return has_device && !has_tensor ? flags | kFactory : flags;
}

}  // namespace

void define_op(const std::string& name, const std::string& overload, const std::string& schema,
               const std::string& doc, const std::string& file, int line, nb::list args, nb::list returns) {
  auto spec = std::make_unique<OwnedSpec>();
  for (nb::handle each : args) {
    auto arg = nb::cast<nb::tuple>(each);
    ArgType type = type_named(nb::cast<std::string>(arg[1]));
    spec->args.push_back({interned(nb::cast<std::string>(arg[0])), type, nb::cast<bool>(arg[2]),
                          nb::cast<bool>(arg[3]), nb::cast<int8_t>(arg[4]), nb::cast<uint8_t>(arg[5]),
                          nb::cast<bool>(arg[6]), spec->fallback(arg[7], type)});
  }
  for (nb::handle each : returns) {
    auto result = nb::cast<nb::tuple>(each);
    spec->returns.push_back({interned(nb::cast<std::string>(result[0])),
                             type_named(nb::cast<std::string>(result[1])), nb::cast<uint8_t>(result[2]),
                             nb::cast<bool>(result[3])});
  }
  OpSpec& op = spec->op;
  op.name = interned(name);
  op.overload = interned(overload);
  op.schema = interned(schema);
  op.doc = interned(doc);
  op.numpy = op.slots = op.functor = op.result = "";
  op.where = {interned(file), line};
  op.args = spec->args.data();
  op.arg_count = static_cast<uint8_t>(spec->args.size());
  op.returns = spec->returns.data();
  op.return_count = static_cast<uint8_t>(spec->returns.size());
  op.flags = flags_of(*spec);
  op.accepts = (1u << kDTypeCount) - 1;
  op.promotes = Promotion::None;
  Registry::instance().define(op);
  (void)spec.release();
  attach_ops();
}

}  // namespace tt
