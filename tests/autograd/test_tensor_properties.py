"""requires_grad, grad, grad_fn and their kin, and who they are."""

import gc

import pytest

import tt


def test_leaves() -> None:
    x = tt.ones(1, requires_grad=True)
    y = x * 2
    assert x.is_leaf
    assert x.grad_fn is None
    assert not y.is_leaf
    assert y.requires_grad
    assert tt.ones(1).is_leaf
    assert x.detach().is_leaf
    assert y.output_nr == 0


def test_grad_is_the_same_object() -> None:
    x = tt.ones(1, requires_grad=True)
    (x * 2).sum().backward()
    assert x.grad is x.grad
    x.grad.note = "kept"
    gc.collect()
    assert x.grad.note == "kept"
    (x * 2).sum().backward()
    assert x.grad.note == "kept"  # accumulation is in place


def test_saved_tensor_is_the_same_object() -> None:
    x = tt.ones(1, requires_grad=True)
    constant = tt.ones(1)
    constant.note = "kept"
    y = x * constant
    del constant
    gc.collect()
    assert y.grad_fn._saved_other.note == "kept"


def test_grad_fn_is_the_same_object_while_held() -> None:
    y = tt.ones(1, requires_grad=True) * 2
    node = y.grad_fn
    assert node is y.grad_fn
    node.note = "kept"
    assert y.grad_fn.note == "kept"


def test_assigning_grad() -> None:
    x = tt.ones(2, requires_grad=True)
    gradient = tt.tensor([3.0, 4.0])
    x.grad = gradient
    assert x.grad is gradient
    (x * 1).sum().backward()
    assert gradient.tolist() == [4.0, 5.0]
    del x.grad
    assert x.grad is None


@pytest.mark.parametrize(
    ("value", "error", "message"),
    [
        (
            tt.ones(3),
            RuntimeError,
            r"attempting to assign a gradient of size '\[3\]' to a tensor of size '\[2\]'",
        ),
        (
            tt.ones(2, dtype=tt.float64),
            RuntimeError,
            "a gradient with dtype 'float64' to a tensor of dtype 'float32'",
        ),
        (tt.ones(2, device="meta"), RuntimeError, "a gradient on device 'meta' to a tensor on device 'cpu'"),
        (3, TypeError, "assigned grad expected to be a Tensor or None but got grad of type int"),
    ],
)
def test_assigning_what_is_no_gradient(value: object, error: type[Exception], message: str) -> None:
    x = tt.ones(2, requires_grad=True)
    with pytest.raises(error, match=message):
        x.grad = value


def test_assigning_itself() -> None:
    x = tt.ones(2, requires_grad=True)
    with pytest.raises(RuntimeError, match="can't assign Variable as its own grad"):
        x.grad = x


def test_grad_of_a_tensor_that_is_no_leaf_warns() -> None:
    y = tt.ones(1, requires_grad=True) * 2
    with pytest.warns(UserWarning, match="The .grad attribute of a Tensor that is not a leaf"):
        assert y.grad is None


def test_setting_requires_grad() -> None:
    x = tt.ones(1)
    assert x.requires_grad_() is x
    assert x.requires_grad
    x.requires_grad = False
    assert not (x * 2).requires_grad


def test_refused_requires_grad() -> None:
    y = tt.ones(1, requires_grad=True) * 2
    with pytest.raises(RuntimeError, match="you can only change requires_grad flags of leaf variables"):
        y.requires_grad = False
    with pytest.raises(
        RuntimeError,
        match="only Tensors of floating point and complex dtype can require gradients, got int64",
    ):
        tt.tensor([1]).requires_grad_()
    with pytest.raises(RuntimeError, match="requires_grad must be a bool"):
        y.requires_grad = 1


def test_detach_in_place() -> None:
    x = tt.ones(1, requires_grad=True)
    y = x * 2
    assert y.detach_() is y
    assert y.is_leaf
    assert not y.requires_grad
    with pytest.raises(RuntimeError, match=r"Can't detach views in-place\. Use detach\(\) instead"):
        (x * 2)[0].detach_()


def test_detached_tensor_shares_memory() -> None:
    x = tt.ones(2, requires_grad=True)
    x.detach()[0] = 5
    assert x.tolist() == [5.0, 1.0]


def test_item_and_tolist_of_a_recorded_tensor() -> None:
    y = tt.tensor(3.0, requires_grad=True) * 2
    assert y.item() == 6.0
    assert y.tolist() == 6.0


def test_node() -> None:
    x, w = tt.ones(2, requires_grad=True), tt.ones(2)
    y = x * w
    node = y.grad_fn
    assert node.name() == "MulBackward0"
    assert repr(node).startswith("<MulBackward0 object at 0x")
    (first, index), second = node.next_functions
    assert first.name() == "AccumulateGrad"
    assert first.variable is x
    assert index == 0
    assert second == (None, 0)
    assert not hasattr(node, "variable")
    assert not hasattr(node, "_saved_nothing")


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda x: x + x, "AddBackward0"),
        (lambda x: x.sum(), "SumBackward0"),
        (lambda x: x.sum(0), "SumBackward1"),
        (lambda x: x.t(), "TBackward0"),
        (lambda x: x[0], "SelectBackward0"),
        (lambda x: x[0:1], "SliceBackward0"),
        (lambda x: x.as_strided((1,), (1,)), "AsStridedBackward0"),
        (lambda x: x.to(tt.float64), "ToCopyBackward0"),
        (lambda x: x.squeeze(0), "SqueezeBackward1"),
        (lambda x: x @ x, "MatmulBackward0"),
    ],
)
def test_node_names(call: object, name: str) -> None:
    assert call(tt.ones(2, 2, requires_grad=True)).grad_fn.name() == name  # type: ignore[operator]
