"""Streams, whose work runs in order and beside that of other streams, and events, marks in them."""

from types import TracebackType
from typing import Any, NoReturn

from tt.cuda.devices import index_of, present_index_of
from tt_kernels import _C

_cuda = _C.cuda


def _expect(function: str, value: object, kind: type) -> None:
    if not isinstance(value, kind):
        raise TypeError(f"{function}: expected a tt.cuda.{kind.__name__}, got {type(value).__name__}")


class Stream:
    """A stream of a device. Work goes to the stream that is current: `with tt.cuda.stream(s): ...`.

    A tensor that another stream uses than the one it was made on has to be told so: `tensor.record_stream(s)`.
    Streams come from a pool of 32 for each device and priority, from 0 to the more urgent -3, as PyTorch's do.
    """

    def __init__(self, device: Any = None, priority: int = 0) -> None:
        if not isinstance(priority, int) or not -(2**31) <= priority < 2**31:
            raise TypeError(f"Stream: expected a small int for 'priority', got {priority!r}")
        self.device_index = present_index_of(device)
        self.cuda_stream: int = _cuda.pooled_stream(self.device_index, priority)

    @classmethod
    def _of(cls, device_index: int, address: int) -> "Stream":
        made = cls.__new__(cls)
        made.device_index, made.cuda_stream = device_index, address
        return made

    def synchronize(self) -> None:
        """Waits for the stream's work; what a kernel did wrong is raised here."""
        _cuda.synchronize_stream(self.device_index, self.cuda_stream)

    def query(self) -> bool:
        """Whether the stream's work is done."""
        return bool(_cuda.query_stream(self.device_index, self.cuda_stream))

    def wait_event(self, event: "Event") -> None:
        """Makes later work of this stream wait for the event."""
        _expect("wait_event", event, Event)
        event._create(self.device_index)
        _cuda.stream_wait_event(self.device_index, self.cuda_stream, event.cuda_event)

    def wait_stream(self, stream: "Stream") -> None:
        """Makes later work of this stream wait for what the other has been given up to now."""
        _expect("wait_stream", stream, Stream)
        self.wait_event(stream.record_event())

    def record_event(self, event: "Event | None" = None) -> "Event":
        """Marks this place in the stream, in a new event or in the one given."""
        marked = Event() if event is None else event
        _expect("record_event", marked, Event)
        marked.record(self)
        return marked

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Stream):
            return NotImplemented
        return (self.device_index, self.cuda_stream) == (other.device_index, other.cuda_stream)

    def __hash__(self) -> int:
        return hash((self.device_index, self.cuda_stream))

    def __copy__(self) -> "Stream":
        return self

    def __deepcopy__(self, memo: object) -> "Stream":
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError("Stream: it is a stream of this process, which cannot be pickled")

    def __repr__(self) -> str:
        return f"<tt.cuda.Stream device=cuda:{self.device_index} cuda_stream={self.cuda_stream:#x}>"


class ExternalStream(Stream):
    """A stream that another library made, by its address. That library has to keep it alive."""

    def __init__(self, stream_ptr: int, device: Any = None) -> None:
        if not isinstance(stream_ptr, int) or not 0 <= stream_ptr < 2**64:
            raise TypeError(f"ExternalStream: expected the address of a stream, got {stream_ptr!r}")
        self.device_index, self.cuda_stream = present_index_of(device), stream_ptr


class Event:
    """A mark in a stream. With `enable_timing` the time between two of them can be asked for."""

    def __init__(self, enable_timing: bool = False) -> None:
        self.enable_timing = enable_timing
        self.device_index = -1  # until it is first recorded or waited for
        self.cuda_event = 0

    def _create(self, device_index: int) -> None:
        if not self.cuda_event:
            self.cuda_event = _cuda.create_event(device_index, self.enable_timing)
            self.device_index = device_index

    def __del__(self) -> None:
        if getattr(self, "cuda_event", 0):
            _cuda.destroy_event(self.device_index, self.cuda_event)

    def __reduce__(self) -> NoReturn:
        raise TypeError("Event: it is a mark of this process, which can neither be copied nor pickled")

    def record(self, stream: Stream | None = None) -> None:
        """Marks this place in a stream, the current one if none is given.

        Raises RuntimeError for a stream of another device than the event was first used on.
        """
        on = current_stream() if stream is None else stream
        _expect("record", on, Stream)
        self._create(on.device_index)
        if on.device_index != self.device_index:
            raise RuntimeError(
                f"record: the event is of cuda:{self.device_index}, the stream of cuda:{on.device_index}\n"
                "hint: an event for each device"
            )
        _cuda.record_event(self.device_index, self.cuda_event, on.cuda_stream)

    def query(self) -> bool:
        """Whether the stream has passed the mark; True where nothing was marked."""
        return not self.cuda_event or bool(_cuda.query_event(self.device_index, self.cuda_event))

    def synchronize(self) -> None:
        """Waits until the stream has passed the mark."""
        if self.cuda_event:
            _cuda.synchronize_event(self.device_index, self.cuda_event)

    def wait(self, stream: Stream | None = None) -> None:
        """Makes later work of a stream wait for the mark."""
        on = current_stream() if stream is None else stream
        _expect("wait", on, Stream)
        on.wait_event(self)

    def elapsed_time(self, end_event: "Event") -> float:
        """Milliseconds from this mark to the other. Raises RuntimeError unless both are timed and recorded."""
        _expect("elapsed_time", end_event, Event)
        for event in (self, end_event):
            if not event.enable_timing or not event.cuda_event:
                raise RuntimeError(
                    "elapsed_time: both events must be recorded and made with enable_timing=True\n"
                    "hint: tt.cuda.Event(enable_timing=True)"
                )
        return float(_cuda.elapsed_time(self.device_index, self.cuda_event, end_event.cuda_event))


def current_stream(device: Any = None) -> Stream:
    """The stream that this thread's work on a device goes to."""
    index = present_index_of(device)
    return Stream._of(index, _cuda.current_stream(index))


def default_stream(device: Any = None) -> Stream:
    """The device's own stream, which is current until another one is set."""
    return Stream._of(present_index_of(device), 0)


def set_stream(stream: Stream | None) -> None:
    """Makes a stream current in this thread, and its device; None changes nothing."""
    if stream is None:
        return
    _expect("set_stream", stream, Stream)
    _cuda.set_device(stream.device_index)
    _cuda.set_current_stream(stream.device_index, stream.cuda_stream)


class stream:
    """Makes a stream current for a block; None changes nothing."""

    def __init__(self, stream: Stream | None) -> None:
        if stream is not None:
            _expect("stream", stream, Stream)
        self.stream = stream
        self._before: tuple[int, Stream] | None = None

    def __enter__(self) -> None:
        if self.stream is None:
            return
        self._before = index_of(None), current_stream(self.stream.device_index)
        set_stream(self.stream)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._before is None:
            return
        device_index, before = self._before
        set_stream(before)
        _cuda.set_device(device_index)
