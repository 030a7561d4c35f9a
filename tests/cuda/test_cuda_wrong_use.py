"""What a user gets wrong with streams, events and arrays of others is said in one line, with what was seen."""

import copy
import pickle
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

import tt
from foreign_array import Array

CUDA: Any = tt.cuda  # whose arguments are wrong here
NO_DICT = Array()
NO_DICT.__cuda_array_interface__ = 5


def recorded() -> tt.cuda.Event:
    event = CUDA.Event()
    event.record()
    return event


def of_an_event(use: Callable[[tt.cuda.Event], object]) -> object:
    return use(recorded())


WRONG: dict[str, tuple[Callable[[], object], type[Exception], str]] = {
    "wait_stream": (
        lambda: CUDA.current_stream().wait_stream(3),
        TypeError, "wait_stream: expected a tt.cuda.Stream, got int",
    ),
    "wait_event": (
        lambda: CUDA.current_stream().wait_event(None),
        TypeError, "wait_event: expected a tt.cuda.Event, got NoneType",
    ),
    "record_event": (
        lambda: CUDA.current_stream().record_event("x"),
        TypeError, "record_event: expected a tt.cuda.Event, got str",
    ),
    "record": (
        lambda: CUDA.Event().record("x"),
        TypeError, "record: expected a tt.cuda.Stream, got str",
    ),
    "wait": (
        lambda: CUDA.Event().wait(5),
        TypeError, "wait: expected a tt.cuda.Stream, got int",
    ),
    "elapsed_time": (
        lambda: CUDA.Event(enable_timing=True).elapsed_time(3),
        TypeError, "elapsed_time: expected a tt.cuda.Event, got int",
    ),
    "set_stream": (
        lambda: CUDA.set_stream(7),
        TypeError, "set_stream: expected a tt.cuda.Stream, got int",
    ),
    "stream": (
        lambda: CUDA.stream("x"),
        TypeError, "stream: expected a tt.cuda.Stream, got str",
    ),
    "record_stream": (
        lambda: tt.ones(2, device="cuda").record_stream(None),
        TypeError, "record_stream: expected a tt.cuda.Stream, got NoneType",
    ),
    **{
        f"address {address!r}": (
            partial(CUDA.ExternalStream, address),
            TypeError, f"ExternalStream: expected the address of a stream, got {address!r}",
        )
        for address in ("x", None, -1, 1 << 64, 1.5)
    },
    **{
        f"copied event by {copied.__name__}": (
            partial(of_an_event, copied),
            TypeError, "Event: it is a mark of this process, which can neither be copied nor pickled",
        )
        for copied in (copy.copy, copy.deepcopy, pickle.dumps)
    },
    "pickled stream": (
        lambda: pickle.dumps(CUDA.Stream()),
        TypeError, "Stream: it is a stream of this process, which cannot be pickled",
    ),
    **{
        f"{of.__name__} of no device": (
            partial(of, 99),
            RuntimeError, "cuda: invalid device index 99, there ",
        )
        for of in (
            CUDA.Stream, CUDA.current_stream, CUDA.default_stream, CUDA.default_generator, CUDA.get_rng_state,
        )
    },
    "no dict": (
        lambda: tt.as_tensor(NO_DICT),
        TypeError, "as_tensor: expected a dict as __cuda_array_interface__, got int",
    ),
    **{
        f"no {part}": (
            partial(tt.as_tensor, Array(**{part: None})),
            TypeError, f"as {part!r} of __cuda_array_interface__, got nothing",
        )
        for part in ("shape", "typestr", "data")
    },
    "negative size": (
        lambda: tt.as_tensor(Array(shape=(-2,))),
        TypeError, "expected a tuple of sizes as 'shape' of __cuda_array_interface__, got (-2,)",
    ),
    "data": (
        lambda: tt.as_tensor(Array(data="x")),
        TypeError, "expected (address, read_only) as 'data' of __cuda_array_interface__, got 'x'",
    ),
    "strides": (
        lambda: tt.as_tensor(Array(strides=4)),
        TypeError, "expected a tuple of bytes, or None as 'strides' of __cuda_array_interface__, got 4",
    ),
    "too few strides": (
        lambda: tt.as_tensor(Array(shape=(2, 3), strides=(4,))),
        ValueError, "as_tensor: 1 strides do not fit 2 dims",
    ),
    "null": (
        lambda: tt.as_tensor(Array(data=(0, False))),
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
    assert tt.as_tensor(Array(shape=(0, 3), data=(0, False))).shape == (0, 3)
