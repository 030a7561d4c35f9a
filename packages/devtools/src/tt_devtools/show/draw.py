"""Draws facts as text: a line of what the tensor is, then its storage as boxes. Must not import tt.

A box shows a storage element's value, and below it which elements of the tensor read it, numbered in the
order of reading. What it does not see has a dot.
"""

from collections.abc import Iterator

from tt_devtools.show.facts import Facts, readers, seen

MOST_ELEMENTS = 65536  # further elements are not followed
_LABEL = 12


def describe(facts: Facts) -> str:
    """Shape, strides, offset, dtype, device and what autograd knows, in one line."""
    grad = f"  grad_fn {facts.grad_fn}" if facts.grad_fn else "  requires_grad" * facts.requires_grad
    how = "contiguous" if facts.contiguous else "not contiguous"
    return (
        f"{facts.name}: shape {_ints(facts.shape)}  stride {_ints(facts.stride)}  offset {facts.offset}  "
        f"{facts.dtype}  {facts.device}  {how}{grad}"
    )


def storage_line(facts: Facts) -> str:
    """How large the storage is and how much of it the tensor sees."""
    count = seen(facts, MOST_ELEMENTS)
    size = f"storage: {facts.storage_elements} elements, {facts.storage_elements * facts.itemsize} bytes"
    if facts.numel > MOST_ELEMENTS:
        return size
    repeated = f", {facts.numel} elements in {count} places" if count < facts.numel else ""
    return f"{size}; it sees {count} of them{repeated}"


def boxes(facts: Facts, width: int) -> Iterator[str]:
    """The lines of the drawing, of the storage's part around what the tensor sees."""
    first, values = facts.first, facts.values
    reads = readers(facts, MOST_ELEMENTS)
    below = [_numbers(reads.get(first + at, [])) for at in range(len(values))]
    cell = max((len(text) for text in (*values, *below, str(first + len(values)))), default=1)
    a_row = max((width - _LABEL - 1) // (cell + 3), 1)
    for start in range(0, len(values), a_row):
        part = range(start, min(start + a_row, len(values)))
        edge = ["─" * (cell + 2)] * len(part)
        positions = "".join(f" {first + at:^{cell + 2}}" for at in part)
        yield f"{'position':<{_LABEL}}{positions}".rstrip()
        yield " " * _LABEL + "┌" + "┬".join(edge) + "┐"
        yield f"{'value':<{_LABEL}}│" + "│".join(f" {values[at]:^{cell}} " for at in part) + "│"
        yield f"{'read as':<{_LABEL}}│" + "│".join(f" {below[at]:^{cell}} " for at in part) + "│"
        yield " " * _LABEL + "└" + "┴".join(edge) + "┘"
    if (left := facts.storage_elements - len(values)) > 0:
        yield f"and {left} storage elements that are not drawn"


def sharing(all_facts: list[Facts]) -> Iterator[str]:
    """The base of each view, and which of several tensors lie in one storage."""
    for facts in all_facts:
        for base in facts.bases:
            same = next((each.name for each in all_facts if _same(each, base)), "")
            named = f" ({same})" if same else ""
            shape, stride = _ints(base.shape), _ints(base.stride)
            yield f"{facts.name} is a view of{named}: shape {shape}  stride {stride}  offset {base.offset}"
    groups: dict[int, list[str]] = {}
    for facts in all_facts:
        groups.setdefault(facts.storage, []).append(facts.name)
    for names in groups.values():
        if len(names) > 1:
            yield f"one storage: {', '.join(names)}"


def _same(a: Facts, b: Facts) -> bool:
    return (a.storage, a.shape, a.stride, a.offset) == (b.storage, b.shape, b.stride, b.offset)


def _numbers(found: list[int]) -> str:
    if not found:
        return "·"
    return str(found[0]) if len(found) == 1 else f"{found[0]}+{len(found) - 1}"


def _ints(values: tuple[int, ...]) -> str:
    return f"({values[0]},)" if len(values) == 1 else f"({', '.join(map(str, values))})"
