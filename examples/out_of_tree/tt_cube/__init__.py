"""The op `cube`, as `Tensor.cube` and `tt.ops.cube`. Importing it registers the kernel and the derivative."""

import tt  # noqa: F401 - its own ops come first
import tt_core
from tt_autograd import derivative
from tt_cube import _C

tt_core.check_stamp("tt_cube", _C.stamp)

derivative("cube", self=lambda grad, self: grad * (3 * self * self))
