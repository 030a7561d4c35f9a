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
constexpr Choice kChoices[] = {{2, 1, false}, {3, 2, false}, {0.5, 3, true}, {-1, 4, true}, {0, 5, true}};
constexpr uint8_t kIsOne = 5;

bool is_real(const Scalar& number) { return number.category != Category::Complex || number.im == 0; }

uint8_t variant_for(const Slot& self, const Slot& exponent, DType dtype) {
  bool is_exact = is_integral(dtype, true);
  if (self.is_number() && is_real(self.scalar()) && self.scalar().real() == 1) return is_exact ? 0 : kIsOne;
  if (!exponent.is_number() || !is_real(exponent.scalar()) || dtype == DType::Bool) return 0;
  for (const Choice& choice : kChoices) {
    if (exponent.scalar().real() == choice.exponent) return choice.inexact && is_exact ? 0 : choice.variant;
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
  plan.variant = variant_for(call.args[0], slot, plan.iter.common_dtype());
}

}  // namespace tt::kernels
