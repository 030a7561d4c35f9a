"""`tt test`: which tests an op selects, what reaches pytest, exit codes, and which Python has torch."""

import sys
from pathlib import Path

import pytest

from ran import Tt
from tiny_project import Project
from tt_devtools import interpreters
from tt_devtools.checkout import Checkout
from tt_devtools.failure import Failure
from tt_devtools.test.arguments import split
from tt_devtools.test.run import read_report
from tt_devtools.test.selection import belongs

TESTS = {
    "tests/test_forward.py": """
        import pytest
        @pytest.mark.parametrize("op", ["add.Tensor", "mul.Tensor", "exp"])
        def test_forward(op): pass
        @pytest.mark.parametrize("dtype", ["float32"])
        @pytest.mark.parametrize("op", ["add.Tensor", "addmm"])
        def test_dtypes(op, dtype): pass
    """,
    "tests/test_strides.py": """
        def test_add_transposed(): pass
        def test_added_later(): pass
    """,
    "tests/test_exp.py": """
        def test_large_arguments(): assert False, "too large"
    """,
    "tests/test_parity.py": """
        import os, pytest
        @pytest.mark.parity
        def test_torch_python(): assert os.environ["TT_TORCH_PYTHON"]
    """,
    "pytest.ini": """
        [pytest]
        markers = parity: compares with torch
        addopts = -p no:cacheprovider
    """,
}


@pytest.fixture
def tests(project: Project, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A checkout with a few tests; the current folder is its root."""
    import textwrap

    (project.root / "tests").mkdir()
    for name, text in TESTS.items():
        project.write(name, textwrap.dedent(text))
    monkeypatch.chdir(project.root)
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)
    return project


@pytest.mark.parametrize(
    ("op", "function", "parameters", "stem", "yes"),
    [
        ("add", "test_forward", "add.Tensor", "test_forward", True),
        ("add", "test_dtypes", "add.Tensor-float32", "test_dtypes", True),
        ("add", "test_dtypes", "float32-add.Tensor-strided", "test_dtypes", True),
        ("exp", "test_forward", "exp", "test_forward", True),
        ("add", "test_forward", "addmm", "test_forward", False),
        ("add", "test_forward", "mul.Tensor", "test_forward", False),
        ("add", "test_add", "", "test_x", True),
        ("add", "test_add_transposed", "", "test_x", True),
        ("add", "test_added_later", "", "test_x", False),
        ("add", "test_large", "", "test_add", True),
        ("sum.dim_IntList", "test_forward", "sum.dim_IntList", "test_forward", True),
        ("sum.dim_IntList", "test_forward", "sum", "test_forward", False),
    ],
)
def test_belonging(op: str, function: str, parameters: str, stem: str, yes: bool) -> None:
    assert belongs(op, function, parameters, stem) is yes


def test_an_op_runs_just_its_tests(tt: Tt, tests: Project) -> None:
    ran = tt("test", "--no-build", "--json", "add", root=tests.root)
    assert ran.code == 0
    assert (ran.json["ops"], ran.json["passed"]) == (["add"], 3)
    assert "3 passed, 6 deselected" in ran.err


def test_a_failing_test_exits_1_and_pytests_closing_line_is_the_last(tt: Tt, tests: Project) -> None:
    ran = tt("test", "--no-build", "exp", root=tests.root)
    assert ran.code == 1
    assert "1 failed, 1 passed" in ran.out.splitlines()[-1]


def test_failures_are_named_in_json(tt: Tt, tests: Project) -> None:
    data = tt("test", "--no-build", "--json", "exp", root=tests.root).json
    assert (data["failed"], data["passed"], data["pytest_exit_code"]) == (1, 1, 1)
    assert data["failures"] == ["tests.test_exp::test_large_arguments"]


def test_paths_and_pytests_arguments_pass_through(
    tt: Tt, tests: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = tt("test", "--no-build", "tests/test_forward.py", "-k", "mul or exp", "-v", root=tests.root)
    assert ran.code == 0
    assert "2 passed, 3 deselected" in ran.out.splitlines()[-1]
    monkeypatch.chdir(tests.root / "tests")
    ran = tt("test", "--no-build", "test_strides.py::test_added_later", root=tests.root)
    assert "1 passed" in ran.out.splitlines()[-1]


def test_a_dry_run_builds_and_runs_nothing(tt: Tt, tests: Project) -> None:
    ran = tt("test", "--dry-run", "add", "-x", root=tests.root)
    assert (ran.code, ran.out) == (
        0,
        "pytest -p tt_devtools.test.selection --op=add"
        " -m 'not parity and not scaffold and not sanitizer' -x\n",
    )
    assert ran.err == "tt build: dev: CMake has to run first, then everything is built\n"
    assert not tests.build_dir.exists()
    data = tt("test", "--dry-run", "--json", "tests/test_exp.py", root=tests.root).json
    assert (data["ops"], data["arguments"], data["pytest"][-1]) == (
        [],
        ["tests/test_exp.py"],
        "tests/test_exp.py",
    )


def test_no_tests_exit_1_and_wrong_arguments_2(tt: Tt, tests: Project) -> None:
    assert tt("test", "--no-build", "mul", "-k", "nothing", root=tests.root).code == 1
    assert tt("test", "--no-build", "--no-such-option-of-pytest", root=tests.root).code == 2


@pytest.mark.parametrize(
    ("op", "hint"), [("adds", "did you mean 'add'?"), ("tansposee", "did you mean 'transpose'?")]
)
def test_an_unknown_op_exits_2(tt: Tt, tests: Project, op: str, hint: str) -> None:
    ran = tt("test", op, root=tests.root)
    assert (ran.code, ran.err) == (2, f"tt test: unknown op '{op}'\nhint: {hint}\n")


def test_the_build_comes_first_and_stops_everything_when_it_fails(tt: Tt, tests: Project) -> None:
    ran = tt("test", "mul", root=tests.root)
    assert ran.code == 0
    assert "tt build: dev: 2 compiled, 1 linked" in ran.err
    tests.write("a.cpp", "no\n")
    ran = tt("test", "mul", root=tests.root)
    assert (ran.code, ran.out) == (1, "")
    assert "tt build: 1 of 2 steps failed" in ran.err


def test_parity_runs_marked_tests_with_the_interpreter_in_the_environment(
    tt: Tt, tests: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(interpreters, "torch_python", lambda checkout, asked: asked or sys.executable)
    ran = tt("test", "--no-build", "--parity", "--json", root=tests.root)
    assert (ran.code, ran.json["passed"]) == (0, 1)
    ran = tt("test", "--no-build", "--json", "tests/test_parity.py", root=tests.root)
    assert ran.code == 1, "not selected without --parity"


def test_cuda_runs_the_tests_of_its_folder(tt: Tt, tests: Project) -> None:
    (tests.root / "tests/cuda").mkdir()
    tests.write("tests/cuda/test_kernels.py", "def test_kernels(): pass")
    ran = tt("test", "--no-build", "--cuda", "--json", root=tests.root)
    assert ran.code == 0 and ran.json["passed"] == 1
    ran = tt("test", "--no-build", "--cuda", "--parity", root=tests.root)
    assert ran.code == 2 and "--cuda and --parity choose different tests" in ran.err


def test_parity_without_torch_says_how_to_get_it(
    tt: Tt, tests: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(interpreters, "torch_python", lambda checkout, asked: None)
    ran = tt("test", "--no-build", "--parity", root=tests.root)
    assert ran.code == 1
    assert "hint: ci/parity.sh --prepare" in ran.err


HAS_TORCH = "echo torch: /packages/torch/__init__.py"


def stand_in(python: Path, program: str) -> Path:
    """An interpreter that is a shell script."""
    python.write_text(f"#!/bin/sh\n{program}\n")
    python.chmod(0o755)
    return python


def test_an_interpreter_that_was_asked_for_must_exist_and_have_torch(tmp_path: Path) -> None:
    here = Checkout(tmp_path)
    with pytest.raises(Failure, match="there is no interpreter at") as caught:
        interpreters.torch_python(here, tmp_path / "python")
    assert caught.value.code == 2
    for program in ("exit 1", "exit 0", "echo hello"):
        with pytest.raises(Failure, match="has no torch"):
            interpreters.torch_python(here, stand_in(tmp_path / "liar", program))


def test_an_interpreter_in_this_folder_is_not_looked_for_in_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    stand_in(tmp_path / "python3", HAS_TORCH)
    assert interpreters.torch_python(Checkout(tmp_path), Path("python3")) == tmp_path / "python3"


def test_an_interpreter_that_hangs_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interpreters, "_ANSWER_S", 0.2)
    with pytest.raises(Failure, match=r"gave no answer in 0\.2 s"):
        interpreters.torch_python(Checkout(tmp_path), stand_in(tmp_path / "python", "exec sleep 60"))


def test_the_parity_environment_is_the_last_resort(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interpreters, "find_spec", lambda name: None)
    here = Checkout(tmp_path)
    assert interpreters.torch_python(here, None) is None
    python = tmp_path / ".venv-parity" / "bin" / "python"
    python.parent.mkdir(parents=True)
    stand_in(python, HAS_TORCH)
    assert interpreters.torch_python(here, None) == python


def test_words_after_the_ops_go_to_pytest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").mkdir()
    assert split(["add", "mul.Tensor", "-x", "-k", "exp"], tmp_path) == (
        ["add", "mul.Tensor"],
        ["-x", "-k", "exp"],
    )
    assert split(["mine"], tmp_path) == ([], ["mine"])
    assert split([], tmp_path) == ([], [])


def test_an_expected_failure_is_not_counted_as_skipped(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    report.write_text(
        '<testsuites><testsuite tests="4" failures="1" errors="0" skipped="2" time="1.5">'
        '<testcase classname="a" name="passed"/><testcase classname="a" name="b"><failure/></testcase>'
        '<testcase><skipped type="pytest.skip"/></testcase><testcase><skipped type="pytest.xfail"/></testcase>'
        "</testsuite></testsuites>"
    )
    assert read_report(report) == {
        "passed": 1, "failed": 1, "errors": 0, "skipped": 1, "xfailed": 1, "seconds": 1.5, "failures": ["a::b"],
    }  # fmt: skip


def test_assertions_are_run_whatever_python_is_told(
    tests: Project, tt: Tt, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONOPTIMIZE", "2")
    tests.write("tests/test_debug.py", "def test_debug(): assert __debug__\n")
    assert tt("test", "--no-build", "tests/test_debug.py", "--json", root=tests.root).json["failed"] == 0
