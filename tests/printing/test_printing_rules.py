"""What golden texts cannot show: how little is read, options that stay, 0-d formats, broken history."""

from collections.abc import Iterator
from math import inf

import pytest

from fake_tensor import FakeTensor
from tt import printing


@pytest.fixture(autouse=True)
def default_options() -> Iterator[None]:
    yield
    printing.set_printoptions(profile="default")


def test_huge_tensor_is_read_only_at_its_edges() -> None:
    huge = FakeTensor(range(10**15), (10**5, 10**5, 10**5), "tt.int64", requires_grad=True)
    detached = huge.detach()
    huge.converted = detached.converted
    huge.detach = lambda: detached  # type: ignore[method-assign]
    assert "999999999999999]]],\n       requires_grad=True)" in printing.tensor_str(huge)
    assert huge.converted.elements == 6**3


def test_tensor_at_the_default_threshold_is_shown_whole() -> None:
    assert "..." not in printing.tensor_str(FakeTensor(range(1000), (1000,), "tt.int64"))


def test_full_profile_never_summarises() -> None:
    printing.set_printoptions(profile="full")
    assert printing.get_printoptions().threshold == inf
    assert "..." not in printing.tensor_str(FakeTensor(range(5000), (5000,), "tt.int64"))


def test_options_stay_but_sci_mode_returns_to_automatic() -> None:
    printing.set_printoptions(precision=2, linewidth=60, sci_mode=True)
    printing.set_printoptions(edgeitems=5)
    assert printing.get_printoptions() == printing.PrintOptions(precision=2, edgeitems=5, linewidth=60)


def test_unknown_profile_changes_nothing() -> None:
    printing.set_printoptions(precision=3, profile="tiny")
    assert printing.get_printoptions() == printing.PrintOptions(precision=3)


def test_format_of_0d_is_the_numbers() -> None:
    scalar = FakeTensor([1.5], ())
    assert printing.tensor_format(scalar, ".3f") == "1.500"
    assert printing.tensor_format(scalar, "") == "1.5"


def test_format_of_a_vector_takes_no_spec() -> None:
    with pytest.raises(TypeError, match="unsupported format string"):
        printing.tensor_format(FakeTensor([1.5], (1,)), ".3f")


def test_history_that_cannot_be_rebuilt_still_prints() -> None:
    class Broken(FakeTensor):
        @property
        def grad_fn(self) -> None:
            raise RuntimeError("the base of this view was overwritten")

        @grad_fn.setter
        def grad_fn(self, value: None) -> None: ...

    assert printing.tensor_str(Broken([4.0], (1,), requires_grad=True)) == "tensor([4.], grad_fn=<Invalid>)"


def test_device_with_an_index_is_named() -> None:
    text = printing.tensor_str(FakeTensor([1.0], (1,), device="cuda:1"))
    assert text == "tensor([1.], device='cuda:1')"
