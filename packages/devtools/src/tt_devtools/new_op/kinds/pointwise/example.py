"""The example in a pointwise op's doc: a value that the reference gives, or the shape of a result that has none."""

from typing import Final

from tt_devtools.new_op.asked.arguments import required, tried
from tt_devtools.new_op.asked.request import Request
from tt_devtools.new_op.kinds.pointwise.samples import numbers_of
from tt_opspec.dtypes import DTYPES

_WIDTH: Final = 102


def example(request: Request) -> str:
    """A call and what it prints, for a dtype that the op accepts."""
    accepts = request.dtypes.accepts
    if request.value is not None and accepts & {"float32", "int64"}:
        made = numbers_of(request).at_example(integers="float32" not in accepts)
        if made is not None:
            arguments = [f"tt.tensor({each!r})" for each in made[0]]
            return f">>> f\"{{{_call(request, arguments)}.item():.4g}}\"\n'{made[1]}'"
    dtype = "" if "float32" in accepts else f"dtype=tt.{next(each for each in DTYPES if each in accepts)}, "
    tensor = f'tt.ones(2, {dtype}device="meta")'
    line = f">>> {_call(request, [tensor] * len(request.tensors))}.shape"
    if len(line) > _WIDTH:
        line = f">>> x = {tensor}\n>>> {_call(request, ['x'] * len(request.tensors))}.shape"
    return f"{line}\ntt.Size([2])"


def _call(request: Request, tensors: list[str]) -> str:
    needed = [f"{name}={value!r}" for name, value in tried(required(request.numbers)).items()]
    return f"tt.{request.name}({', '.join([*tensors, *needed])})"
