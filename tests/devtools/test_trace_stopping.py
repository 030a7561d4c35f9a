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

from ran import Tt, heeding
from tt_devtools.trace.answers import Answering, asked

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
        preexec_fn=heeding,
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


def test_an_interrupt_before_the_script_begins_is_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "work.py").write_text("print('ran')\n")
    out, err = interrupted_while_loading("tt_devtools.trace.script_child", ["trace", "work.py"], tmp_path)
    assert err == ""
    assert out.splitlines() == ["work.py: it called no op of tt", "note: the script was interrupted"]


def test_an_interrupt_while_tests_load_is_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "test_work.py").write_text("def test_work(): pass\n")
    out, err = interrupted_while_loading("pytest", ["test", "--no-build", str(tmp_path)], tmp_path)
    assert (out, err) == ("", "tt test: interrupted\n")


def interrupted_while_loading(module: str, arguments: list[str], folder: Path) -> tuple[str, str]:
    """stdout and stderr of a `tt` whose processes get SIGINT, as from a terminal, when a child of it loads `module`."""
    (folder / "sitecustomize.py").write_text(
        f"""
import os, signal, sys
class Interrupting:
    def find_spec(name, *_):
        if name == {module!r} and os.getpid() != os.getpgrp():
            os.killpg(os.getpgrp(), signal.SIGINT)
sys.meta_path.insert(0, Interrupting)
"""
    )
    done = subprocess.run(
        [sys.executable, "-m", "tt_devtools", *arguments],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        timeout=120,
        start_new_session=True,
        preexec_fn=heeding,
    )
    assert done.returncode == 130
    return done.stdout, done.stderr


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
    assert list((tmp_path / "temporary").iterdir()) == []


def test_an_answer_that_was_cut_off_leaves_the_one_before() -> None:
    with asked() as answers:
        child = Answering(answers.descriptors)
        assert answers.last() is None
        for number in range(5):
            child.write({"number": number})
            assert answers.last() == {"number": number}
        newest = answers.descriptors[4 % 2]
        os.truncate(newest, os.fstat(newest).st_size - 1)
        assert answers.last() == {"number": 3}
        os.truncate(newest, 3)
        assert answers.last() == {"number": 3}


def test_a_file_that_took_over_the_descriptor_is_not_written_to(tmp_path: Path) -> None:
    with asked() as answers:
        mine = [os.dup(each) for each in answers.descriptors]
        child = Answering(mine)
        os.close(mine[0])
        log = os.open(tmp_path / "log", os.O_RDWR | os.O_CREAT)  # the lowest that is free
        assert log == mine[0]
        with pytest.raises(OSError, match="another file's"):
            child.write({"number": 1})
        assert os.fstat(log).st_size == 0
        os.close(log)
        os.close(mine[1])


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
