"""Samples of views. The references are NumPy's views of the same array."""

from typing import Any

import numpy as np

from samples import Refusal, samples
from samples.recipe import call, t


def _same(self: np.ndarray) -> np.ndarray:
    return self


def _as_strided(self: np.ndarray, size: Any, stride: Any, storage_offset: int = 0) -> np.ndarray:
    flat = np.ascontiguousarray(self).ravel()[storage_offset:]
    bytes_ = tuple(step * self.itemsize for step in stride)
    return np.lib.stride_tricks.as_strided(flat, size, bytes_)


def _reshape(self: np.ndarray, *size: Any) -> np.ndarray:
    return self.reshape(size[0] if isinstance(size[0], tuple) else size)


def _expand(self: np.ndarray, size: tuple[int, ...], implicit: bool = False) -> np.ndarray:
    own = (1,) * (len(size) - self.ndim) + self.shape
    return np.broadcast_to(self, tuple(old if new == -1 else new for new, old in zip(size, own, strict=True)))


def _transpose(self: np.ndarray, dim0: int, dim1: int) -> np.ndarray:
    return np.swapaxes(self, dim0, dim1) if self.ndim else self


def _select(self: np.ndarray, dim: int, index: int) -> np.ndarray:
    return self[(slice(None),) * (dim % self.ndim) + (index,)]


def _slice(self: np.ndarray, dim: int = 0, start: Any = None, end: Any = None, step: int = 1) -> np.ndarray:
    return self[(slice(None),) * (dim % self.ndim) + (slice(start, end, step),)]


def _squeeze(self: np.ndarray, dim: Any = None) -> np.ndarray:
    dims = (
        range(self.ndim)
        if dim is None
        else [d % max(self.ndim, 1) for d in ([dim] if isinstance(dim, int) else dim)]
    )
    return np.squeeze(self, tuple(d for d in dims if self.ndim and self.shape[d] == 1))


OUT_OF_RANGE = "out of range"
# as_strided counts in the storage, and not every layout can be viewed in another shape.
FIXED = "contiguous"

samples("alias", [call(t()), call(t(3, 5)), call(t(0))], reference=_same)
samples("detach", [call(t()), call(t(3, 5)), call(t(0))], reference=_same)
samples(
    "as_strided",
    [
        call(t(12, layout=FIXED), (3, 4), (4, 1)),
        call(t(12, layout=FIXED), (3, 3), (1, 1), 2),
        call(t(12, layout=FIXED), (2, 2), (0, 5)),
        call(t(12, layout=FIXED), (), ()),
        call(t(12, layout=FIXED), (0, 4), (1, 1), 12),
        call(t(3, 4, layout=FIXED), (12,), (1,)),
    ],
    reference=_as_strided,
    refusals=[
        Refusal(call(t(12), (3, 4), (4,)), RuntimeError, "mismatch in length"),
        Refusal(call(t(12), (3, 5), (4, 1)), RuntimeError, "storage"),
        Refusal(call(t(12), (3, 4), (4, 1), 1), RuntimeError, "storage"),
        Refusal(call(t(12), (-1, 4), (4, 1)), RuntimeError, "at least 0"),
        Refusal(call(t(12), (2, 2), (-1, 1)), RuntimeError, "negative"),
        Refusal(call(t(12), (2,), (1,), -1), RuntimeError, "negative|storage"),
        Refusal(call(t(12), (2**40, 2**40), (2**40, 1)), RuntimeError, "storage|overflow|large"),
        Refusal(call(t(12), (2,), (2**62,)), RuntimeError, "storage|overflow|large"),
    ],
)
samples(
    "view",
    [
        call(t(12, layout=FIXED), (3, 4)),
        call(t(3, 4, layout=FIXED), (12,)),
        call(t(3, 4, layout=FIXED), (-1,)),
        call(t(3, 4, layout=FIXED), (2, -1, 2)),
        call(t(1, layout=FIXED), ()),
        call(t(layout=FIXED), (1, 1)),
        call(t(0, 3, layout=FIXED), (3, 0)),
        call(t(0, 3, layout=FIXED), (-1, 3)),
        call(t(2, 3, 5, layout=FIXED), (6, 5)),
    ],
    reference=_reshape,
    refusals=[
        Refusal(call(t(12), (5, 2)), RuntimeError, r"\[5, 2\].*12|invalid"),
        Refusal(call(t(12), (5, -1)), RuntimeError, "invalid|12"),
        Refusal(call(t(12), (-1, -1)), RuntimeError, "only one dimension can be inferred"),
        Refusal(call(t(12), (-2, 6)), RuntimeError, "(?i)invalid shape dimension -2"),
        Refusal(call(t(0), (-1, 0)), RuntimeError, "-1"),
        Refusal(call(t(3, 4, layout="transposed"), (12,)), RuntimeError, r"reshape"),
        Refusal(call(t(12), (3.0, 4)), TypeError, "size"),
    ],
)
samples(
    "expand",
    [
        call(t(3, 1), (3, 4)),
        call(t(3, 1), (2, -1, 5)),
        call(t(1), (0,)),
        call(t(), (2, 3)),
        call(t(3, 4), (3, 4)),
        call(t(1, 1), (-1, 3)),
    ],
    reference=_expand,
    refusals=[
        Refusal(
            call(t(3, 1), (4, 4)),
            RuntimeError,
            r"expanded size of the tensor \(4\) must match the existing size \(3\)",
        ),
        Refusal(call(t(3, 1), (3,)), RuntimeError, "number of sizes"),
        Refusal(call(t(3), (-1, 3)), RuntimeError, "leading, non-existing dimension 0"),
        Refusal(call(t(1), (-2,)), RuntimeError, "-2|negative"),
        Refusal(call(t(1, 1, 1), (2**31, 2**31, 2**31)), RuntimeError, "overflow|large"),
    ],
)
samples(
    "permute",
    [
        call(t(2, 3, 4), (2, 0, 1)),
        call(t(2, 3, 4), (-1, 1, 0)),
        call(t(5), (0,)),
        call(t(), ()),
        call(t(0, 3), (1, 0)),
    ],
    refusals=[
        Refusal(call(t(2, 3), (0,)), RuntimeError, "number of dimensions"),
        Refusal(call(t(2, 3), (0, 0)), RuntimeError, "duplicate"),
        Refusal(call(t(2, 3), (0, 2)), IndexError, OUT_OF_RANGE),
    ],
)
samples(
    "transpose.int",
    [
        call(t(2, 3, 4), 0, 2),
        call(t(2, 3, 4), -1, 1),
        call(t(5), 0, 0),
        call(t(), 0, -1),
        call(t(0, 3), 0, 1),
    ],
    reference=_transpose,
    refusals=[
        Refusal(call(t(2, 3), 0, 2), IndexError, OUT_OF_RANGE),
        Refusal(call(t(2, 3), -3, 0), IndexError, OUT_OF_RANGE),
        Refusal(call(t(2, 3), 0), TypeError, "dim1"),
        Refusal(call(t(2, 3), 0, 1.0), TypeError, "dim1"),
    ],
)
samples(
    "t",
    [call(t(2, 3)), call(t(5)), call(t()), call(t(0, 3))],
    refusals=[Refusal(call(t(2, 3, 4)), RuntimeError, "2 dimensions")],
)
samples(
    "select.int",
    [call(t(2, 3, 4), 1, 2), call(t(2, 3, 4), -1, -4), call(t(5), 0, 3), call(t(3, 0), 0, 1)],
    reference=_select,
    refusals=[
        Refusal(call(t(), 0, 0), IndexError, "0-dim"),
        Refusal(call(t(2, 3), 2, 0), IndexError, OUT_OF_RANGE),
        Refusal(call(t(2, 3), 0, 2), IndexError, OUT_OF_RANGE),
        Refusal(call(t(2, 3), 0, -3), IndexError, OUT_OF_RANGE),
        Refusal(call(t(0), 0, 0), IndexError, OUT_OF_RANGE),
    ],
)
samples(
    "slice.Tensor",
    [
        call(t(7)),
        call(t(7), 0, 1, 5, 2),
        call(t(3, 7), 1, None, None, 3),
        call(t(3, 7), -1, -3, -1),
        call(t(3, 7), 0, -100, 100),
        call(t(3, 7), 1, 5, 2),
        call(t(7), 0, 7, 9),
        call(t(7), 0, 2, 2**63 - 1, 2**62),
        call(t(0), 0, 0, 1),
    ],
    reference=_slice,
    refusals=[
        Refusal(call(t(), 0), IndexError, "0-dim"),
        Refusal(call(t(2), 1), IndexError, OUT_OF_RANGE),
        Refusal(call(t(2), 0, 0, 1, 0), RuntimeError, "step must be positive"),
        Refusal(call(t(2), 0, 0, 1, -1), RuntimeError, "step must be positive"),
    ],
)
samples(
    "unsqueeze",
    [call(t(2, 3), 0), call(t(2, 3), 2), call(t(2, 3), -1), call(t(2, 3), -3), call(t(), 0), call(t(0), 1)],
    refusals=[
        Refusal(call(t(2), 2), IndexError, OUT_OF_RANGE),
        Refusal(call(t(2), -3), IndexError, OUT_OF_RANGE),
    ],
)
samples(
    "squeeze", [call(t(1, 3, 1)), call(t(2, 3)), call(t(1, 1)), call(t()), call(t(1, 0))], reference=_squeeze
)
samples(
    "squeeze.dim",
    [call(t(1, 3, 1), 0), call(t(1, 3, 1), 1), call(t(1, 3, 1), -1), call(t(), 0)],
    reference=_squeeze,
    refusals=[Refusal(call(t(2, 1), 2), IndexError, OUT_OF_RANGE)],
)
samples(
    "squeeze.dims",
    [call(t(1, 3, 1), (0, 2)), call(t(1, 3, 1), (0, 1)), call(t(1, 3, 1), ()), call(t(1, 3, 1), (-1,))],
    reference=_squeeze,
    refusals=[
        Refusal(call(t(2, 1), (0, 2)), IndexError, OUT_OF_RANGE),
        Refusal(call(t(2, 1), (0, 0)), RuntimeError, "appears multiple times"),
    ],
)
