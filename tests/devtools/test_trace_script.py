"""`tt trace SCRIPT`: sums by op and line, and scripts that exit, raise, fork, loop, start threads or are killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tt as library
from ran import Ran, Tt
from tt_core import _C

Script = Callable[..., Ran]


@pytest.fixture
def script(tt: Tt, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Script:
    monkeypatch.chdir(tmp_path)

    def run(text: str, *options: str, name: str = "work.py") -> Ran:
        (tmp_path / name).write_text(text)
        return tt("trace", f"./{name}", *options)

    return run


TRAIN = """
import tt
w = tt.ones(4, 4, requires_grad=True)
def loss(x):
    return tt.relu(tt.matmul(x, w)).sum()
for step in range(10):
    loss(tt.ones(2, 4)).backward()
"""


def test_sums_by_op_and_by_line(script: Script) -> None:
    report = script(TRAIN, "--json").json
    assert report["exit_code"] == 0
    ops = {op["op"]: op for op in report["ops"]}
    assert (ops["relu"]["calls"], ops["relu"]["outermost"]) == (10, 10)
    assert ops["relu"]["keys"] == {"Autograd, CPU": 10}
    assert ops["ReluBackward0"]["calls"] == 10
    assert ops["AccumulateGrad"]["outermost"] == 10
    lines = {line["line"]: line for line in report["lines"]}
    assert set(lines) == {3, 5, 7}
    assert lines[5]["ops"] == {"matmul": 10, "relu": 10, "sum": 10}
    assert lines[5]["text"] == "return tt.relu(tt.matmul(x, w)).sum()"
    assert lines[7]["ops"]["MatmulBackward0"] == 10
    # What a line took is what its outermost calls took; what ops took by themselves adds up to the same.
    assert sum(line["ns"] for line in report["lines"]) == sum(op["own_ns"] for op in report["ops"])
    assert all(sum(op["stage_ns"].values()) == op["own_ns"] for op in report["ops"])


def test_the_text_has_both_tables(script: Script) -> None:
    ran = script(TRAIN)
    assert ran.code == 0
    assert "./work.py: 15 ops at 3 lines, 91 calls" in ran.out
    assert "work.py:5  return tt.relu(tt.matmul(x, w))" in ran.out
    assert "note:" not in ran.out


def test_the_script_sees_its_own_world(script: Script, tmp_path: Path) -> None:
    (tmp_path / "beside.py").write_text("VALUE = 3\n")
    text = """
import sys, beside, pickle
class Own: pass
print(sys.argv, __name__, __file__, beside.VALUE, type(pickle.loads(pickle.dumps(Own()))).__name__)
"""
    ran = script(text, "--", "--epochs", "3")
    assert ran.code == 0
    command = [sys.executable, "./work.py", "--epochs", "3"]
    untraced = subprocess.run(command, text=True, capture_output=True, check=True).stdout
    assert ran.out.splitlines()[0] == untraced.strip()
    assert "./work.py: it called no op of tt" in ran.out


def test_the_current_folder_is_no_place_for_modules(
    script: Script, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    for name in ("typing", "re", "threading", "runpy"):
        (elsewhere / f"{name}.py").write_text("raise RuntimeError('not mine')\n")
    script("print('ran')")
    monkeypatch.chdir(elsewhere)
    command = [sys.executable, "-P", "-m", "tt_devtools", "trace", "../work.py"]
    done = subprocess.run(command, text=True, capture_output=True)
    assert (done.returncode, done.stdout.splitlines()[0], done.stderr) == (0, "ran", "")


def test_under_json_what_the_script_prints_goes_to_stderr(script: Script) -> None:
    ran = script("import os, tt\nprint('python')\nos.system('echo shell')\ntt.ones(2)", "--json")
    assert "ones" in {op["op"] for op in ran.json["ops"]}
    assert set(ran.err.split()) == {"python", "shell"}


@pytest.mark.parametrize(
    ("end", "code", "note"),
    [
        ("raise SystemExit(0)", 0, ""),
        ("import sys; sys.exit(3)", 1, "the script exited with 3"),
        ("import sys; sys.exit('no luck')", 1, "the script exited with 1"),
        ("import os; os._exit(3)", 1, "it ended by os._exit"),
        ("import os; os.abort()", 1, "the script was killed by SIGABRT"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", 1, "the script was killed by SIGKILL"),
        ("import os; os.kill(os.getpid(), 40)", 1, "the script was killed by signal 40"),
        ("1 / 0", 1, "the script raised ZeroDivisionError: division by zero"),
        ("tt.add(tt.ones(2), tt.ones(3))", 1, "the script raised RuntimeError: add: the size of tensor a"),
        ("import os, sys; os.execv('/bin/true', ['true'])", 0, "it ended by os.execv"),
    ],
)
def test_however_it_ends_what_it_did_is_there(script: Script, end: str, code: int, note: str) -> None:
    ran = script(f"import tt\ntt.exp(tt.ones(3))\n{end}\n", "--json")
    assert ran.code == code
    assert {"exp", "ones"} <= {op["op"] for op in ran.json["ops"]}
    assert any(note in each for each in ran.json["notes"]) or not note


def test_an_error_shows_the_scripts_own_traceback_only(script: Script) -> None:
    ran = script("import tt\ndef inner():\n    1 / 0\ninner()\n")
    lines = ran.err.splitlines()
    assert lines[0] == "Traceback (most recent call last):"
    assert lines[1].startswith('  File "./work.py", line 4')
    assert lines[-1] == "ZeroDivisionError: division by zero"
    assert "tt_devtools" not in ran.err


def test_a_syntax_error_is_the_scripts(script: Script) -> None:
    ran = script("def (:\n")
    assert ran.code == 1
    assert "SyntaxError" in ran.err
    assert "tt_devtools" not in ran.err


def test_a_script_that_forks(script: Script) -> None:
    text = """
import os, tt
tt.exp(tt.ones(3))
if os.fork() == 0:
    tt.log(tt.ones(3))
    os._exit(0)
os.wait()
tt.tanh(tt.ones(3))
"""
    ran = script(text, "--json")
    assert ran.code == 0
    names = {op["op"] for op in ran.json["ops"]}
    assert {"exp", "tanh"} <= names
    assert "log" not in names
    assert "1 forked process(es) were not followed" in ran.json["notes"]


def test_a_forked_process_that_runs_to_the_end_changes_nothing(script: Script) -> None:
    ran = script("import os, tt\npid = os.fork()\ntt.exp(tt.ones(3))\nif pid: os.wait()\n", "--json")
    assert {op["op"]: op["calls"] for op in ran.json["ops"]}["exp"] == 1


def test_threads_are_followed(script: Script) -> None:
    text = """
import threading, tt
def work():
    for _ in range(5): tt.exp(tt.ones(3))
threads = [threading.Thread(target=work) for _ in range(3)]
for thread in threads: thread.start()
for thread in threads[1:]: thread.join()
"""
    ran = script(text, "--json")
    assert {op["op"]: op["calls"] for op in ran.json["ops"]}["exp"] == 15
    assert "4 threads were followed" in ran.json["notes"]


def test_a_script_that_loops_is_stopped(script: Script) -> None:
    begun = time.monotonic()
    ran = script("import tt\nx = tt.ones(3)\nwhile True: tt.exp(x)\n", "--timeout", "1", "--json")
    assert time.monotonic() - begun < 30
    assert ran.code == 1
    assert "the script was stopped after 1 s" in ran.json["notes"]
    assert {op["op"]: op["calls"] for op in ran.json["ops"]}["exp"] > 100


def test_one_that_will_not_stop_is_killed(script: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tt_devtools.stopping._GRACE_S", 0.2)
    text = "import signal, tt\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nwhile True: tt.exp(tt.ones(3))\n"
    ran = script(text, "--timeout", "1", "--json")
    assert ran.code == 1
    assert "and killed: it went on after the interrupt" in ran.json["notes"][0]
    assert "the sums are those of its last call that was saved" in ran.json["notes"][1]
    assert "exp" in {op["op"] for op in ran.json["ops"]}


def test_an_interrupt_shows_what_there_is(tmp_path: Path) -> None:
    (tmp_path / "loop.py").write_text(
        "import tt\nx = tt.exp(tt.ones(3))\nprint('begun', flush=True)\nwhile True: tt.exp(x)\n"
    )
    command = [sys.executable, "-m", "tt_devtools", "trace", "loop.py"]
    with subprocess.Popen(
        command,
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "begun\n"
            os.killpg(process.pid, signal.SIGINT)  # as a terminal does
            out, _ = process.communicate(timeout=60)
        finally:
            if process.poll() is None:  # a loop that nothing else ends
                os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == 130
    assert "exp" in out
    assert "note: the script was interrupted" in out


def test_pages_of_a_script(script: Script, tmp_path: Path) -> None:
    html, chrome = tmp_path / "page.html", tmp_path / "trace.json"
    text = "import tt\nx = tt.ones(3)\nfor i in range(5000): tt.exp(x)\n"
    ran = script(text, "--html", str(html), "--chrome", str(chrome), "--json")
    assert any("events are kept" in note for note in ran.json["notes"])
    assert {op["op"]: op["calls"] for op in ran.json["ops"]}["exp"] == 5000
    assert html.stat().st_size < 2 << 20
    assert "work.py:3" in html.read_text()
    slices = [event for event in json.loads(chrome.read_text())["traceEvents"] if event["ph"] == "X"]
    assert slices[0]["args"]["script"].endswith("work.py:2")
    assert 20_000 <= len(slices) < 20_100


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["missing.py"], "there is no script missing.py\nhint: looked in /"),
        (
            ["work.py", "--epochs", "3"],
            "no such option: --epochs\nhint: the script's own options stand behind --: tt trace work.py -- ...",
        ),
        (["word.py"], "there is no script word.py\nhint: did you mean 'work.py'?"),
        (["./"], ". is a folder, not a script"),
        (["work.py", "--shape", "3"], "a script takes only --html, --chrome, --timeout, --torch-python"),
        (["work.py", "--vs", "strided"], "a script takes only --html, --chrome, --timeout, --torch-python"),
        (["add", "--timeout", "1"], "--timeout is for scripts"),
        (["work.py", "--html", "no/such/page.html"], "--html: there is no folder"),
    ],
)
def test_misuse(
    tt: Tt, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "work.py").write_text("print('ran')\n")
    ran = tt("trace", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert f"tt trace: {message}" in ran.err


def test_an_interrupt_while_the_sums_are_saved_is_not_lost() -> None:
    ticks: list[int] = []

    def tick() -> None:
        ticks.append(1)
        signal.raise_signal(signal.SIGINT)

    def script() -> None:
        for _ in range(1000):
            library.exp(x)

    x = library.ones(3)
    _C.script_trace_start([], 100, tick)
    try:
        with pytest.raises(KeyboardInterrupt):
            script()
    finally:
        _C.script_trace_stop()
        _C.script_trace_forget()
    assert len(ticks) == 1


def test_memory_does_not_grow_with_the_calls() -> None:
    ticks: list[int] = []
    _C.script_trace_start([], 100, lambda: ticks.append(1))
    x = library.ones(3)
    for _ in range(1000):
        library.exp(x)
    _C.script_trace_stop()
    try:
        rows: list[dict[str, Any]] = _C.script_trace_rows()
        ((events, count),) = _C.script_trace_events()
    finally:
        _C.script_trace_forget()
    (exp,) = (row for row in rows if row["op"] == "exp")
    assert (exp["calls"], exp["file"]) == (1000, __file__)
    assert len(ticks) >= 1
    assert 100 <= len(events) < 110 < count
    assert _C.script_trace_rows() == []
