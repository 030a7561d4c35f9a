"""Prints tensors with torch: `golden` writes golden.txt, `fuzz SEED COUNT` one JSON line per random tensor.

Run by the interpreter that has torch; imports neither tt nor pytest.
"""

import random
import sys
from collections.abc import Callable
from dataclasses import replace
from math import inf, nan, prod
from typing import Any

import torch

from golden_cases import CASES
from printed_case import Case, to_json

INTEGERS = ("uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64")
DTYPES = ("bool", *INTEGERS, "float16", "bfloat16", "float32", "float64", "complex64", "complex128")
SPECIAL = (0.0, -0.0, inf, -inf, nan, 1.0, -1.0, 1e-4, 1e8, 1000.0, 0.5)


def torch_tensor(case: Case) -> torch.Tensor:
    dtype = getattr(torch, case.dtype)
    if case.device == "meta" and case.indices is None:
        tensor = torch.empty(case.shape, dtype=dtype, device="meta")
    elif case.indices is None:
        tensor = torch.tensor(case.values, dtype=dtype).reshape(case.shape)
    elif case.device == "meta":
        tensor = torch.sparse_coo_tensor(case.shape, dtype=dtype, device="meta", check_invariants=True)
    else:
        indices = torch.tensor(case.indices, dtype=torch.int64)
        values = torch.tensor(case.values, dtype=dtype).reshape(case.values_shape())
        tensor = torch.sparse_coo_tensor(indices, values, case.shape, check_invariants=True)
    if case.grad_fn:
        return tensor.requires_grad_().clone()
    return tensor.requires_grad_() if case.requires_grad else tensor


def torch_text(case: Case, tensor: torch.Tensor) -> str:
    torch.set_default_dtype(getattr(torch, case.default_dtype))
    torch.set_printoptions(profile="default")
    torch.set_printoptions(**case.options)
    try:
        return repr(tensor).replace("torch.", "tt.")
    finally:
        torch.set_printoptions(profile="default")
        torch.set_default_dtype(torch.float32)


def random_float(rng: random.Random) -> Callable[[], float]:
    """A source of numbers of one character, since all of a tensor's numbers decide its form together."""
    scale = 10.0 ** rng.uniform(-7, 10)
    spread = rng.choice((0.0, 0.0, 1.0, 4.0))
    whole, special = rng.random() < 0.3, rng.choice((0.0, 0.0, 0.1, 0.5))

    def draw() -> float:
        if rng.random() < special:
            return rng.choice(SPECIAL)
        value = rng.gauss(0, 1) * scale * 10.0 ** rng.uniform(-spread, spread)
        return float(round(value)) if whole else value

    return draw


def random_values(rng: random.Random, dtype: str, count: int) -> list[Any]:
    if dtype == "bool":
        return [rng.random() < 0.5 for _ in range(count)]
    if dtype in INTEGERS:
        limits = torch.iinfo(getattr(torch, dtype))
        bound = 10 ** rng.randint(0, 19)
        return [rng.randint(max(limits.min, -bound), min(limits.max, bound)) for _ in range(count)]
    real, imag = random_float(rng), random_float(rng)
    if dtype.startswith("complex"):
        return [complex(real(), imag()) for _ in range(count)]
    return [real() for _ in range(count)]


def random_shape(rng: random.Random) -> tuple[int, ...]:
    ndim = rng.choice((0, 1, 1, 2, 2, 3, 4))
    longest = (0, 1500, 60, 12, 7)[ndim]
    return tuple(rng.choice((rng.randint(0, longest), rng.randint(1, 8))) for _ in range(ndim))


def random_options(rng: random.Random) -> dict[str, Any]:
    if rng.random() < 0.6:
        return {}
    choices: dict[str, tuple[Any, ...]] = {
        "precision": (0, 1, 2, 3, 6, 8),
        "threshold": (0, 5, 50, 100000),
        "edgeitems": (0, 1, 2, 5),
        "linewidth": (1, 20, 60, 79, 81, 120),
        "profile": ("default", "short", "full"),
        "sci_mode": (True, False),
    }
    return {name: rng.choice(values) for name, values in choices.items() if rng.random() < 0.35}


def random_indices(rng: random.Random, shape: tuple[int, ...]) -> tuple[tuple[int, ...], ...] | None:
    """COO indices over the leading dimensions, unsorted and with repeats, for one tensor in ten."""
    if not shape or 0 in shape or rng.random() < 0.9:
        return None
    nnz, sparse_ndim = rng.choice((0, 1, 5, 40)), rng.randint(1, len(shape))
    return tuple(tuple(rng.randrange(size) for _ in range(nnz)) for size in shape[:sparse_ndim])


def random_case(rng: random.Random, number: int) -> tuple[Case, torch.Tensor]:
    dtype, shape = rng.choice(DTYPES), random_shape(rng)
    inexact = dtype not in INTEGERS and dtype != "bool"
    history = rng.choice(({}, {}, {"requires_grad": True}, {"grad_fn": "CloneBackward0"})) if inexact else {}
    case = Case(
        f"random {number}",
        dtype,
        shape,
        options=random_options(rng),
        default_dtype=rng.choice(("float32", "float32", "float64", "float16")),
        indices=random_indices(rng, shape),
        **history,
    )
    if case.indices is None and rng.random() < 0.05:
        case = replace(case, device="meta")
        return case, torch_tensor(case)
    case = replace(case, values=random_values(rng, dtype, prod(case.values_shape())))
    tensor = torch_tensor(case)
    values = tensor.detach() if case.indices is None else tensor.detach()._values()
    # What torch stored, not what was asked for: rounding is not under test here.
    return replace(case, values=values.flatten().tolist()), tensor


def main(arguments: list[str]) -> None:
    if arguments == ["golden"]:
        for case in CASES:
            print(f"### {case.name}\n{torch_text(case, torch_tensor(case))}")
        return
    seed, count = (int(argument) for argument in arguments[1:])
    rng = random.Random(seed)
    for number in range(count):
        case, tensor = random_case(rng, number)
        print(to_json(case, torch_text(case, tensor)))


if __name__ == "__main__":
    main(sys.argv[1:])
