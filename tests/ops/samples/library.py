"""tt or torch behind the names that both have: tensors from recipes, arrays from tensors, calls of an op.

Must import neither: a test hands the module in, and the parity worker another one.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from samples.dtypes import exact, storage
from samples.recipe import DTypeNamed, Named, Number, Sample, TensorOf, array_of, number_of

LAYOUTS = ("contiguous", "transposed", "permuted", "stepped", "offset", "expanded")
"""How a tensor lies in memory; `Library.tensor` makes them."""


def applies(layout: str, shape: tuple[int, ...]) -> bool:
    """Whether a tensor of that shape can lie in memory in this way, and differ from a contiguous one."""
    if layout in ("transposed", "permuted"):
        return len(shape) >= (2 if layout == "transposed" else 3)
    if layout == "expanded":
        return len(shape) > 0 and shape[0] > 0
    return layout in ("contiguous", "offset") or len(shape) > 0


class Library:
    """`internal` finds ops that users do not see, by the table's name."""

    def __init__(self, module: ModuleType, internal: Callable[[str], Any]) -> None:
        self.module = module
        self.internal = internal

    def dtype(self, name: str) -> Any:
        return getattr(self.module, name)

    def name_of(self, dtype: Any) -> str:
        return str(dtype).rpartition(".")[2]

    def tensor(self, array: np.ndarray, dtype: str, layout: str = "contiguous", device: str = "cpu") -> Any:
        """A tensor with these values in this dtype and layout; what `array` does not show holds sentinels."""
        if layout == "transposed":
            return self._tensor(array.T, dtype, device).permute(tuple(range(array.ndim - 1, -1, -1)))
        if layout == "permuted":
            order = (*range(1, array.ndim), 0)
            return self._tensor(array.transpose(order), dtype, device).permute(
                tuple(np.argsort(order).tolist())
            )
        if layout == "stepped":
            whole = np.ones((*array.shape[:-1], 2 * array.shape[-1]), array.dtype)
            whole[..., ::2] = array
            return self._tensor(whole, dtype, device)[..., ::2]
        if layout == "offset":
            flat = np.concatenate([np.ones(3, array.dtype), array.ravel()])
            return self._tensor(flat, dtype, device)[3:].view(array.shape)
        if layout == "expanded":
            return self._tensor(array[:1], dtype, device).expand(array.shape)
        return self._tensor(array, dtype, device)

    def _tensor(self, array: np.ndarray, dtype: str, device: str) -> Any:
        own = np.array(array, storage(dtype), order="C", copy=True)
        if own.size == 0:  # NumPy says nothing of the strides of an empty array
            return self.module.empty(own.shape, dtype=self.dtype(dtype), device=device)
        made = self.module.from_numpy(own)
        made = made.to(self.dtype(dtype)) if dtype == "bfloat16" else made
        return made if device == "cpu" else made.to(device)

    def array(self, tensor: Any) -> np.ndarray:
        """The values of a tensor; bfloat16 as float32."""
        if not hasattr(tensor, "dtype"):
            return np.array(tensor)
        plain = tensor.detach().cpu()
        if hasattr(plain, "resolve_conj"):
            plain = plain.resolve_conj()
        if self.name_of(tensor.dtype) == "bfloat16":
            plain = plain.to(self.dtype("float32"))
        return np.array(plain.numpy())

    def realise(
        self, sample: Sample, dtype: str, layouts: tuple[str, ...] = ("contiguous",), device: str = "cpu"
    ) -> tuple[list[Any], dict[str, Any]]:
        """The arguments of a sample, "cpu" among them replaced by `device`.

        The i-th tensor gets layout i, the last one where there are fewer.
        """
        position = -1

        def made(value: Any) -> Any:
            nonlocal position
            if isinstance(value, list):
                return list(map(made, value))
            if isinstance(value, TensorOf):
                position += 1
                layout = layout_at(value, layouts, position)
                array = array_of(value, dtype, position, layout)
                return self.tensor(array, value.dtype or dtype, layout, device)
            if isinstance(value, Number):
                return number_of(value, dtype)
            if isinstance(value, DTypeNamed | Named):
                return getattr(self.module, value.name)
            return device if value == "cpu" else value

        args = [made(each) for each in sample.args]
        return args, {key: made(value) for key, value in sample.kwargs.items()}

    def callable(self, entry: Any, form: str = "functional") -> Callable[..., Any]:
        """The op in a form, as a user reaches it: function, else method, else internal op."""
        name = entry.name + ("_" if form == "inplace" else "")
        if entry.function and form != "inplace":
            return getattr(self.module, name)
        if entry.method or form == "inplace":
            return lambda self_, *args, **kwargs: getattr(self_, name)(*args, **kwargs)
        return self.internal(entry.qualified)


def layout_at(recipe: TensorOf, layouts: tuple[str, ...], position: int) -> str:
    """The layout of the tensor at a position, contiguous where its shape allows no other."""
    layout = recipe.layout or layouts[min(position, len(layouts) - 1)]
    return layout if applies(layout, recipe.shape) else "contiguous"


def arrays(
    sample: Sample,
    dtype: str,
    layouts: tuple[str, ...] = ("contiguous",),
    numpy_dtype: Callable[[str], np.dtype] = exact,
) -> tuple[list[Any], dict[str, Any]]:
    """The arguments of a sample for a reference: tensors as NumPy arrays, of the exact dtype if not told."""
    position = -1

    def made(value: Any) -> Any:
        nonlocal position
        if isinstance(value, list):
            return list(map(made, value))
        if isinstance(value, TensorOf):
            position += 1
            array = array_of(value, dtype, position, layout_at(value, layouts, position))
            return array.astype(numpy_dtype(value.dtype or dtype))
        if isinstance(value, Number):
            return number_of(value, dtype)
        return value.name if isinstance(value, DTypeNamed | Named) else value

    args = [made(each) for each in sample.args]
    return args, {key: made(value) for key, value in sample.kwargs.items()}
