"""The bound of a stepwise reference: wide enough for what rounding does, and no wider than it has to be."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import numpy as np
import pytest

import samples
from closeness import assert_close
from samples import noise
from samples.rounding import error_of, in_steps


def _gauss(self: np.ndarray, *, width: float = 0.3) -> np.ndarray:
    return np.exp(-width * self * self)


def _cancels(self: np.ndarray) -> np.ndarray:
    return np.sqrt(self * self + 1) - self


def _chosen(self: np.ndarray) -> np.ndarray:
    return np.where(self > 1, np.log(self), 2 * self)


def _rms(self: np.ndarray) -> np.ndarray:
    return np.sqrt(np.mean(self * self, axis=0))


REFERENCES = [_gauss, _cancels, _chosen, _rms]


def sample(dtype: str) -> np.ndarray:
    return np.random.default_rng(0).uniform(0.25, 9.0, (500, 3)).astype(dtype)


@pytest.mark.parametrize("reference", REFERENCES)
def test_rounding_stays_within_it(reference: Callable[..., np.ndarray]) -> None:
    """float32 against the same steps in float64, whose own rounding is nothing beside it."""
    values = sample("float32")
    exact = in_steps(reference)(values.astype("float64"))
    assert_close(in_steps(reference)(values), exact, "float32", 1.0, error_of(reference)(values))


@pytest.mark.parametrize("reference", REFERENCES)
def test_what_is_wrong_in_the_fourth_digit_does_not(reference: Callable[..., np.ndarray]) -> None:
    values = sample("float32")
    wrong = (in_steps(reference)(values) * np.float32(1.001)).astype("float32")
    with pytest.raises(AssertionError):
        assert_close(wrong, in_steps(reference)(values), "float32", 1.0, error_of(reference)(values))


def test_numbers_have_the_dtype_of_the_arrays() -> None:
    """0.1 as a float32, as the loop has it: the product differs from that with the double in its last place."""
    values = sample("float32")
    assert in_steps(_gauss)(values).dtype == np.float32
    assert in_steps(lambda self, by=0.1: np.asarray(by).dtype)(values) == np.float64


def test_integers_are_exact_until_they_are_floats() -> None:
    """The result may then be off by a rounding and one more for each element, which a sum may have."""
    whole = np.arange(4)
    assert error_of(lambda self: self * self)(whole).tolist() == [0, 0, 0, 0]
    np.testing.assert_array_equal(error_of(_gauss)(whole), 5 * _gauss(whole))


@pytest.mark.parametrize("values", [np.array([10, -10]), np.array(10)])
def test_a_composite_of_integers_rounds_once_it_has_floats(values: np.ndarray) -> None:
    """10 * 10 + 1 is exact, and its root minus 10 has lost two digits."""
    whole = values.astype("int32")
    found = noise.error_of(lambda self: np.sqrt(self * self + 1) - self)(whole)
    assert np.all(found > np.abs(np.sqrt(values * values + 1)))


def test_a_step_of_another_reference_computes_integers_as_floats(monkeypatch: pytest.MonkeyPatch) -> None:
    def low(self: np.ndarray, low: float = -np.inf) -> np.ndarray:
        return np.maximum(self, low)

    floats_alone = samples.of("sqrt").entry
    subject = SimpleNamespace(reference=in_steps(low), entry=floats_alone)
    monkeypatch.setattr(samples, "of", lambda op: subject)
    assert samples.reference_of("low")(np.array([1], "int8")).dtype == "longdouble"
