"""DLPack's protocol: who may take a tensor's memory, and whose memory becomes a tensor. No element is copied.

The capsules themselves are core's (`bind/dlpack.cpp`).
"""

from typing import Any

from tt_core import _C, Tensor

_CPU = (1, 0)
_CUDA = 2
"""DLPack's number for CUDA's memory; the second one of a pair is the device's index."""
_VERSIONED = (1, 0)
"""The first version whose capsules say their version and whether they are read-only."""


def dlpack(
    self: Tensor,
    *,
    stream: int | None = None,
    max_version: tuple[int, int] | None = None,
    dl_device: tuple[int, int] | None = None,
    copy: bool | None = None,
) -> Any:
    """A DLPack capsule over the tensor's memory, which lives as long as somebody holds the capsule.

    It has a version when `max_version` is at least (1, 0). `stream` means nothing on the CPU; on CUDA it is the stream
    that will read the memory, which waits for what writes it: an address, 1 or None for the default stream, or -1 for
    no waiting. `copy=True` makes a copy first; without it, writes are seen on both sides.

    Raises BufferError for a tensor that requires grad, that is on neither, or for another device than its own, except
    the CPU where `copy` is not False.
    """
    if self.requires_grad:
        raise BufferError(
            "__dlpack__: the memory of a tensor that requires grad is not shared\nhint: tensor.detach()"
        )
    if stream is not None and not isinstance(stream, int):
        raise TypeError(f"__dlpack__: argument 'stream' must be int or None, not {type(stream).__name__}")
    source = self.clone() if copy else self
    if dl_device is not None and tuple(dl_device) != dlpack_device(self):
        if tuple(dl_device) != _CPU or copy is False:
            raise BufferError(
                f"__dlpack__: a tensor on {self.device} cannot go to DLPack's device {tuple(dl_device)}"
            )
        source, copy = self.cpu(), True
    if source.is_cuda:
        _let_wait(source, stream)
    versioned = max_version is not None and tuple(max_version) >= _VERSIONED
    return _C.to_dlpack(source, versioned, bool(copy))


def _let_wait(source: Tensor, stream: int | None) -> None:
    """Makes the consumer's stream wait for the one that writes `source`."""
    from tt.cuda.streams import ExternalStream, current_stream

    if stream == 0:
        raise BufferError(
            "__dlpack__: stream 0 may be one of two; 1 is the default stream, 2 the thread's own"
        )
    writing = current_stream(source.device)
    reading = 1 if stream is None else stream
    if reading != -1 and (reading != 1 or writing.cuda_stream != 0):
        ExternalStream(reading, source.device).wait_stream(writing)


def dlpack_device(self: Tensor) -> tuple[int, int]:
    """The tensor's device in DLPack's numbers: (1, 0) for the CPU, (2, i) for CUDA. Raises BufferError for others."""
    if self.is_cuda:
        return _CUDA, int(self.device.index)
    if not self.is_cpu:
        raise BufferError(f"__dlpack_device__: device {self.device} has no number in DLPack")
    return _CPU


def from_dlpack(ext_tensor: Any, *, device: Any = None, copy: bool | None = None) -> Tensor:
    """A tensor over the memory of an array of any library that speaks DLPack, without a copy.

    `ext_tensor` has a method `__dlpack__`, or is a capsule that one gave, which can be taken once. Writes are seen on
    both sides; `copy=True` gives a copy instead. A read-only array gives a warning, since a tensor cannot be
    read-only.

    Raises RuntimeError for what is neither, BufferError for memory of other devices than the CPU and CUDA, for dtypes
    without a counterpart and for negative strides, ValueError when `copy=False` and `device` is another one.

        >>> tt.from_dlpack(numpy.arange(3))
        tensor([0, 1, 2])
    """
    made = _C.from_dlpack(_capsule(ext_tensor) if hasattr(ext_tensor, "__dlpack__") else ext_tensor)
    if device is not None and made.device != _C.device(device):
        if copy is False:
            raise ValueError(f"from_dlpack: a tensor on {device} needs a copy, which copy=False forbids")
        return made.to(device)
    return made.clone() if copy else made


def _capsule(array: Any) -> Any:
    kind, index = array.__dlpack_device__() if hasattr(array, "__dlpack_device__") else _CPU
    arguments: dict[str, Any] = {}
    if int(kind) == _CUDA:
        from tt.cuda.streams import current_stream

        arguments["stream"] = current_stream(int(index)).cuda_stream or 1
    elif int(kind) != _CPU[0]:
        raise BufferError(
            f"from_dlpack: expected memory of the CPU or CUDA, got DLPack's device {(int(kind), index)}"
        )
    try:
        return array.__dlpack__(max_version=(1, 1), **arguments)
    except TypeError:  # from before versions
        return array.__dlpack__(**arguments)
