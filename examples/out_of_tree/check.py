"""Cube at work: it dispatches, it has gradients of first and second order, and a trace names its kernel."""

import tt_cube  # noqa: F401 - registers the op

import tt
import tt_core

x = tt.tensor([[1.0, -2.0], [3.0, 0.5]], dtype=tt.float64, requires_grad=True)
assert x.cube().tolist() == [[1.0, -8.0], [27.0, 0.125]]
assert x.detach().t().cube().tolist() == [[1.0, 27.0], [-8.0, 0.125]]

x.cube().sum().backward()
assert x.grad.tolist() == [[3.0, 12.0], [27.0, 0.75]], x.grad
assert tt.autograd.gradcheck(tt.ops.cube, (x,))

tt_core._C.trace_start()
x.cube()
events = tt_core._C.trace_stop()
stages = {event["stage"]: event for event in events}
assert {"call", "dispatch", "autograd", "iterate", "loop"} <= set(stages), sorted(stages)
assert stages["loop"]["file"].endswith("cube.cpp"), stages["loop"]

refused = ""
try:
    tt.ones(2, dtype=tt.int32).cube()
except NotImplementedError as error:
    refused = str(error)
assert refused.startswith("cube: not implemented for dtype int32"), refused
print("cube: dispatched, differentiated twice, traced")
