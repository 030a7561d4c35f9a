"""`tt.cuda`: CUDA devices, as `torch.cuda` has them. On a machine without one `is_available()` is False; with
`TT_CUDA_EMULATE=1` there is one device, the emulator, whose name is "emulated".

Importing this opens no driver and imports no other library.
"""

from tt.cuda.devices import (
    current_device,
    device,
    device_count,
    get_device_capability,
    get_device_name,
    get_device_properties,
    is_available,
    is_bf16_supported,
    is_emulated,
    set_device,
    synchronize,
)
from tt.cuda.memory import (
    empty_cache,
    max_memory_allocated,
    max_memory_reserved,
    mem_get_info,
    memory_allocated,
    memory_reserved,
    reset_peak_memory_stats,
)
from tt.cuda.random import (
    default_generator,
    get_rng_state,
    initial_seed,
    manual_seed,
    manual_seed_all,
    set_rng_state,
)
from tt.cuda.streams import Event, ExternalStream, Stream, current_stream, default_stream, set_stream, stream
from tt_core import OutOfMemoryError

__all__ = [
    "Event",
    "ExternalStream",
    "OutOfMemoryError",
    "Stream",
    "current_device",
    "current_stream",
    "default_generator",
    "default_stream",
    "device",
    "device_count",
    "empty_cache",
    "get_device_capability",
    "get_device_name",
    "get_device_properties",
    "get_rng_state",
    "initial_seed",
    "is_available",
    "is_bf16_supported",
    "is_emulated",
    "manual_seed",
    "manual_seed_all",
    "max_memory_allocated",
    "max_memory_reserved",
    "mem_get_info",
    "memory_allocated",
    "memory_reserved",
    "reset_peak_memory_stats",
    "set_device",
    "set_rng_state",
    "set_stream",
    "stream",
    "synchronize",
]
