"""On a machine with a GPU: launch latency, and bandwidth of ten ops beside a device copy and beside torch's.

Every ratio is of one run, rounds alternating; the median of 9 rounds is printed.
"""

import statistics
import time
from collections.abc import Callable
from typing import Any

import tt

ROUNDS, COUNT = 9, 1 << 26
OPS: dict[str, tuple[Callable[[Any, Any, Any], Any], int]] = {
    "a + b": (lambda t, a, b: a + b, 3),
    "a * 2": (lambda t, a, b: a * 2.0, 2),
    "exp": (lambda t, a, b: t.exp(a), 2),
    "tanh": (lambda t, a, b: t.tanh(a), 2),
    "where": (lambda t, a, b: t.where(a > b, a, b), 5),
    "clone": (lambda t, a, b: a.clone(), 2),
    "rows + column": (lambda t, a, b: a.view(8192, -1) + b.view(8192, -1)[:, :1], 2),
    "transposed copy": (lambda t, a, b: a.view(8192, -1).t().contiguous(), 2),
    "sum": (lambda t, a, b: a.sum(), 1),
    "sum of columns": (lambda t, a, b: a.view(8192, -1).sum(0), 1),
}


def milliseconds(library: Any, run: Callable[[], Any], times: int) -> float:
    """Of one call, by events around `times` of them."""
    start, end = (library.cuda.Event(enable_timing=True) for _ in range(2))
    run()
    library.cuda.synchronize()
    start.record()
    for _ in range(times):
        run()
    end.record()
    end.synchronize()
    return float(start.elapsed_time(end)) / times


def latency(library: Any) -> float:
    """Microseconds of host time for one small addition, queue not full."""
    a = library.ones(16, device="cuda")
    for _ in range(100):
        a + a
    library.cuda.synchronize()
    started = time.perf_counter()
    for _ in range(1000):
        a + a
    taken = time.perf_counter() - started
    library.cuda.synchronize()
    return taken * 1e3


def main() -> None:
    libraries = {"tt": tt}
    try:
        import torch

        libraries["torch"] = torch
    except ImportError:
        print("torch is not installed here")
    rounds: dict[str, list[float]] = {name: [] for name in libraries}
    for _ in range(ROUNDS):
        for name, library in libraries.items():
            rounds[name].append(latency(library))
    print("launch:", ", ".join(f"{name} {statistics.median(each):.2f} us" for name, each in rounds.items()))
    operands = {
        name: [library.ones(COUNT, device="cuda") * (i + 1) for i in range(2)]
        for name, library in libraries.items()
    }
    copy = statistics.median(
        milliseconds(tt, lambda: operands["tt"][0].copy_(operands["tt"][1]), 20) for _ in range(ROUNDS)
    )
    print(f"device copy: {2 * 4 * COUNT / copy / 1e6:.0f} GB/s")
    for label, (op, passes) in OPS.items():
        found: dict[str, list[float]] = {name: [] for name in libraries}
        for _ in range(ROUNDS):
            for name, library in libraries.items():
                a, b = operands[name]
                found[name].append(milliseconds(library, lambda a=a, b=b, t=library, op=op: op(t, a, b), 20))
        medians = {name: statistics.median(each) for name, each in found.items()}
        share = (passes / 2) * copy / medians["tt"]
        beside = f", {medians['tt'] / medians['torch']:.2f} x torch" if "torch" in medians else ""
        print(f"{label:16} {medians['tt']:7.3f} ms, {share:.2f} of a copy's bandwidth{beside}")


if __name__ == "__main__":
    main()
