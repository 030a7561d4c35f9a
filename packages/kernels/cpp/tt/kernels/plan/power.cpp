// The plan of powers: a number as exponent may be refused, or have a functor of its own. Knows no device.
#include "tt/core/base/error.h"
#include "tt/kernels/plan/pointwise.h"

namespace tt::kernels {
namespace {

// Pow::Variants (functors/power.h), counted from 1, and whether the functor has a meaning for integers.
struct Choice {
  double exponent;
  uint8_t variant;
  bool inexact;
};
constexpr Choice kChoices[] = {{2, 1, false}, {3, 2, false}, {0.5, 3, true}, {-1, 4, true}};

uint8_t variant_for(const Scalar& exponent, DType dtype) {
  if (exponent.category == Category::Complex || dtype == DType::Bool) return 0;
  for (const Choice& choice : kChoices) {
    if (exponent.real() == choice.exponent)
      return choice.inexact && is_integral(dtype, true) ? 0 : choice.variant;
  }
  return 0;
}

}  // namespace

const Location power_where = here();
void power_plan(const Op& op, Call& call, Plan& plan) {
  const Slot& slot = call.args[1];
  // Before the dtypes are looked at: torch says this of bool as well.
  if (slot.is_number() && call.args[0].is_tensor()) {
    Scalar exponent = slot.scalar();
    bool refused = is_integral(call.args[0].tensor->dtype(), true) && exponent.category == Category::Signed &&
                   exponent.i < 0;
    TT_CHECK(!refused, Runtime, "integers to negative integer powers are not allowed, got exponent ",
             exponent.i, "; hint: give the exponent as a float");
  }
  IteratorConfig config;
  pointwise_plan(op, call, plan, config);
  if (slot.is_number()) plan.variant = variant_for(slot.scalar(), plan.iter.common_dtype());
}

}  // namespace tt::kernels
