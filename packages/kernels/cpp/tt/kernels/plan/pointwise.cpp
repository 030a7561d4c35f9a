#include "tt/kernels/plan/pointwise.h"

#include <algorithm>
#include <cstring>

#include "tt/core/base/error.h"
#include "tt/core/base/warn.h"
#include "tt/core/dispatch/registry.h"
#include "tt/core/iterate/dtype_dispatch.h"
#include "tt/core/iterate/promote.h"

namespace tt::kernels {
namespace {

// 1. Metadata: tensors in the schema's order; a slot for one may hold a Python number.
int add_operands(const Op& op, Call& call, TensorIterator& iter) {
  iter.add_output(call.form == Form::Functional ? nullptr
                  : call.form == Form::InPlace  ? call.args[0].tensor
                                                : call.out[0]);
  int count = op.tensor_arg_count;  // they come first
  for (int arg = 0; arg < count; ++arg) {
    Slot& slot = call.args[arg];
    if (slot.is_tensor())
      iter.add_input(*slot.tensor);
    else
      iter.add_number(slot.scalar());
  }
  return count;
}

// 2. Validation: the dtype in which the operands meet must be one that the op accepts.
[[gnu::cold, gnu::noinline]] void refuse_dtype(const Op& op, DType dtype) {
  bool computes = op.spec->accepts & bit(DType::Complex64);  // a sum, difference or product
  fail(ErrorKind::NotImplemented, "not implemented for dtype ", name(dtype), "; implemented for ",
       dtype_set_names(op.spec->accepts),
       dtype == DType::Bool && computes
           ? "; hint: `^` or logical_xor, or `~` or logical_not, is what is meant for bool"
           : "; hint: cast it with to()");
}

// As torch: what is real may be written to a tensor of the input's own complex dtype, but of no other.
void check_real_output(const Op& op, const Call& call, const Plan& plan) {
  if (op.spec->promotes != Promotion::ComplexToReal || call.form == Form::Functional ||
      !is_complex(plan.iter.common_dtype()))
    return;
  TT_CHECK(call.form != Form::InPlace, Runtime,
           "in-place is not supported for complex tensors, whose result is ", name(plan.iter.result_dtype()));
  DType out = call.out[0]->dtype();
  TT_CHECK(!is_complex(out) || out == plan.iter.common_dtype(), Runtime, "expected out to have dtype ",
           name(plan.iter.result_dtype()), " or ", name(plan.iter.common_dtype()), ", got ", name(out));
}

// Scaled sums and differences that do not take bool refuse it in any operand: a mask minus a number is a
// mistake.
bool has_bool(const Call& call, int operands) {
  for (int i = 0; i < operands; ++i) {
    const Slot& slot = call.args[i];
    if (slot.is_tensor() ? slot.tensor->dtype() == DType::Bool : slot.tag == Tag::Bool) return true;
  }
  return false;
}

[[gnu::cold, gnu::noinline]] void check_number(const char* arg, const Scalar& number, DType dtype) {
  TT_CHECK(number.category != Category::Bool || dtype == DType::Bool, Runtime, "boolean ", arg,
           " is only supported for boolean results, got a result of dtype ", name(dtype));
  TT_CHECK(is_floating(dtype) || is_complex(dtype) || !number.is_float(), Runtime,
           "for integral input tensors, argument ", arg, " must not be a floating point number");
  TT_CHECK(is_complex(dtype) || number.category != Category::Complex, Runtime,
           "for non-complex input tensors, argument ", arg, " must not be a complex number");
}

DType opmath(DType dtype) {
  return dtype == DType::Float16 || dtype == DType::BFloat16 ? DType::Float32 : dtype;
}

// The op's numbers, as every element will see them.
void store_numbers(const Op& op, const Call& call, int first, Plan& plan) {
  DType dtype = plan.iter.common_dtype();
  for (int arg = first; arg < op.spec->arg_count; ++arg) {
    Scalar number = call.args[arg].scalar();
    const ArgSpec& spec = op.spec->args[arg];
    // A flag, which the schema calls bool, is 0 or 1 in every dtype.
    if (TT_UNLIKELY(number.category != Category::Signed) && spec.type != ArgType::Bool)
      check_number(spec.name, number, dtype);
    store(number, opmath(dtype), plan.scalars[arg - first]);
  }
}

}  // namespace

void pointwise_plan(const Op& op, Call& call, Plan& plan, IteratorConfig& config) {
  int first_number = add_operands(op, call, plan.iter);
  config.promotes = op.spec->promotes;
  config.exact_numbers = op.has(kExactNumbers);
  config.resize_outputs = call.form == Form::Out;
  bool is_scaled = first_number < op.spec->arg_count;
  if (is_scaled && !(op.spec->accepts & bit(DType::Bool)) && has_bool(call, first_number))
    refuse_dtype(op, DType::Bool);
  plan.iter.build(config);  // 3. Output allocation
  DType dtype = plan.iter.common_dtype();
  if (TT_UNLIKELY(!(op.spec->accepts & bit(dtype)))) refuse_dtype(op, dtype);
  check_real_output(op, call, plan);
  store_numbers(op, call, first_number, plan);
}

namespace {

constexpr Location plain_where = here();
void plain_plan(const Op& op, Call& call, Plan& plan) {
  IteratorConfig config;
  pointwise_plan(op, call, plan, config);
}

// The first argument says which elements, and takes no part in promotion.
constexpr Location masked_where = here();
void masked_plan(const Op& op, Call& call, Plan& plan) {
  const Slot& mask = call.args[0];
  DType dtype = mask.is_tensor() ? mask.tensor->dtype() : ResultType::dtype_of(mask.scalar());
  if (dtype == DType::UInt8) {
    warn(std::string(op.spec->name) + ": a uint8 " + op.spec->args[0].name +
         " is deprecated, use a bool tensor");
  } else {
    TT_CHECK(dtype == DType::Bool, Runtime, "expected ", op.spec->args[0].name,
             " to be a bool tensor, got dtype ", name(dtype));
  }
  IteratorConfig config{.promote_first_bool = true};
  pointwise_plan(op, call, plan, config);
}

}  // namespace

void register_pointwise_plan(const char* op) {
  const OpSpec& spec = *Registry::instance().at(op).spec;
  auto takes = [&](const char* name) {
    return std::any_of(spec.args, spec.args + spec.arg_count,
                       [&](const ArgSpec& arg) { return std::strcmp(arg.name, name) == 0; });
  };
  if (takes("condition"))
    register_plan(op, masked_plan, "masked_plan", masked_where);
  else if (takes("exponent"))
    register_plan(op, power_plan, "power_plan", power_where);
  else
    register_plan(op, plain_plan, "plain_plan", plain_where);
}

}  // namespace tt::kernels
