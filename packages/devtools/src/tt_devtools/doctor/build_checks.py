"""What builds use: the environment, CMake, ninja and its logs, ccache, and whether each build folder is wired."""

import re
from collections.abc import Iterator
from pathlib import Path

from tt_devtools.bootstrap import stamp
from tt_devtools.bootstrap.child import Run
from tt_devtools.build import ccache
from tt_devtools.checkout import Checkout
from tt_devtools.doctor.check import Check
from tt_devtools.failure import Failure
from tt_devtools.ninja_graph import ninja_log

_SET_UP = "./tt --help"
_LAUNCHER = re.compile(r"^CMAKE_CXX_COMPILER_LAUNCHER:\w+=(.*)$", re.MULTILINE)


def build_checks(checkout: Checkout, run: Run) -> Iterator[Check]:
    """The tools first, then a check for each preset that was built."""
    yield _environment(checkout.root)
    for name in ("cmake", "ninja"):
        yield _tool(checkout, name, run)
    yield from _cache(checkout, run)
    folders = sorted(path.parent for path in (checkout.root / "build").glob("*/CMakeCache.txt"))
    if not folders:
        yield Check("build", "warn", "nothing is built yet", "./tt build")
    for folder in folders:
        if (folder / "build.ninja").is_file():
            yield _folder(checkout, folder, run)


def _environment(root: Path) -> Check:
    changed = stamp.differences(str(root))
    if changed == []:
        return Check("venv", "ok", ".venv is what constraints.txt and the packages ask for")
    if changed is None:
        return Check("venv", "problem", ".venv is missing or was not finished", _SET_UP)
    return Check("venv", "problem", f".venv is older than {', '.join(changed)}", _SET_UP)


def _tool(checkout: Checkout, name: str, run: Run) -> Check:
    found = checkout.tool(name)
    if found is None:
        return Check(name, "problem", f"{name} is not installed", _SET_UP)
    asked = run([str(found), "--version"], None)
    version = re.search(r"\d+\.\d+[.\d]*\d", asked.output)
    if asked.code or version is None:
        return Check(name, "problem", f"{found} does not run", _SET_UP)
    pinned = _pin(checkout.root, name)
    if pinned and version[0] != pinned:
        text = f"{version[0]} at {checkout.relative(found)}, constraints.txt says {pinned}"
        return Check(name, "warn", text, _SET_UP)
    return Check(name, "ok", f"{version[0]} at {checkout.relative(found)}")


def _pin(root: Path, name: str) -> str:
    try:
        text = (root / "constraints.txt").read_text(encoding="utf-8")
    except OSError:
        return ""
    found = re.search(rf"^{name}==(\S+)", text, re.MULTILINE)
    return found[1] if found else ""


def _cache(checkout: Checkout, run: Run) -> Iterator[Check]:
    program = checkout.tool("ccache")
    if program is None:
        yield Check("ccache", "warn", "ccache is not installed: every build compiles everything", _SET_UP)
        return
    folder = ccache.cache_folder()
    asked = run([str(program), "--dir", str(folder), "--print-stats"], None)
    if asked.code:
        yield Check("ccache", "warn", f"{program} does not tell its statistics", f"{program} --show-stats")
        return
    stats = dict(line.split("\t", 1) for line in asked.output.splitlines() if "\t" in line)
    yield Check("ccache", "ok", f"{folder}, {_used(stats)}, {_hit_rate(stats)}")


def _used(stats: dict[str, str]) -> str:
    return f"{int(stats.get('cache_size_kibibyte', '0')) / 2**20:.2f} GiB used"


def _hit_rate(stats: dict[str, str]) -> str:
    hits = sum(int(stats.get(key, "0")) for key in ("direct_cache_hit", "preprocessed_cache_hit"))
    calls = hits + int(stats.get("cache_miss", "0"))
    return f"{100 * hits / calls:.0f} % of {calls} calls hit" if calls else "not used yet"


def _folder(checkout: Checkout, folder: Path, run: Run) -> Check:
    name = f"build/{folder.name}"
    launcher = _LAUNCHER.search((folder / "CMakeCache.txt").read_text(encoding="utf-8", errors="replace"))
    wired = bool(launcher and launcher[1].endswith("ccache"))
    mend = f"./tt build --preset {folder.name} --clean"
    ninja = checkout.tool("ninja")
    if ninja is not None:
        try:
            ninja_log.check_version(
                folder / ".ninja_log", run([str(ninja), "--version"], None).output.strip()
            )
        except Failure as failure:
            return Check(name, "problem", failure.message, mend)
    if not wired:
        said = f"compiles with '{launcher[1]}'" if launcher and launcher[1] else "compiles without ccache"
        return Check(name, "warn", said, mend)
    return Check(name, "ok", "ccache is wired in, ninja's log fits")
