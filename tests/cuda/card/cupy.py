"""CuPy of the stand-in for a card, as far as tt uses it: memory from the driver, in a context and on a stream."""

import ctypes
from types import SimpleNamespace, TracebackType

_driver = ctypes.CDLL("libcuda.so.1")


class OutOfMemoryError(MemoryError):
    """As CuPy's."""


class _Stream:
    def __init__(self, ptr: int) -> None:
        self.ptr = ptr

    def __enter__(self) -> None:
        assert _driver.cuStreamQuery(ctypes.c_void_p(self.ptr)) in (0, 600), (
            "a stream of another device, or of none"
        )

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass


class _Memory:
    def __init__(self, size: int) -> None:
        address = ctypes.c_uint64()
        if _driver.cuMemAlloc_v2(ctypes.byref(address), ctypes.c_size_t(size)):
            raise OutOfMemoryError(f"out of memory: {size} bytes")
        self.ptr = address.value

    def __del__(self) -> None:
        if hasattr(self, "ptr"):
            _driver.cuMemFree_v2(ctypes.c_uint64(self.ptr))


cuda = SimpleNamespace(
    alloc=_Memory,
    memory=SimpleNamespace(OutOfMemoryError=OutOfMemoryError),
    ExternalStream=_Stream,
    Stream=SimpleNamespace(null=_Stream(0)),
)
