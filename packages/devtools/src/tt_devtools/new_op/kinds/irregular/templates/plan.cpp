// The plan of `$name`: steps 1 to 3 of Note [Six steps of a kernel] in plan.h, the same for every device. The meta device
// is this alone; elsewhere a run takes the other steps: $runs.
#include "tt/kernels/plan/$name.h"

$includes#include "tt/core/iterate/dtype_dispatch.h"

namespace tt::kernels {
namespace {

// Arguments, in the order of the schema: $arguments.
void ${name}_plan(const Op& op, Call& call, Plan& plan) {
  // 1. Metadata. What was given lies in the call's slots, which are borrowed from the caller. The binder has checked the
  // types and put defaults where something was left out.
  const TensorImpl& self = *call.args[$self].tensor;

  // 2. Validation. What can be wrong is told before memory is taken, so that a refused call leaves nothing behind. What
  // must hold between shapes or values goes here, as TT_CHECK; the op's name is put in front of each message.
  check_one_device(call);
$checks
  // 3. Output allocation. The memory is not cleared, since every element is written. A result has the shape of `self`
  // until another one is written here.
$allocations
  // What has no elements needs no run. The meta device has none in any case.
  plan.finished = plan.results[0]->numel() == 0;
}

}  // namespace

// What step 6 gets: tensors contiguous and of the results' dtype, numbers as they are.
${Camel}Work::${Camel}Work(const Call& call, const Plan& plan) : operands(plan.results[0]->dtype()) {
$fills}

// Called when the module is loaded, because the op's entry in the table says kernel="$name".
void register_$name() {
  register_plan("$name", ${name}_plan, "${name}_plan");
$calls}

}  // namespace tt::kernels
