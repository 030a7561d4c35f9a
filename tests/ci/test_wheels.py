"""What the wheels are made of: one version of everything, pins that agree, and the job that uses them.

Building and using them is the CI job itself (`ci/wheels.sh`), which takes minutes.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

COMPILED = ("core", "kernels", "autograd")
PURE = ("opspec", "tt", "devtools")


def project(checkout: Path, name: str) -> dict:
    return tomllib.loads((checkout / f"packages/{name}/pyproject.toml").read_text())


def test_the_six_have_one_version_and_ask_for_it(checkout: Path) -> None:
    projects = [project(checkout, name)["project"] for name in (*COMPILED, *PURE)]
    names = {each["name"] for each in projects}
    (version,) = {each["version"] for each in projects}
    asked = [word for each in projects for word in each["dependencies"] if word.partition("==")[0] in names]
    assert len(asked) == 6
    assert all(word.endswith(f"=={version}") for word in asked)


def test_build_pins_are_those_of_the_checkout(checkout: Path) -> None:
    pins = (checkout / "constraints.txt").read_text().splitlines()
    for name in COMPILED:
        overrides = project(checkout, name)["tool"]["scikit-build"]["overrides"]
        (wheel,) = [each for each in overrides if each["if"] == {"state": "wheel"}]
        for requirement in wheel["build"]["requires"]:
            assert requirement in pins or requirement.startswith("tt-"), requirement


@pytest.mark.parametrize("name", COMPILED)
def test_a_wheel_never_takes_a_library_that_was_built_in_place(checkout: Path, name: str) -> None:
    assert "*.so" in (checkout / f"packages/{name}/.gitignore").read_text().splitlines()
    assert "exclude" not in project(checkout, name)["tool"]["scikit-build"].get("wheel", {})


def test_every_job_is_a_function_and_is_run(checkout: Path) -> None:
    text = (checkout / "ci/jobs.sh").read_text()
    names = re.search(r"^all_jobs=\(([^)]*)\)$", text, re.MULTILINE)
    assert names
    jobs = names[1].split()
    assert {"tests", "wheels", "sanitizers"} <= set(jobs)
    for job in jobs:
        assert re.search(rf"^{job}\(\) {{", text, re.MULTILINE), job


def test_a_checkout_has_no_config_to_find(checkout: Path) -> None:
    done = subprocess.run([sys.executable, "-m", "tt_core"], capture_output=True, text=True, cwd=checkout)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.splitlines()[1] == "hint: ci/wheels.sh builds the wheels"
