"""The whole text of a tensor: `tensor(`, its values, what is unusual about it, `)`.

What torch takes for granted is left out: the cpu, the strided layout, the default dtypes.
"""

from collections.abc import Callable
from typing import Protocol, runtime_checkable

from tt._printoptions import PrintOptions, get_printoptions
from tt.printing.values import ReadableTensor, values_str

PREFIX = "tensor("


class Node(Protocol):
    """The autograd node that made a tensor."""

    def name(self) -> str: ...


class PrintableTensor(ReadableTensor, Protocol):
    """What printing needs of a tensor beyond its values."""

    @property
    def device(self) -> object: ...
    @property
    def layout(self) -> object: ...
    @property
    def requires_grad(self) -> bool: ...
    @property
    def grad_fn(self) -> Node | None: ...
    def item(self) -> object: ...
    def detach(self) -> "PrintableTensor": ...
    def cpu(self) -> "PrintableTensor": ...


@runtime_checkable
class SparseParts(Protocol):
    """The two strided tensors that a sparse COO tensor is made of, coalesced or not."""

    def _indices(self) -> PrintableTensor: ...
    def _values(self) -> PrintableTensor: ...


def _float32() -> object:
    return "tt.float32"


_default_dtype: Callable[[], object] = _float32


def follow_default_dtype(source: Callable[[], object]) -> None:
    """Makes printing ask `source` (tt.get_default_dtype) which float dtype goes without saying."""
    global _default_dtype
    _default_dtype = source


def tensor_format(t: PrintableTensor, spec: str) -> str:
    """Formats a 0-d tensor as its Python number and any other as its text, for `Tensor.__format__`."""
    if len(t.shape) == 0 and _device_type(t) != "meta":
        return format(t.item(), spec)
    # object's own refusal names the type when a spec is given: TypeError, as in torch.
    return object.__format__(t, spec)


def tensor_str(t: PrintableTensor) -> str:
    """Returns the text of `t` for `repr` and `str`; reads only the elements that it prints."""
    options = get_printoptions()
    sparse = str(t.layout) == "tt.sparse_coo"
    # Reading edges indexes the tensor, which must leave nothing in the graph.
    plain = t.detach() if t.requires_grad else t
    contents = _sparse_contents(plain, options) if sparse else _contents(plain, len(PREFIX), options)
    return _joined(PREFIX + contents, _suffixes(t, plain, sparse, options), sparse, options.linewidth)


def _device_type(t: PrintableTensor) -> str:
    return str(t.device).partition(":")[0]


def _contents(t: PrintableTensor, indent: int, options: PrintOptions) -> str:
    device = _device_type(t)
    return "..." if device == "meta" else values_str(t if device == "cpu" else t.cpu(), indent, options)


def _sparse_contents(t: PrintableTensor, options: PrintOptions) -> str:
    parts = []
    for name, part in zip(("indices", "values"), _sparse_parts(t), strict=True):
        opening = f"{name}={PREFIX}"
        text = opening + _contents(part, len(PREFIX) + len(opening), options)
        if part.numel() == 0:
            text += f", size={_shape_str(part)}"
        parts.append(text + ")")
    return (",\n" + " " * len(PREFIX)).join(parts)


def _sparse_parts(t: PrintableTensor) -> tuple[PrintableTensor, PrintableTensor]:
    assert isinstance(t, SparseParts)
    return t._indices(), t._values()


def _shape_str(t: PrintableTensor) -> str:
    return str(tuple(t.shape))


def _suffixes(t: PrintableTensor, plain: PrintableTensor, sparse: bool, options: PrintOptions) -> list[str]:
    suffixes = []
    device, layout = str(t.device), str(t.layout)
    meta = _device_type(t) == "meta"
    if _device_type(t) != "cpu":
        suffixes.append(f"device='{device}'")
    if _says_size(t, meta or sparse, options):
        suffixes.append(f"size={_shape_str(t)}")
    if sparse and not meta:
        suffixes.append(f"nnz={_sparse_parts(plain)[1].shape[0]}")
    if str(t.dtype) not in _silent_dtypes(t, meta, sparse):
        suffixes.append(f"dtype={t.dtype}")
    if layout != "tt.strided":
        suffixes.append(f"layout={layout}")
    return suffixes + _autograd_suffix(t)


def _says_size(t: PrintableTensor, always: bool, options: PrintOptions) -> bool:
    if always:
        return True
    if t.numel() == 0:
        return len(t.shape) != 1
    return options.edgeitems == 0


def _silent_dtypes(t: PrintableTensor, meta: bool, sparse: bool) -> tuple[str, ...]:
    default = str(_default_dtype())
    # Without values the text does not tell an integer or bool tensor from a float one.
    if not sparse and (meta or t.numel() == 0):
        return (default,)
    return (default, "tt.complex128" if default == "tt.float64" else "tt.complex64", "tt.int64", "tt.bool")


def _autograd_suffix(t: PrintableTensor) -> list[str]:
    try:
        node = t.grad_fn
    except RuntimeError:
        # The history of a view whose base was overwritten cannot be rebuilt; printing still must work.
        return ["grad_fn=<Invalid>"]
    if node is not None:
        return [f"grad_fn=<{node.name()}>"]
    return ["requires_grad=True"] if t.requires_grad else []


def _joined(text: str, suffixes: list[str], start_new_line: bool, linewidth: int) -> str:
    column = len(text) - text.rfind("\n") + 1
    for suffix in suffixes:
        # Names count as long as torch's (torch.float64), so that lines break where torch breaks them.
        width = len(suffix.replace("=tt.", "=torch."))
        if start_new_line or column + width + len(", ") > linewidth:
            text += ",\n" + " " * len(PREFIX) + suffix
            column = len(PREFIX) + width
        else:
            text += ", " + suffix
            column += width + len(", ")
        start_new_line = False
    return text + ")"
