"""`tt trace` that is told to stop, or is killed: the script ends with it, and nothing stays behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ran import Tt

LOOP = """
import os, tt
x = tt.exp(tt.ones(3))
print(os.getpid(), flush=True)
while True: tt.exp(x)
"""


@contextmanager
def begun(folder: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A trace of a script that loops, once it does, and the process of the script."""
    (folder / "loop.py").write_text(LOOP)
    (folder / "temporary").mkdir()
    with subprocess.Popen(
        [sys.executable, "-m", "tt_devtools", "trace", "loop.py"],
        cwd=folder,
        env=os.environ | {"TMPDIR": str(folder / "temporary")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # What starts the tests may have made the signals ignored, and children inherit that.
        preexec_fn=lambda: [signal.signal(each, signal.SIG_DFL) for each in (signal.SIGINT, signal.SIGHUP)],
    ) as process:
        try:
            assert process.stdout is not None
            script = int(process.stdout.readline())
            yield process, script
        finally:
            process.kill()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT], ids=lambda each: each.name)
def test_a_signal_ends_the_script_and_shows_what_there_is(tmp_path: Path, number: signal.Signals) -> None:
    with begun(tmp_path) as (process, script):
        process.send_signal(number)  # to the tracer alone, which is not how a terminal does it
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (128 + number, "")
    assert "exp" in out
    assert "note: the script was " in out
    assert is_gone(script)
    assert list((tmp_path / "temporary").iterdir()) == []


def test_a_full_disk_does_not_end_the_script(tt: Tt, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("work.py").write_text(
        "import resource, time, tt\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (9, 9))\n"
        "for _ in range(3):\n    tt.ones(3)\n    time.sleep(0.15)\n"
    )
    ran = tt("trace", "work.py", "--json")
    assert (ran.code, ran.json["exit_code"]) == (0, 0)
    assert ran.json["notes"] == [
        "its last sums could not be written: is the disk of the temporary files full?"
    ]


def test_a_tracer_that_is_killed_leaves_no_script_behind(tmp_path: Path) -> None:
    with begun(tmp_path) as (process, script):
        process.kill()
    assert is_gone(script)


def is_gone(process: int) -> bool:
    """Whether it ends within some seconds; a zombie that nobody waits for counts as ended."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        try:
            if Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except (FileNotFoundError, ProcessLookupError):
            return True
        time.sleep(0.05)
    return False
