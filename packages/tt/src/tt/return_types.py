"""The named tuples of ops with several results: `tt.return_types.max` has `values` and `indices`.

Each is made from its op's schema, so there is no list of them.
"""

from typing import Any

from tt_core import _C


def __getattr__(name: str) -> Any:
    found = _C.result_type(name)
    if found is None:
        raise AttributeError(f"module 'tt.return_types' has no attribute '{name}': no op returns it")
    return found


def __dir__() -> list[str]:
    return sorted(name for name in _C.op_names() if _C.result_type(name) is not None)
