"""What a trace says of a launch."""

from typing import Any

import tt
from tt_core import _C


def loop_of(run: Any) -> dict[str, Any]:
    _C.trace_start()
    try:
        run()
    finally:
        events = _C.trace_stop()
    (loop,) = [event["detail"] for event in events if event["stage"] == "loop"]
    return dict(loop)


def test_a_launch_is_described() -> None:
    a = tt.ones(1000, device="cuda")
    detail = loop_of(lambda: a + a)
    assert detail["kernel"].startswith("tt::kernels::device::contiguous<::tt::kernels::Add, 2, 1, float,")
    assert (detail["grid"], detail["block"]) == ("1 x 1 x 1", "128 x 1 x 1")
    assert detail["variant"] == "contiguous" and detail["launch_ns"] > 0 and detail["shared_bytes"] == 0
    if tt.cuda.is_emulated():
        assert (detail["emulated"], detail["compiled"], detail["registers"]) == ("yes", "emulated", 0)
    else:
        assert detail["emulated"] == "no" and detail["compiled"] in ("compiled", "from the cache")
        assert detail["registers"] > 0


def test_bytes_that_cross_to_another_device_are_a_loop_too() -> None:
    here, there = tt.ones(3, 4), tt.ones(3, 4, device="cuda")
    sent = {"dtype": "float32", "bytes": 48}
    assert loop_of(lambda: here.cuda()) == {**sent, "variant": "cpu to cuda:0"}
    assert loop_of(lambda: there.cpu()) == {**sent, "variant": "cuda:0 to cpu"}
    assert loop_of(lambda: there.copy_(here)) == {**sent, "variant": "cpu to cuda:0"}


def test_variants_and_shared_memory() -> None:
    a = tt.ones(30, 40, device="cuda")
    turned, row, whole = a.t().contiguous().t(), tt.ones(40, dtype=tt.int32, device="cuda"), a.to(tt.int32)
    assert loop_of(lambda: a + turned)["variant"] == "strided"
    assert loop_of(lambda: a.t().contiguous())["variant"] == "transposed, by tiles"
    assert loop_of(lambda: a + row)["variant"] == "cast element by element"
    assert loop_of(lambda: a.sum())["shared_bytes"] == 256 * 4
    product = loop_of(lambda: a @ a.t())
    assert (product["variant"], product["emulated"] == "yes") == ("cuBLAS", tt.cuda.is_emulated())
    assert loop_of(lambda: whole @ whole.t())["variant"] == "tiles"
