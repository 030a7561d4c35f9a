"""Calls every public op with random garbage, in a process of its own: `fuzz_worker.py SEED CALLS`.

Any Python exception is fine but SystemError, which says that C code broke its contract. A crash ends the
process, a hang is ended by faulthandler; the last line on stdout is the call that was running.
"""

import faulthandler
import operator
import os
import random
import resource
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import tt
from tt_core import _C

DTYPES = [getattr(tt, name) for name in (
    "bool", "uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "float16", "bfloat16",
    "float32", "float64", "complex64", "complex128")]  # fmt: skip
INTS = [
    0, 0, 1, 1, 2, 3, 7, 64, -1, -2, -3, 2**31, -(2**31) - 1, 2**40, 2**62, 2**63 - 1, -(2**63), 2**63,
    2**64, 2**100
]  # fmt: skip
NUMBERS = [
    0.0, -0.0, 1.5, -2.5, 1e300, float("nan"), float("inf"), -float("inf"), 1j, complex("nan+infj"), True,
    False
]  # fmt: skip
WORDS = ["", "cpu", "meta", "cuda:1", "nonsense", "self", "a" * 1000, "\0", "\ud800"]
KEYWORDS = [
    "input", "other", "dim", "axis", "keepdim", "keepdims", "out", "dtype", "device", "alpha", "size", "x1",
    "x2",
    "value", "memory_format", "layout", "requires_grad", "nothing"
]  # fmt: skip
OPERATORS = [
    operator.add, operator.sub, operator.mul, operator.matmul, operator.iadd, operator.imul, operator.getitem,
    operator.eq, operator.lt, operator.pow, operator.neg, operator.contains, operator.index, operator.concat,
    operator.delitem, operator.setitem, len, int, float, complex, bool, list, iter, repr, bytes, memoryview,
    tt.tensor, tt.as_tensor, tt.from_numpy, tt.promote_types, tt.can_cast, tt.Size, tt.device, tt.Tensor
]  # fmt: skip


class Sub(tt.Tensor):
    pass


class Index:
    def __init__(self, value: object) -> None:
        self.value = value

    def __index__(self) -> Any:
        if isinstance(self.value, Exception):
            raise self.value
        return self.value


def fresh_tensors(rng: random.Random) -> list[Any]:
    base = tt.tensor(np.arange(24.0, dtype=np.float32).reshape(2, 3, 4))
    leaf = tt.ones(3, requires_grad=True)
    made = [
        base, base[0], base[:, 1:], base[..., ::2], base.permute(2, 0, 1), base[0, 0].expand(3, 4),
        base.view(-1),
        base.as_strided((2, 2), (1, 1)), base.as_strided((0,), (5,), 3), base[1, 2, 3], tt.ones(()),
        tt.zeros(0),
        tt.zeros(2, 0, 3), leaf, leaf * 2, (leaf * 2)[1:], Sub(tt.ones(3)), tt.empty(3, 4, device="meta"),
        tt.empty(5, device="meta")[2], tt.ones(1).expand(1, 3), tt.from_numpy(np.ones((3, 4))[:, ::2]),
        tt.ones([1] * 30),
    ]  # fmt: skip
    made += [tt.tensor([1, 0, 1], dtype=dtype) for dtype in DTYPES]
    made += [tt.tensor(2, dtype=rng.choice(DTYPES)) for _ in range(3)]
    return made


def nested(depth: int) -> Any:
    data: Any = 1
    for _ in range(depth):
        data = [data]
    return data


class Fuzzer:
    """One stream of calls."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.tensors = fresh_tensors(self.rng)
        self.callables: list[tuple[str, Callable[..., Any]]] = [(f.__name__, f) for f in OPERATORS]
        self.callables += [(f"ops.{name}", getattr(tt.ops, name)) for name in sorted(vars(tt.ops))]
        skipped = {"backward", "register_hook", "__class__", "__reduce__", "__reduce_ex__"}
        self.callables += [
            (f"Tensor.{name}", getattr(tt.Tensor, name))
            for name in sorted(dir(tt.Tensor))
            if name not in skipped and callable(getattr(tt.Tensor, name))
        ]

    def argument(self, depth: int = 0) -> Any:
        rng = self.rng
        kind = rng.random()
        if kind < 0.45:
            return rng.choice(self.tensors)
        if kind < 0.65:
            return rng.choice(INTS)
        if kind < 0.72:
            return rng.choice(NUMBERS)
        if kind < 0.84 and depth < 3:
            made = [
                self.argument(depth + 1) if rng.random() < 0.3 else rng.choice(INTS)
                for _ in range(rng.choice((0, 1, 2, 2, 3, 70)))
            ]
            return rng.choice((list, tuple, list, tuple, iter))(made)
        return rng.choice([
            None, ..., slice(None), slice(*(rng.choice([None, *INTS]) for _ in range(3))), rng.choice(WORDS),
            b"bytes",
            rng.choice(DTYPES), tt.device("cpu"), tt.device("meta"), tt.strided, tt.sparse_coo,
            tt.contiguous_format,
            tt.channels_last, tt.preserve_format, {}, {1}, object(), nested(rng.choice((3, 64, 65, 900))),
            np.float32(2), np.int64(-1), np.bool_(True), np.complex64(1j), np.ones((2, 3)), np.array(2.0),
            np.array(["a"]), np.array([object()]), np.ones(3)[::-1], np.ones(3, dtype=">i2"), Index(2),
            Index("no int"), Index(KeyError("raised")), Index(2**70), range(3), float, int, type,
            rng.choice(self.callables)[1],
        ])  # fmt: skip

    def call(self) -> None:
        rng = self.rng
        name, function = rng.choice(self.callables)
        args = [self.argument() for _ in range(rng.choice((0, 1, 1, 2, 2, 2, 3, 3, 4)))]
        # Python's own pow and shifts of two huge ints would take for ever.
        if args and (function in OPERATORS or rng.random() < 0.7):
            args[0] = rng.choice(self.tensors)
        kwargs = {rng.choice(KEYWORDS): self.argument() for _ in range(rng.choice((0, 0, 0, 1, 2)))}
        os.write(
            1, f"{name}({len(args)} args: {[type(x).__name__ for x in args]}, {list(kwargs)})\n".encode()
        )
        try:
            result = function(*args, **kwargs)
            if isinstance(result, tt.Tensor) and 0 < result.numel() < 200:
                repr(result)
        except SystemError:
            raise
        except Exception as error:
            str(error)


def main(seed: int, calls: int) -> None:
    warnings.simplefilter("ignore")
    # Address space for what a test may want, and no more: an allocation of 2**40 bytes has to fail.
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + (2 << 30), resource.RLIM_INFINITY))
    fuzzer = Fuzzer(seed)
    for index in range(calls):
        if index % 50 == 0:
            faulthandler.dump_traceback_later(15, exit=True)
            fuzzer.tensors = fresh_tensors(fuzzer.rng)
        fuzzer.call()
    faulthandler.cancel_dump_traceback_later()
    _C.empty_cache()
    assert (tt.ones(3) + 1).tolist() == [2, 2, 2]
    os.write(1, b"done\n")


if __name__ == "__main__":
    faulthandler.enable()
    main(int(sys.argv[1]), int(sys.argv[2]))
