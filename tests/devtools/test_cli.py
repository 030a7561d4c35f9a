"""The command as a whole: help in sections, exit codes, what is imported at start-up, suggestions."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ran import Tt
from tt_devtools.op_names import near_op
from tt_devtools.output import PLAIN_WIDTH, console
from tt_devtools.suggest import closest, did_you_mean

HEAVY = ("tt", "tt_core", "numpy", "sympy", "torch", "rich", "libcst", "tt_opspec")
COMMANDS = (
    "trace",
    "where",
    "ops",
    "docs",
    "show",
    "buildstats",
    "build",
    "test",
    "new-op",
    "doctor",
    "bench",
)


def test_help_is_sectioned(tt: Tt) -> None:
    ran = tt("--help")
    assert ran.code == 0
    for section in ("Understand", "Build and test", "Measure"):
        assert f"─ {section} ─" in ran.out
    for command in COMMANDS:
        assert f"│ {command} " in ran.out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_and_json(tt: Tt, command: str) -> None:
    ran = tt(command, "--help")
    assert ran.code == 0
    assert f"Usage: tt {command} " in ran.out
    assert "--json" in ran.out


@pytest.mark.parametrize("command", COMMANDS)
def test_help_says_what_is_typed_and_no_type_of_python(tt: Tt, command: str) -> None:
    ran = tt(command, "-h")
    assert ran.code == 0
    assert not re.search(r"<[a-z]|list\[", ran.out)
    assert re.search(r"│ --json +One JSON object on stdout", ran.out)


def test_the_readme_has_every_command(checkout: Path) -> None:
    text = (checkout / "README.md").read_text(encoding="utf-8")
    assert [command for command in COMMANDS if f"`./tt {command}" not in text] == []


def test_help_is_a_word_too(tt: Tt) -> None:
    assert tt("help").out == tt("--help").out
    assert tt("help", "trace").out == tt("trace", "--help").out
    ran = tt("help", "trac")
    assert (ran.code, ran.err) == (2, "tt: no such command 'trac'. Did you mean 'trace'?\nhint: tt --help\n")


def test_the_version_names_the_checkout(tt: Tt, checkout: Path) -> None:
    ran = tt("--version")
    assert ran.code == 0
    assert re.fullmatch(
        rf"tt \d+\.\d+\.\d+ from {re.escape(str(checkout))} \(Python 3\.\d+\.\S+\)\n", ran.out
    )


def test_an_option_without_a_metavar_shows_its_name(tt: Tt) -> None:
    out = tt("trace", "--help").out
    assert "Usage: tt trace [OPTIONS] {OP | SCRIPT.py} [ARGS]..." in out
    assert re.search(r"--shape +SHAPE +One for all", out)
    assert re.search(r"--strided +Short for", out)


def test_nothing_heavy_is_imported_at_start() -> None:
    code = f"import sys, tt_devtools.cli; print(sorted(set(sys.modules) & set({HEAVY!r})))"
    done = subprocess.run([sys.executable, "-c", code], text=True, capture_output=True, check=True)
    assert done.stdout == "[]\n"


def test_the_module_runs() -> None:
    done = subprocess.run([sys.executable, "-m", "tt_devtools", "--help"], text=True, capture_output=True)
    assert done.returncode == 0
    assert "Usage: tt " in done.stdout


def test_no_colour_codes_where_there_is_no_terminal(tt: Tt, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in tt("--help").out


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["builds"], "tt: no such command 'builds'. Did you mean 'build', 'buildstats'?\nhint: tt --help\n"),
        (
            ["build", "--presett"],
            "tt build: no such option: --presett\nhint: did you mean '--preset' or '--stats'?\n",
        ),
        (["build", "--zz"], "tt build: no such option: --zz\nhint: tt build --help\n"),
        (["--zz"], "tt: no such option: --zz\nhint: tt --help\n"),
        (
            ["trace", "add", "--shape"],
            "tt trace: option '--shape' requires an argument.\nhint: tt trace --help\n",
        ),
        (["new-op", "--like"], "tt new-op: option '--like' requires an argument.\nhint: tt new-op --help\n"),
        (
            ["build", "--jobs", "many"],
            "tt build: invalid value for '--jobs': Input should be a valid integer, got 'many'\n",
        ),
        (["build", "--jobs", "-1"], "tt build: invalid value for '--jobs': "),
        (["buildstats", "--top", "-1"], "tt buildstats: invalid value for '--top': "),
        (["bench", "--rounds", "0"], "tt bench: invalid value for '--rounds': "),
    ],
)
def test_misuse_exits_2_on_one_line(tt: Tt, arguments: list[str], error: str) -> None:
    ran = tt(*arguments)
    assert ran.code == 2
    assert ran.err.startswith(error)
    assert "Traceback" not in ran.err
    assert ran.out == ""


def test_nothing_at_all_shows_the_help(tt: Tt) -> None:
    ran = tt()
    assert ran.code == 2
    assert "Usage: tt" in ran.out
    assert ran.err == ""


def test_an_error_is_an_object_under_json(tt: Tt) -> None:
    ran = tt("build", "--jobs", "many", "--json")
    assert ran.code == 2
    assert set(ran.json) == {"error", "hint"}


@pytest.mark.parametrize(
    ("error", "code", "text"),
    [
        (KeyboardInterrupt(), 130, "tt ops: interrupted\n"),
        (PermissionError(13, "Permission denied", "/x"), 1, "tt ops: Permission denied: /x\n"),
        (OSError("odd"), 1, "tt ops: odd\n"),
    ],
)
def test_what_may_happen_in_a_command_is_never_a_traceback(
    tt: Tt, monkeypatch: pytest.MonkeyPatch, error: BaseException, code: int, text: str
) -> None:
    def fail() -> None:
        raise error

    monkeypatch.setattr("tt_opspec.table.entries", fail)
    ran = tt("ops")
    assert (ran.code, ran.err) == (code, text)


def test_a_reader_that_goes_away_is_no_traceback() -> None:
    command = f"{sys.executable} -m tt_devtools --help | true"
    done = subprocess.run(["bash", "-c", command], text=True, capture_output=True)
    assert "Traceback" not in done.stderr


def test_an_interrupt_while_modules_load_is_no_traceback() -> None:
    code = """
import os, runpy, signal, sys
class Interrupting:
    def find_spec(name, *_):
        if name == "typer":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupting)
sys.argv = ["tt", "ops"]
runpy.run_module("tt_devtools", run_name="__main__")
"""
    done = subprocess.run([sys.executable, "-c", code], text=True, capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "tt ops: interrupted\n")


@pytest.mark.parametrize(("columns", "width"), [("60", 60), ("0", PLAIN_WIDTH), ("wide", PLAIN_WIDTH)])
def test_width_without_a_terminal(monkeypatch: pytest.MonkeyPatch, columns: str, width: int) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert console().width == width


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("ad", "did you mean 'add'?"),
        ("ad.Tensor", "did you mean 'add'?"),
        ("Tensor.add", "did you mean 'add'?"),
        ("nn.Linear", "did you mean 'linear'?"),
        ("zzz.qqq", ""),
    ],
)
def test_the_op_that_a_dotted_name_was_meant_to_be(name: str, hint: str) -> None:
    assert near_op(name, ["add", "mul", "linear", "nnz"]) == hint


def test_suggestions() -> None:
    ops = ["add", "addmm", "mul", "matmul", "transpose", "exp", "expand"]
    assert closest("ad", ops) == ["add", "addmm"]
    assert closest("transpos", ops) == ["transpose"]
    assert closest("ADD", ops)[0] == "add"
    assert did_you_mean("zzz", ops) == ""
    assert did_you_mean("mul_", ops) == "did you mean 'mul' or 'matmul'?"


def test_closed_stdout_is_no_error() -> None:
    code = (
        "import sys; sys.stdout = None; from tt_devtools.cli import main; sys.exit(main(['bench', '--help']))"
    )
    done = subprocess.run([sys.executable, "-c", code], text=True, capture_output=True)
    assert (done.returncode, done.stderr) == (0, "")
    shell = f'"{sys.executable}" -m tt_devtools trace exp >&-'
    done = subprocess.run(["sh", "-c", shell], text=True, stderr=subprocess.PIPE)
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("closed", ["2>&-", "<&- 2>&-", ">&- 2>&-"])
@pytest.mark.parametrize("arguments", [["ops"], ["ops", "nope"], ["buildstats", "--build-dir", "nope"]])
def test_what_is_told_goes_nowhere_else_when_stderr_is_closed(
    tmp_path: Path, arguments: list[str], closed: str
) -> None:
    shell = f'"{sys.executable}" -m tt_devtools "$@" --json {closed}'
    done = subprocess.run(
        ["sh", "-c", shell, "sh", *arguments], text=True, stdout=subprocess.PIPE, cwd=tmp_path
    )
    assert done.returncode == (0 if arguments == ["ops"] else 2)
    assert done.stdout == "" if ">&- 2" in closed and "<" not in closed else json.loads(done.stdout)


def test_a_current_folder_that_is_gone_is_named() -> None:
    command = f"""cd "$(mktemp -d)"; rmdir "$PWD"; exec "{sys.executable}" -P -m tt_devtools where add"""
    done = subprocess.run(["sh", "-c", command], text=True, capture_output=True)
    said = "tt where: the current folder was removed\nhint: cd to one that exists\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", said)


@pytest.mark.parametrize("path", ["{here}", ":/nowhere", "/nowhere:."])
def test_modules_of_pythonpath_do_not_hide_ours(tmp_path: Path, path: str) -> None:
    for name in ("typer", "typing", "json", "numpy", "rich", "click"):
        (tmp_path / f"{name}.py").write_text("raise RuntimeError('not ours')\n")
    command = [sys.executable, "-P", "-m", "tt_devtools", "ops", "--json"]
    environment = {**os.environ, "PYTHONPATH": path.format(here=tmp_path)}
    done = subprocess.run(command, text=True, capture_output=True, cwd=tmp_path, env=environment)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    "arguments",
    [
        ["trace", "nope", "--shape", "3", "--arg", "a=1", "--html", "x", "--json"],
        ["build", "--preset", "nope"],
        ["buildstats", "--build-dir", "nope"],
        ["buildstats", "--budget", "nope"],
        ["test", "nope"],
        ["bench", "--case", "nope"],
        ["where", "nope"],
        ["ops", "nope"],
    ],
)
def test_plain_values_do_not_import_a_validator(arguments: list[str]) -> None:
    code = f"import sys; from tt_devtools.cli import main; main({arguments}); sys.exit('pydantic' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == 0


def test_other_values_are_still_validated(tt: Tt) -> None:
    assert "tt bench: invalid value for '--rounds': " in tt("bench", "--rounds", "0").err
    assert "tt trace: invalid value for '--timeout': " in tt("trace", "x.py", "--timeout", "soon").err
