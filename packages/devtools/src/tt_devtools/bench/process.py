"""A worker process seen from the harness: requests go down a pipe, answers come back."""

import json
import os
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any

from tt_devtools.bench.case import Case

_SCRIPT = Path(__file__).with_name("worker.py")
_THREAD_VARIABLES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


class WorkerError(Exception):
    """The library raised; the message is its own."""


class WorkerProcess:
    """`library` in `python`, with `threads` threads or its own default for 0."""

    def __init__(self, library: str, python: Path, threads: int) -> None:
        environment = dict(os.environ)
        if threads:
            environment.update(dict.fromkeys(_THREAD_VARIABLES, str(threads)))
        self._process = subprocess.Popen(
            [python, _SCRIPT, library],
            env=environment,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def version(self) -> str:
        """The library's version; raises WorkerError where it cannot be imported."""
        return str(self._ask(do="version")["version"])

    def prepare(self, key: str, case: Case, library: str) -> bool:
        """Makes the case ready; False where the library has no such thing."""
        texts = case.texts(library)
        if texts is None:
            return False
        setup, body = texts
        self._ask(do="prepare", key=key, setup=setup, body=body, clock=case.clock, fresh=case.fresh)
        return True

    def time(self, key: str, count: int) -> float:
        """Seconds for `count` runs."""
        return float(self._ask(do="time", key=key, count=count)["seconds"])

    def forget(self, key: str) -> None:
        """Frees the case's data."""
        self._ask(do="forget", key=key)

    def __enter__(self) -> "WorkerProcess":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._process.stdin and self._process.stdout
        self._process.stdin.close()
        self._process.stdout.close()
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _ask(self, **request: Any) -> dict[str, Any]:
        assert self._process.stdin and self._process.stdout
        try:
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            raise WorkerError(f"the process ended (exit code {self._process.wait()})")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise WorkerError(answer["error"])
        return answer
