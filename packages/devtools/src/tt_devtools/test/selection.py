"""A pytest plugin: `--op NAME` keeps the tests of these ops and no others.

A test belongs to an op when a part of its parameters is the op or one of its overloads
(`[add.Tensor-float32]`), or when its function or file is named for it (`test_add`, `test_add_transposed`,
`test_add.py`). Names are compared whole: `add` keeps nothing of `addmm`.
"""

from collections.abc import Iterable

import pytest


def belongs(op: str, function: str, parameters: str, file_stem: str) -> bool:
    """Whether the test `function[parameters]` in `file_stem`.py tests `op`, a name or a qualified name."""
    if any(part == op or part.partition(".")[0] == op for part in parameters.split("-")):
        return True
    name = op.partition(".")[0] if "." not in op else op.replace(".", "_")
    return function == f"test_{name}" or function.startswith(f"test_{name}_") or file_stem == f"test_{name}"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Registers `--op`, which may be repeated."""
    parser.getgroup("tt").addoption(
        "--op", action="append", default=[], help="keep only the tests of this op"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselects what belongs to none of the ops."""
    ops: Iterable[str] = config.getoption("--op")
    if not ops:
        return
    kept: list[pytest.Item] = []
    dropped: list[pytest.Item] = []
    for item in items:
        (kept if any(_belongs(op, item) for op in ops) else dropped).append(item)
    config.hook.pytest_deselected(items=dropped)
    items[:] = kept


def _belongs(op: str, item: pytest.Item) -> bool:
    function, _, parameters = item.name.partition("[")
    return belongs(op, function, parameters.removesuffix("]"), item.path.stem)
