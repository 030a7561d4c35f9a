"""CMake's part: make `build/<preset>` when it is missing or was made for other tools.

Edits of CMakeLists are ninja's business (it runs CMake again); what ninja cannot see is here: the preset
file, the programs, a checkout that was moved.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tt_devtools.build import linker, measure
from tt_devtools.checkout import Checkout
from tt_devtools.failure import MISUSED, Failure
from tt_devtools.ninja_graph.ledger import LEDGER
from tt_devtools.output import say
from tt_devtools.suggest import did_you_mean

PRESETS = "CMakePresets.json"
STAMP = ".configured.json"
LOG = "configure.log"


def presets(checkout: Checkout) -> list[str]:
    """The names in CMakePresets.json that a user may ask for."""
    try:
        data = json.loads((checkout.root / PRESETS).read_text())
        return [each["name"] for each in data["configurePresets"] if not each.get("hidden")]
    except FileNotFoundError:
        raise Failure(
            f"{PRESETS} is missing in {checkout.root}", hint="git checkout CMakePresets.json"
        ) from None
    except (ValueError, KeyError, TypeError) as error:
        raise Failure(f"{PRESETS} cannot be read: {error}") from None


def check_preset(checkout: Checkout, preset: str) -> None:
    """A Failure for a preset that nobody made."""
    known = presets(checkout)
    if preset not in known:
        hint = did_you_mean(preset, known) or f"presets: {', '.join(known)}"
        raise Failure(f"unknown preset '{preset}'", hint=hint, code=MISUSED)


def remove(build_dir: Path) -> None:
    """Empties the build folder for `--clean`, but for the ledger; one that CMake did not make is refused."""
    if not build_dir.exists():
        return
    inside = list(build_dir.iterdir())
    marks = ("CMakeCache.txt", STAMP, LOG, LEDGER, measure.PROGRAM)
    if inside and not any((build_dir / mark).exists() for mark in marks):
        raise Failure(f"{build_dir} was not made by tt build, so it is not removed")
    for each in inside:
        if each.is_dir() and not each.is_symlink():
            shutil.rmtree(each)
        elif each.name != LEDGER:
            each.unlink()


def is_configured(checkout: Checkout, preset: str, environment: dict[str, str]) -> bool:
    """Whether the build folder was made by these tools for this place."""
    build_dir = checkout.build_dir(preset)
    if not (build_dir / "build.ninja").is_file() or not (build_dir / "CMakeCache.txt").is_file():
        return False
    try:
        return bool(
            json.loads((build_dir / STAMP).read_text()) == _fingerprint(checkout, preset, environment)
        )
    except (FileNotFoundError, ValueError):
        return False


def configure(checkout: Checkout, preset: str, environment: dict[str, str]) -> None:
    """Runs CMake; its output goes to configure.log, and to the user when it fails."""
    build_dir = checkout.build_dir(preset)
    build_dir.mkdir(parents=True, exist_ok=True)
    (build_dir / STAMP).unlink(missing_ok=True)
    made_for = _fingerprint(checkout, preset, environment)
    say(f"tt build: configuring {checkout.relative(build_dir)}")
    command = [str(checkout.needed_tool("cmake")), "--preset", preset, "-S", ".", *_definitions(checkout)]
    if kind := linker.choose(environment):
        command.append(f"-DCMAKE_LINKER_TYPE={kind}")
    _forget(build_dir)
    done = subprocess.run(
        command,
        cwd=checkout.root,
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    (build_dir / LOG).write_text(done.stdout)
    if done.returncode:
        say(done.stdout.rstrip())
        what = f"CMake could not configure the preset '{preset}'"
        raise Failure(what, hint=f"see {build_dir / LOG}")
    stamp = build_dir / f"{STAMP}.new"
    stamp.write_text(json.dumps(made_for))
    os.replace(stamp, build_dir / STAMP)


def _forget(build_dir: Path) -> None:
    """Drops the cache and what CMake found out about the compiler; `--fresh` would take the objects along."""
    (build_dir / "CMakeCache.txt").unlink(missing_ok=True)
    for found in build_dir.glob("CMakeFiles/[0-9]*"):
        shutil.rmtree(found)


def _definitions(checkout: Checkout) -> list[str]:
    definitions = [
        f"-DCMAKE_MAKE_PROGRAM={checkout.needed_tool('ninja')}",
        f"-DPython_EXECUTABLE={sys.executable}",
    ]
    if ccache := checkout.tool("ccache"):
        definitions.append(f"-DCMAKE_CXX_COMPILER_LAUNCHER={ccache}")
    return definitions


def _fingerprint(checkout: Checkout, preset: str, environment: dict[str, str]) -> dict[str, str]:
    return {
        "root": str(checkout.root),
        "preset": preset,
        "presets": hashlib.sha256((checkout.root / PRESETS).read_bytes()).hexdigest(),
        "tools": " ".join([*_definitions(checkout), *linker.present(environment)]),
        "CXX": environment.get("CXX", ""),
        "CXXFLAGS": environment.get("CXXFLAGS", ""),
        "LDFLAGS": environment.get("LDFLAGS", ""),
        "python": sys.version,
    }
