"""Sixty ops to scaffold: kinds, dtypes and arguments, with and without an expression. Names begin with zz_.

A kind that is new to `tt new-op` gets rows here; everything else follows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle

REDUCES = "Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None"


@dataclass(frozen=True)
class Case:
    """`expr` is "" for a stub."""

    schema: str
    expr: str = ""
    dtypes: str = ""
    kind: str = ""
    devices: str = ""

    @property
    def name(self) -> str:
        return self.schema.partition("(")[0]

    @property
    def arguments(self) -> list[str]:
        """Of the command."""
        options = {
            "--expr": self.expr,
            "--dtypes": self.dtypes,
            "--kind": self.kind,
            "--devices": self.devices,
        }
        return [self.schema, *(word for option in options.items() if option[1] for word in option)]


# Arguments and expression.
_UNARY = (
    ("Tensor self, *, float width=1.5", "exp(-width * self * self) - self"),
    ("Tensor self", "self**3 + 2*self"),
    ("Tensor self", "self * self - 3"),
    ("Tensor self, float slope=0.01", "where(self > 0, self, slope * self)"),
    ("Tensor self", "relu(self) - relu(self - 1) + abs(self)"),
    ("Tensor self", "self / (1 + abs(self))"),
    ("Tensor self", "tanh(self) * self"),
    ("Tensor self, *, float beta=1.0", "self * sigmoid(beta * self)"),
    ("Tensor self", "sqrt(self * self + 1)"),
    ("Tensor self", "log(self * self + 1)"),
    ("Tensor self, *, int power=2", "power * self"),
    ("Tensor self", "maximum(self, 0.5 * self)"),
    ("Tensor self", "1 / (1 + exp(-self))"),
    ("Tensor self, *, Scalar low=-1, Scalar high=1", "minimum(maximum(self, low), high)"),
    ("Tensor self", "exp(tanh(self)) - 1"),
    ("Tensor self", "-self"),
)
_BINARY = (
    ("Tensor self, Tensor other", "exp(-self * self) * other + 2 * other"),
    ("Tensor self, Tensor other", "sqrt(self*self + other*other + 1)"),
    ("Tensor self, Tensor other", "where(self > other, self - other, 0.5 * other)"),
    ("Tensor self, Tensor other", "self * other - self"),
    ("Tensor self, Tensor other", "maximum(self, other) - minimum(self, other)"),
    ("Tensor self, Tensor other, *, float weight=0.5", "self + weight * (other - self)"),
    ("Tensor self, Tensor other", "self / (1 + other * other)"),
    ("Tensor self, Tensor other", "tanh(self) * sigmoid(other)"),
    ("Tensor self, Tensor other, *, Scalar alpha=2", "alpha * self + other"),
    ("Tensor self, Tensor other", "log(exp(self) + exp(other))"),
)
_TERNARY = (
    ("Tensor self, Tensor a, Tensor b", "self * a + b"),
    ("Tensor self, Tensor low, Tensor high", "minimum(maximum(self, low), high)"),
    ("Tensor self, Tensor end, Tensor by", "where(by > 0, end, self)"),
    (
        "Tensor self, Tensor end, Tensor by, float gain, *, bool flip=False",
        "where(flip, self - gain * by * end, self)",
    ),
)
_REDUCTION = (
    (REDUCES, "sqrt(mean(self * self)) + 1"),
    (REDUCES, "sum(abs(self))"),
    (REDUCES, "log(sum(exp(self)) + 1)"),
    (REDUCES, "mean(self * self)"),
    ("Tensor self, *, ScalarType? dtype=None", "sum(self * self)"),
)
_COMPOSITE = (
    ("Tensor self, Tensor? weight=None", "self if weight is None else exp(self) * weight"),
    ("Tensor self, Tensor other", "exp(self) * tanh(other) + other"),
    ("Tensor self", "self[0] if self.dim() > 0 else self * 2"),
)
_VIEW = (
    ("Tensor(a) self, int dim=-1", "self.unsqueeze(dim)"),
    ("Tensor(a) self", "self.unsqueeze(0).unsqueeze(-1)"),
)
_STUBS = (
    ("Tensor self", ""),
    ("Tensor self, Scalar by=2", ""),
    ("Tensor self, Tensor other", ""),
    ("Tensor self, Tensor other, *, float weight=0.5", ""),
    ("Tensor self, Tensor a, Tensor b", ""),
)
_REDUCTION_STUBS = ((REDUCES, ""),)
_COMPOSITE_STUBS = (("Tensor self, Tensor[] others, *, bool deep=False", ""),)
_VIEW_STUBS = (("Tensor(a) self, int dim=-1", ""),)
_IRREGULAR_STUBS = (
    ("Tensor self, Tensor? weight=None", ""),
    ("Tensor self, int dim=-1, *, str mode='x'", ""),
)
_GROUPS = {
    "unary": (_UNARY, 17, ("", "floating", "float32,float64", "real")),
    "binary": (_BINARY, 11, ("", "floating", "float64", "integral,floating")),
    "ternary": (_TERNARY, 6, ("", "floating")),
    "reduction": (_REDUCTION, 6, ("", "float32,float64")),
    "composite": (_COMPOSITE, 3, ("",)),
    "view": (_VIEW, 2, ("",)),
    "stub": (_STUBS, 9, ("floating", "float32", "real")),
    "reduction_stub": (_REDUCTION_STUBS, 2, ("floating", "float32,float64")),
    "composite_stub": (_COMPOSITE_STUBS, 1, ("",)),
    "view_stub": (_VIEW_STUBS, 1, ("",)),
    "irregular_stub": (_IRREGULAR_STUBS, 2, ("floating", "real")),
}
"""Rows, how many ops are made of them in turn, and the dtypes that go round."""


def _cases() -> Iterator[Case]:
    for group, (rows, count, dtypes) in _GROUPS.items():
        kind = "composite" if group.startswith("composite") else ""
        for number, (arguments, expr), accepted in zip(
            range(count), cycle(rows), cycle(dtypes), strict=False
        ):
            result = "Tensor(a)" if group.startswith("view") else "Tensor"
            # Views and composites run where their tensors are.
            cpu_alone = number % 4 == 3 and not group.startswith(("view", "composite"))
            schema = f"zz_{group}{number}({arguments}) -> {result}"
            yield Case(schema, expr, accepted, kind, "cpu" if cpu_alone else "")


CASES = tuple(_cases())
