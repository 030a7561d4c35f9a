"""One tensor, one Python object: identity, attributes and classes survive a stay that only C++ remembers."""

import gc
import weakref
from typing import Any

import pytest

import tt


class Marked(tt.Tensor):
    """A subclass with an attribute."""

    label: str = ""


def test_results_that_are_the_argument_are_the_same_object() -> None:
    x = tt.ones(3)
    assert x.add_(1) is x
    assert tt.add(x, 1, out=x) is x
    assert x.contiguous() is x
    assert x.to(tt.float32) is x
    assert tt.Tensor(x) is x


def test_base_of_a_view_is_the_tensor() -> None:
    x = tt.ones(2, 3)
    view = x.view(6)
    assert view._base is x
    assert view[1:]._base is x
    assert x._base is None
    assert view._base is view._base


def test_base_keeps_its_attributes_while_only_a_view_holds_it() -> None:
    x = tt.ones(2, 3)
    x.label = "the base"
    number = id(x)
    view = x.view(6)
    del x
    gc.collect()
    assert id(view._base) == number
    assert view._base.label == "the base"
    back = view._base
    back.label = "changed"
    del back
    assert view._base.label == "changed"


def test_base_without_attributes_is_made_anew() -> None:
    view = tt.ones(2, 3).view(6)
    base = view._base
    assert base is view._base
    assert base.shape == (2, 3)
    assert type(base) is tt.Tensor


def test_subclass_survives_as_base() -> None:
    x = Marked(tt.ones(4))
    x.label = "kept"
    view = x[1:]
    assert type(view) is tt.Tensor
    del x
    gc.collect()
    assert type(view._base) is Marked
    assert view._base.label == "kept"


def test_attributes_survive_in_a_graph() -> None:
    w = tt.ones(2, requires_grad=True)
    x = w * 2
    x.label = "saved"
    seen = weakref.ref(x)
    y = x * x
    del x
    gc.collect()
    assert seen() is not None
    assert seen().label == "saved"
    y.sum().backward()
    del y
    gc.collect()
    assert seen() is None


def test_grad_is_one_object() -> None:
    x = tt.ones(2, requires_grad=True)
    (x * 3).sum().backward()
    assert x.grad is x.grad
    x.grad.label = "mine"
    gc.collect()
    assert x.grad.label == "mine"


def test_weakrefs_last_as_long_as_the_tensor() -> None:
    x = tt.ones(3)
    called: list[Any] = []
    ref = weakref.ref(x, called.append)
    view = x[:2]
    del x
    gc.collect()
    assert ref() is view._base
    assert not called
    del view
    gc.collect()
    assert ref() is None
    assert called == [ref]


def test_weakref_callbacks_and_dicts() -> None:
    by_tensor: Any = weakref.WeakKeyDictionary()
    x = tt.ones(1)
    by_tensor[x] = "x"
    assert by_tensor[x] == "x"
    del x
    gc.collect()
    assert len(by_tensor) == 0


def test_hash_is_identity() -> None:
    x, y = tt.ones(2), tt.ones(2)
    assert {x: 1, y: 2}[x] == 1
    assert hash(x) == hash(x)
    assert x.view(2) not in {x: 1}


def test_attributes_of_plain_tensors() -> None:
    x = tt.ones(2)
    with pytest.raises(AttributeError):
        _ = x.nothing
    x.something = [1]
    assert x.__dict__ == {"something": [1]}
    del x.something
    assert not hasattr(x, "something")
    with pytest.raises(AttributeError):
        x.shape = (1, 2)
    with pytest.raises(AttributeError):
        x.dtype = tt.int8


def test_wrapping_in_a_subclass_shares_memory() -> None:
    x = tt.ones(2)
    y = Marked(x)
    assert type(y) is Marked
    assert y is not x
    y.add_(1)
    assert x.tolist() == [2, 2]
    assert type(y + y) is tt.Tensor
    with pytest.raises(TypeError, match="Marked: expected a tensor to wrap as first argument, got list"):
        Marked([1, 2])
    with pytest.raises(
        TypeError, match=r"tt\.Tensor: expected a tensor to wrap as first argument; hint: tt\.tensor"
    ):
        tt.Tensor()


def test_shape_is_cached_until_it_changes() -> None:
    x = tt.ones(2, 3)
    assert x.shape is x.shape
    with pytest.warns(UserWarning, match="was resized"):
        tt.add(tt.ones(4), 1, out=x)
    assert x.shape == (4,)
