"""Making .venv: what runs and in which order, what an interruption leaves, and the line for each failure."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from bare_checkout import RecordedRun, add_venv, make_checkout
from tt_devtools.bootstrap import child, environment, stamp
from tt_devtools.bootstrap.child import Finished
from tt_devtools.bootstrap.problem import Problem


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.delenv("TT_WHEELHOUSE", raising=False)
    return make_checkout(tmp_path / "checkout")


def make(root: str, run: RecordedRun, changed: list[str] | None = None) -> list[str]:
    said: list[str] = []
    environment.make(root, changed, run, said.append)
    return said


def test_first_use_makes_venv_then_pins_then_packages(root: str) -> None:
    run = RecordedRun()
    said = make(root, run)
    venv, pins, packages = run.calls
    assert list(venv[1:]) == ["-m", "venv", "--clear", stamp.venv_folder(root)]
    assert list(pins[-2:]) == ["--requirement", os.path.join(root, "constraints.txt")]
    assert packages.count("--editable") == 6
    assert "--no-build-isolation" in packages
    assert all("--no-deps" in call for call in (pins, packages))
    assert said[2] == "installing 2 pinned tools and libraries ..."
    assert stamp.differences(root) == []


def test_a_changed_pin_keeps_venv(root: str) -> None:
    add_venv(root)
    run = RecordedRun()
    make(root, run, ["constraints.txt"])
    assert ["venv" in call for call in run.calls] == [False, False]
    assert stamp.differences(root) == []


@pytest.mark.parametrize("changed", [stamp.PLACE, stamp.INTERPRETER])
def test_a_moved_checkout_makes_venv_anew(root: str, changed: str) -> None:
    run = RecordedRun()
    make(root, run, [changed])
    assert "--clear" in run.calls[0]


def test_a_failure_leaves_no_stamp(root: str) -> None:
    add_venv(root)
    stamp.write(root)
    with pytest.raises(Problem, match="pip install failed"):
        make(root, RecordedRun(lambda argv: Finished(1, "boom")), ["constraints.txt"])
    assert stamp.differences(root) is None


def test_an_interruption_leaves_no_stamp(root: str) -> None:
    def interrupt(argv: Sequence[str]) -> Finished:
        raise KeyboardInterrupt

    add_venv(root)
    stamp.write(root)
    with pytest.raises(KeyboardInterrupt):
        make(root, RecordedRun(interrupt), ["constraints.txt"])
    assert stamp.differences(root) is None


def test_wheelhouse_is_the_only_source(root: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TT_WHEELHOUSE", str(tmp_path))
    monkeypatch.setenv("PIP_EXTRA_INDEX_URL", "file:///elsewhere")
    run = RecordedRun()
    make(root, run)
    pins = list(run.calls[1])
    assert pins[pins.index("--no-index") :][:3] == ["--no-index", "--find-links", str(tmp_path)]
    pip_settings = {name: value for name, value in run.environments[1].items() if name.startswith("PIP_")}
    assert pip_settings == {"PIP_CONFIG_FILE": os.devnull}


def test_wheelhouse_that_is_no_folder(root: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TT_WHEELHOUSE", "/nowhere/wheels")
    with pytest.raises(Problem, match="TT_WHEELHOUSE is not a folder: /nowhere/wheels") as caught:
        make(root, RecordedRun())
    assert caught.value.exit_code == 2


def test_wheelhouse_that_lacks_a_pin(root: str, tmp_path: Path) -> None:
    argv = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--no-index"]
    argv += ["--find-links", str(tmp_path), "rich==15.0.0"]
    output = child.runner()(argv, environment.pip_environment(os.environ, str(tmp_path))).output
    problem = environment.diagnose(output, "pip install failed", str(tmp_path), root)
    assert problem.text == f"the wheelhouse {tmp_path} lacks rich==15.0.0"
    assert problem.hint.endswith("'rich==15.0.0'")


@pytest.mark.parametrize(
    ("output", "text"),
    [
        ("OSError: [Errno 28] No space left on device: 'x'", "the disk is full"),
        ("OSError: [Errno 30] Read-only file system: 'x'", "the checkout is read-only"),
        (
            "WARNING: Retrying (Retry(total=0)) after connection broken by 'NewConnectionError'\n"
            "ERROR: No matching distribution found for ninja==1.13.2",
            "the package registry cannot be reached",
        ),
        (
            "ERROR: No matching distribution found for ninja==1.13.2",
            "the package registry lacks ninja==1.13.2",
        ),
        ("something else", "pip install failed"),
    ],
)
def test_diagnosis(output: str, text: str) -> None:
    problem = environment.diagnose(output, "pip install failed", None, "/checkout")
    assert problem.text.startswith(text)
    assert problem.hint
    assert output.splitlines()[-1] in problem.details
    assert "Retrying" not in problem.details
