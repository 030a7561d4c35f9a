"""The ops that the tests of this folder are parametrised with: those with a kernel for CUDA, or made of others."""

from collections.abc import Callable
from typing import Any

import subject
from samples import OpSamples


def on_cuda(samples: OpSamples) -> bool:
    """Whether the table says that the op runs there."""
    return "cuda" in samples.entry.devices


def every_op(keep: Callable[[OpSamples], bool] = lambda samples: True) -> list[Any]:
    """As subject.every_op."""
    return subject.every_op(lambda samples: on_cuda(samples) and keep(samples))


def every_op_and_dtype() -> list[Any]:
    """As subject.every_op_and_dtype."""
    return subject.every_op_and_dtype(on_cuda)
