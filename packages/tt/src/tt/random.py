"""The random stream that factories draw from, and its place: what `manual_seed` starts and states remember.

Streams are Philox 4x32-10: the same values for a seed on any machine and for any number of threads, up to the last
bits of normal numbers, which depend on the instruction set. They are not torch's values for the same seed.
"""

from typing import Any

from tt_core import _C, Tensor

Generator = _C.Generator
default_generator = _C.default_generator


def manual_seed(seed: int) -> Any:
    """Starts the default stream anew from `seed`, on every device; returns the CPU's generator.

    `seed` is an int of 64 bits; negative ones count down from 2**64 - 1. Raises ValueError for one beyond, TypeError
    for what is no int.

        >>> tt.manual_seed(0).initial_seed()
        0
    """
    made = default_generator.manual_seed(int(seed))
    _C.follow_seed()
    return made


def seed() -> int:
    """Starts the default stream anew from a seed that nobody can foresee, and returns the seed."""
    return int(default_generator.seed())


def initial_seed() -> int:
    """The seed of the default stream."""
    return int(default_generator.initial_seed())


def get_rng_state() -> Tensor:
    """The seed and the place of the default stream, as a uint8 tensor."""
    return default_generator.get_state()


def set_rng_state(new_state: Tensor) -> None:
    """Goes back to a state of the default stream that `get_rng_state` gave.

    Raises TypeError for another dtype than uint8, RuntimeError for another size.
    """
    default_generator.set_state(new_state)
