"""What a user gets wrong with streams, events and arrays of others is said in one line, with what was seen."""

from collections.abc import Callable
from typing import Any

import pytest

import tt

CUDA = tt.cuda


class Array:
    """Another library's array, which says of itself what it is told to."""

    __cuda_array_interface__: Any = None

    def __init__(self, facts: Any) -> None:
        self.__cuda_array_interface__ = facts


def array(**changes: Any) -> Array:
    facts = {"shape": (2,), "typestr": "<f4", "data": (4096, False), "version": 3, **changes}
    return Array({part: value for part, value in facts.items() if value is not KeyError})


WRONG: dict[str, tuple[Callable[[], object], type[Exception], str]] = {
    "wait_stream": (
        lambda: CUDA.current_stream().wait_stream(3),  # type: ignore[arg-type]
        TypeError, "wait_stream: expected a tt.cuda.Stream, got int",
    ),
    "wait_event": (
        lambda: CUDA.current_stream().wait_event(None),  # type: ignore[arg-type]
        TypeError, "wait_event: expected a tt.cuda.Event, got NoneType",
    ),
    "record_event": (
        lambda: CUDA.current_stream().record_event("x"),  # type: ignore[arg-type]
        TypeError, "record_event: expected a tt.cuda.Event, got str",
    ),
    "record": (
        lambda: CUDA.Event().record("x"),  # type: ignore[arg-type]
        TypeError, "record: expected a tt.cuda.Stream, got str",
    ),
    "wait": (
        lambda: CUDA.Event().wait(5),  # type: ignore[arg-type]
        TypeError, "wait: expected a tt.cuda.Stream, got int",
    ),
    "elapsed_time": (
        lambda: CUDA.Event(enable_timing=True).elapsed_time(3),  # type: ignore[arg-type]
        TypeError, "elapsed_time: expected a tt.cuda.Event, got int",
    ),
    "set_stream": (
        lambda: CUDA.set_stream(7),  # type: ignore[arg-type]
        TypeError, "set_stream: expected a tt.cuda.Stream, got int",
    ),
    "stream": (
        lambda: CUDA.stream("x"),  # type: ignore[arg-type]
        TypeError, "stream: expected a tt.cuda.Stream, got str",
    ),
    "record_stream": (
        lambda: tt.ones(2, device="cuda").record_stream(None),
        TypeError, "record_stream: expected a tt.cuda.Stream, got NoneType",
    ),
    **{
        f"address {address!r}": (
            lambda address=address: CUDA.ExternalStream(address),  # type: ignore[misc]
            TypeError, f"ExternalStream: expected the address of a stream, got {address!r}",
        )
        for address in ("x", None, -1, 1 << 64, 1.5)
    },
    "no dict": (
        lambda: tt.as_tensor(Array(5)),
        TypeError, "as_tensor: expected a dict as __cuda_array_interface__, got int",
    ),
    **{
        f"no {part}": (
            lambda part=part: tt.as_tensor(array(**{part: KeyError})),  # type: ignore[misc]
            TypeError, f"as {part!r} of __cuda_array_interface__, got nothing",
        )
        for part in ("shape", "typestr", "data")
    },
    "negative size": (
        lambda: tt.as_tensor(array(shape=(-2,))),
        TypeError, "expected a tuple of sizes as 'shape' of __cuda_array_interface__, got (-2,)",
    ),
    "data": (
        lambda: tt.as_tensor(array(data="x")),
        TypeError, "expected (address, read_only) as 'data' of __cuda_array_interface__, got 'x'",
    ),
    "strides": (
        lambda: tt.as_tensor(array(strides=4)),
        TypeError, "expected a tuple of bytes, or None as 'strides' of __cuda_array_interface__, got 4",
    ),
    "too few strides": (
        lambda: tt.as_tensor(array(shape=(2, 3), strides=(4,))),
        ValueError, "as_tensor: 1 strides do not fit 2 dims",
    ),
    "null": (
        lambda: tt.as_tensor(array(data=(0, False))),
        ValueError, "as_tensor: an array of shape (2,) has its memory at address 0",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_wrong_use_is_said(case: str) -> None:
    run, kind, text = WRONG[case]
    with pytest.raises(kind) as caught:
        run()
    message = str(caught.value)
    assert text in message and message.count("\n") == 0, message


def test_an_array_without_elements_may_be_nowhere() -> None:
    assert tt.as_tensor(array(shape=(0, 3), data=(0, False))).shape == (0, 3)
