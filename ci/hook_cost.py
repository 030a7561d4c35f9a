"""What the trace hook costs while nobody listens: this build against one of the same commit without the hook.

    .venv/bin/python ci/hook_cost.py [--keep FOLDER] [--rounds N]

Builds a clone with -DTT_TRACE_HOOK=OFF in FOLDER (a temporary one without --keep), then runs the per-call cases
of `tt bench` in three processes in turn: with the hook, with the hook again, without it. The first two differ by
noise alone, and the last column says whether the hook's cost rises above that. Under valgrind, where it is
installed, instructions are counted, too: they do not depend on the machine's load.
"""

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from tt_devtools.bench.case import Case
from tt_devtools.bench.cases.call import CASES
from tt_devtools.bench.harness import measure, prepare_empty
from tt_devtools.bench.process import WorkerProcess
from tt_devtools.build.ccache import environment as ccache_environment

ROOT = Path(__file__).resolve().parent.parent
NAMES = ("add", "add-operator", "add-number", "exp", "sum", "transpose", "matmul-4", "empty")
COUNTED = ("add(a, b)", "a.transpose(0, 1)")
COUNTS = 2  # of which the least is taken: what Python does at its start differs from run to run
RUNS = (1_000, 101_000)  # of a body under valgrind; the difference leaves out what comes once
SLICE_S = 0.02


# Without `site`, whose editable installs would find the packages of the tree that they were made for.
START = (
    "import runpy, sys; sys.path[:0] = {sources!r}; sys.path.append({libraries!r}); sys.argv = sys.argv[1:]; "
)


class Worker(WorkerProcess):
    """tt from one tree; the harness calls it by the tree's name."""

    def __init__(self, tree: Path, scratch: Path) -> None:
        python = scratch / f"python-{len(list(scratch.iterdir()))}"
        run = start(tree) + "runpy.run_path(sys.argv[0], run_name='__main__')"
        python.write_text(f'#!/bin/sh\nexec {sys.executable} -S -c "{run}" "$@"\n')
        python.chmod(0o755)
        super().__init__("tt", python, 1)

    def prepare(self, key: str, case: Case, library: str) -> bool:
        return super().prepare(key, case, "tt")


def start(tree: Path) -> str:
    """Python that finds the tree's packages, and in none other."""
    sources = [str(source) for source in sorted(tree.glob("packages/*/src"))]
    return START.format(sources=sources, libraries=sysconfig.get_path("purelib"))


def build_without_hook(tree: Path) -> None:
    """A clone of this commit in `tree`, built; quick where it is there already."""
    if not (tree / ".git").exists():
        subprocess.run(["git", "clone", "--quiet", ROOT, tree], check=True)
    commit = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    subprocess.run(["git", "fetch", "--quiet", ROOT, "HEAD"], cwd=tree, check=True)
    subprocess.run(["git", "checkout", "--quiet", commit.stdout.strip()], cwd=tree, check=True)
    tools = Path(sys.executable).parent
    configure = [tools / "cmake", "--preset", "dev", "-S", ".", "-DTT_TRACE_HOOK=OFF"]
    configure += [f"-DPython_EXECUTABLE={sys.executable}", f"-DCMAKE_MAKE_PROGRAM={tools / 'ninja'}"]
    if (ccache := tools / "ccache").exists():
        configure.append(f"-DCMAKE_CXX_COMPILER_LAUNCHER={ccache}")
    subprocess.run(configure, cwd=tree, check=True, stdout=subprocess.DEVNULL)
    cache = os.environ | ccache_environment(tree, tree / "build" / "stats", tree / "build" / "log")
    command = [tools / "ninja", "-C", "build/dev"]
    subprocess.run(command, cwd=tree, env=cache, check=True, stdout=subprocess.DEVNULL)


def check_hook(tree: Path, expected: bool) -> None:
    """Makes sure that the tree's own libraries run, and that they are what they are said to be."""
    code = start(tree) + "from tt_core import _C; print(_C.__file__); _C.trace_start()"
    done = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True)
    if not done.stdout.startswith(str(tree)) or (done.returncode == 0) is not expected:
        raise SystemExit(
            f"{tree}: expected a build {'with' if expected else 'without'} the hook\n{done.stderr}"
        )


def instructions(tree: Path, body: str) -> float:
    """Instructions of one run of a body over two small tensors, by callgrind."""
    code = (
        f"{start(tree)}\nimport tt\na, b = tt.ones(4, 4), tt.ones(4, 4)\n"
        f"def run(n, a=a, b=b, add=tt.add, exp=tt.exp):\n    for _ in range(n): {body}\nrun(int(sys.argv[0]))\n"
    )
    environment = os.environ | {"OMP_NUM_THREADS": "1", "PYTHONHASHSEED": "0"}
    counts = []
    for runs in RUNS:
        command = [
            "valgrind",
            "--tool=callgrind",
            "--callgrind-out-file=/dev/null",
            sys.executable,
            "-S",
            "-c",
            code,
        ]
        collected = []
        for _ in range(COUNTS):
            done = subprocess.run([*command, str(runs)], env=environment, capture_output=True, text=True)
            found = re.search(r"Collected : (\d+)", done.stderr)
            if found is None:
                raise SystemExit(f"valgrind counted nothing:\n{done.stderr[-2000:]}")
            collected.append(int(found[1]))
        counts.append(min(collected))
    return (counts[1] - counts[0]) / (RUNS[1] - RUNS[0])


def times(tree: Path, scratch: Path, cases: list[Case], rounds: int) -> dict[str, tuple[float, float, float]]:
    """By case: nanoseconds with the hook, the ratio of two processes with it, the ratio of with to without."""
    found = {}
    with Worker(ROOT, scratch) as first, Worker(ROOT, scratch) as second, Worker(tree, scratch) as without:
        workers = {"tt": first, "again": second, "without": without}
        prepare_empty(workers)
        for case in cases:
            measured = measure(case, workers, rounds, SLICE_S)
            if measured.errors:
                raise SystemExit(f"{case.name}: {measured.errors}")
            noise = statistics.median(measured.ratios("again"))
            found[case.name] = (
                measured.median_s("tt") * 1e9, noise, statistics.median(measured.ratios("without")),
            )  # fmt: skip
    return found


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--keep", type=Path, help="where the build without the hook is made, or is already")
    parser.add_argument("--rounds", type=int, default=15)
    given = parser.parse_args()
    cases = [case for case in CASES if case.name in NAMES]
    with tempfile.TemporaryDirectory(prefix="tt-hook-cost-") as scratch:
        tree = (given.keep or Path(scratch, "tree")).absolute()
        build_without_hook(tree)
        check_hook(ROOT, True)
        check_hook(tree, False)
        timed = times(tree, Path(scratch), cases, given.rounds)
        print(f"{'case':<14}{'with':>9}{'again':>9}{'without':>9}   (ratios of time, with / the other)")
        for case in cases:
            ns, noise, ratio = timed[case.name]
            print(f"{case.name:<14}{ns:>6.0f} ns{noise:>8.3f}x{ratio:>8.3f}x")
        if shutil.which("valgrind"):
            print(f"{'instructions':<22}{'with':>7}{'without':>9}")
            for body in COUNTED:
                print(
                    f"{body:<22}{instructions(ROOT, body):>7.0f}{instructions(tree, body):>9.0f}", flush=True
                )
        spread = max(abs(noise - 1) for _, noise, _ in timed.values())
        cost = statistics.geometric_mean([ratio for _, _, ratio in timed.values()]) - 1
    verdict = "below" if cost <= spread else "above"
    print(
        f"the hook costs {cost:+.1%} of a call, {verdict} the {spread:.1%} by which two equal processes differ"
    )
    return 0 if verdict == "below" else 1


if __name__ == "__main__":
    sys.exit(main())
