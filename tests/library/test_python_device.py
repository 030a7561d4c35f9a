"""A device from Python: its name, its memory, kernels for existing ops in all forms, and fallbacks."""

import ctypes
import gc
from collections.abc import Iterator
from typing import Any

import pytest

import tt
from tt.library import Library, cpu_fallback, host_tensor, register_device


@pytest.fixture
def npu() -> Iterator[Library]:
    """The device "npu", whose memory is the CPU's, without any kernel."""
    with Library("tt", "IMPL", "npu") as lib:
        register_device("npu", lib=lib)
        yield lib


@pytest.fixture
def full_npu(npu: Library) -> Library:
    """The same with everything by way of the CPU."""
    npu.fallback(cpu_fallback)
    return npu


def test_name_is_there_as_long_as_the_library(npu: Library) -> None:
    assert str(tt.device("npu")) == "npu"
    assert repr(tt.device("npu:1")) == "device(type='npu', index=1)"
    assert tt.device("privateuseone").type == "npu"
    assert tt.empty(2, device="npu")._dispatch_keys() == "ADInplaceOrView, PrivateUse1"
    npu._destroy()
    with pytest.raises(RuntimeError, match="expected one of cpu, cuda, meta, privateuseone at the start"):
        tt.device("npu")
    with pytest.raises(RuntimeError, match="no memory can be allocated on privateuseone"):
        tt.empty(2, device="privateuseone")


def test_missing_kernel_names_op_device_and_what_there_is(npu: Library) -> None:
    x = tt.empty(2, device="npu")
    with pytest.raises(NotImplementedError) as error:
        tt.add(x, x)
    assert str(error.value) == (
        "add: add.Tensor has no kernel for device npu; kernels exist for cpu, cuda, meta\n"
        'hint: tt.library.register_kernel("add.Tensor", "npu", function)'
    )


def test_kernel_serves_every_form_and_is_recorded(npu: Library) -> None:
    calls: list[Any] = []

    def add(a: Any, b: Any, *, alpha: Any = 1) -> Any:
        calls.append((isinstance(b, tt.Tensor), alpha))
        result = tt.empty(a.shape, device="npu")
        other = host_tensor(b) if isinstance(b, tt.Tensor) else b
        host_tensor(result).copy_(tt.add(host_tensor(a), other, alpha=alpha))
        return result

    def copy_(target: Any, source: Any, non_blocking: bool = False) -> Any:
        host = [tensor if tensor.is_cpu else host_tensor(tensor) for tensor in (target, source)]
        host[0].copy_(host[1])
        return target

    npu.impl("add.Tensor", add)
    npu.impl("copy_", copy_)
    x = tt.tensor([1.0, 2.0]).to("npu")
    assert (x + x).cpu().tolist() == [2.0, 4.0]
    assert tt.add(x, 1, alpha=3).cpu().tolist() == [4.0, 5.0]
    assert x.add_(1).cpu().tolist() == [2.0, 3.0]
    assert x._version == 1
    out = tt.empty(0, device="npu")
    assert tt.add(x, x, out=out) is out
    assert out.cpu().tolist() == [4.0, 6.0]
    assert calls == [(True, 1), (False, 3), (False, 1), (True, 1)]
    leaf = x.clone().requires_grad_(True)
    (leaf + 1).backward(tt.tensor([1.0, 5.0]).to("npu"))
    assert leaf.grad.cpu().tolist() == [1.0, 5.0]


def test_forms_refuse_what_they_refuse_on_the_cpu(full_npu: Library) -> None:
    full_npu.impl("mul.Tensor", lambda a, b: tt.ones(2, 2, dtype=tt.float64).to("npu"))
    x = tt.ones(2).to("npu")
    with pytest.raises(
        RuntimeError, match=r"mul: output with shape \[2\] doesn't match the broadcast shape \[2, 2\]"
    ):
        x.mul_(x)
    with pytest.raises(
        RuntimeError, match="mul: result type float64 can't be cast to the desired output type int64"
    ):
        tt.mul(x, x, out=tt.empty(2, dtype=tt.int64, device="npu"))


def test_fallback_gets_the_op_and_its_arguments(npu: Library) -> None:
    seen: list[Any] = []

    def fallback(op: Any, *args: Any, **kwargs: Any) -> Any:
        seen.append((op.overloads, len(args), kwargs))
        return cpu_fallback(op, *args, **kwargs)

    npu.fallback(fallback)
    x = tt.arange(6.0, device="npu").view(2, 3)
    assert tt.sum(x, 1, keepdim=True).cpu().tolist() == [[3.0], [12.0]]
    assert (["sum.dim_IntList"], 3, {}) in seen
    with pytest.raises(
        RuntimeError, match=r"key PrivateUse1 has two fallbacks: registered at .*\.py:\d+ and at .*\.py"
    ):
        npu.fallback(fallback)


def test_a_device_with_nothing_but_the_fallback(full_npu: Library) -> None:
    x = tt.ones(2, 2, device="npu", requires_grad=True)
    w = tt.arange(4.0, device="npu").view(2, 2)
    ((x @ w).relu() * 2).sum().backward()
    assert x.grad.device.type == "npu"
    assert x.grad.cpu().tolist() == [[2.0, 10.0], [2.0, 10.0]]
    assert w.t()[1].cpu().tolist() == [1.0, 3.0]
    assert w.sum().item() == 6.0
    assert (w[0, 1] == 1).item() is True
    assert w.zero_().cpu().tolist() == [[0.0, 0.0], [0.0, 0.0]]
    assert repr(w) == "tensor([[0., 0.],\n        [0., 0.]], device='npu')"
    values, indices = tt.max(tt.tensor([1.0, 3.0]).to("npu"), 0)
    assert (values.item(), indices.item()) == (3.0, 1)
    assert w.to(tt.int32).dtype == tt.int32


def test_written_and_optional_arguments_go_through_the_fallback(full_npu: Library) -> None:
    with Library("testlib", "FRAGMENT") as lib:
        lib.define("mix(Tensor x, Tensor(a!) y, Tensor? z, Tensor[] rest) -> (Tensor(a!), Tensor, int)")
        lib.impl("mix", lambda x, y, z, rest: (y.add_(x), x * len(rest), 4), "CPU")
        x, y = tt.ones(2).to("npu"), tt.zeros(2).to("npu")
        written, fresh, number = tt.ops.testlib.mix(x, y, None, [x, x])
        assert written is y
        assert y.cpu().tolist() == [1.0, 1.0]
        assert (fresh.device.type, fresh.cpu().tolist(), number) == ("npu", [2.0, 2.0], 4)


def test_fallback_without_host_memory_needs_copy() -> None:
    blocks: dict[int, Any] = {}

    def allocate(count: int) -> int:
        block = ctypes.create_string_buffer(count)
        blocks[ctypes.addressof(block)] = block
        return ctypes.addressof(block)

    def free(address: int, count: int) -> None:
        assert len(blocks.pop(address)) == count

    def copy_(target: Any, source: Any, non_blocking: bool = False) -> Any:
        host = [tensor if tensor.is_cpu else host_tensor(tensor) for tensor in (target, source)]
        host[0].copy_(host[1])
        return target

    with Library("tt", "IMPL", "remote") as lib:
        register_device("remote", allocate=allocate, free=free, lib=lib)
        lib.fallback(cpu_fallback)
        with pytest.raises(
            NotImplementedError, match="copy_ has no kernel for device remote, and cpu_fallback copies"
        ):
            tt.ones(2).to("remote")
        lib.impl("copy_", copy_)
        x = tt.arange(3.0).to("remote")
        assert len(blocks) == 1
        assert (x * 2).cpu().tolist() == [0.0, 2.0, 4.0]
        x.fill_(7)
        assert x.cpu().tolist() == [7.0, 7.0, 7.0]
        with pytest.raises(
            RuntimeError, match="a tensor on remote cannot be resized: only the device's own kernels"
        ):
            tt.add(x, x, out=tt.empty(1, device="remote"))
    assert len(blocks) == 1
    del x
    gc.collect()
    assert blocks == {}


@pytest.mark.parametrize(
    ("allocate", "error", "message"),
    [
        (lambda count: 1 / 0, ZeroDivisionError, "division by zero"),
        (
            lambda count: "here",
            TypeError,
            "expected the allocate function of device odd to return an address, got str",
        ),
        (lambda count: 0, tt.OutOfMemoryError, "cannot allocate 8 bytes on odd"),
    ],
)
def test_failing_allocation(allocate: Any, error: type[Exception], message: str) -> None:
    with Library("tt", "IMPL") as lib:
        register_device("odd", allocate=allocate, free=lambda address, count: None, lib=lib)
        with pytest.raises(error, match=message):
            tt.empty(2, device="odd")


def test_host_tensor_shares_and_keeps_the_memory(full_npu: Library) -> None:
    x = tt.zeros(2, 3, device="npu").t()
    host = host_tensor(x)
    host[2, 1] = 5
    assert x.cpu().tolist() == [[0, 0], [0, 0], [0, 5]]
    del x
    gc.collect()
    assert host.tolist() == [[0, 0], [0, 0], [0, 5]]
    with pytest.raises(ValueError, match="expected a tensor of the registered device, got one on cpu"):
        host_tensor(tt.ones(1))
    with pytest.raises(TypeError, match="expected a Tensor, got int"):
        host_tensor(3)  # type: ignore[arg-type]


def test_refusals(npu: Library) -> None:
    with pytest.raises(
        RuntimeError, match=r"two devices are registered, .*: 'npu' at .*\.py:\d+ and 'two' at "
    ) as error:
        register_device("two", lib=npu)
    assert str(error.value).count(__file__) == 2
    for name, what in (
        ("cuda", "is taken"),
        ("CPU", "is taken"),
        ("default", "is taken"),
        ("a:b", "is no name of a device type"),
    ):
        with pytest.raises(ValueError, match=f"register_device: '{name}' {what}"):
            register_device(name)
    with pytest.raises(TypeError, match="expected two functions, allocate and free, or neither"):
        register_device("three", allocate=lambda count: 0)
