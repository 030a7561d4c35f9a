"""Uses an installed tt, and fails when any file of the checkout takes part.

Usage, in an environment of wheels: python -I smoke.py CHECKOUT
"""

import sys
from pathlib import Path

import tt

checkout = Path(sys.argv[1]).resolve()

x = tt.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
y = (x + 2 * x).sum()
y.backward()
assert x.grad.tolist() == [[3.0, 3.0], [3.0, 3.0]], x.grad

large = tt.ones((64, 64))
assert (large @ large).tolist() == [[64.0] * 64] * 64
assert repr(y) == "tensor(30., grad_fn=<SumBackward0>)", repr(y)

mapped = {line.split(maxsplit=5)[-1].strip() for line in Path("/proc/self/maps").read_text().splitlines()}
modules = {getattr(module, "__file__", None) or "" for module in sys.modules.values()}
inside = sorted(each for each in mapped | modules if each.startswith(f"{checkout}/"))
assert not inside, f"files of the checkout are used: {inside}"

places = [place for each in tt.ops.add.__doc__.splitlines() if (place := each.strip()).startswith("/")]
assert not places, places
import tt_core  # noqa: E402
import tt_kernels  # noqa: E402

for kernel in tt_core._C.op_info("add")[0]["kernels"]:
    assert not kernel["file"].startswith("/"), f"a path of the building machine: {kernel}"
# Without a device CUDA says so, and what NVRTC would compile is there.
from tt_kernels.cuda import sources  # noqa: E402

assert not tt.cuda.is_available()
kernel = sources.source_of("tt/kernels/cuda/device/arange.cu", "tt/kernels/functors/arithmetic.h")
assert "tt/core/base/dtype.h" in sources.headers_of(kernel)
print(f"tt {tt.__version__} from wheels: gradients, matmul, printing; isa {tt_kernels.isa()}")
