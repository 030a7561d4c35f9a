"""copy, deepcopy and pickle of tensors: classes, attributes, shared storages, and what is refused."""

import copy
import pickle

import numpy as np
import pytest

import tt
from tt_core import _C


class Marked(tt.Tensor):
    """A subclass that can be pickled."""


def test_class_and_attributes_stay() -> None:
    x = Marked(tt.ones(2))
    x.note = ["a"]
    for made in (copy.copy(x), copy.deepcopy(x), pickle.loads(pickle.dumps(x))):
        assert type(made) is Marked and made.note == ["a"] and made.tolist() == [1.0, 1.0]
    assert copy.copy(x).note is x.note and copy.deepcopy(x).note is not x.note


def test_attribute_may_be_the_tensor_itself() -> None:
    x = tt.ones(2)
    x.me = x
    for made in (copy.deepcopy(x), pickle.loads(pickle.dumps(x))):
        assert made.me is made and made is not x


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize("dtype", ["bool", "uint64", "int8", "float16", "bfloat16", "float32", "complex128"])
def test_pickled_bytes_are_the_same(dtype: str, protocol: int) -> None:
    x = tt.arange(12).to(getattr(tt, dtype)).view(3, 4).t()[1:]
    made = pickle.loads(pickle.dumps(x, protocol))
    assert made.dtype == x.dtype and made.stride() == x.stride() and made.storage_offset() == 1
    assert _C.storage_to_bytes(made) == _C.storage_to_bytes(x)
    assert made.data_ptr() != x.data_ptr()


def test_storage_is_copied_once() -> None:
    x = tt.zeros(6)
    copies = copy.deepcopy({"whole": x, "part": x[2:4], "again": x})
    copies["part"].fill_(5)
    assert copies["whole"].tolist() == [0, 0, 5, 5, 0, 0] and copies["again"] is copies["whole"]
    assert x.tolist() == [0] * 6 and copies["part"]._base is None


def test_leaf_stays_a_leaf_also_under_no_grad() -> None:
    x = tt.ones(2, requires_grad=True)
    with tt.no_grad():
        made = [copy.copy(x), copy.deepcopy(x), pickle.loads(pickle.dumps(x))]
    for each in made:
        assert each.requires_grad and each.is_leaf
        (each * 2).sum().backward()
        assert each.grad.tolist() == [2.0, 2.0]
    assert x.grad is None


def test_what_is_no_leaf_is_refused_by_deepcopy() -> None:
    with pytest.raises(RuntimeError, match=r"^deepcopy: only leaves of the graph.*\nhint: tensor.detach"):
        copy.deepcopy(tt.ones(2, requires_grad=True) * 2)


def test_hooks_are_left_behind_with_a_warning() -> None:
    x = tt.ones(2, requires_grad=True)
    x.register_hook(lambda grad: grad)
    with pytest.warns(UserWarning, match="hooks of a tensor are not pickled"):
        assert pickle.loads(pickle.dumps(x)).requires_grad


def test_memory_of_numpy_is_copied() -> None:
    array = np.arange(6.0)
    x = tt.from_numpy(array[1:5])
    made = pickle.loads(pickle.dumps(x))
    array[:] = 0
    assert made.tolist() == [1, 2, 3, 4] and copy.copy(x).tolist() == [0] * 4


def test_wrong_bytes_are_refused() -> None:
    with pytest.raises(
        ValueError, match=r"^tensor_from_bytes: 3 bytes are no whole number of elements of float32"
    ):
        _C.tensor_from_bytes(b"abc", tt.float32)
    with pytest.raises(TypeError, match=r"^tensor_from_bytes: expected a tt.dtype"):
        _C.tensor_from_bytes(b"abcd", 1)
    with pytest.raises(TypeError, match="meta"):
        _C.storage_to_bytes(tt.ones(2, device="meta"))


def test_in_takes_numbers_and_tensors() -> None:
    x = tt.tensor([[1, 2], [3, 4]])
    assert 2 in x and 5 not in x and tt.tensor([3, 4]) in x and 2.0 in x and 2.5 not in x
    for wrong in ("a", None, [1], np.ones(2)):
        with pytest.raises(RuntimeError, match=r"^contains: expected a Tensor or a number, got "):
            wrong in x  # noqa: B015
    with pytest.raises(RuntimeError, match=r"^eq: the size of tensor a \(2\)"):
        tt.ones(3) in x  # noqa: B015


def test_arrays_are_compared_with() -> None:
    x = tt.tensor([1.0, 2.0, 3.0])
    for other in (np.array([3.0, 2.0, 1.0]), np.array([1.0, 2.0, 3.0])[::-1], np.array([3, 2, 1], "int8")):
        assert (x == other).tolist() == (other == x).tolist() == [False, True, False]
        assert (x != other).tolist() == [True, False, True]
    assert (x == np.array(["a", "b", "c"])) is False and (x != np.array([None])) is True


def test_functions_of_numpy_give_tensors() -> None:
    x = tt.tensor([0.0, 1.0])
    assert isinstance(np.exp(x), tt.Tensor) and np.isnan(x).dtype == tt.bool
    assert isinstance(x + np.ones(2), tt.Tensor)
    assert not isinstance(np.add.outer(np.array(["a"], object), np.array(["b"], object)), tt.Tensor)
