"""Several devices and several threads: whose context, whose stream, whose memory. The emulator's driver refuses what is
of another device, and a thread without a context, as a real one does. Each test in a process with two devices.
"""

from functools import partial

from emulated_process import run

two = partial(run, TT_CUDA_EMULATE_DEVICES="2")


def test_tensors_live_and_are_computed_on_their_device() -> None:
    two("""
        assert cuda.device_count() == 2 and cuda.current_device() == 0
        a, b = tt.arange(6, device="cuda:1"), tt.arange(6, device="cuda")
        assert (a.device, b.device) == (tt.device("cuda:1"), tt.device("cuda:0"))
        assert (a + a).device == a.device and (a * 2).tolist() == (b * 2).tolist()
        assert a.view(2, 3).sum(0).device == a.device and a.sum().item() == 15
        assert cuda.current_device() == 0
        with cuda.device(1):
            assert tt.ones(2, device="cuda").device == a.device and cuda.current_device() == 1
        try:
            a + b
        except RuntimeError as error:
            assert "same device, but found at least two devices, cuda:1 and cuda:0" in str(error), error
        else:
            raise AssertionError("no error")
    """)


def test_copies_between_devices() -> None:
    two("""
        a = tt.arange(6).view(2, 3).t()
        there = a.to("cuda:0").to("cuda:1")
        assert there.device == tt.device("cuda:1") and there.tolist() == a.tolist()
        target = tt.zeros(3, 2, device="cuda:0")
        target.copy_(there)
        assert target.tolist() == a.tolist()
        w = tt.ones(3, device="cuda:0", requires_grad=True)
        (w.to("cuda:1") * 2).sum().backward()
        assert w.grad.device == w.device and w.grad.tolist() == [2, 2, 2]
    """)


def test_matrix_products_and_random_numbers_on_the_second_device() -> None:
    two("""
        tt.manual_seed(3)
        a = tt.rand(4, 5, device="cuda:1")
        tt.manual_seed(3)
        b = tt.rand(4, 5)
        assert a.tolist() == b.tolist()
        assert ((a @ a.t()).cpu() - b @ b.t()).abs().max().item() < 1e-5
        assert tt.softmax(a, 1).device == a.device
    """)


def test_memory_is_counted_by_device() -> None:
    two("""
        a = tt.empty(3 * MiB, dtype=tt.uint8, device="cuda:1")
        assert cuda.memory_allocated(0) == 0 and cuda.memory_allocated(1) == 3 * MiB
        free_of_0, free_of_1 = cuda.mem_get_info(0)[0], cuda.mem_get_info(1)[0]
        assert free_of_0 > free_of_1
        del a
        cuda.empty_cache()
        assert cuda.memory_reserved(1) == 0 and cuda.mem_get_info(1)[0] == free_of_0
    """)


def test_streams_and_events_are_of_their_device() -> None:
    two("""
        s = cuda.Stream(device=1)
        with cuda.stream(s):
            assert cuda.current_device() == 1 and cuda.current_stream() == s
            a = tt.ones(4, device="cuda") * 3
            done = s.record_event()
        assert cuda.current_device() == 0 and cuda.current_stream(1) == cuda.default_stream(1)
        cuda.current_stream(0).wait_event(done)
        cuda.default_stream(1).wait_stream(cuda.default_stream(0))
        event = cuda.Event()
        event.record(cuda.default_stream(1))
        event.synchronize()
        assert event.query() and done.query() and cuda.default_stream(1).query()
        a.record_stream(cuda.default_stream(0))
        a.record_stream(cuda.default_stream(1))
        del a
        assert cuda.memory_allocated(1) == 0
        cuda.empty_cache()
        assert cuda.memory_reserved(1) == 0
    """)


def test_an_event_is_recorded_on_one_device_only() -> None:
    two("""
        event = cuda.Event()
        event.record(cuda.default_stream(1))
        try:
            event.record(cuda.default_stream(0))
        except RuntimeError as error:
            assert "cuda:1" in str(error) and "cuda:0" in str(error), error
        else:
            raise AssertionError("no error")
    """)


def test_a_thread_that_never_saw_a_device() -> None:
    two("""
        from threading import Thread

        a = tt.ones(8, device="cuda:1").view(2, 4)
        pinned = tt.ones(3).pin_memory()
        s, event = cuda.Stream(device=1), cuda.Event()
        event.record(s)
        a.record_stream(s)
        problems = []

        def elsewhere(body):
            def guarded():
                try:
                    body()
                except BaseException as error:
                    problems.append(error)

            thread = Thread(target=guarded)
            thread.start()
            thread.join()

        def values():
            assert a.sum(1).tolist() == [4, 4]

        def events():
            assert event.query() and s.query()
            event.synchronize()
            s.synchronize()
            event.record(s)
            cuda.default_stream(1).wait_event(event)
            assert cuda.default_stream(0).query()

        def freeing():
            global a, pinned, event
            del a, pinned, event
            cuda.empty_cache()
            assert cuda.memory_reserved(1) == 0

        for body in (values, events, freeing):
            elsewhere(body)
        assert not problems, problems
    """)


def test_streams_outlive_their_objects() -> None:
    two("""
        cuda.set_stream(cuda.Stream())
        a = tt.ones(1000, device="cuda")
        a.record_stream(cuda.Stream())
        assert (a + a).sum().item() == 2000
        del a
        cuda.empty_cache()
        assert cuda.memory_reserved() == 0
    """)


def test_streams_come_from_pools_by_device_and_priority() -> None:
    two("""
        normal = [cuda.Stream() for _ in range(33)]
        assert len({s.cuda_stream for s in normal}) == 32 and normal[0] == normal[32]
        urgent, other = cuda.Stream(priority=-1), cuda.Stream(device=1)
        assert urgent not in normal and other not in normal and other.device_index == 1
    """)
