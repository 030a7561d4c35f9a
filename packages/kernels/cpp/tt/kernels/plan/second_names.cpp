// Overloads that are another op under a second name.
#include "tt/kernels/plan/inner_call.h"
#include "tt/kernels/registration.h"

namespace tt::kernels {
namespace {

void is_maximum(const Op&, Call& call) { hand_on(find_op<"maximum">(), call); }
void is_minimum(const Op&, Call& call) { hand_on(find_op<"minimum">(), call); }

void add(const char* op, Kernel body, const char* name, Location where = here()) {
  Registry::instance().kernel(op, Key::CompositeImplicitAutograd, body, name, nullptr, where);
}

}  // namespace

void register_second_names() {
  add("max.other", is_maximum, "is_maximum");
  add("min.other", is_minimum, "is_minimum");
}

}  // namespace tt::kernels
