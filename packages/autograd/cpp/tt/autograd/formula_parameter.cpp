// What the parameters of a formula mean: its gradient, an argument, a result, or a fact of an argument. The names say
// what is saved.
#include "tt/autograd/formula_parameter.h"

#include <string>

#include "tt/core/base/interned.h"

namespace tt::autograd {

uint8_t save_for(Derivative& derivative, Save::Kind kind, int index, const char* name, uint16_t input_bits) {
  for (uint8_t i = 0; i < derivative.save_count; ++i) {
    Save& save = derivative.saves[i];
    if (save.kind != kind || save.index != index) continue;
    save.needed_by |= input_bits;
    return i;
  }
  derivative.saves[derivative.save_count] = {kind, static_cast<uint8_t>(index), input_bits, name};
  return derivative.save_count++;
}

int argument_named(const OpSpec& spec, std::string_view name) {
  for (int i = 0; i < spec.arg_count; ++i) {
    if (name == spec.args[i].name) return i;
  }
  return -1;
}

namespace {

int result_named(const OpSpec& spec, std::string_view name) {
  for (int i = 0; i < spec.return_count; ++i) {
    if (*spec.returns[i].name && name == spec.returns[i].name) return i;
  }
  return -1;
}

struct Fact {
  std::string_view suffix;
  Save::Kind kind;
};
constexpr Fact kFacts[] = {{"_shape", Save::Kind::Shape},
                           {"_stride", Save::Kind::Stride},
                           {"_offset", Save::Kind::Offset},
                           {"_dtype", Save::Kind::DType},
                           {"_device", Save::Kind::Device}};

}  // namespace

Parameter parameter_named(Derivative& derivative, std::string_view name, uint16_t input_bits) {
  const OpSpec& spec = *derivative.op->spec;
  auto saved = [&](Save::Kind kind, int index, const char* shown) {
    return Parameter{Source::Saved, save_for(derivative, kind, index, shown, input_bits)};
  };
  if (name == "grad") return {Source::Grad, 0};
  if (name == "grads") return {Source::Grads, 0};
  if (name == "needs") return {Source::Needs, 0};
  if (int index = argument_named(spec, name); index >= 0) {
    TT_CHECK(spec.args[index].type != ArgType::Generator, Value, derivative.op->name(),
             ": a formula cannot name the generator '", name, "', whose state has moved on");
    return saved(Save::Kind::Argument, index, spec.args[index].name);
  }
  if (name == "result") return saved(Save::Kind::Result, 0, "result");
  if (name == "results") return saved(Save::Kind::Results, 0, "results");
  if (int index = result_named(spec, name); index >= 0)
    return saved(Save::Kind::Result, index, spec.returns[index].name);
  for (const Fact& fact : kFacts) {
    if (!name.ends_with(fact.suffix)) continue;
    int index = argument_named(spec, name.substr(0, name.size() - fact.suffix.size()));
    if (index >= 0 && spec.args[index].type == ArgType::Tensor)
      return saved(fact.kind, index, interned(name));
  }
  std::string known = "grad, grads, needs, result, results, self_shape and its like";
  for (int i = 0; i < spec.arg_count; ++i) known += std::string(", ") + spec.args[i].name;
  for (int i = 0; i < spec.return_count; ++i) {
    if (*spec.returns[i].name) known += std::string(", ") + spec.returns[i].name;
  }
  fail(ErrorKind::Value, derivative.op->name(), ": a formula has the parameter '", name,
       "', expected some of ", known);
}

}  // namespace tt::autograd
