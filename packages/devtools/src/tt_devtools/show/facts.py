"""Facts: what is shown of one tensor, as plain data. Must not import tt."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import prod


@dataclass(frozen=True, slots=True)
class Facts:
    """Shape and strides count elements; `storage` identifies it.

    `values` are the storage's elements from position `first` on as text, `bases` the tensors that it is a view
    of, the nearest first.
    """

    name: str
    shape: tuple[int, ...]
    stride: tuple[int, ...]
    offset: int
    dtype: str
    device: str
    itemsize: int
    requires_grad: bool
    grad_fn: str
    storage: int
    storage_elements: int
    first: int
    values: tuple[str, ...]
    bases: tuple["Facts", ...] = ()

    @property
    def numel(self) -> int:
        return prod(self.shape)

    @property
    def contiguous(self) -> bool:
        """Every dim steps over exactly what lies below it; dims of size 1 do not count."""
        expected = 1
        for size, stride in zip(reversed(self.shape), reversed(self.stride), strict=True):
            if size != 1 and stride != expected:
                return self.numel == 0
            expected *= size
        return True

    def positions(self, most: int) -> Iterator[int]:
        """The storage positions of its elements in the order of reading, at most `most`."""
        for index in product(*(range(size) for size in self.shape)):
            if most <= 0:
                return
            most -= 1
            yield self.offset + sum(at * step for at, step in zip(index, self.stride, strict=True))


def readers(facts: Facts, most: int) -> dict[int, list[int]]:
    """For each storage position with a value: which elements read it, numbered in their order."""
    found: dict[int, list[int]] = {}
    for number, position in enumerate(facts.positions(most)):
        if facts.first <= position < facts.first + len(facts.values):
            found.setdefault(position, []).append(number)
    return found


def seen(facts: Facts, most: int) -> int:
    """How many storage positions it sees, counted over its first `most` elements."""
    return len(set(facts.positions(most)))
