"""Which CUDA devices there are, which is current in this thread, and what they are like."""

from dataclasses import dataclass
from importlib.util import find_spec
from types import TracebackType
from typing import Any

from tt_core import _C as _core
from tt_kernels import _C

_cuda = _C.cuda


def is_available() -> bool:
    """Whether tensors can be made on "cuda": there is a device, a compiler and an allocator. Never raises."""
    if _cuda.device_count() == 0:
        return False
    return _cuda.is_emulated() or (find_spec("cupy") is not None and _has_compiler())


def _has_compiler() -> bool:
    from tt_kernels.cuda import libraries

    return bool(libraries.nvrtc())


def is_emulated() -> bool:
    """Whether the device is the emulator (`TT_CUDA_EMULATE=1`)."""
    return bool(_cuda.is_emulated())


def device_count() -> int:
    """How many devices there are; 0 without a driver. Never raises."""
    return int(_cuda.device_count())


def current_device() -> int:
    """The index of this thread's current device, which "cuda" without an index is."""
    return int(_cuda.current_device())


def set_device(device: Any) -> None:
    """Makes a device current in this thread. Raises RuntimeError when there is no such device."""
    index = index_of(device)
    if index >= 0:
        _cuda.set_device(index)


def index_of(device: Any) -> int:
    """The index that an int, a string, a tt.device or None (the current one) stands for."""
    if device is None:
        return current_device()
    if isinstance(device, int) and not isinstance(device, bool):
        if not -(2**31) <= device < 2**31:
            raise ValueError(f"expected the index of a cuda device, got {device}")
        return device
    found = _core.device(device)
    if found.type != "cuda":
        raise ValueError(f"expected a cuda device, got {found}")
    return current_device() if found.index is None else int(found.index)


def present_index_of(device: Any) -> int:
    """As `index_of`, with -1 as the current one. Raises RuntimeError when there is no such device."""
    index = index_of(device)
    count = device_count()
    if index == -1 or not count:
        index = current_device()  # without a driver, that says so
    if not 0 <= index < count:
        devices = "is 1 device" if count == 1 else f"are {count} devices"
        raise RuntimeError(f"cuda: invalid device index {index}, there {devices}")
    return index


class device:
    """Makes a device current for a block: `with tt.cuda.device(1): ...`."""

    def __init__(self, device: Any) -> None:
        self.idx = index_of(device)
        self._before = -1

    def __enter__(self) -> None:
        self._before = current_device()
        set_device(self.idx)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        set_device(self._before)


@dataclass(frozen=True, slots=True)
class DeviceProperties:
    """What a device is like; `total_memory` in bytes."""

    name: str
    major: int
    minor: int
    total_memory: int
    multi_processor_count: int


def get_device_properties(device: Any = None) -> DeviceProperties:
    """The properties of a device. Raises RuntimeError when there is no such device."""
    return DeviceProperties(**_cuda.properties(index_of(device)))


def get_device_name(device: Any = None) -> str:
    """The device's name; "emulated" for the emulator."""
    return get_device_properties(device).name


def get_device_capability(device: Any = None) -> tuple[int, int]:
    """The compute capability, such as (9, 0)."""
    found = get_device_properties(device)
    return found.major, found.minor


def is_bf16_supported() -> bool:
    """Whether there is a device: bfloat16 is computed as float32 on every one."""
    return is_available()


def synchronize(device: Any = None) -> None:
    """Waits for all work of a device. What a kernel did wrong is raised here, as RuntimeError."""
    _cuda.synchronize(index_of(device))
