"""What scaffolded formulas are made with: operands that may be numbers, and blanks that say where they are."""

from __future__ import annotations

import inspect

import pytest

import tt
from tt_autograd.operand import tensor_of, truth_of
from tt_autograd.unwritten import unwritten


@pytest.mark.parametrize("dtype", [tt.float64, tt.float16])
def test_a_number_becomes_a_tensor_of_the_gradients_dtype(dtype: tt.dtype) -> None:
    made = tensor_of(2.5, tt.ones(3, dtype=dtype))
    assert made.shape == () and made.dtype == dtype and made.item() == 2.5


def test_a_tensor_stays_itself() -> None:
    given = tt.ones(2)
    assert tensor_of(given, tt.ones(3, dtype=tt.float64)) is given


@pytest.mark.parametrize("value", [True, False])
def test_a_condition_becomes_a_tensor_that_where_takes(value: bool) -> None:
    made = truth_of(value, tt.ones(3))
    assert made.shape == () and made.dtype == tt.bool and made.item() is value


def test_a_blank_names_its_op_its_argument_and_its_line() -> None:
    formula = lambda grad: unwritten("hypot", "other")  # noqa: E731 - formulas are lambdas
    line = inspect.getsourcelines(formula)[1]
    with pytest.raises(NotImplementedError) as caught:
        formula(tt.ones(1))
    message, hint = str(caught.value).splitlines()
    assert message == "hypot: the derivative by 'other' is not written yet"
    assert hint.startswith("hint: ") and hint.endswith(f"test_formula_operands.py:{line}")
