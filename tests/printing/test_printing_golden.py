"""Printed tensors equal torch's text, kept in golden.txt. Needs no torch and no compiled library.

To renew the texts after adding a case: `python torch_reference.py golden > golden.txt`, run where torch is.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fake_tensor import fake_from
from golden_cases import CASES
from printed_case import Case
from tt import printing

GOLDEN = Path(__file__).with_name("golden.txt").read_text()


def golden_texts() -> dict[str, str]:
    sections = ("\n" + GOLDEN).split("\n### ")[1:]
    return {name: text.rstrip("\n") for name, _, text in (section.partition("\n") for section in sections)}


@pytest.fixture(autouse=True)
def default_options() -> Iterator[None]:
    yield
    printing.set_printoptions(profile="default")
    printing.follow_default_dtype(lambda: "tt.float32")


def printed(case: Case) -> str:
    printing.set_printoptions(**case.options)  # type: ignore[arg-type]
    printing.follow_default_dtype(lambda: f"tt.{case.default_dtype}")
    return printing.tensor_str(fake_from(case))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_text_is_torchs(case: Case) -> None:
    assert printed(case) == golden_texts()[case.name]


def test_every_case_has_one_text() -> None:
    assert list(golden_texts()) == [case.name for case in CASES]
