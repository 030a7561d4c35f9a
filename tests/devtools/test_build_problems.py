"""What `tt build` says and returns when something is wrong, and that it recovers from being killed."""

import fcntl
import os
import re
import signal
import sys
import threading
import time
from pathlib import Path

import pytest

from ran import Tt
from tiny_project import Project
from tt_devtools.build.lock import locked, locked_to_read

ALWAYS_DIRTY = """
add_custom_command(OUTPUT never.txt COMMAND ${CMAKE_COMMAND} -E true COMMENT "Making never.txt")
add_custom_target(always ALL DEPENDS never.txt)
"""
SLOW_STEP = """
add_custom_command(OUTPUT slow.txt COMMAND "@PYTHON@" ${CMAKE_SOURCE_DIR}/slow.py COMMENT "Waiting")
add_custom_target(slow ALL DEPENDS slow.txt)
"""
# Waits only while the file `wait` is there; tells its process id.
SLOW_SCRIPT = """
import os, pathlib, time
here = pathlib.Path(__file__).parent
(here / "pid").write_text(str(os.getpid()))
while (here / "wait").exists():
    time.sleep(0.01)
pathlib.Path("slow.txt").write_text("done")
"""


def test_an_edge_that_stays_dirty_is_named_with_its_reason(tt: Tt, project: Project) -> None:
    project.append("CMakeLists.txt", ALWAYS_DIRTY)
    ran = tt("build", "--json", root=project.root)
    assert ran.code == 1
    assert ran.json["dirty_after"] == [
        {"output": "never.txt", "reason": "output never.txt doesn't exist"},
    ]
    assert "never.txt: output never.txt doesn't exist" in ran.err


def test_a_cmake_file_that_is_always_newer_is_named(tt: Tt, project: Project) -> None:
    project.append("CMakeLists.txt", "include(stamp.cmake)\n")
    project.write("stamp.cmake", "")
    # A step of the build that touches what CMake reads.
    project.append(
        "CMakeLists.txt",
        """
        add_custom_command(TARGET tiny POST_BUILD
          COMMAND ${CMAKE_COMMAND} -E sleep 0.01
          COMMAND ${CMAKE_COMMAND} -E touch ${CMAKE_SOURCE_DIR}/stamp.cmake)
        """,
    )
    ran = tt("build", "--json", root=project.root)
    assert ran.code == 1
    assert [each["output"] for each in ran.json["dirty_after"]] == ["build.ninja"]
    assert "stamp.cmake" in ran.json["dirty_after"][0]["reason"]


def test_an_error_in_an_edited_cmake_file_shows_cmakes_message(tt: Tt, project: Project) -> None:
    tt("build", root=project.root)
    project.append("CMakeLists.txt", 'message(FATAL_ERROR "out of luck")\n')
    ran = tt("build", root=project.root)
    assert ran.code == 1
    assert "out of luck" in ran.err
    assert "tt build: CMake could not bring build.ninja up to date" in ran.err


def test_a_compile_error_shows_the_compilers_message_and_no_command(tt: Tt, project: Project) -> None:
    project.write("a.cpp", "int a() { return missing; }\n")
    ran = tt("build", "--json", "--jobs", "1", root=project.root)
    assert ran.code == 1
    assert ran.json["failed"] == ["CMakeFiles/tiny.dir/a.cpp.o"]
    assert f"{project.root}/a.cpp:1:18: error: " in ran.err
    assert "-o CMakeFiles" not in ran.err
    assert "tt build: 1 of 3 steps failed: CMakeFiles/tiny.dir/a.cpp.o" in ran.err


def test_a_mended_error_builds(tt: Tt, project: Project) -> None:
    project.write("a.cpp", "int a() { return missing; }\n")
    tt("build", root=project.root)
    project.write("a.cpp", "int a() { return 1; }\n")
    ran = tt("build", "--json", root=project.root)
    assert (ran.code, ran.json["dirty_after"]) == (0, [])


def test_a_link_error_is_a_failure(tt: Tt, project: Project) -> None:
    project.append("CMakeLists.txt", "add_executable(program main.cpp)\n")
    project.write("main.cpp", "int absent();\nint main() { return absent(); }\n")
    ran = tt("build", "--json", root=project.root)
    assert ran.json["failed"] == ["program"]
    assert re.search(r"undefined (?:reference to|symbol:) .?absent\(\)", ran.err)


def test_a_configure_error_shows_cmakes_message(tt: Tt, project: Project) -> None:
    project.append("CMakeLists.txt", 'message(FATAL_ERROR "no such thing as luck")\n')
    ran = tt("build", root=project.root)
    assert ran.code == 1
    assert "no such thing as luck" in ran.err
    assert "tt build: CMake could not configure the preset 'dev'" in ran.err


def test_the_log_of_another_ninja_is_not_touched(tt: Tt, project: Project) -> None:
    tt("build", root=project.root)
    log = project.build_dir / ".ninja_log"
    foreign = log.read_text().replace("# ninja log v7", "# ninja log v5")
    log.write_text(foreign)
    ran = tt("build", root=project.root)
    assert ran.code == 1
    assert "dev: .ninja_log has version 5, ninja 1." in ran.err
    assert "hint: tt build --preset dev --clean" in ran.err
    assert log.read_text() == foreign
    assert tt("build", "--clean", root=project.root).code == 0


@pytest.mark.parametrize(
    ("arguments", "message", "hint"),
    [
        (["--preset", "releases"], "unknown preset 'releases'", "did you mean 'release'?"),
        (["--preset", "zzz"], "unknown preset 'zzz'", "presets: dev, release"),
        (["--target", "tinny"], "unknown target 'tinny'", "did you mean 'tiny'?"),
        (["--clean", "--incremental"], "--clean and --incremental exclude each other", ""),
    ],
)
def test_misuse_exits_2(tt: Tt, project: Project, arguments: list[str], message: str, hint: str) -> None:
    ran = tt("build", *arguments, root=project.root)
    assert ran.code == 2
    assert f"tt build: {message}\n" in ran.err
    assert (f"hint: {hint}" in ran.err) if hint else ("hint" not in ran.err)
    assert ran.out == ""


def test_clean_refuses_a_folder_that_it_did_not_make(tt: Tt, project: Project) -> None:
    project.build_dir.mkdir(parents=True)
    (project.build_dir / "diary.txt").write_text("dear diary")
    ran = tt("build", "--clean", root=project.root)
    assert ran.code == 1
    assert "was not made by tt build" in ran.err
    assert (project.build_dir / "diary.txt").exists()


def test_a_missing_preset_file_is_one_line(tt: Tt, project: Project) -> None:
    (project.root / "CMakePresets.json").unlink()
    ran = tt("build", root=project.root)
    assert ran.code == 1
    assert ran.err.startswith("tt build: CMakePresets.json is missing in ")


def test_the_second_build_waits_and_names_the_first(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "dev.lock"
    path.write_text("4711\n")
    held = os.open(path, os.O_RDWR)
    fcntl.flock(held, fcntl.LOCK_EX)
    threading.Timer(0.1, os.close, [held]).start()
    with locked(path, "tt build"):
        assert path.read_text() == f"{os.getpid()}\n"
    assert capfd.readouterr().err == "tt build: waiting for the build that process 4711 runs\n"


def test_a_question_waits_too_but_where_there_is_nothing_to_lock(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "dev.lock"
    with locked_to_read(path, "tt build"):
        assert not path.exists()
    path.write_text("4711\n")
    held = os.open(path, os.O_RDWR)
    fcntl.flock(held, fcntl.LOCK_EX)
    threading.Timer(0.1, os.close, [held]).start()
    with locked_to_read(path, "tt build"):
        pass
    assert capfd.readouterr().err == "tt build: waiting for the build that process 4711 runs\n"


def wait_for(path: Path) -> None:
    deadline = time.monotonic() + 20
    while not path.exists() or not path.stat().st_size:  # written, not only made
        assert time.monotonic() < deadline, f"{path} did not appear"
        time.sleep(0.01)


@pytest.fixture
def slow_project(project: Project) -> Project:
    project.append("CMakeLists.txt", SLOW_STEP.replace("@PYTHON@", sys.executable))
    project.write("slow.py", SLOW_SCRIPT)
    project.write("wait", "")
    return project


def test_a_killed_build_is_taken_up_again(tt: Tt, slow_project: Project) -> None:
    build = slow_project.start("build")
    wait_for(slow_project.root / "pid")
    os.killpg(build.pid, signal.SIGKILL)
    build.communicate()
    (slow_project.root / "wait").unlink()
    ran = tt("build", "--json", root=slow_project.root)
    assert (ran.code, ran.json["dirty_after"]) == (0, [])


def test_sigterm_stops_ninja_too(tt: Tt, slow_project: Project) -> None:
    build = slow_project.start("build")
    wait_for(slow_project.root / "pid")
    build.send_signal(signal.SIGTERM)
    build.communicate()
    assert build.returncode == 128 + signal.SIGTERM
    step = int((slow_project.root / "pid").read_text())
    with pytest.raises(ProcessLookupError):
        os.kill(step, 0)


def test_the_lock_outlives_a_killed_tt_while_its_ninja_runs(slow_project: Project) -> None:
    build = slow_project.start("build")
    wait_for(slow_project.root / "pid")
    os.kill(build.pid, signal.SIGKILL)
    build.wait()
    lock = os.open(slow_project.build_dir.parent / "dev.lock", os.O_RDWR)
    try:
        with pytest.raises(BlockingIOError):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        (slow_project.root / "wait").unlink()
        fcntl.flock(lock, fcntl.LOCK_EX)
    finally:
        os.close(lock)
    assert build.stderr is not None
    build.stderr.close()


def test_without_ccache_a_build_warns_and_works(
    tt: Tt, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tt_devtools.checkout import Checkout

    real = Checkout.tool
    monkeypatch.setattr(Checkout, "tool", lambda self, name: None if name == "ccache" else real(self, name))
    ran = tt("build", "--json", root=project.root)
    assert ran.code == 0
    assert ran.json["cache"] == {"direct": 0, "preprocessed": 0, "miss": 0}
    assert "ccache is not installed" in ran.err


def test_a_missing_tool_is_one_line(tt: Tt, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    from tt_devtools.checkout import Checkout

    monkeypatch.setattr(Checkout, "tool", lambda self, name: None)
    ran = tt("build", root=project.root)
    assert ran.code == 1
    assert "tt build: ninja is not installed\nhint: " in ran.err
