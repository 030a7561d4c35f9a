"""dtype, device, layout, memory_format and Size: text, equality, copies, pickles; nobody changes them."""

import copy
import pickle
from typing import Any

import pytest

import tt

DTYPES = ["bool", "uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "float16",
          "bfloat16",
          "float32", "float64", "complex64", "complex128"]  # fmt: skip
FORMATS = ["contiguous_format", "preserve_format", "channels_last", "channels_last_3d"]
SINGLETONS = [*DTYPES, "strided", "sparse_coo", *FORMATS]


@pytest.mark.parametrize("name", SINGLETONS)
def test_singletons(name: str) -> None:
    value = getattr(tt, name)
    assert repr(value) == str(value) == f"tt.{name}"
    assert value == value
    assert {value: 1}[value] == 1
    assert all(value != getattr(tt, other) for other in SINGLETONS if other != name)
    for same in (copy.copy(value), copy.deepcopy([value])[0], pickle.loads(pickle.dumps(value))):
        assert same is value


@pytest.mark.parametrize("name", SINGLETONS)
def test_singletons_cannot_be_changed_or_made(name: str) -> None:
    value = getattr(tt, name)
    with pytest.raises(AttributeError):
        value.anything = 1
    with pytest.raises(TypeError, match="cannot create"):
        type(value)()
    with pytest.raises(TypeError, match="not an acceptable base type"):
        type("Sub", (type(value),), {})
    with pytest.raises(TypeError, match="immutable type"):
        type(value).anything = 1


def test_dtype_facts() -> None:
    assert [getattr(tt, name).itemsize for name in DTYPES] == [1, 1, 2, 4, 8, 1, 2, 4, 8, 2, 2, 4, 8, 8, 16]
    assert [n for n in DTYPES if getattr(tt, n).is_floating_point] == [
        "float16",
        "bfloat16",
        "float32",
        "float64",
    ]
    assert [n for n in DTYPES if getattr(tt, n).is_complex] == ["complex64", "complex128"]
    assert [n for n in DTYPES if not getattr(tt, n).is_signed] == [
        "bool",
        "uint8",
        "uint16",
        "uint32",
        "uint64",
    ]
    with pytest.raises(AttributeError):
        tt.float32.itemsize = 3
    assert (tt.half, tt.double, tt.long, tt.cfloat) == (tt.float16, tt.float64, tt.int64, tt.complex64)


@pytest.mark.parametrize(
    ("device", "text", "shown", "index"),
    [
        (tt.device("cpu"), "cpu", "device(type='cpu')", None),
        (tt.device("cpu:0"), "cpu:0", "device(type='cpu', index=0)", 0),
        (tt.device("cuda:1"), "cuda:1", "device(type='cuda', index=1)", 1),
        (tt.device("cuda", 1), "cuda:1", "device(type='cuda', index=1)", 1),
        (tt.device(type="meta"), "meta", "device(type='meta')", None),
        (tt.device(tt.device("cuda"), index=3), "cuda:3", "device(type='cuda', index=3)", 3),
        (tt.device("privateuseone:127"), "privateuseone:127", "device(type='privateuseone', index=127)", 127),
        (tt.device(2), "cuda:2", "device(type='cuda', index=2)", 2),
    ],
)
def test_device(device: tt.device, text: str, shown: str, index: int | None) -> None:
    assert str(device) == text
    assert repr(device) == shown
    assert device.type == text.split(":")[0]
    assert device.index == index
    assert device == tt.device(text)
    assert hash(device) == hash(tt.device(text))
    assert {device: 1}[tt.device(text)] == 1
    for same in (copy.copy(device), copy.deepcopy(device), pickle.loads(pickle.dumps(device))):
        assert same == device
    with pytest.raises(AttributeError):
        device.type = "cpu"
    with pytest.raises(AttributeError):
        device.anything = 1


def test_devices_differ() -> None:
    different = [tt.device(text) for text in ("cpu", "cpu:0", "cuda", "cuda:0", "cuda:1", "meta")]
    assert len(set(different)) == len(different)
    assert tt.device("cpu") != "cpu"
    with pytest.raises(TypeError):
        _ = tt.device("cpu") < tt.device("cuda")


@pytest.mark.parametrize(
    ("args", "error", "message"),
    [
        (("gpu",), RuntimeError, "expected one of cpu, cuda, meta, privateuseone .* got 'gpu'"),
        (("",), RuntimeError, "expected one of cpu"),
        (("cuda:",), RuntimeError, "invalid device string: 'cuda:'"),
        (("cuda:-1",), RuntimeError, "invalid device string"),
        (("cuda:1000",), RuntimeError, "index from 0 to 127"),
        (("cuda:99999999999999",), RuntimeError, "invalid device string"),
        (("cuda:1 ",), RuntimeError, "invalid device string"),
        (("cpu\0x",), RuntimeError, "expected one of cpu"),
        (("cuda:1", 2), RuntimeError, "the type already has an index, 'cuda:1'"),
        (("cuda", 128), RuntimeError, "expected an index from 0 to 127, got 128"),
        (("cuda", -1), RuntimeError, "expected an index from 0 to 127, got -1"),
        (("cuda", 2**70), OverflowError, "too large"),
        ((-1,), RuntimeError, "from 0 to 127, got -1"),
        ((1.5,), TypeError, "device: expected a string, an index or a device, got float"),
        ((None,), TypeError, "got NoneType"),
        ((), TypeError, "missing required argument"),
    ],
)
def test_device_refuses(args: tuple[Any, ...], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        tt.device(*args)


def test_there_is_one_cpu() -> None:
    for device in ("cpu", "cpu:0", tt.device("cpu", 3)):
        assert tt.ones(1, device=device).device == tt.device("cpu")
    assert tt.empty(1, device="meta:1").device == tt.device("meta")
    assert (tt.ones(1, device="cpu:0") + tt.ones(1)).tolist() == [2]


def test_size_is_a_tuple() -> None:
    size = tt.ones(2, 3, 4).shape
    assert isinstance(size, tuple)
    assert type(size) is tt.Size
    assert repr(size) == "tt.Size([2, 3, 4])"
    assert size == (2, 3, 4)
    assert hash(size) == hash((2, 3, 4))
    assert size.numel() == 24
    assert tt.Size([2**40, 2**40]).numel() == 2**80
    assert tt.Size(()).numel() == 1
    assert (list(size), size[1], size.index(3), size.count(4), 3 in size) == ([2, 3, 4], 3, 1, 1, True)
    for same in (copy.copy(size), copy.deepcopy(size), pickle.loads(pickle.dumps(size))):
        assert same == size
        assert type(same) is tt.Size


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (tt.Size([1, 2, 3])[1:], (2, 3)),
        (tt.Size([1, 2, 3])[::-1], (3, 2, 1)),
        (tt.Size([1, 2, 3])[:], (1, 2, 3)),
        (tt.Size([1]) + (2, 3), (1, 2, 3)),  # noqa: RUF005
        ((1,) + tt.Size([2]), (1, 2)),  # noqa: RUF005
        (tt.Size([]) + (), ()),  # noqa: RUF005
        (tt.Size([1, 2]) * 2, (1, 2, 1, 2)),
        (2 * tt.Size([1, 2]), (1, 2, 1, 2)),
        (tt.Size(iter([4, 5])), (4, 5)),
    ],
)
def test_parts_of_sizes_are_sizes(made: tt.Size, expected: tuple[int, ...]) -> None:
    assert made == expected
    assert type(made) is tt.Size


def test_size_refuses() -> None:
    with pytest.raises(TypeError, match="expected an iterable of ints, but item 1 is a str"):
        tt.Size([1, "a"])
    with pytest.raises(TypeError, match="item 0 is a float"):
        tt.Size([1.0])
    with pytest.raises(TypeError, match="item 1 is a float"):
        tt.Size([1]) + (1.5,)  # noqa: RUF005
    with pytest.raises(TypeError, match="can only concatenate tuple"):
        tt.Size([1]) + [1]  # noqa: RUF005
    with pytest.raises(TypeError):
        tt.Size(3)
    with pytest.raises(AttributeError):
        tt.Size([1]).anything = 1


def test_memory_format_is_accepted_where_torch_does() -> None:
    x = tt.ones(2, 3).t()
    assert x.clone().stride() == (1, 3)
    assert x.clone(memory_format=tt.preserve_format).stride() == (1, 3)
    assert x.clone(memory_format=tt.contiguous_format).stride() == (2, 1)
    assert x.contiguous(memory_format=tt.contiguous_format).stride() == (2, 1)
    image = tt.ones(2, 3, 4, 5)
    assert image.contiguous(memory_format=tt.channels_last).stride() == (60, 1, 15, 3)
    with pytest.raises(
        TypeError, match=r"contiguous: argument 'memory_format' must be tt.memory_format, not NoneType"
    ):
        x.contiguous(memory_format=None)
    with pytest.raises(
        TypeError, match=r"clone: argument 'memory_format' must be tt.memory_format or None, not str"
    ):
        x.clone(memory_format="contiguous_format")


def test_is_contiguous_in_a_format() -> None:
    image = tt.ones(2, 3, 4, 5)
    assert image.is_contiguous()
    assert image.is_contiguous(memory_format=tt.contiguous_format)
    assert not image.is_contiguous(tt.channels_last)
    last = image.contiguous(memory_format=tt.channels_last)
    assert last.is_contiguous(memory_format=tt.channels_last)
    assert not last.is_contiguous()
    assert not tt.ones(2, 3).is_contiguous(memory_format=tt.channels_last)
    volume = tt.ones(2, 3, 4, 5, 6).contiguous(memory_format=tt.channels_last_3d)
    assert volume.is_contiguous(memory_format=tt.channels_last_3d)
    with pytest.raises(
        TypeError, match=r"is_contiguous: argument 'memory_format' must be tt.memory_format, not int"
    ):
        image.is_contiguous(3)
    with pytest.raises(TypeError, match="is_contiguous: got an unexpected keyword argument 'format'"):
        image.is_contiguous(format=tt.channels_last)
    with pytest.raises(RuntimeError, match="preserve_format is the order of no tensor"):
        image.is_contiguous(memory_format=tt.preserve_format)


def test_ops_are_named_copied_and_pickled() -> None:
    assert tt.add.__name__ == tt.add.__qualname__ == "add"
    assert tt.add.__module__ == "tt"
    assert repr(tt.add) == "<op add>"
    assert "Tensor self" in tt.add.__doc__
    assert tt.add.overloads == ["add.Tensor"]
    assert copy.deepcopy({"op": tt.add})["op"] is tt.add
    assert pickle.loads(pickle.dumps(tt.add)) is tt.add
    with pytest.raises(AttributeError):
        tt.add.anything = 1
