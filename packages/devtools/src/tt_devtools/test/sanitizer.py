"""What Python needs to load libraries that were built with a sanitizer: its runtime first, and its options."""

import subprocess
from pathlib import Path

from tt_devtools.build.in_place import owner
from tt_devtools.checkout import Checkout
from tt_devtools.failure import Failure

# Python itself leaks by design and is not instrumented; the first report ends the process.
_VARIABLES = {
    "asan": {
        "ASAN_OPTIONS": "detect_leaks=0:abort_on_error=1:detect_odr_violation=0",
        "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1",
    },
    "tsan": {"TSAN_OPTIONS": "ignore_noninstrumented_modules=1:halt_on_error=1"},
}
_RUNTIMES = {"asan": ("libasan.so", "libubsan.so"), "tsan": ("libtsan.so",)}


def environment(here: Checkout) -> dict[str, str]:
    """Variables for a Python that imports the libraries that are in place; none for ordinary presets."""
    preset = owner(here.root / "build")
    if preset not in _RUNTIMES:
        return {}
    found = [_runtime(name) for name in _RUNTIMES[preset]]
    # libstdc++ too, or the sanitizer looks for the functions that throw before they are loaded.
    return {**_VARIABLES[preset], "LD_PRELOAD": ":".join([*found, _runtime("libstdc++.so.6")])}


def _runtime(name: str) -> str:
    done = subprocess.run(["c++", f"-print-file-name={name}"], text=True, capture_output=True)
    path = Path(done.stdout.strip())
    if done.returncode or not path.is_absolute():
        raise Failure(f"the compiler has no {name}", hint="install the sanitizers of the compiler")
    return str(path)
