"""Would `reshape` to a shape copy, and why: the rule of views, on shapes and strides alone.

Neighbouring dims that are one run in memory can be cut anew in any way; a new dim that needs elements from
two runs has no stride, and only a copy can give it. Must not import tt.
"""

from dataclasses import dataclass
from math import prod

from tt_devtools.failure import MISUSED, Failure

Ints = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reshaped:
    """`stride` is None where only a copy has that shape; `why` says it in one sentence."""

    shape: Ints
    stride: Ints | None
    why: str


def parse_shape(text: str) -> Ints:
    """`2,6` or `2x6`; one size may be -1; `()` has no dimensions."""
    if text.strip() == "()":
        return ()
    try:
        return tuple(int(part) for part in text.replace("x", ",").split(","))
    except ValueError:
        raise Failure(f"--reshape: '{text}' is not a shape", hint="write 2,6 or 2,-1", code=MISUSED) from None


def inferred(asked: Ints, numel: int) -> Ints:
    """The shape with -1 replaced; a Failure where it does not hold `numel` elements."""
    known = prod(size for size in asked if size != -1)
    unknown = asked.count(-1)
    if unknown > 1 or any(size < -1 for size in asked):
        raise Failure(f"--reshape: {list(asked)} may hold one -1 and no other negative size", code=MISUSED)
    if unknown and known and numel % known == 0:
        return tuple(numel // known if size == -1 else size for size in asked)
    if unknown or known != numel:
        raise Failure(f"--reshape: {list(asked)} does not hold the {numel} elements", code=MISUSED)
    return asked


def reshaped(shape: Ints, stride: Ints, asked: Ints) -> Reshaped:
    """What `reshape(asked)` of a tensor with that shape and these strides does; `asked` has no -1."""
    if prod(shape) == 0:
        return Reshaped(asked, _contiguous(asked), "a view: there are no elements to move")
    runs = _runs(shape, stride)
    made: list[int] = []
    at = len(asked) - 1
    for run in reversed(runs):
        left, step = run.size, run.stride
        while at >= 0 and (left > 1 or asked[at] == 1):
            if left % asked[at]:
                return Reshaped(asked, None, _why(asked, at, run, runs, shape, stride))
            made.append(step)
            step *= asked[at]
            left //= asked[at]
            at -= 1
    made += [made[-1] if made else 1] * (at + 1)  # leading sizes of 1
    kept = "each new dim lies within one run of memory"
    return Reshaped(asked, tuple(reversed(made)), f"a view: {kept} of strides {list(stride)}")


@dataclass(frozen=True, slots=True)
class _Run:
    """Dims `first` to `last` of the tensor that are one run: `size` elements, `stride` apart."""

    first: int
    last: int
    size: int
    stride: int


def _runs(shape: Ints, stride: Ints) -> list[_Run]:
    runs: list[_Run] = []
    for dim, (size, step) in enumerate(zip(shape, stride, strict=True)):
        if size == 1:
            continue
        if runs and runs[-1].stride == size * step:
            runs[-1] = _Run(runs[-1].first, dim, runs[-1].size * size, step)
        else:
            runs.append(_Run(dim, dim, size, step))
    return runs


def _why(asked: Ints, at: int, run: _Run, runs: list[_Run], shape: Ints, stride: Ints) -> str:
    before = runs[runs.index(run) - 1] if runs.index(run) else run
    steps = f"stride({before.last}) is {stride[before.last]}"
    needed = f"size({run.first}) * stride({run.first}) is {shape[run.first]} * {stride[run.first]}"
    return (
        f"a copy: new dim {at} of size {asked[at]} would join dims {before.last} and {run.first}, "
        f"which are not one run of memory: {steps}, {needed}"
    )


def _contiguous(shape: Ints) -> Ints:
    return tuple(prod(max(size, 1) for size in shape[dim + 1 :]) for dim in range(len(shape)))
