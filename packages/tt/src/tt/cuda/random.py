"""The random stream of each device. Streams are functions of the seed alone: `tt.cuda.manual_seed(0)` makes the numbers
on a device that `tt.manual_seed(0)` makes on the CPU.
"""

from typing import Any

from tt.cuda.devices import device_count, present_index_of
from tt_core import _C as _core
from tt_core import Tensor


def default_generator(device: Any = None) -> Any:
    """What ops without `generator=` draw from on a device."""
    return _core.device_generator(_core.device("cuda", present_index_of(device)))


def manual_seed(seed: int) -> None:
    """Starts the current device's stream anew from `seed`. Without a device nothing happens."""
    if device_count():
        default_generator().manual_seed(int(seed))


def manual_seed_all(seed: int) -> None:
    """Starts every device's stream anew from `seed`."""
    for index in range(device_count()):
        default_generator(index).manual_seed(int(seed))


def initial_seed() -> int:
    """The seed of the current device's stream."""
    return int(default_generator().initial_seed())


def get_rng_state(device: Any = None) -> Tensor:
    """The seed and the place of a device's stream, as a uint8 tensor on the CPU."""
    state: Tensor = default_generator(device).get_state()
    return state


def set_rng_state(new_state: Tensor, device: Any = None) -> None:
    """Goes back to a state of a device's stream that `get_rng_state` gave."""
    default_generator(device).set_state(new_state)
