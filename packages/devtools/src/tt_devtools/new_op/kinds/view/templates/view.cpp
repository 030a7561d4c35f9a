// `$name`: another look at the memory of `self`, on any device, since no element is touched. Still to be written.
#include "tt/core/base/error.h"
#include "tt/kernels/plan/unwritten.h"
#include "tt/kernels/plan/view_kernel.h"

namespace tt::kernels {
namespace {

// Arguments, in the order of the schema: $arguments. That the result is a view, of what and by which arguments, is not
// for this function to say: the alias step records it, since the schema marks both with (a). So writes to the one are
// noticed by the other, and autograd can make the view again from its base.
Tensor ${name}_view(const Call& call) {
  const TensorImpl& self = self_of(call);
  // Validation: what `self` cannot be seen as is refused before anything is made of it.
$checks
  // Until this line is taken out, the op raises NotImplementedError with this file and line.
  fail_unwritten();

  // Geometry. Element (i, j, ...) lies at offset + i * strides[0] + j * strides[1] + ..., counted in elements. This is
  // that of `self`; another view has other sizes, other strides or another offset.
  Geometry made(self);
  int64_t offset = self.offset();
  return made.within(self, offset);
}

}  // namespace

// Called when the module is loaded, because the op's entry in the table says kernel="$name".
void register_$name() { register_view<${name}_view>("$name"); }

}  // namespace tt::kernels
