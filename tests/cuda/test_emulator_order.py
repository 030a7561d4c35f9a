"""What a program forgot to wait for is found, though the emulator does all work at once; see Note [Emulated order]."""

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import nullcontext
from textwrap import dedent

import pytest

import tt


def _run(body: str) -> subprocess.CompletedProcess[str]:
    program = "import tt\nsource = tt.ones(5000).pin_memory()\n" + dedent(body)
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False,
        env={**os.environ, "TT_CUDA_EMULATE": "1"},
    )  # fmt: skip


@pytest.mark.parametrize(
    "forgotten",
    [
        "there = source.to('cuda', non_blocking=True); source[17] = 2.0",
        "back = source.cuda().to('cpu', non_blocking=True); back[17].item()",
        "there = source.cuda(); source.copy_(there, non_blocking=True); source.tolist()",
        "event = tt.cuda.Event(); event.record(); there = source.to('cuda', non_blocking=True)\n"
        "event.synchronize(); source.zero_()",
    ],
    ids=["write", "read", "copy_", "event before"],
)
def test_the_host_does_not_wait(forgotten: str) -> None:
    done = _run(forgotten)
    assert done.returncode < 0
    assert "the host touches pinned memory at 0x" in done.stderr, done.stderr
    assert "hint: wait for the copy first, with tt.cuda.synchronize()" in done.stderr


@pytest.mark.parametrize(
    "wait",
    [
        "tt.cuda.synchronize()",
        "tt.cuda.current_stream().synchronize()",
        "event.record(); event.synchronize()",
        "event.record()\nwhile not event.query(): pass",
        "while not tt.cuda.current_stream().query(): pass",
        "other = tt.cuda.Stream(); other.wait_stream(tt.cuda.current_stream()); other.synchronize()",
        "there.cpu()",
    ],
)
def test_the_host_waits(wait: str) -> None:
    done = _run(
        "event = tt.cuda.Event(); there = source.to('cuda', non_blocking=True)\n"
        f"source.sum()\n{wait}\nsource[17] = 2.0; assert there.sum().item() == 5000"
    )
    assert done.returncode == 0, done.stderr


def test_what_only_shares_a_page_may_be_touched() -> None:
    done = _run(
        "there = tt.empty(10, device='cuda'); there.copy_(source[:10], non_blocking=True); source[10] = 2.0"
    )
    assert done.returncode == 0, done.stderr


def test_memory_under_way_is_not_given_to_another() -> None:
    done = _run("""
        place = source.data_ptr()
        there = source.to("cuda", non_blocking=True)
        del source
        assert tt.zeros(5000).pin_memory().data_ptr() != place
        assert there.sum().item() == 5000
        assert tt.zeros(5000).pin_memory().data_ptr() == place
    """)
    assert done.returncode == 0, done.stderr


@pytest.mark.usefixtures("checks")
@pytest.mark.parametrize("waits", [False, True])
@pytest.mark.parametrize("use", ["reads", "writes", "copies", "multiplies"])
def test_streams_that_do_not_wait_for_each_other(use: str, waits: bool) -> None:
    a, other = tt.ones(10, 10, device="cuda"), tt.cuda.Stream()
    if waits:
        other.wait_stream(tt.cuda.current_stream())
    with tt.cuda.stream(other):
        if use == "reads":
            a + 1
        elif use == "writes":
            a.add_(1)
        elif use == "multiplies":
            a @ a
        else:
            a.to("cpu", non_blocking=True)
    match = r"order: (.|\n)*on another stream writes, and neither waits for the other"
    with nullcontext() if waits else pytest.raises(RuntimeError, match=match):
        tt.cuda.synchronize()


@pytest.mark.usefixtures("checks")
@pytest.mark.parametrize(
    "write",
    [
        lambda a: a.zero_(),
        lambda a: a.add_(1),  # reads before it writes
        lambda a: (a.sum(), a.zero_()),  # has been read by its own stream since
        lambda a: a.copy_(tt.ones(100, device="cuda")),
    ],
    ids=["write", "update", "read and write", "copy"],
)
def test_a_writer_waits_for_readers(write: Callable[[tt.Tensor], object]) -> None:
    a, other = tt.ones(100, device="cuda"), tt.cuda.Stream()
    other.wait_stream(tt.cuda.current_stream())
    with tt.cuda.stream(other):
        b = a + 1
    write(a)
    with pytest.raises(RuntimeError, match="on another stream reads, and neither waits"):
        tt.cuda.synchronize()
    tt.cuda.synchronize()
    assert (a + b).sum().item() >= 0


@pytest.mark.usefixtures("checks")
def test_a_product_is_waited_for() -> None:
    a, other = tt.ones(10, 10, device="cuda"), tt.cuda.Stream()
    other.wait_stream(tt.cuda.current_stream())
    with tt.cuda.stream(other):
        b = a @ a
    b + 1
    with pytest.raises(RuntimeError, match="which cuBLAS on another stream writes, and neither waits"):
        tt.cuda.synchronize()


@pytest.mark.usefixtures("checks")
@pytest.mark.parametrize("use", [lambda a: a + 1, lambda a: a @ a, lambda a: a.to("cpu", non_blocking=True)])
@pytest.mark.parametrize("how", ["nothing", "record_stream", "wait_stream", "wait_event", "synchronize"])
def test_memory_goes_away_while_another_stream_uses_it(use: Callable[[tt.Tensor], object], how: str) -> None:
    mine, other = tt.cuda.current_stream(), tt.cuda.Stream()
    a = tt.ones(10, 10, device="cuda")
    other.wait_stream(mine)
    with tt.cuda.stream(other):
        kept = use(a)
    if how == "record_stream":
        a.record_stream(other)
    elif how == "wait_stream":
        mine.wait_stream(other)
    elif how == "wait_event":
        mine.wait_event(other.record_event())
    elif how == "synchronize":
        other.synchronize()
    del a
    match = r"order: memory of 400 bytes goes away(.|\n)*while .* on another stream uses it\nhint: tensor.record_stream"
    with pytest.raises(RuntimeError, match=match) if how == "nothing" else nullcontext():
        tt.cuda.synchronize()
    del kept


@pytest.mark.usefixtures("checks")
def test_backward_lets_go_what_another_stream_made() -> None:
    a, other = tt.ones(10, 10, device="cuda", requires_grad=True), tt.cuda.Stream()
    other.wait_stream(tt.cuda.current_stream())
    with tt.cuda.stream(other):
        loss = a.exp().sum()
    tt.cuda.current_stream().wait_stream(other)
    loss.backward()
    tt.cuda.synchronize()
    assert a.grad is not None and a.grad.sum().item() == pytest.approx(271.828, abs=0.01)


def test_time_between_events_that_nobody_waited_for() -> None:
    start, end = (tt.cuda.Event(enable_timing=True) for _ in range(2))
    start.record()
    kept = tt.ones(10, device="cuda") * 2
    end.record()
    with pytest.raises(RuntimeError, match=r"CUDA_ERROR_NOT_READY(.|\n)*hint: wait for the event first"):
        start.elapsed_time(end)
    end.synchronize()
    assert start.elapsed_time(end) >= 0 and kept.sum().item() == 20


def test_a_stream_that_is_none() -> None:
    with pytest.raises(RuntimeError, match="CUDA_ERROR_INVALID_HANDLE"):
        tt.cuda.ExternalStream(0x1234).synchronize()
