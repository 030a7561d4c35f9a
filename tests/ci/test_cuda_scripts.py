"""What ci/cuda.sh does on a machine with a GPU, as far as it shows without one: the tools of that machine are stand-ins
that print what the real ones print."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

CLEAN = {
    "memcheck": "========= ERROR SUMMARY: 0 errors",
    "racecheck": "========= RACECHECK SUMMARY: 0 hazards displayed (0 errors, 0 warnings)",
}
INVALID_READ = """
========= Invalid __global__ read of size 4 bytes
=========     at contiguous+0x190
=========     by thread (63,0,0) in block (0,0,0)
========= ERROR SUMMARY: 1 error"""
HAZARD = """
========= Error: Race reported between Write access at reduce+0x1a0
=========     and Read access at reduce+0x260 [12 hazards]
========= RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings)"""
NOT_SUPPORTED = """
========= Error: Device not supported. Please refer to the "Supported Devices" section of the sanitizer documentation
1 failed in 3.05s
========= ERROR SUMMARY: 1 error"""
NO_PROCESS = "========= Error: No attachable process found. compute-sanitizer timed-out."


class Sanitizer:
    """A compute-sanitizer that knows the options of the real one, and says what it is told to."""

    def __init__(self, folder: Path, checkout: Path) -> None:
        self.folder, self.checkout = folder, checkout
        self.file = folder / "compute-sanitizer"
        self.file.write_text(
            dedent("""\
            #!/usr/bin/env bash
            while [[ ${1:-} == --* ]]; do
              case "$1 $2" in
                "--tool memcheck" | "--tool racecheck") tool=$2 ;;
                "--target-processes all" | "--error-exitcode "[1-9]*) ;;
                *) echo "========= Error: unrecognised option '$1 $2'"; exit 255 ;;
              esac
              shift 2
            done
            echo "========= COMPUTE-SANITIZER"
            [[ $TT_CUDA_EXACT_ALLOC ]] || exit 3
            """)
        )
        self.file.chmod(0o755)

    def says(self, tool: str, text: str, code: int) -> None:
        with self.file.open("a") as script:
            script.write(
                f"if [[ $tool == {tool} ]]; then cat <<'END'\n{text.strip()}\nEND\nexit {code}; fi\n"
            )

    def verdict(self, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["bash", "ci/cuda_sanitizer.sh", sys.executable], cwd=self.checkout, capture_output=True, text=True,
            check=False, env={**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}", **environment},
        )  # fmt: skip


@pytest.fixture
def sanitizer(tmp_path: Path, checkout: Path) -> Sanitizer:
    return Sanitizer(tmp_path, checkout)


def test_nothing_found(sanitizer: Sanitizer) -> None:
    for tool, summary in CLEAN.items():
        sanitizer.says(tool, f"....\n19 passed, 400 deselected in 12.05s\n{summary}", 0)
    done = sanitizer.verdict()
    assert done.returncode == 0, done.stdout
    assert done.stdout.splitlines() == [
        "memcheck: ERROR SUMMARY: 0 errors; 19 passed",
        "racecheck: RACECHECK SUMMARY: 0 hazards displayed (0 errors, 0 warnings); 19 passed",
    ]


@pytest.mark.parametrize(("tool", "found"), [("memcheck", INVALID_READ), ("racecheck", HAZARD)])
def test_something_found(sanitizer: Sanitizer, tool: str, found: str) -> None:
    for each, summary in CLEAN.items():
        if each == tool:
            sanitizer.says(each, "19 passed in 12.05s" + found, 86)
        else:
            sanitizer.says(each, f"19 passed in 12.05s\n{summary}", 0)
    done = sanitizer.verdict()
    assert done.returncode == 1
    assert found.strip().splitlines()[0] in done.stdout
    assert "19 passed; exit status 86" in done.stdout
    assert sum("SUMMARY: 0 " in line for line in done.stdout.splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "code", "verdict"),
    [
        (CLEAN["memcheck"], 0, "memcheck: ERROR SUMMARY: 0 errors; no test passed; exit status 0"),
        (NO_PROCESS, 1, "memcheck: no summary; no test passed; exit status 1"),
        ("2 failed, 17 passed in 3s\n" + CLEAN["memcheck"], 1, "17 passed; exit status 1"),
        ("", 139, "memcheck: no summary; no test passed; exit status 139"),
    ],
    ids=["the tests never ran", "not attached", "tests fail", "it crashes"],
)
def test_no_verdict_is_a_failure(sanitizer: Sanitizer, text: str, code: int, verdict: str) -> None:
    sanitizer.says("memcheck", text, code)
    sanitizer.says("racecheck", f"1 passed\n{CLEAN['racecheck']}", 0)
    done = sanitizer.verdict()
    assert done.returncode == 1 and verdict in done.stdout, done.stdout


def test_a_device_that_cannot_be_watched_is_said(sanitizer: Sanitizer) -> None:
    for tool in CLEAN:
        sanitizer.says(tool, NOT_SUPPORTED, 1)
    done = sanitizer.verdict()
    assert done.returncode == 0
    assert done.stdout.count("compute-sanitizer cannot watch this device: NOT checked") == 2


def test_no_compute_sanitizer(sanitizer: Sanitizer, tmp_path: Path) -> None:
    sanitizer.file.unlink()
    done = sanitizer.verdict(CUDA_HOME=str(tmp_path))
    assert done.returncode == 0 and "memory and races were NOT checked" in done.stdout
    sanitizer.folder = tmp_path / "compute-sanitizer"  # as a toolkit has it beside bin/
    sanitizer.folder.mkdir()
    elsewhere = Sanitizer(sanitizer.folder, sanitizer.checkout)
    elsewhere.says("memcheck", f"1 passed\n{CLEAN['memcheck']}", 0)
    elsewhere.folder = tmp_path / "none"
    assert "memcheck: ERROR SUMMARY: 0 errors; 1 passed" in elsewhere.verdict(CUDA_HOME=str(tmp_path)).stdout


def test_the_tests_that_it_watches_run(sanitizer: Sanitizer) -> None:
    """On the emulator, where nothing watches them."""
    with sanitizer.file.open("a") as script:
        script.write('"$@" || exit\n')
    for tool, summary in CLEAN.items():
        sanitizer.says(tool, summary, 0)
    done = sanitizer.verdict(TT_CUDA_EMULATE="1")
    assert done.returncode == 0, done.stdout
    assert done.stdout.count("SUMMARY: 0 ") == done.stdout.count(" passed") == 2


def test_plugins_and_deprecations_of_that_machine_do_not_end_the_run(checkout: Path, tmp_path: Path) -> None:
    """pytest-benchmark warns as it starts beside pytest-xdist, and this project makes warnings errors."""
    (tmp_path / "noisy.py").write_text(
        "import warnings\ndef pytest_configure(config):\n    warnings.warn('disabled')\n"
    )
    (tmp_path / "noisy-1.0.dist-info").mkdir()
    (tmp_path / "noisy-1.0.dist-info/METADATA").write_text(
        "Metadata-Version: 2.1\nName: noisy\nVersion: 1.0\n"
    )
    (tmp_path / "noisy-1.0.dist-info/entry_points.txt").write_text("[pytest11]\nnoisy = noisy\n")
    (tmp_path / "pytest.ini").write_text("[pytest]\nfilterwarnings = error\n")
    (tmp_path / "test_old.py").write_text(
        "import warnings\ndef test_old():\n    warnings.warn('shape is no longer set', DeprecationWarning)\n"
    )
    plain = '"$0" -m pytest -q test_old.py'
    script = f'source {checkout}/ci/cuda_pytest.sh; "$0" "${{pytest[@]}}" test_old.py'
    for command, code in ((plain, 1), (script, 0)):
        done = subprocess.run(
            ["bash", "-c", command, sys.executable], cwd=tmp_path, capture_output=True, text=True, check=False,
            env={**os.environ, "PYTHONPATH": str(tmp_path)},
        )  # fmt: skip
        assert min(done.returncode, 1) == code, done.stdout + done.stderr
    assert "1 passed, 1 warning" in done.stdout
