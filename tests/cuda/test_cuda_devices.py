"""`tt.cuda` as torch.cuda has it."""

import copy
import pickle
from concurrent.futures import ThreadPoolExecutor

import pytest

import tt
from tt.library import Library


def test_what_there_is() -> None:
    assert tt.cuda.is_available() and tt.cuda.device_count() >= 1
    assert tt.cuda.get_device_name() == tt.cuda.get_device_name("cuda:0")
    assert tt.cuda.get_device_properties(0).multi_processor_count > 0
    if tt.cuda.is_emulated():
        assert (tt.cuda.device_count(), tt.cuda.get_device_name()) == (1, "emulated")
        assert tt.cuda.get_device_capability() == (9, 0)
        assert tt.cuda.get_device_properties(0).total_memory == tt.cuda.mem_get_info()[1]


def test_current_device() -> None:
    assert tt.cuda.current_device() == 0
    tt.cuda.set_device("cuda:0")
    with tt.cuda.device(0):
        assert tt.empty(2, device="cuda").device == tt.device("cuda:0")


@pytest.mark.parametrize("beyond", [0, 98])
def test_device_that_is_not_there(beyond: int) -> None:
    count = tt.cuda.device_count()
    index = count + beyond
    with pytest.raises(
        RuntimeError, match=rf"invalid device index {index}, there (is|are) {count} devices?$"
    ):
        tt.empty(2, device=f"cuda:{index}")
    with pytest.raises(RuntimeError, match=f"invalid device index {index}"):
        tt.cuda.set_device(index)


def test_moving_tensors() -> None:
    a = tt.arange(6).view(2, 3)
    b = a.cuda()
    assert b.is_cuda and not b.is_cpu and b.device == tt.device("cuda", 0) and a.is_cpu
    assert b.cuda() is b and b.to("cuda") is b and a.cpu() is a
    assert b.cpu().tolist() == a.tolist() == b.tolist()
    assert b.to("cpu", tt.float32).dtype == tt.float32
    assert a.to(b).is_cuda and tt.tensor([1.0], device="cuda").is_cuda


@pytest.mark.parametrize("dtype", [tt.float32, tt.float64, tt.int8, tt.bool, tt.complex64, tt.bfloat16])
def test_copies_convert_and_lay_out(dtype: tt.dtype) -> None:
    source = tt.arange(12, dtype=tt.float32).view(3, 4).t()
    there = source.to("cuda", dtype)
    assert there.cpu().tolist() == source.to(dtype).tolist()
    back = tt.zeros(4, 3, dtype=dtype)
    back.copy_(there)
    assert back.tolist() == source.to(dtype).tolist()
    wide = tt.zeros(2, 4, 3, dtype=dtype, device="cuda")
    wide.copy_(source)
    assert wide[1].tolist() == source.to(dtype).tolist()


def test_printing() -> None:
    assert repr(tt.ones(2, device="cuda")) == "tensor([1., 1.], device='cuda:0')"


def test_item_and_bool() -> None:
    t = tt.tensor([2.5], device="cuda")
    assert t.item() == float(t) == 2.5 and bool(t)
    assert tt.tensor(3 - 1j, device="cuda").item() == 3 - 1j


def test_numbers_of_the_cpu_stand_beside_tensors() -> None:
    t = tt.ones(2, device="cuda")
    assert (t + tt.tensor(2.0)).tolist() == (tt.tensor(2.0) + t).tolist() == [3, 3]
    assert (t + tt.tensor(2.0)).is_cuda
    with pytest.raises(RuntimeError, match="same device, but found at least two devices, cuda:0 and cpu"):
        t + tt.ones(2)
    with pytest.raises(RuntimeError, match="same device"):
        tt.ones(2) + t


def test_streams_and_events() -> None:
    stream = tt.cuda.Stream()
    before = tt.cuda.current_stream()
    start, end = tt.cuda.Event(enable_timing=True), tt.cuda.Event(enable_timing=True)
    with tt.cuda.stream(stream):
        assert tt.cuda.current_stream() == stream != before
        start.record()
        made = tt.ones(1000, device="cuda") * 2
        end.record()
    assert tt.cuda.current_stream() == before == tt.cuda.default_stream()
    tt.cuda.current_stream().wait_stream(stream)
    made.record_stream(before)
    end.synchronize()
    assert stream.query() and end.query() and start.elapsed_time(end) >= 0
    assert made.sum().item() == 2000
    with pytest.raises(RuntimeError, match="enable_timing=True"):
        tt.cuda.Event().elapsed_time(end)


def test_a_stream_is_copied_as_itself() -> None:
    stream = tt.cuda.Stream()
    assert copy.copy(stream) is stream and copy.deepcopy([stream])[0] is stream


def test_minus_one_is_the_current_device() -> None:
    assert tt.cuda.current_stream(-1) == tt.cuda.default_stream(-1) == tt.cuda.default_stream()
    stream = tt.cuda.Stream(-1)
    assert stream.device_index == tt.cuda.current_device()
    with tt.cuda.stream(stream):
        assert tt.cuda.current_stream() == stream
    assert tt.cuda.default_generator(-1) is tt.cuda.default_generator()


def test_record_stream_of_the_cpu() -> None:
    with pytest.raises(RuntimeError, match="record_stream: expected a tensor on cuda"):
        tt.ones(1).record_stream(tt.cuda.current_stream())


def test_seeds_make_the_numbers_of_the_cpu() -> None:
    for draw in (tt.rand, tt.randn):
        for dtype in (tt.float32, tt.float64, tt.float16, tt.complex64):
            tt.manual_seed(7)
            here, there = draw(1001, dtype=dtype), draw(1001, dtype=dtype, device="cuda").cpu()
            difference = (here - there).abs().max().item()
            assert difference <= (0 if draw is tt.rand else 1e-2 if dtype == tt.float16 else 1e-5)


def test_generators() -> None:
    tt.cuda.manual_seed(3)
    state = tt.cuda.get_rng_state()
    first = tt.rand(5, device="cuda").tolist()
    tt.cuda.set_rng_state(state)
    assert tt.rand(5, device="cuda").tolist() == first
    assert tt.cuda.initial_seed() == 3 and tt.cuda.default_generator().device == tt.device("cuda:0")
    assert tt.rand(5, device="cuda", generator=tt.Generator().manual_seed(3)).tolist() == first
    for copied in (pickle.dumps, tt.Generator.clone_state):
        with pytest.raises(RuntimeError, match=r"^Generator: the one of cuda:0 cannot be copied"):
            copied(tt.cuda.default_generator())


def test_gradients_are_the_same_code() -> None:
    w = tt.ones(3, 4, device="cuda", requires_grad=True)
    x = tt.arange(12, dtype=tt.float32, device="cuda").view(4, 3)
    ((w @ x).tanh().sum(0) * tt.tensor(2.0)).sum().backward()
    assert w.grad is not None and w.grad.is_cuda
    on_cpu = tt.ones(3, 4, requires_grad=True)
    ((on_cpu @ x.cpu()).tanh().sum(0) * 2.0).sum().backward()
    assert (w.grad.cpu() - on_cpu.grad).abs().max().item() < 1e-6


def test_missing_kernel_names_the_op_and_offers_the_cpu() -> None:
    with Library("cuda_test", "FRAGMENT") as library:
        library.define("only_here(Tensor x) -> Tensor")
        library.impl("only_here", lambda x: x.clone(), "CPU")
        op = tt.ops.cuda_test.only_here
        assert op(tt.ones(2)).tolist() == [1, 1]
        with pytest.raises(
            NotImplementedError,
            match=r"only_here has no kernel for device cuda; kernels exist for cpu\nhint: tensor.cpu\(\)",
        ):
            op(tt.ones(2, device="cuda"))


def test_pinned_memory() -> None:
    here = tt.arange(6).view(2, 3).t()
    pinned = here.pin_memory()
    assert pinned.is_pinned() and not here.is_pinned() and pinned.pin_memory() is pinned and pinned.is_cpu
    assert pinned.tolist() == here.tolist() and pinned.is_contiguous() and pinned[1:].is_pinned()
    assert tt.empty(0).pin_memory().numel() == 0
    with pytest.raises(RuntimeError, match="pin_memory: cannot pin a tensor on cuda:0"):
        tt.ones(2, device="cuda").pin_memory()


def test_copies_that_nobody_waits_for() -> None:
    source = tt.arange(5000).pin_memory()
    there = source.to("cuda", non_blocking=True)
    back = (there * 2).to("cpu", non_blocking=True)
    assert back.is_pinned() and back.is_cpu
    tt.cuda.current_stream().synchronize()
    assert back.tolist() == [2 * i for i in range(5000)]
    back.copy_(there, non_blocking=True)
    tt.cuda.synchronize()
    assert back.tolist() == source.tolist()


def test_copies_of_other_memory_are_waited_for() -> None:
    """What is not pinned, has to be laid out or converted on the CPU, or has no elements."""
    here = tt.arange(12, dtype=tt.float32).view(3, 4)
    assert here.t().to("cuda", non_blocking=True).tolist() == here.t().tolist()
    there = here.cuda()
    landed = tt.zeros(4, 3).t()
    assert landed.copy_(there, non_blocking=True).tolist() == here.tolist()
    wide = tt.zeros(3, 4, dtype=tt.float64).pin_memory()
    assert wide.copy_(there, non_blocking=True).tolist() == here.tolist()
    assert tt.empty(0, 3, device="cuda").to("cpu", non_blocking=True).shape == (0, 3)
    assert there.to("cpu", tt.int8, non_blocking=False).tolist() == here.tolist()


def test_pinned_memory_is_used_again_when_its_copies_are_done() -> None:
    source = tt.ones(70_000).pin_memory()
    place = source.data_ptr()
    there = source.to("cuda", non_blocking=True)
    del source
    tt.cuda.synchronize()
    again = tt.zeros(70_000).pin_memory()
    assert again.data_ptr() == place and there.sum().item() == 70_000


def test_threads_that_never_saw_the_device() -> None:
    """A thread has no context until something sets it."""
    event, stream, pinned = tt.cuda.Event(), tt.cuda.Stream(), tt.ones(1000).pin_memory()
    event.record()
    held = [tt.ones(1000, device="cuda"), pinned.to("cuda", non_blocking=True), pinned]
    del pinned

    def use() -> bool:
        event.record()
        stream.wait_event(event)
        stream.wait_stream(tt.cuda.current_stream())
        tt.cuda.current_stream().query()
        event.synchronize()
        held.clear()
        return event.query() and tt.ones(3).pin_memory().is_pinned()

    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(use).result()
    tt.cuda.synchronize()
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(tt.cuda.current_stream().query).result()


def test_a_tensor_moves_when_its_data_does() -> None:
    w = tt.ones(3, requires_grad=True)
    w.data = w.data.cuda()
    assert w.is_cuda and w.is_leaf and w.requires_grad
    (w * 2).sum().backward()
    assert w.grad is not None and w.grad.is_cuda and w.grad.tolist() == [2, 2, 2]
    w.data = w.data.cpu()
    assert w.is_cpu and (w + 1).tolist() == [2, 2, 2]
