// Stage 4 of a call: must it be recorded? One generic kernel, the fallback of the Autograd key. Knows
// neither devices nor kernels, and no op by name.
#include "tt/autograd/record.h"

#include "tt/autograd/context_node.h"
#include "tt/autograd/formula_node.h"
#include "tt/autograd/meta.h"
#include "tt/autograd/record_mutation.h"
#include "tt/autograd/unimplemented.h"
#include "tt/core/base/interned.h"
#include "tt/core/base/trace.h"
#include "tt/core/dispatch/dispatcher.h"
#include "tt/core/dispatch/invoke.h"
#include "tt/core/dispatch/registry.h"

namespace tt::autograd {
namespace {

bool any_requires_grad(const Call& call) {
  bool any = false;
  for_each_tensor(call, [&](const TensorImpl& tensor) { any |= tensor.requires_grad(); });
  return any;
}

// Bits of the inputs that need a gradient, 0 for none. Without formulas 1 says that some argument does.
uint32_t needs_of(const Derivative* derivative, const Call& call) {
  return derivative ? derivative->needs(call) : any_requires_grad(call);
}

const char* node_name(const Op& op, const Derivative* derivative) {
  if (TT_LIKELY(derivative != nullptr)) return derivative->node_name.c_str();
  return context_derivative_of(op) ? interned(node_name_of(op)) : "NotImplemented";
}

// `records` says which outputs will have the node as history; a context may take some out.
Ref<Node> make_node(const Op& op, const Derivative* derivative, uint32_t needs, const Call& call,
                    TensorImpl* const* outputs, uint32_t count, bool* records, BeforeWrite* before) {
  if (TT_LIKELY(derivative != nullptr))
    return FormulaNode::make(*derivative, needs, call, outputs, count, before);
  if (const ContextDerivative* context = context_derivative_of(op))
    return ContextNode::make(op, *context, call, outputs, count, records);
  return Unimplemented::make(op, call, outputs, count);
}

void say_formula(TraceScope& trace, const std::string& formula, const std::string& file, int line) {
  trace.detail("formula", formula);
  trace.detail("formula_file", file);
  trace.detail("formula_line", line);
}

void say_what_is_recorded(TraceScope& trace, const Op& op, const Derivative* derivative, uint32_t needs) {
  trace.detail("node", std::string(node_name(op, derivative)));
  if (const ContextDerivative* context = derivative ? nullptr : context_derivative_of(op))
    say_formula(trace, "register_autograd(\"" + op.qualified + "\")", context->where.file,
                context->where.line);
  if (!derivative) return;
  std::vector<std::string> formulas, saved;
  const Formula* shown = nullptr;
  for (int i = 0; i < derivative->input_count; ++i) {
    if (!(needs >> i & 1)) continue;
    formulas.push_back(derivative->op->spec->args[derivative->inputs[i].slot].name);
    if (!shown) shown = &derivative->formula_of(i);
  }
  for (int i = 0; i < derivative->save_count; ++i) {
    if (derivative->saves[i].needed_by & needs) saved.push_back(derivative->saves[i].name);
  }
  trace.detail("inputs", std::move(formulas));
  trace.detail("saved", std::move(saved));
  if (!shown || !shown->function) return;
  say_formula(trace, "derivative(\"" + op.qualified + "\")", shown->file, shown->line);
}

void record_functional(const Op& op, Call& call, const Derivative* derivative, uint32_t needs) {
  TraceScope trace(Stage::Autograd, op.name(), name(call.form), node_name(op, derivative));
  if (TracePause pause{trace}) say_what_is_recorded(trace, op, derivative, needs);
  call.recorded = true;
  {
    ExcludeGuard guard(Key::Autograd);
    redispatch_below(Key::Autograd, op, call);
  }
  TensorImpl* outputs[kMaxResults];
  bool records[kMaxResults];
  uint32_t count = 0;
  bool differentiable = false;
  for (int i = 0; i < call.result_count; ++i) {
    if (!call.results[i].is_tensor() || !call.results[i].tensor) continue;
    TensorImpl* result = call.results[i].tensor;
    // An op may hand back an argument as it is; that has its history already.
    records[count] = is_differentiable(result->dtype()) && !(result->flags & kRequiresGrad);
    differentiable |= records[count];
    outputs[count++] = result;
  }
  if (!differentiable) return;
  Ref<Node> node = make_node(op, derivative, needs, call, outputs, count, records, nullptr);
  if (TT_LIKELY(count == 1)) return set_history(*outputs[0], std::move(node), 0);
  for (uint32_t i = 0; i < count; ++i) {
    if (records[i]) set_history(*outputs[i], node, i);
  }
}

void remember(BeforeWrite& before, const Call& call, const Derivative& derivative, uint32_t needs) {
  for (int i = 0; i < derivative.input_count; ++i) {
    const Slot& slot = call.args[derivative.inputs[i].slot];
    if (slot.is_tensor() && (needs >> i & 1)) before.edges[i] = edge_of(*slot.tensor);
  }
  for (uint32_t mask = call.tensor_mask; mask; mask &= mask - 1) {
    int index = __builtin_ctz(mask);
    before.versions[index] = call.args[index].tensor->version();
  }
  for (int i = 0; i < derivative.save_count; ++i) {
    const Save& save = derivative.saves[i];
    bool is_self = save.kind == Save::Kind::Argument && save.index == 0;
    if (!is_self || !(save.needed_by & needs)) continue;
    TensorImpl& self = *call.args[0].tensor;
    Edge history = self.requires_grad() ? edge_of(self) : Edge{};
    {
      ExcludeGuard guard(Key::Autograd);
      before.self = invoke(find_op<"clone">(), {Slot::of(&self)});
    }
    // The clone stands for the value that is overwritten, in second derivatives too.
    if (history.node) set_history(*before.self, std::move(history.node), history.output);
    return;
  }
}

void record_write(const Op& op, Call& call, const Derivative* derivative, uint32_t needs) {
  TensorImpl& self = *call.args[0].tensor;
  check_write(self);
  TraceScope trace(Stage::Autograd, op.name(), name(call.form), node_name(op, derivative));
  if (TracePause pause{trace}) say_what_is_recorded(trace, op, derivative, needs);
  BeforeWrite before;
  if (derivative) remember(before, call, *derivative, needs);
  {
    ExcludeGuard guard(Key::Autograd);
    redispatch_below(Key::Autograd, op, call);
  }
  if (!is_differentiable(self.dtype())) return;
  TensorImpl* outputs[] = {&self};
  Ref<Node> node = make_node(op, derivative, needs, call, outputs, 1, nullptr, &before);
  set_history_of_written(self, std::move(node));
}

void refuse_out(const Call& call) {
  bool any = any_requires_grad(call);
  for (int i = 0; i < call.out_count; ++i) any |= call.out[i]->requires_grad();
  TT_CHECK(!any, Runtime,
           "functions with out=... arguments don't support automatic differentiation, but one of the "
           "arguments requires grad.");
}

void record(const Op& op, Call& call) {
  const Derivative* derivative = derivative_of(op);
  if (derivative && derivative->non_differentiable) return redispatch_below(Key::Autograd, op, call);
  if (TT_UNLIKELY(call.form == Form::Out)) {
    refuse_out(call);
    return redispatch_below(Key::Autograd, op, call);
  }
  uint32_t needs = needs_of(derivative, call);
  if (!needs) return redispatch_below(Key::Autograd, op, call);
  if (call.form == Form::InPlace || op.writes) {
    if (TT_UNLIKELY(writes_beside_self(op))) return record_mutation(op, call);
    return record_write(op, call, derivative, needs);
  }
  record_functional(op, call, derivative, needs);
}

}  // namespace

void register_record() { Registry::instance().fallback(Key::Autograd, record, "record"); }

}  // namespace tt::autograd
