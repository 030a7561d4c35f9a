"""Key sets, dispatch tables, the choice of a kernel, and what happens when two are registered."""

from typing import Any

import pytest

import tt
from tt_core import _C

KEYS = ["CPU", "CUDA", "Meta", "PrivateUse1", "SparseCPU", "SparseCUDA", "SparseMeta", "SparsePrivateUse1",
        "ADInplaceOrView", "Autograd"]  # fmt: skip


def _dispatch(op: Any, *args: Any, **kwargs: Any) -> list[dict[str, Any]]:
    _C.trace_start()
    try:
        op(*args, **kwargs)
    finally:
        events = _C.trace_stop()
    return [event["detail"] for event in events if event["stage"] == "dispatch"]


def test_key_sets_are_listed_highest_first() -> None:
    assert _C.key_set_names(0) == ""
    assert _C.key_set_names(0b1) == "CPU"
    assert _C.key_set_names((1 << len(KEYS)) - 1) == ", ".join(reversed(KEYS))
    assert _C.key_set_names(2**64 - 1) == ", ".join(reversed(KEYS))  # bits of no key are none


def test_tensors_carry_their_keys() -> None:
    x = tt.ones(2, 2)
    assert x._dispatch_keys() == "ADInplaceOrView, CPU"
    assert tt.ones(1, device="meta")._dispatch_keys() == "ADInplaceOrView, Meta"
    assert x.t()._dispatch_keys() == "Autograd, ADInplaceOrView, CPU"  # its base may come to require grad
    x.requires_grad = True
    assert x._dispatch_keys() == "Autograd, ADInplaceOrView, CPU"
    assert x.detach()._dispatch_keys() == "ADInplaceOrView, CPU"


@pytest.mark.parametrize("name", _C.op_names())
def test_every_op_has_a_table_with_places(name: str) -> None:
    for overload in _C.op_info(name):
        assert [kernel["key"] for kernel in overload["kernels"]] == list(reversed(KEYS))
        for kernel in overload["kernels"]:
            if kernel["rule"]:
                assert kernel["file"].startswith("packages/")
                assert kernel["line"] > 0
        cpu = next(kernel for kernel in overload["kernels"] if kernel["key"] == "CPU")
        assert cpu["name"] != "missing_kernel", overload["op"]


def test_unknown_op_has_no_info() -> None:
    assert _C.op_info("no_such_op") == []


def test_plain_call_goes_to_the_backend() -> None:
    (choice,) = _dispatch(tt.add, tt.ones(2), tt.ones(2))
    assert choice["chosen"] == "CPU"
    assert choice["per_argument"] == ["self: ADInplaceOrView, CPU", "other: ADInplaceOrView, CPU"]
    assert "Autograd: no argument requires grad" in choice["passed_over"]
    assert any(text.startswith("ADInplaceOrView: fallthrough") for text in choice["passed_over"])


def test_recorded_call_goes_down_key_by_key() -> None:
    x = tt.ones(2, requires_grad=True)
    assert [choice["chosen"] for choice in _dispatch(tt.mul, x, 2)][:2] == ["Autograd", "CPU"]
    with tt.no_grad():
        (choice,) = _dispatch(tt.mul, x, 2)
    assert choice["chosen"] == "CPU"
    assert choice["exclude"] == "Autograd"
    assert "Autograd: excluded in this thread (no_grad)" in choice["passed_over"]


def test_writes_and_views_take_the_alias_step() -> None:
    x = tt.ones(2)
    assert [choice["chosen"] for choice in _dispatch(x.add_, 1)] == ["ADInplaceOrView", "CPU"]
    assert [choice["chosen"] for choice in _dispatch(x.view, 2, 1)] == ["ADInplaceOrView", "CPU"]
    assert [choice["chosen"] for choice in _dispatch(tt.add, x, 1, out=tt.empty(2))] == [
        "ADInplaceOrView",
        "CPU",
    ]


def test_factory_takes_its_key_from_device() -> None:
    assert _dispatch(tt.empty, 2)[0]["chosen"] == "CPU"
    assert _dispatch(tt.empty, 2, device="meta")[0]["chosen"] == "Meta"


def test_second_kernel_for_a_key_is_an_error_with_both_places() -> None:
    _C.register_probe("add.Tensor", "PrivateUse1")
    try:
        with pytest.raises(RuntimeError) as error:
            _C.register_probe("add.Tensor", "PrivateUse1")
    finally:
        _C.remove_kernel("add.Tensor", "PrivateUse1")
    message = str(error.value)
    assert message.startswith("op add.Tensor has two kernels for PrivateUse1: registered at packages/core/")
    assert message.count("inspection.cpp:") == 2


def test_real_kernel_is_not_replaced() -> None:
    with pytest.raises(
        RuntimeError,
        match=r"op add\.Tensor has two kernels for CPU: registered at packages/.* and at packages/core/",
    ):
        _C.register_probe("add.Tensor", "CPU")
    assert (tt.ones(1) + 1).item() == 2


def test_kernel_of_an_alias_key_serves_every_backend_that_has_none() -> None:
    def at(key: str) -> tuple[str, int]:
        kernels = _C.op_info("add.Tensor")[0]["kernels"]
        return next((kernel["name"], kernel["rule"]) for kernel in kernels if kernel["key"] == key)

    before = at("CPU")
    assert at("PrivateUse1") == ("missing_kernel", 5)
    _C.register_probe("add.Tensor", "CompositeExplicitAutograd")
    try:
        assert at("PrivateUse1") == ("probe_kernel", 2)
        assert at("CPU") == before
        with pytest.raises(RuntimeError, match="two kernels for CompositeExplicitAutograd"):
            _C.register_probe("add.Tensor", "CompositeExplicitAutograd")
    finally:
        _C.remove_kernel("add.Tensor", "CompositeExplicitAutograd")
    assert at("PrivateUse1") == ("missing_kernel", 5)


def test_unknown_names_are_refused() -> None:
    with pytest.raises(NotImplementedError, match="there is no op 'no_such_op'"):
        _C.register_probe("no_such_op", "CPU")
    with pytest.raises(ValueError, match="unknown dispatch key 'Count'"):
        _C.register_probe("add.Tensor", "Count")


def test_missing_backend_names_those_that_there_are() -> None:
    with pytest.raises((NotImplementedError, RuntimeError), match=r"privateuseone|PrivateUse1"):
        tt.empty(2, device="privateuseone")


def test_trace_is_of_one_thread_and_not_nested() -> None:
    with pytest.raises(RuntimeError, match="no trace is being recorded"):
        _C.trace_stop()
    _C.trace_start()
    with pytest.raises(RuntimeError, match="being recorded already"):
        _C.trace_start()
    assert _C.trace_stop() == []
