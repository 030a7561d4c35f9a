"""Whether the arguments of a call fit into memory: a machine that runs out of it ends processes rather than calls."""

from collections.abc import Iterator, Sequence

from tt_devtools.build.memory import free_kib
from tt_devtools.failure import MISUSED, Failure
from tt_devtools.trace.inputs import Argument, TensorPlan

_BYTES = {"bool": 1, "bfloat16": 2}  # of an element, where the dtype's name does not end in its bits


def check_memory(arguments: Sequence[Argument], copies: int = 1) -> None:
    """A Failure where `copies` of the arguments, and a result as large as the largest, are more than is free."""
    sizes = [_bytes(plan) for argument in arguments for plan in _plans(argument.value)]
    needed, free = copies * sum(sizes) + max(sizes, default=0), free_kib()
    if free is not None and needed > free << 10:
        raise Failure(
            f"--shape: the call needs {needed / 2**30:.3g} GiB, {free / 2**20:.3g} GiB are free",
            hint="choose a smaller shape, or --device meta",
            code=MISUSED,
        )


def _plans(value: object) -> Iterator[TensorPlan]:
    for each in value if isinstance(value, list) else [value]:
        if isinstance(each, TensorPlan) and each.device in ("", "cpu"):
            yield each


def _bytes(plan: TensorPlan) -> int:
    bits = "".join(letter for letter in plan.dtype if letter.isdigit())
    return plan.geometry.storage * (_BYTES.get(plan.dtype) or int(bits) // 8)
