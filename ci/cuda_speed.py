"""On a machine with a GPU: launch latency, bandwidth of ten ops beside a device copy and beside torch's, and a product.

Every ratio is of one run, rounds alternating; the median of the rounds is printed. On the emulator everything is small
and a torch without CUDA stands for one that has it: the numbers say nothing then, only that the script runs.
"""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import tt

EMULATED = tt.cuda.is_emulated()
ROUNDS, TIMES = (1, 2) if EMULATED else (9, 20)
SIDE = 64 if EMULATED else 8192
OPS: dict[str, tuple[Callable[[Any, Any, Any], Any], int]] = {
    "a + b": (lambda t, a, b: a + b, 3),
    "a * 2": (lambda t, a, b: a * 2.0, 2),
    "exp": (lambda t, a, b: t.exp(a), 2),
    "tanh": (lambda t, a, b: t.tanh(a), 2),
    "where": (lambda t, a, b: t.where(a > b, a, b), 5),
    "clone": (lambda t, a, b: a.clone(), 2),
    "rows + column": (lambda t, a, b: a.view(SIDE, -1) + b.view(SIDE, -1)[:, :1], 2),
    "transposed copy": (lambda t, a, b: a.view(SIDE, -1).t().contiguous(), 2),
    "sum": (lambda t, a, b: a.sum(), 1),
    "sum of columns": (lambda t, a, b: a.view(SIDE, -1).sum(0), 1),
}
"""What is called, and how many tensors of the size it reads and writes."""


@dataclass(frozen=True, slots=True)
class Library:
    """tt or torch, and where its tensors are."""

    module: Any
    device: str

    def operands(self) -> list[Any]:
        return [self.module.ones(SIDE * SIDE, device=self.device) * (i + 1) for i in range(2)]

    def wait(self) -> None:
        if self.device == "cuda":
            self.module.cuda.synchronize()

    def milliseconds(self, run: Callable[[], Any]) -> float:
        """Of one call on the device, queue full."""
        run()
        self.wait()
        if self.device != "cuda":
            started = time.perf_counter()
            for _ in range(TIMES):
                run()
            return (time.perf_counter() - started) / TIMES * 1e3
        start, end = (self.module.cuda.Event(enable_timing=True) for _ in range(2))
        start.record()
        for _ in range(TIMES):
            run()
        end.record()
        end.synchronize()
        return float(start.elapsed_time(end)) / TIMES

    def latency(self) -> float:
        """Microseconds of host time for one small addition, queue not full."""
        a = self.module.ones(16, device=self.device)
        for _ in range(100):
            a + a
        self.wait()
        started = time.perf_counter()
        for _ in range(1000):
            a + a
        taken = time.perf_counter() - started
        self.wait()
        return taken * 1e3


def libraries() -> dict[str, Library]:
    """tt, and torch where it is installed and fits."""
    found = {"tt": Library(tt, "cuda")}
    try:
        import torch
    except ImportError as error:
        print(f"no comparison with torch: {error}")
        return found
    if torch.cuda.is_available() or EMULATED:
        device = "cuda" if torch.cuda.is_available() else "cpu"
        found["torch"] = Library(torch, device)
        print(f"beside torch {torch.__version__} on {device}")
    else:
        print(f"no comparison: torch {torch.__version__} sees no GPU")
    return found


def medians(compared: dict[str, Library], measure: Callable[[str, Library], float]) -> dict[str, float]:
    """Of each library, in alternating rounds."""
    rounds = [{name: measure(name, each) for name, each in compared.items()} for _ in range(ROUNDS)]
    return {name: statistics.median(found[name] for found in rounds) for name in compared}


def beside(taken: dict[str, float]) -> str:
    """How tt's time compares with torch's, where that was measured."""
    return f", {taken['tt'] / taken['torch']:.2f} x torch" if "torch" in taken else ""


def main() -> None:
    """Prints everything."""
    compared = libraries()
    waits = medians(compared, lambda _, library: library.latency())
    print("launch:", ", ".join(f"{name} {taken:.2f} us" for name, taken in waits.items()))
    operands = {name: library.operands() for name, library in compared.items()}

    def time_of(op: Callable[[Any, Any, Any], Any]) -> dict[str, float]:
        return medians(
            compared,
            lambda name, library: library.milliseconds(lambda: op(library.module, *operands[name])),
        )

    copy = time_of(lambda t, a, b: a.copy_(b))["tt"]
    print(f"device copy: {2 * 4 * SIDE * SIDE / copy / 1e6:.0f} GB/s")
    for label, (op, passes) in OPS.items():
        taken = time_of(op)
        share = (passes / 2) * copy / taken["tt"]
        print(f"{label:16} {taken['tt']:7.3f} ms, {share:.2f} of a copy's bandwidth{beside(taken)}")
    taken = time_of(lambda t, a, b: a.view(SIDE, -1) @ b.view(SIDE, -1))
    print(
        f"product          {taken['tt']:7.3f} ms, {2 * SIDE**3 / taken['tt'] / 1e9:.1f} TFLOP/s{beside(taken)}"
    )


if __name__ == "__main__":
    main()
