"""./tt as a whole, with a set-up that takes no time: when it sets up, builds, waits, and what it says."""

from __future__ import annotations

import ast
import errno
import os
import runpy
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bare_checkout import add_libraries, add_venv, make_checkout
from tt_devtools.bootstrap import environment, launch, libraries, machine, stamp

# A launch in a process of its own, whose set-up writes down that it ran and takes the given seconds.
DRIVER = """
import sys, time
sys.path.append({source!r})
from bootstrap import environment, launch, machine, stamp
def make(root, changed, run, say):
    stamp.remove(root)
    with open(root + "/log", "a") as log:
        log.write("made\\n")
    time.sleep({seconds})
    stamp.write(root)
environment.make = make
machine.check_python = lambda: None
machine.check_disk = lambda root: None
launch.prepare({root!r}, "ops")
"""


class BecameCommand(Exception):
    """Raised in place of exec."""


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A bare checkout on a machine that has everything; .venv comes to be in no time."""
    root = make_checkout(tmp_path / "checkout")

    def make(root: str, changed: object, run: object, say: object) -> None:
        add_venv(root)
        stamp.write(root)

    def become(python: str, argv: list[str]) -> None:
        held = signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        assert signal.SIGINT in held  # until the command can say that it was interrupted
        assert argv[:4] == [python, "-P", "-m", "tt_devtools"]
        raise BecameCommand(*argv[4:])

    monkeypatch.setattr(environment, "make", make)
    monkeypatch.setattr(machine, "check_compiler", lambda run: None)
    monkeypatch.setattr(machine, "check_disk", lambda root: None)
    monkeypatch.setattr(os, "execv", become)
    return root


def launched(root: str, *args: str) -> None:
    with pytest.raises(BecameCommand) as caught:
        launch.main(root, list(args))
    assert caught.value.args == args


def driver(root: str, checkout: Path, seconds: float) -> subprocess.Popen[str]:
    source = str(checkout / "packages/devtools/src/tt_devtools")
    script = DRIVER.format(source=source, seconds=seconds, root=root)
    return subprocess.Popen([sys.executable, "-IS", "-c", script], stderr=subprocess.PIPE, text=True)


def wait_for(path: Path) -> None:
    while not path.exists():
        time.sleep(0.01)


def test_first_use_sets_up_and_becomes_the_command(root: str, capsys: pytest.CaptureFixture[str]) -> None:
    launched(root, "ops", "--json")
    captured = capsys.readouterr()
    assert (
        captured.err
        == "tt: first use of this checkout: setting up .venv, which takes 20 seconds to two minutes\n"
    )
    assert captured.out == ""


def test_warm_launch_says_nothing(root: str, capsys: pytest.CaptureFixture[str]) -> None:
    launched(root, "ops")
    capsys.readouterr()
    launched(root, "ops")
    assert capsys.readouterr() == ("", "")


def test_warm_launch_imports_almost_nothing(root: str, checkout: Path) -> None:
    add_venv(root)
    stamp.write(root)
    source = str(checkout / "packages/devtools/src/tt_devtools")
    script = f"import os, sys; sys.path.append({source!r}); old = set(sys.modules); os.execv = print\n"
    script += f"from bootstrap import launch; launch.main({root!r}, ['ops']); print(*set(sys.modules) - old)"
    output = subprocess.run(
        [sys.executable, "-IS", "-c", script], capture_output=True, text=True, check=True
    ).stdout
    loaded = output.splitlines()[-1].split()
    assert not {"subprocess", "fcntl", "re", "shutil", "hashlib", "json"} & set(loaded)


def test_changed_pin_is_named(root: str, capsys: pytest.CaptureFixture[str]) -> None:
    launched(root, "ops")
    Path(root, "constraints.txt").write_text("rich==14.0.0\n")
    capsys.readouterr()
    launched(root, "ops")
    assert capsys.readouterr().err == "tt: setting up again, because of a change in constraints.txt\n"


@pytest.mark.parametrize("command", ["trace", "test", "bench"])
def test_missing_libraries_are_built(root: str, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    built = []
    monkeypatch.setattr(launch, "_build", lambda root, lock: built.append(libraries.missing(root)))
    launched(root, command, "add")
    assert len(built[0]) == 4
    add_libraries(root)
    launched(root, command, "add")
    assert len(built) == 1


@pytest.mark.parametrize(
    "args", [[], ["--help"], ["trace", "--help"], ["build"], ["doctor"], ["ops"], ["tset"]]
)
def test_nothing_is_built_for_other_commands(
    root: str, args: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(launch, "_build", lambda root, lock: pytest.fail("built"))
    launched(root, *args)


def test_failed_build_is_one_line(root: str, capfd: pytest.CaptureFixture[str]) -> None:
    Path(stamp.venv_python(root)).parent.mkdir(parents=True)
    Path(stamp.venv_python(root)).write_text("#!/bin/sh\necho compiling\nexit 1\n")
    Path(stamp.venv_python(root)).chmod(0o755)
    assert launch.main(root, ["test"]) == 1
    captured = capfd.readouterr()
    assert captured.out == ""
    assert captured.err.endswith("compiling\ntt: the build failed; what it said is above\nhint: ./tt build\n")


def test_read_only_checkout(
    root: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(path: str, flags: int, mode: int = 0o777) -> int:
        raise OSError(errno.EROFS, "Read-only file system", path)

    monkeypatch.setattr(os, "open", refuse)
    assert launch.main(root, ["ops"]) == 1
    assert capsys.readouterr().err.startswith(f"tt: the checkout is read-only: {root}\nhint: cp -r ")


def test_disk_that_fills_up(
    root: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fill(root: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(machine, "check_disk", fill)
    assert launch.main(root, ["ops"]) == 1
    assert "tt: the disk is full\nhint: df -h" in capsys.readouterr().err


def test_interruption_says_that_it_is_taken_up(
    root: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(root: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(machine, "check_disk", interrupt)
    assert launch.main(root, ["ops"]) == 130
    assert capsys.readouterr().err.endswith("tt: interrupted; the next ./tt takes it up again\n")


def test_a_build_that_is_interrupted_says_so_itself(root: str, capfd: pytest.CaptureFixture[str]) -> None:
    python = Path(stamp.venv_python(root))
    python.parent.mkdir(parents=True)
    python.write_text(
        f"#!/bin/sh\nkill -INT {os.getpid()}\nsleep 0.2\necho tt build: interrupted\nexit 130\n"
    )
    python.chmod(0o755)
    with pytest.raises(SystemExit, match="130"):
        launch.main(root, ["test"])
    assert capfd.readouterr().err.endswith(") ...\ntt build: interrupted\n")


def test_two_launches_at_once_set_up_once(root: str, checkout: Path) -> None:
    add_venv(root)
    first = driver(root, checkout, seconds=0.5)
    wait_for(Path(root, "log"))
    second = driver(root, checkout, seconds=0.5)
    said = [process.communicate(timeout=20)[1] for process in (first, second)]
    assert [first.returncode, second.returncode] == [0, 0]
    assert Path(root, "log").read_text() == "made\n"
    assert said[1] == "tt: another ./tt is setting up this checkout; waiting for it\n"
    assert stamp.differences(root) == []


def test_killed_set_up_is_taken_up_again(root: str, checkout: Path) -> None:
    add_venv(root)
    first = driver(root, checkout, seconds=60)
    wait_for(Path(root, "log"))
    first.kill()
    first.communicate()
    assert stamp.differences(root) is None
    second = driver(root, checkout, seconds=0)
    said = second.communicate(timeout=20)[1]
    assert said == "tt: setting up again, because the last set-up was not finished\n"
    assert stamp.differences(root) == []


def test_old_python_is_told(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 10, 4))
    monkeypatch.setattr(sys, "argv", ["tt", "trace", "torch.add"])
    with pytest.raises(SystemExit) as caught:
        runpy.run_path(str(checkout / "tt"))
    assert caught.value.code == 1
    said = capsys.readouterr().err
    assert said.startswith("tt: Python 3.11 or newer is needed, this is 3.10 (")
    assert said.endswith("hint: run it with a newer one, for example: python3.12 ./tt trace torch.add\n")


def test_a_copy_outside_of_a_checkout_says_so(checkout: Path, tmp_path: Path) -> None:
    copy = tmp_path / "tt"
    copy.write_bytes((checkout / "tt").read_bytes())
    done = subprocess.run([sys.executable, copy, "ops"], text=True, capture_output=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"tt: {tmp_path} is no checkout: packages/devtools is not in it\nhint: ")


@pytest.mark.parametrize("closed", ["2>&-", "<&- 2>&-", ">&- 2>&-"])
def test_closed_files_and_another_pythons_home_do_no_harm(checkout: Path, closed: str) -> None:
    code = "import os; [os.fstat(each) for each in range(3)]"  # in what the launch becomes
    script = f"""
import os, sys
sys.path.append({str(checkout / "packages/devtools/src/tt_devtools")!r})
from bootstrap import launch
launch._is_ready = lambda root, command: True
launch.stamp.venv_python = lambda root: sys.executable
become = os.execv
os.execv = lambda python, arguments: become(python, [python, "-c", {code!r}])
launch.main("/nowhere", ["ops"])
"""
    shell = f'PYTHONHOME=/nowhere exec "$0" -IS -c "$1" {closed}'
    assert subprocess.run(["sh", "-c", shell, sys.executable, script]).returncode == 0


def test_launcher_parses_on_old_python(checkout: Path) -> None:
    tree = ast.parse((checkout / "tt").read_text(encoding="utf-8"), feature_version=(3, 4))
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
