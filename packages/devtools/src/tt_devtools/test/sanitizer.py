"""What Python needs to load libraries that were built with a sanitizer: its runtime first, and its options.

What is known and not ours is suppressed by name, with its reason, in leaks.supp and races.supp.
"""

import os
import subprocess
from pathlib import Path

from tt_devtools.failure import Failure

_HERE = Path(__file__).parent
# The first report ends the process, on a stderr that pytest leaves alone. Memory that nobody has is ours to tell of.
# Leaks are looked for by our plugin, in the process of the tests alone: compilers and others that tests start have
# their own. Python takes memory as our libraries do, so that leaks can be followed through its objects.
_ASAN = "abort_on_error=1:allocator_may_return_null=1:detect_leaks=1"
_LSAN = "leak_check_at_exit=0:print_suppressions=0"
_TSAN = "abort_on_error=1:halt_on_error=1:allocator_may_return_null=1:second_deadlock_stack=1"
_VARIABLES = {
    "asan": {
        "ASAN_OPTIONS": _ASAN,
        "LSAN_OPTIONS": f'{_LSAN}:suppressions="{_HERE / "leaks.supp"}"',
        "UBSAN_OPTIONS": "abort_on_error=1:halt_on_error=1:print_stacktrace=1",
        "PYTEST_ADDOPTS": "--capture=sys -p tt_devtools.test.leaks",
        "PYTHONMALLOC": "malloc",
    },
    "tsan": {
        "TSAN_OPTIONS": f'{_TSAN}:suppressions="{_HERE / "races.supp"}"',
        "PYTEST_ADDOPTS": "--capture=sys",
    },
}
_RUNTIMES = {"asan": ("libasan.so", "libubsan.so"), "tsan": ("libtsan.so",)}


def environment(preset: str) -> dict[str, str]:
    """Variables for a Python that imports the libraries of this preset; none for ordinary ones."""
    if preset not in _RUNTIMES:
        return {}
    found = [_runtime(name) for name in _RUNTIMES[preset]]
    # libstdc++ too, or the sanitizer looks for the functions that throw before they are loaded.
    return {**_VARIABLES[preset], "LD_PRELOAD": ":".join([*found, _runtime("libstdc++.so.6")])}


def _runtime(name: str) -> str:
    compiler = (os.environ.get("CXX") or "c++").split()
    done = subprocess.run([*compiler, f"-print-file-name={name}"], text=True, capture_output=True)
    path = Path(done.stdout.strip())
    if done.returncode or not path.is_absolute():
        raise Failure(f"the compiler has no {name}", hint="install the sanitizers of the compiler")
    return str(path)
