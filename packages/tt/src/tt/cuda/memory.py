"""What tt's allocator holds of a device's memory, in bytes."""

from typing import Any

from tt.cuda.devices import index_of
from tt_kernels import _C

_cuda = _C.cuda


def _stat(name: str, device: Any) -> int:
    if device is None and _cuda.device_count() == 0:
        return 0
    return int(_cuda.memory_stats(index_of(device))[name])


def memory_allocated(device: Any = None) -> int:
    """Bytes that tensors use."""
    return _stat("allocated_bytes", device)


def max_memory_allocated(device: Any = None) -> int:
    """The most bytes that tensors used, since the start or `reset_peak_memory_stats`."""
    return _stat("max_allocated_bytes", device)


def memory_reserved(device: Any = None) -> int:
    """Bytes that the allocator has taken, for tensors and kept for the next ones."""
    return _stat("reserved_bytes", device)


def max_memory_reserved(device: Any = None) -> int:
    """The most bytes that the allocator had taken."""
    return _stat("max_reserved_bytes", device)


def reset_peak_memory_stats(device: Any = None) -> None:
    """Makes the present values the peaks."""
    _cuda.reset_peak_memory_stats(index_of(device))


def empty_cache() -> None:
    """Gives back what no tensor uses. Does nothing where CUDA was not used."""
    _cuda.empty_cache()


def mem_get_info(device: Any = None) -> tuple[int, int]:
    """The device's free and total bytes, as the driver counts them."""
    free, total = _cuda.mem_get_info(index_of(device))
    return int(free), int(total)
