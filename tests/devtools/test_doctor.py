"""`tt doctor`: each fault that it looks for is made here, and named with the command that mends it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

from ran import Tt
from tt_devtools.bootstrap import machine, stamp
from tt_devtools.bootstrap.child import Finished, runner
from tt_devtools.checkout import Checkout
from tt_devtools.doctor import library_checks as libraries_module
from tt_devtools.doctor.build_checks import build_checks
from tt_devtools.doctor.check import Check, worst
from tt_devtools.doctor.library_checks import best_isa, library_checks
from tt_devtools.doctor.machine_checks import machine_checks
from tt_devtools.doctor.torch_check import torch_check

Fake = Callable[[Sequence[str], Mapping[str, str] | None], Finished]
STAMPS = dict.fromkeys(("libtt_core", "tt_core", "tt_kernels", "tt_autograd"), "abc")
WELL = {"stamps": STAMPS, "isa": "baseline", "threads": 2, "openblas": __file__, "product": 64.0**3}


def fake(answers: Mapping[str, Finished]) -> Fake:
    """Answers by the last part of the program's name; anything else is not there."""

    def run(argv: Sequence[str], environment: Mapping[str, str] | None) -> Finished:
        return answers.get(Path(argv[0]).name, Finished(127, ""))

    return run


def named(checks: Sequence[Check], name: str) -> Check:
    return next(check for check in checks if check.name == name)


def test_this_checkout_has_no_problem(tt: Tt) -> None:
    ran = tt("doctor", "--json")
    assert ran.code == 0, ran.out
    names = [check["name"] for check in ran.json["checks"]]
    for name in ("python", "compiler", "openmp", "venv", "ninja", "ccache", "libraries", "isa", "openblas"):
        assert name in names
    assert all(bool(check["fix"]) == (check["state"] != "ok") for check in ran.json["checks"])


def test_text_has_the_command_below_the_line(tt: Tt, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", "no-such-compiler")
    ran = tt("doctor")
    assert ran.code == 1
    lines = ran.out.splitlines()
    at = next(number for number, line in enumerate(lines) if " compiler " in line)
    assert lines[at].startswith("problem  compiler       no C++ compiler: CXX=no-such-compiler was not found")
    assert lines[at + 1].strip() == "unset CXX, or name a compiler that is on PATH"


def test_worst() -> None:
    ok, warn, problem = Check("a", "ok", ""), Check("b", "warn", "", "x"), Check("c", "problem", "", "x")
    assert [worst([ok]), worst([ok, warn]), worst([problem, warn])] == ["ok", "warn", "problem"]


def test_missing_openmp_leaves_the_compiler_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = runner()

    def run(argv: Sequence[str], environment: Mapping[str, str] | None) -> Finished:
        return Finished(1, "cannot find -lgomp") if "-fopenmp" in argv else real(argv, environment)

    monkeypatch.delenv("CXX", raising=False)
    checks = list(machine_checks(tmp_path, run))
    assert named(checks, "compiler").state == "ok"
    assert named(checks, "openmp").state == "problem"


@pytest.mark.parametrize(("free", "state"), [(1e9, "problem"), (3e9, "warn"), (9e9, "ok")])
def test_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: float, state: str) -> None:
    from tt_devtools.doctor import machine_checks as module

    usage = type("Usage", (), {"free": free})()
    monkeypatch.setattr(module.shutil, "disk_usage", lambda path: usage)
    assert named(list(machine_checks(tmp_path, runner())), "disk").state == state


def test_headers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine.sysconfig, "get_path", lambda name: str(tmp_path))
    check = named(list(machine_checks(tmp_path, runner())), "headers")
    assert check.state == "problem"
    assert check.fix


def built(root: Path, launcher: str, log: str = "# ninja log v7\n") -> Checkout:
    folder = root / "build" / "dev"
    folder.mkdir(parents=True)
    (folder / "CMakeCache.txt").write_text(launcher)
    (folder / "build.ninja").write_text("")
    (folder / ".ninja_log").write_text(log)
    tools = root / ".venv" / "bin"
    tools.mkdir(parents=True)
    for name in ("cmake", "ninja", "ccache"):
        (tools / name).write_text("")
        (tools / name).chmod(0o755)
    (root / "constraints.txt").write_text("cmake==4.4.5\nninja==1.13.2\n")
    return Checkout(root)


ANSWERS = {
    "cmake": Finished(0, "cmake version 4.4.5\n"),
    "ninja": Finished(0, "1.13.2\n"),
    "ccache": Finished(0, "direct_cache_hit\t6\npreprocessed_cache_hit\t2\ncache_miss\t2\n"),
}
WIRED = "CMAKE_CXX_COMPILER_LAUNCHER:STRING=/tools/ccache\n"


def checks_of(here: Checkout, answers: Mapping[str, Finished] = ANSWERS) -> list[Check]:
    return list(build_checks(here, fake(answers)))


def test_builds_that_are_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stamp, "differences", lambda root: [])
    checks = checks_of(built(tmp_path, WIRED))
    assert {check.state for check in checks} == {"ok"}
    assert named(checks, "ccache").text.endswith("80 % of 10 calls hit")


def test_ccache_that_is_not_wired(tmp_path: Path) -> None:
    check = named(checks_of(built(tmp_path, "CMAKE_BUILD_TYPE:STRING=Release\n")), "build/dev")
    assert (check.state, check.text) == ("warn", "compiles without ccache")
    assert check.fix == "./tt build --preset dev --clean"


def test_a_log_of_another_ninja(tmp_path: Path) -> None:
    check = named(checks_of(built(tmp_path, WIRED, "# ninja log v5\n")), "build/dev")
    assert check.state == "problem"
    assert "version 5" in check.text


def test_another_version_than_the_pin(tmp_path: Path) -> None:
    answers = {**ANSWERS, "cmake": Finished(0, "cmake version 3.25.1\n")}
    check = named(checks_of(built(tmp_path, WIRED), answers), "cmake")
    assert check.state == "warn"
    assert check.text.startswith("3.25.1 at ")


def test_a_tool_that_does_not_run(tmp_path: Path) -> None:
    answers = {**ANSWERS, "ninja": Finished(1, "")}
    assert named(checks_of(built(tmp_path, WIRED), answers), "ninja").state == "problem"


def test_a_venv_that_is_not_current(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = built(tmp_path, WIRED)
    assert named(checks_of(here), "venv").text == ".venv is missing or was not finished"
    monkeypatch.setattr(stamp, "differences", lambda root: ["constraints.txt"])
    check = named(checks_of(here), "venv")
    assert (check.state, check.text) == ("problem", ".venv is older than constraints.txt")


def test_nothing_built(tmp_path: Path) -> None:
    (tmp_path / "constraints.txt").write_text("")
    check = named(checks_of(Checkout(tmp_path)), "build")
    assert (check.state, check.fix) == ("warn", "./tt build")
    assert next(library_checks(tmp_path, fake({}))).text.endswith("libtt_core.so is not built")


def libraries(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, done: Finished) -> list[Check]:
    monkeypatch.setattr(libraries_module.libraries, "missing", lambda root: [])
    return list(library_checks(tmp_path, fake({"python": done})))


def said(**changes: object) -> Finished:
    return Finished(0, json.dumps({**WELL, **changes}))


def test_libraries_that_fit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    checks = libraries(monkeypatch, tmp_path, said())
    assert named(checks, "libraries").text == "all four carry stamp abc"
    assert named(checks, "openblas").state == "ok"


def test_a_stale_library(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    checks = libraries(monkeypatch, tmp_path, said(stamps={**STAMPS, "tt_kernels": "old"}))
    check = named(checks, "libraries")
    assert (check.state, check.text) == ("problem", "tt_kernels do not fit libtt_core abc")


def test_a_library_that_refuses(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    error = "ImportError: tt_kernels: its library was built against core 1\nhint: ./tt build"
    checks = libraries(monkeypatch, tmp_path, Finished(0, json.dumps({"error": error})))
    check = named(checks, "libraries")
    assert (check.text, check.fix) == (error.partition("\n")[0], "./tt build")


def test_a_library_that_crashes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (check,) = libraries(monkeypatch, tmp_path, Finished(-11, ""))
    assert check.text == "a process that imports tt dies of SIGSEGV"
    (check,) = libraries(monkeypatch, tmp_path, Finished(3, "{broken"))
    assert check.text == "a process that imports tt ends with status 3"


def test_openblas_that_is_not_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    checks = libraries(monkeypatch, tmp_path, said(openblas="/no/such/lib.so"))
    assert named(checks, "openblas").text == "no OpenBLAS: /no/such/lib.so"
    checks = libraries(monkeypatch, tmp_path, said(product=1.0))
    assert named(checks, "openblas").text == "a product of ones sums to 1.0, not 262144.0"


def test_best_isa() -> None:
    assert best_isa("flags : sse2 avx2 bmi2") == "avx2"
    assert best_isa("flags : avx2 bmi2 avx512vl avx512dq avx512bw") == "avx512"
    assert best_isa("flags : sse2 avx2") == "baseline"


def test_torch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TT_TORCH_PYTHON", raising=False)
    check = torch_check(Checkout(tmp_path), runner())
    assert check.state == "warn"
    assert check.fix == "ci/parity.sh --prepare"
    monkeypatch.setenv("TT_TORCH_PYTHON", str(tmp_path / "python"))
    check = torch_check(Checkout(tmp_path), runner())
    assert check.text.startswith("TT_TORCH_PYTHON: there is no interpreter at ")


@pytest.mark.parametrize(("version", "state"), [("2.13.0+cpu", "ok"), ("2.9.1", "warn")])
def test_torch_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, state: str) -> None:
    from tt_devtools.doctor import torch_check as module

    monkeypatch.setattr(module, "torch_python", lambda checkout, asked: tmp_path / "python")
    check = torch_check(Checkout(tmp_path), fake({"python": Finished(0, f"{version}\n")}))
    assert check.state == state
