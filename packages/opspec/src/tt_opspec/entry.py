"""OpEntry: the facts of one overload and what follows from them. `refusals` checks, `table` lists."""

from collections.abc import Set
from dataclasses import dataclass

from tt_opspec.schema import Schema
from tt_opspec.slots import inplace_slot

POINTWISE_FAMILIES = ("unary", "binary", "ternary")
FAMILIES = (*POINTWISE_FAMILIES, "reduction", "view", "factory", "irregular", "composite")
DEVICES = ("cpu", "cuda")
PROMOTIONS = ("none", "default", "int_to_float", "to_bool", "complex_to_real")

PYTHON_SPELLINGS = {
    "self": ("input", "x", "a", "x1"),
    "other": ("x2",),
    "dim": ("axis",),
    "keepdim": ("keepdims",),
}
"""Keywords that torch's Python functions take besides the schema's name."""


class TableError(ValueError):
    """An entry that makes no sense, said where it is written; `place` is "" where the message has it."""

    def __init__(self, message: str, *, place: str = "") -> None:
        super().__init__(f"{message} ({place})" if place else message)
        self.message = message
        self.place = place


@dataclass(frozen=True, slots=True)
class Functor:
    """Where one element is computed: struct `name` in `tt/kernels/functors/<header>`."""

    header: str
    name: str

    @property
    def stem(self) -> str:
        """`arithmetic.h` to `arithmetic`: the name of the units that compile it."""
        return self.header.removesuffix(".h")

    def __str__(self) -> str:
        return f"{self.header}:{self.name}"


@dataclass(frozen=True, slots=True)
class OpEntry:
    """One overload of one op.

    `accepts` is what the arguments' common dtype may be, before int_to_float; `result` is "" or the dtype of
    every result; `kernel` names the function that registers a kernel written by hand, `register_<kernel>()`;
    `devices` are those that it runs on; `slots` are what `slot=` gave; `numbers` says that a Python number may
    stand for a tensor, `exact_numbers` that beside the short floats it is not rounded to them first; `file` is
    relative to the checkout, absolute outside of it.
    """

    schema: Schema
    family: str
    doc: str
    accepts: Set[str]
    promotes: str
    result: str
    functor: Functor | None
    kernel: str
    devices: Set[str]
    slots: tuple[str, ...]
    numpy: str
    function: bool
    method: bool
    inplace: bool
    out: bool
    varargs: bool
    numbers: bool
    exact_numbers: bool
    file: str
    line: int

    @property
    def name(self) -> str:
        return self.schema.name

    @property
    def qualified(self) -> str:
        """`add.Tensor`, or `exp` where there is no overload name."""
        return self.schema.qualified

    @property
    def where(self) -> str:
        """`file:line` of the entry."""
        return f"{self.file}:{self.line}"

    @property
    def summary(self) -> str:
        """The first line of the doc."""
        return self.doc.partition("\n")[0]

    @property
    def pointwise(self) -> bool:
        return self.family in POINTWISE_FAMILIES

    @property
    def composite(self) -> bool:
        """Made of other ops: the calls inside are recorded and seen by the alias step, its own is not."""
        return self.family == "composite"

    @property
    def view(self) -> bool:
        """A result shares memory with an argument that is not written.

        A composite may return a view as well, but one that an op inside of it has made.
        """
        read = {arg.alias.name for arg in self.schema.args if arg.alias and not arg.alias.writes}
        return not self.composite and any(ret.alias and ret.alias.name in read for ret in self.schema.returns)

    @property
    def mutates(self) -> bool:
        """The schema itself says `(a!)`: no forms, the op is its own in-place form."""
        return any(arg.alias and arg.alias.writes for arg in self.schema.args)

    @property
    def internal(self) -> bool:
        """Neither `tt.name` nor `Tensor.name`: reached through `tt_core.ops` only."""
        return not (self.function or self.method)

    @property
    def from_device(self) -> bool:
        """No tensor to take the dispatch key from: `device=` gives it."""
        return self.schema.arg("device") is not None and not any(
            arg.type == "Tensor" for arg in self.schema.args
        )

    @property
    def all_slots(self) -> tuple[str, ...]:
        """`slots`, and the in-place one of each where the op has an in-place form."""
        inplace = (inplace_slot(slot) for slot in self.slots) if self.inplace else ()
        return (*self.slots, *(slot for slot in inplace if slot))

    @property
    def forms(self) -> tuple[str, ...]:
        """The ways of calling it, as a user writes them."""
        forms = [f"tt.{self.name}"] if self.function else []
        forms += [f"Tensor.{self.name}"] if self.method else []
        forms += [f"Tensor.{self.name}_"] if self.inplace else []
        return (*forms, "out=") if self.out else tuple(forms)
