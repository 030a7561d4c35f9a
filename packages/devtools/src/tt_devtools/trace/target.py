"""What `tt trace OP --shape ... --dtype ...` asks for, read from text. Knows no op."""

import re
from dataclasses import dataclass

from tt_devtools.failure import MISUSED, Failure
from tt_devtools.op_names import LIBRARIES, misspelt_library
from tt_devtools.suggest import did_you_mean
from tt_devtools.trace.layouts import Shape

OURS = "tt"

_PLACE = re.compile(r"(nn\.functional|special|linalg|fft|Tensor|ops\.\w+)\.")
_OURS_BY_NAMESPACE = re.compile(r"(?:([A-Za-z_]\w*)::|tt\.ops\.([A-Za-z_]\w*)\.)([A-Za-z_]\w*)(?:\.(\w+))?")
SHAPE = re.compile(r"\d+(x\d+)*")
_MOST_DIGITS = 18  # any number of so many digits fits 64 bits


@dataclass(frozen=True, slots=True)
class Target:
    """`library` is whose name the user wrote; `op` is a name, `overload` "" unless it was given; `place` is a
    module of the library, as `nn.functional`."""

    library: str
    op: str
    overload: str
    place: str = ""

    @property
    def qualified(self) -> str:
        """The op, and the overload where one was given: `add.Tensor`."""
        return f"{self.op}.{self.overload}" if self.overload else self.op

    @property
    def foreign_name(self) -> str:
        """How the library names it below its own module: `nn.functional.gelu`."""
        return f"{self.place}.{self.op}" if self.place else self.op


def parse_target(text: str) -> Target:
    """`add`, `add.Tensor`, `tt.add`, `torch.add`, `torch.add.Tensor`, `torch.nn.functional.gelu`,
    `mine::twice`, `tt.ops.mine.twice`."""
    if found := _OURS_BY_NAMESPACE.fullmatch(text):  # an op that tt.library registered
        return Target(OURS, f"{found[1] or found[2]}::{found[3]}", found[4] or "")
    first, _, rest = text.partition(".")
    library = LIBRARIES.get(first, "") if rest else ""
    found = _PLACE.match(rest) if library in ("torch", "numpy") else None
    place = found[1] if found else ""
    op, _, overload = (rest.removeprefix(f"{place}.") if library else text).partition(".")
    wrong = text.endswith(".") or (overload and not overload.isidentifier())
    # An op that a library registered is written with its namespace: mylib::scale.
    if text in LIBRARIES:
        raise Failure(f"'{text}' is a library, not an op", hint=f"write {text}.add", code=MISUSED)
    if wrong or not all(part.isidentifier() for part in op.split("::", 1)):
        hint = misspelt_library(text) or "write add, tt.add or torch.add"
        raise Failure(f"'{text}' is not the name of an op", hint=hint, code=MISUSED)
    return Target(library or OURS, op, overload, place)


def parse_shapes(text: str) -> list[Shape]:
    """`64x64,64` to [(64, 64), (64,)]; `()` has no dimensions."""
    return [_shape(part.strip(), text) for part in text.split(",")] if text.strip() else []


def parse_dtypes(text: str, known: tuple[str, ...]) -> list[str]:
    """`float32` or one per argument, `float32,int64`; a leading `tt.` or `torch.` is taken off."""
    names = []
    for part in text.split(",") if text.strip() else []:
        name = part.strip().rpartition(".")[2]
        if name not in known:
            hint = did_you_mean(name, known) or f"dtypes: {', '.join(known)}"
            raise Failure(f"--dtype: unknown dtype '{part.strip()}'", hint=hint, code=MISUSED)
        names.append(name)
    return names


def _shape(part: str, text: str) -> Shape:
    if part == "()":
        return ()
    if not SHAPE.fullmatch(part):
        where = f" in '{text}'" if text != part else ""
        raise Failure(
            f"--shape: '{part}'{where} is not a shape",
            hint="write 64x64,64 and () for no dimensions",
            code=MISUSED,
        )
    sizes = [size.lstrip("0") or "0" for size in part.split("x")]
    for size in sizes:
        if len(size) > _MOST_DIGITS:
            start = f"{size[:_MOST_DIGITS]}..."
            raise Failure(f"--shape: {start} has {len(size)} digits: no size is so large", code=MISUSED)
    return tuple(map(int, sizes))
