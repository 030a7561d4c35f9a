"""What `import tt` brings along, and what it leaves for later."""

import subprocess
import sys
from types import ModuleType

import pytest

import tt

LATER = ("autograd", "library", "printing", "return_types", "testing")


def run(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout


def test_import_is_light() -> None:
    """Each of these takes milliseconds."""
    heavy = {"ast", "dataclasses", "inspect", "numpy", "pkgutil", "tt_opspec", "unittest"}
    assert run(
        f"import sys; before = set(sys.modules); import tt; print({heavy} & (set(sys.modules) - before))"
    ) == ("set()\n")


def test_no_function_stands_before_the_names_of_tt() -> None:
    """With a `__getattr__` CPython would look every `tt.add` up in the dict anew."""
    assert type(tt) is ModuleType
    assert "__getattr__" not in vars(tt)
    with pytest.raises(AttributeError, match="module 'tt' has no attribute 'no_such_name'"):
        _ = tt.no_such_name  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", LATER)
@pytest.mark.parametrize(
    "load",
    ["import tt.{0}", "from tt import {0}; vars({0}); dir({0})", "import tt; dir(tt.{0})"],
)
def test_sub_packages_load_when_they_are_used(name: str, load: str) -> None:
    code = f"import sys, tt; print('tt.{name}' in sys.modules); {load.format(name)}; print(tt.{name})"
    first, shown = run(code).splitlines()
    assert first == "False"
    assert shown.startswith(f"<module 'tt.{name}' from")


def test_a_place_holder_is_the_module_to_its_users() -> None:
    code = (
        "from tt import printing; print(printing); printing.mark = 1;"
        "import tt, sys; print(tt.printing is sys.modules['tt.printing'], tt.printing.mark, printing.tensor_str)"
    )
    first, second = run(code).splitlines()
    assert first == "<module 'tt.printing' (loaded when it is used)>"
    assert second.startswith("True 1 <function tensor_str")


def test_a_missing_name_is_told_of_the_sub_package() -> None:
    assert (
        run("from tt import testing\ntry: testing.no_such_name\nexcept AttributeError as error: print(error)")
        == "module 'tt.testing' has no attribute 'no_such_name'\n"
    )
