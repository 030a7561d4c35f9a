"""Ops with several named results return a named tuple, as torch's do."""

import copy
import pickle

import pytest

import tt


def _largest() -> tuple[tt.Tensor, tt.Tensor]:
    return tt.max(tt.tensor([[1.0, 4.0], [3.0, 2.0]]), 0)


def test_results_by_name_by_position_and_unpacked() -> None:
    found = _largest()
    values, indices = found
    assert found.values is found[0] is values and found.indices is found[1] is indices
    assert values.tolist() == [3.0, 4.0] and indices.tolist() == [1, 0]
    assert isinstance(found, tuple) and len(found) == 2


def test_type_is_one_and_has_a_place() -> None:
    assert type(_largest()) is type(tt.tensor([1]).max(0)) is tt.return_types.max
    assert tt.return_types.max.__module__ == "tt.return_types" and tt.return_types.max.__name__ == "max"
    assert type(tt.min(tt.ones(2), 0)) is tt.return_types.min
    assert dir(tt.return_types) == sorted(dir(tt.return_types)) and "max" in dir(tt.return_types)


def test_unknown_type() -> None:
    with pytest.raises(AttributeError, match="no attribute 'exp': no op returns it"):
        _ = tt.return_types.exp


def test_repr_is_a_line_for_each_result() -> None:
    expected = "tt.return_types.max(\nvalues=tensor([3., 4.]),\nindices=tensor([1, 0]))"
    assert repr(_largest()) == str(_largest()) == expected


def test_out_gives_the_same_type() -> None:
    out = tt.empty(2), tt.empty(2, dtype=tt.int64)
    found = tt.max(tt.ones(3, 2), 0, out=out)
    assert type(found) is tt.return_types.max and found.values is out[0] and found.indices is out[1]
    for wrong in (out[0], (out[0],), (*out, out[0])):
        with pytest.raises(TypeError, match=r"(?s)^max: .*argument 'out' must be"):
            tt.max(tt.ones(3, 2), 0, out=wrong)


def test_pickled_and_copied() -> None:
    pair = tt.return_types.max((1, 2))
    assert pickle.loads(pickle.dumps(pair)) == pair and type(copy.copy(pair)) is tt.return_types.max
