// Division with a rounding mode: which op each of the modes is.
#include <cstring>

#include "tt/core/base/error.h"
#include "tt/kernels/plan/inner_call.h"
#include "tt/kernels/registration.h"

namespace tt::kernels {
namespace {

const Op& op_for(const Slot& mode) {
  if (mode.is_none()) return find_op<"div.Tensor">();
  if (std::strcmp(mode.s, "trunc") == 0) return find_op<"div_trunc">();
  TT_CHECK(std::strcmp(mode.s, "floor") == 0, Runtime,
           "expected rounding_mode to be one of None, 'trunc' or 'floor', got '", mode.s, "'");
  return find_op<"div_floor">();
}

constexpr Location div_where = here();
void div_with_mode(const Op&, Call& call) { hand_on(op_for(call.args[2]), call); }

}  // namespace

void register_division() {
  Registry::instance().kernel("div.Tensor_mode", Key::CompositeImplicitAutograd, div_with_mode,
                              "div_with_mode", nullptr, div_where);
}

}  // namespace tt::kernels
