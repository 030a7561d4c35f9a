"""docs/adding-an-op.md quotes PyTorch: each block is in the installed one as it stands, and the numbers are right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from exchange import ROOT, torch_python

pytestmark = pytest.mark.parity

PAGE = (ROOT / "docs" / "adding-an-op.md").read_text(encoding="utf-8")
QUOTED = re.findall(r"^```(?:yaml|python)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def packages() -> Path:
    (found,) = torch_python().parent.parent.glob("lib/python3*/site-packages")
    return found


def sources() -> str:
    """The files that the page quotes."""
    names = (
        "torchgen/packaged/ATen/native/native_functions.yaml",
        "torchgen/packaged/autograd/derivatives.yaml",
        "torch/testing/_internal/common_methods_invocations.py",
    )
    return "\n".join((packages() / name).read_text(encoding="utf-8") for name in names)


@pytest.mark.parametrize("block", QUOTED, ids=lambda block: block.strip().partition("(")[0])
def test_quoted_as_it_stands(block: str) -> None:
    text = sources()
    for part in re.split(r"^ *\.\.\.\n", block, flags=re.MULTILINE):
        assert part in text


def test_names_and_numbers() -> None:
    assert len(QUOTED) == 3
    include = packages() / "torch/include/ATen"
    assert (
        "DECLARE_DISPATCH(structured_binary_fn, logaddexp_stub)"
        in (include / "native/BinaryOps.h").read_text()
    )
    macros = (include / "TensorMeta.h").read_text()
    assert "define TORCH_META_FUNC(name)" in macros and "define TORCH_IMPL_FUNC(name)" in macros
    schemas = sources().count("\n- func: ")
    assert f"a file of {schemas:,} of them" in PAGE
    samples = packages() / "torch/testing/_internal/common_methods_invocations.py"
    assert f"common_methods_invocations.py`, {len(samples.read_text().splitlines()):,} lines" in PAGE
