"""Dependencies point one way: base < tensor < {dispatch, iterate} < bind inside core, and
opspec <- core <- {kernels, autograd} <- tt between packages.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from layer_check import check, check_imports, check_includes

CORE = "packages/core/cpp/tt/core"
DEVTOOLS = "packages/devtools/src/tt_devtools"


def test_no_dependency_points_the_wrong_way(checkout: Path) -> None:
    violations = check(checkout)
    assert not violations, "\n".join(map(str, violations))


@pytest.mark.parametrize(
    ("file", "header", "text"),
    [
        (f"{CORE}/base/a.h", "tt/core/tensor/tensor.h", "core/base must not include core/tensor"),
        (f"{CORE}/tensor/a.h", "tt/core/dispatch/call.h", "core/tensor must not include core/dispatch"),
        (f"{CORE}/dispatch/a.h", "tt/core/iterate/promote.h", "core/dispatch must not include core/iterate"),
        (f"{CORE}/iterate/a.h", "tt/core/dispatch/call.h", "core/iterate must not include core/dispatch"),
        (f"{CORE}/iterate/a.cpp", "tt/core/bind/binder.h", "core/iterate must not include core/bind"),
        (f"{CORE}/bind/a.cpp", "tt/kernels/plan/plan.h", "core/bind must not include kernels"),
        ("packages/kernels/cpp/tt/kernels/a.h", "tt/autograd/node.h", "kernels must not include autograd"),
        ("packages/kernels/cpp/tt/kernels/a.h", "tt/core/bind/b.h", "kernels must not include core/bind"),
        ("packages/autograd/cpp/tt/autograd/a.h", "tt/kernels/plan/p.h", "autograd must not include kernels"),
        (f"{CORE}/dispatch/a.h", "Python.h", "core/dispatch must not include Python.h"),
        (
            "packages/kernels/cpp/tt/kernels/cpu/a.cpp",
            "nanobind/nanobind.h",
            "kernels must not include nanobind",
        ),
        (f"{CORE}/base/a.h", "tt/unknown/a.h", "is in no layer"),
    ],
)
def test_planted_include_is_found(file: str, header: str, text: str) -> None:
    source = f'#pragma once\n// #include "commented/out.h"\n#include "{header}"\n'
    (violation,) = check_includes(file, source)
    assert text in violation.text
    assert violation.line == 3


@pytest.mark.parametrize(
    ("file", "header"),
    [
        (f"{CORE}/bind/a.cpp", "Python.h"),
        (f"{CORE}/bind/a.cpp", "tt/core/iterate/promote.h"),
        ("packages/kernels/cpp/tt/kernels/module.cpp", "Python.h"),
        ("packages/kernels/cpp/tt/kernels/module.cpp", "tt/core/bind/binder.h"),
        ("packages/core/cpp/tt/core/module/module.cpp", "nanobind/nanobind.h"),
        ("packages/autograd/cpp/tt/autograd/a.cpp", "Python.h"),
        ("packages/kernels/cpp/tt/kernels/a.cpp", "vector"),
    ],
)
def test_allowed_include_passes(file: str, header: str) -> None:
    assert list(check_includes(file, f"#include <{header}>\n")) == []


@pytest.mark.parametrize(
    ("file", "source", "text"),
    [
        ("packages/opspec/src/tt_opspec/a.py", "import tt_core", "tt_opspec must not import tt_core"),
        ("packages/core/src/tt_core/a.py", "from tt_kernels import x", "tt_core must not import tt_kernels"),
        ("packages/kernels/src/tt_kernels/a.py", "import tt_autograd.b", "must not import tt_autograd"),
        (
            "packages/autograd/src/tt_autograd/a.py",
            "def f():\n    import tt_kernels",
            "must not import tt_kernels",
        ),
        ("packages/tt/src/tt/a.py", "import tt_devtools", "tt must not import tt_devtools"),
        ("packages/tt/src/tt/a.py", "import numpy", "tt must not import numpy outside a function"),
        (f"{DEVTOOLS}/a.py", "import tt", "tt_devtools must not import tt outside a function"),
        (f"{DEVTOOLS}/a.py", "class A:\n    import torch", "must not import torch outside a function"),
    ],
)
def test_planted_import_is_found(file: str, source: str, text: str) -> None:
    (violation,) = check_imports(file, source)
    assert text in violation.text


@pytest.mark.parametrize(
    ("file", "source"),
    [
        (f"{DEVTOOLS}/a.py", "def f():\n    import tt, numpy, torch"),
        (f"{DEVTOOLS}/a.py", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import numpy"),
        ("packages/tt/src/tt/a.py", "from tt_core import ops\nfrom . import printing"),
    ],
)
def test_allowed_import_passes(file: str, source: str) -> None:
    assert list(check_imports(file, source)) == []


def test_a_tree_is_searched_whole(tmp_path: Path) -> None:
    header = tmp_path / CORE / "base" / "deep" / "a.h"
    header.parent.mkdir(parents=True)
    header.write_text('#include "tt/core/bind/binder.h"\n')
    module = tmp_path / DEVTOOLS / "trace" / "a.py"
    module.parent.mkdir(parents=True)
    module.write_text("import sympy\n")
    assert [str(violation) for violation in check(tmp_path)] == [
        f"{CORE}/base/deep/a.h:1: core/base must not include core/bind (tt/core/bind/binder.h)",
        f"{DEVTOOLS}/trace/a.py:1: tt_devtools must not import sympy outside a function",
    ]
