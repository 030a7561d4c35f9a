"""`tt test --affected`: which test files a change reaches, by imports, through libraries, by name."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from ran import Tt
from tiny_project import Project
from tt_devtools.test.affected import find
from tt_devtools.test.imports import Imports

FILES = {
    "packages/lib/src/lib/__init__.py": "from lib.inner import value\n",
    "packages/lib/src/lib/inner.py": "value = 1\n",
    "packages/lib/src/lib/lazy.py": "def late():\n    from . import deep\n    return deep\n",
    "packages/lib/src/lib/deep.py": "",
    "packages/lib/src/lib/page.html": "",
    "packages/other/src/other/__init__.py": "",
    "packages/found/src/found/__init__.py": "from found import finder\n",
    "packages/found/src/found/finder.py": "import pkgutil\nfound = list(pkgutil.iter_modules())\n",
    "packages/found/src/found/inner/late.py": "",
    "tests/one/test_found.py": "import found\n",
    "packages/other/src/other/single.py": "",
    "packages/other/src/other/asks.py": "ASK = 'import found, lib'\nCOMMAND = ['python', \"-c\", ASK]\n",
    "tests/three/test_asks.py": "from other.asks import COMMAND\n",
    "tests/conftest.py": "",
    "tests/one/helper.py": "import other.single\n",
    "tests/one/test_lib.py": "import lib\nfrom lib.lazy import late\ndef test_lib(): pass\n",
    "tests/one/test_helped.py": "from helper import x\n",
    "tests/one/golden.txt": "",
    "tests/two/conftest.py": "import other.single\n",
    "tests/two/test_conftest.py": "",
    "tests/two/test_text.py": 'path = "tools/run.py"\n',
    "tests/two/test_program.py": 'command = ["-m", "other"]\n',
    "tests/two/test_alone.py": "def broken(:\n",
    "tests/architecture/test_layers.py": "",
    "tests/three/assistant.py": "import other\n",
    "tests/three/worker.py": "import lib\n",
    "tests/three/test_from_two.py": "import assistant_of_two\n",
    "tests/two/assistant_of_two.py": "import other\n",
    "tests/three/test_worker.py": 'SCRIPT = "worker.py"\n',
    "tests/three/test_child.py": 'BODY = """\nfrom lib import deep, inner\n"""\n',
    "tests/three/test_literal.py": "from importlib import import_module\nimport_module('lib')\n",
    "tests/three/cases/__init__.py": "",
    "tests/three/cases/random.py": "import lib\n",
    "tests/three/test_std.py": "import random\n",
    "tests/three/test_cases.py": "from cases import random\n",
    "tools/run.py": "",
    "docs/x.md": "",
}
ALL = sorted(name for name in FILES if "/test_" in name)
TREE = "tests/architecture/test_layers.py"
LIB = {
    "tests/one/test_lib.py",
    "tests/three/test_worker.py",  # runs a script
    "tests/three/test_child.py",  # has a string run
    "tests/three/test_literal.py",
    "tests/three/test_cases.py",
    "tests/three/test_asks.py",  # imports what has a string run
}
CONFTEST_OF_TWO = {name for name in ALL if name.startswith("tests/two/")}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    ("changed", "tests"),
    [
        ([], set()),
        (["packages/lib/src/lib/inner.py"], LIB),
        (["packages/lib/src/lib/deep.py"], {"tests/one/test_lib.py", "tests/three/test_child.py"}),
        (["packages/found/src/found/inner/late.py"], {"tests/one/test_found.py", "tests/three/test_asks.py"}),
        (["packages/lib/src/lib/page.html"], LIB),
        (["packages/other/src/other/single.py"], {"tests/one/test_helped.py", *CONFTEST_OF_TWO}),
        (
            ["packages/other/src/other/__init__.py"],
            {
                "tests/one/test_helped.py",
                "tests/three/test_asks.py",
                "tests/three/test_from_two.py",
                *CONFTEST_OF_TWO,
            },
        ),
        (["tests/three/cases/random.py"], {"tests/three/test_cases.py"}),
        (["tests/one/helper.py"], {"tests/one/test_helped.py"}),
        (
            ["tests/one/golden.txt"],
            {"tests/one/test_lib.py", "tests/one/test_helped.py", "tests/one/test_found.py"},
        ),
        (["tests/two/conftest.py"], CONFTEST_OF_TWO),
        (["tests/two/test_alone.py"], {"tests/two/test_alone.py"}),
        (["tools/run.py"], {"tests/two/test_text.py"}),
        (["docs/x.md"], set()),
        (["cmake/Settings.cmake"], set(ALL)),
        (["packages/lib/pyproject.toml"], set(ALL)),
        (["tests/conftest.py"], set(ALL)),
    ],
)
def test_what_a_change_reaches(root: Path, changed: list[str], tests: set[str]) -> None:
    always = {TREE} if changed else set()
    assert set(find(root, changed, None).tests) == tests | always


CLI = {
    "packages/tt_devtools/src/tt_devtools/__init__.py": "",
    "packages/tt_devtools/src/tt_devtools/cli.py": (
        "from tt_devtools.draw.command import draw, draw_all\nfrom tt_devtools.plain.command import plain\n"
    ),
    "packages/tt_devtools/src/tt_devtools/draw/command.py": "def draw():\n    import lib\ndef draw_all(): pass\n",
    "packages/tt_devtools/src/tt_devtools/plain/command.py": "def plain(): pass\n",
    "packages/lib/src/lib/__init__.py": "",
    "tests/conftest.py": "",
    "tests/cli/conftest.py": "from tt_devtools import cli\n",
    "tests/cli/test_plain.py": 'def test_plain(tt): tt("plain", "a sentence with draw in it")\n',
    "tests/cli/test_draw.py": 'def test_draw(tt): tt("draw", "--all")\n',
    "tests/cli/test_other_name.py": 'LINE = "./tt draw-all"\n',
    "tests/cli/test_direct.py": "from tt_devtools.draw.command import draw\n",
    "tests/cli/test_itself.py": "import tt_devtools.cli\n",
    "tests/cli/test_built.py": 'PLACE = "build/dev"\n',
}


def test_a_command_is_reached_where_it_is_named(tmp_path: Path) -> None:
    for name, text in CLI.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    draws = {f"tests/cli/test_{name}.py" for name in ("draw", "other_name", "direct", "itself")}
    assert set(find(tmp_path, ["packages/lib/src/lib/__init__.py"], None).tests) == draws
    page = ["packages/lib/src/lib/kernel.cpp"]
    assert set(find(tmp_path, page, None).tests) == draws | {"tests/cli/test_built.py"}
    options = ["packages/tt_devtools/src/tt_devtools/draw/command.py"]
    assert set(find(tmp_path, options, None).tests) == {name for name in CLI if "/test_" in name}


REFUSE = """
import sys
class Refuse:
    def find_spec(self, name, path=None, target=None):
        assert name.partition(".")[0] not in ("tt", "tt_core", "tt_kernels", "tt_autograd"), name
sys.meta_path.insert(0, Refuse())
"""
# Through the command line, through modules, and with a helper that imports the command line.
WITHOUT = ("test_buildstats_budget.py", "test_bench_report.py", "test_ninja_text.py")


def test_what_no_library_reaches_loads_none(checkout: Path, tmp_path: Path) -> None:
    imports = Imports(checkout)
    files = [checkout / "tests/devtools" / name for name in WITHOUT]
    for file in files:
        assert "tt_core" not in set(map(imports.package_of, imports.needs(file)))
    (tmp_path / "refuse.py").write_text(REFUSE)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "refuse", *map(str, files)]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    environment.pop("PYTEST_ADDOPTS", None)
    done = subprocess.run(command, cwd=checkout, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


LIBRARY = """
set_target_properties(tiny PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${CMAKE_SOURCE_DIR}/packages/lib/src/lib")
"""


@pytest.fixture
def tests(project: Project, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A checkout whose library is package lib's, in git and built."""
    project.append("CMakeLists.txt", LIBRARY)
    texts = {
        "packages/lib/src/lib/__init__.py": "",
        "tests/test_lib.py": "import sys; sys.path.insert(0, 'packages/lib/src')\nimport lib\ndef test_lib(): pass\n",
        "tests/test_alone.py": "def test_alone(): pass\n",
        "pytest.ini": "[pytest]\naddopts = -p no:cacheprovider\nmarkers =\n  parity: x\n  scaffold: x\n",
        ".gitignore": "/build/\n*.so\n__pycache__/\n",
    }
    for name, text in texts.items():
        (project.root / name).parent.mkdir(parents=True, exist_ok=True)
        project.write(name, textwrap.dedent(text))
    monkeypatch.chdir(project.root)
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)
    settings = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgSign=false")
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "x"]):
        subprocess.run(["git", "-C", project.root, *settings, *command], check=True)
    return project


def test_a_source_reaches_tests_through_its_library(tt: Tt, tests: Project) -> None:
    ran = tt("test", "--affected", "--json", root=tests.root)
    assert (ran.code, ran.json["affected"]) == (0, [])
    assert "0 changed files: 0 test files" in ran.err
    tests.write("a.cpp", "int a() { return 5; }\n")
    ran = tt("test", "--affected", "--dry-run", root=tests.root)
    assert (ran.code, ran.out) == (0, "tests/test_lib.py\n")
    assert "tt build: dev: a.cpp changed: 1 compile, 1 link" in ran.err
    ran = tt("test", "--affected", "--json", root=tests.root)
    assert (ran.code, ran.json["affected"], ran.json["passed"]) == (0, ["tests/test_lib.py"], 1)
    assert "1 changed file: 1 test file, through lib" in ran.err


def test_since_a_revision(tt: Tt, tests: Project) -> None:
    tests.write("tests/test_alone.py", "def test_alone(): assert 1\n")
    git = ["git", "-C", str(tests.root), "-c", "user.name=a", "-c", "user.email=a@b"]
    subprocess.run([*git, "commit", "-qam", "y"], check=True)
    assert tt("test", "--affected", "--json", root=tests.root).json["affected"] == []
    ran = tt("test", "--affected", "--since", "HEAD~1", "--json", root=tests.root)
    assert ran.json["affected"] == ["tests/test_alone.py"]
    tests.write("a.cpp", "int a() { return 5; }\n")
    ran = tt("test", "--affected", "--since", "nowhere", root=tests.root)
    assert ran.code == 2
    assert ran.err == (  # before anything is built
        f"tt test: git knows no revision 'nowhere' in {tests.root}\n"
        "hint: a revision is a branch, a tag or a commit, such as HEAD~1\n"
    )


def test_then_test_runs_what_the_build_made(tt: Tt, tests: Project) -> None:
    ran = tt("build", "--then-test", root=tests.root)
    assert ran.code == 0
    assert "1 test file, through lib" in ran.err
    assert "1 passed" in ran.out
    assert "0 test files" in tt("build", "--then-test", root=tests.root).err
    tests.write("tests/test_lib.py", "def test_lib(): assert False\n")
    assert tt("build", "--then-test", root=tests.root).code == 1
    tests.write("a.cpp", "no\n")
    ran = tt("build", "--then-test", root=tests.root)
    assert (ran.code, "passed" in ran.out) == (1, False)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("test", "--affected", "tests"), "--affected chooses the tests"),
        (("build", "--then-test", "--json"), "--then-test runs pytest"),
        (("build", "--then-test", "--plan"), "--then-test runs pytest"),
    ],
)
def test_misuse(tt: Tt, tests: Project, arguments: tuple[str, ...], message: str) -> None:
    ran = tt(*arguments, root=tests.root)
    assert (ran.code, message in ran.err) == (2, True)
