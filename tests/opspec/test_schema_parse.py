"""Every element of the grammar reads to the right part, and prints back."""

import pytest

from tt_opspec.schema import REQUIRED, Alias, Arg, Default, Return, parse


def only_arg(text: str) -> Arg:
    (arg,) = parse(f"op({text}) -> Tensor").args
    return arg


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Tensor self", Arg("self", "Tensor")),
        ("Tensor(a) self", Arg("self", "Tensor", alias=Alias("a"))),
        ("Tensor(a!) x", Arg("x", "Tensor", alias=Alias("a", writes=True))),
        ("Tensor(a -> *) x", Arg("x", "Tensor", alias=Alias("a", wildcard=True))),
        ("Tensor? w=None", Arg("w", "Tensor", optional=True, default=None)),
        ("Tensor[] ts", Arg("ts", "Tensor", list_size=0)),
        ("Tensor(a!)[] ts", Arg("ts", "Tensor", list_size=0, alias=Alias("a", writes=True))),
        ("Tensor?[] indices", Arg("indices", "Tensor", list_size=0, element_optional=True)),
        ("int n", Arg("n", "int")),
        ("SymInt n", Arg("n", "int")),
        ("int[] size", Arg("size", "int", list_size=0)),
        ("SymInt[2] size", Arg("size", "int", list_size=2)),
        ("int[1]? dim=None", Arg("dim", "int", optional=True, list_size=1, default=None)),
        ("float eps", Arg("eps", "float")),
        ("bool[3] mask", Arg("mask", "bool", list_size=3)),
        ("Scalar? s=None", Arg("s", "Scalar", optional=True, default=None)),
        ("str? s=None", Arg("s", "str", optional=True, default=None)),
        ("ScalarType? dtype=None", Arg("dtype", "ScalarType", optional=True, default=None)),
        ("Device? device=None", Arg("device", "Device", optional=True, default=None)),
        ("Layout? layout=None", Arg("layout", "Layout", optional=True, default=None)),
        ("Generator? g=None", Arg("g", "Generator", optional=True, default=None)),
    ],
)
def test_types(text: str, expected: Arg) -> None:
    assert only_arg(text) == expected


@pytest.mark.parametrize(
    ("text", "value", "normal"),
    [
        ("int n=-3", -3, "-3"),
        ("int reduction=Mean", 1, "1"),
        ("float eps=1e-6", 1e-06, "1e-06"),
        ("float p=2", 2.0, "2.0"),
        ("float p=-inf", float("-inf"), "-inf"),
        ("bool b=True", True, "True"),
        ("Scalar s=1", 1, "1"),
        ("Scalar s=0.5", 0.5, "0.5"),
        ("Scalar s=False", False, "False"),
        ("int? n=None", None, "None"),
        ("int? n=2", 2, "2"),
        ("str s='a \"b'", 'a "b', '"a \\"b"'),
        ('str s="a\\\\b\\n"', "a\\b\n", '"a\\\\b\\n"'),
        ("int[] d=[]", (), "[]"),
        ("int[] d=[-2, -1]", (-2, -1), "[-2,-1]"),
        ("int[2] d=[0,1]", (0, 1), "[0,1]"),
        ("int[2] d=1", 1, "1"),
        ("int[1] d=[-2,-1]", (-2, -1), "[-2,-1]"),
        ("ScalarType dtype=float32", "float32", "float32"),
        ("ScalarType dtype=long", "int64", "int64"),
        ("Layout layout=strided", "strided", "strided"),
        ("MemoryFormat m=contiguous_format", "contiguous_format", "contiguous_format"),
        ('Device d="cpu"', "cpu", '"cpu"'),
    ],
)
def test_defaults(text: str, value: Default, normal: str) -> None:
    arg = only_arg(text)
    assert arg.default == value
    assert type(arg.default) is type(value)
    assert arg.default_text == normal


def test_no_default_is_required_and_not_none() -> None:
    assert only_arg("int? n").default is REQUIRED
    assert only_arg("int? n=None").default is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Tensor", (Return("", "Tensor"),)),
        ("Tensor(a)", (Return("", "Tensor", alias=Alias("a")),)),
        ("Tensor(a!)", (Return("", "Tensor", alias=Alias("a", writes=True)),)),
        ("(Tensor values, Tensor indices)", (Return("values", "Tensor"), Return("indices", "Tensor"))),
        ("(Tensor, Tensor)", (Return("", "Tensor"), Return("", "Tensor"))),
        ("Tensor[]", (Return("", "Tensor", list_size=0),)),
        ("Tensor(a)[]", (Return("", "Tensor", list_size=0, alias=Alias("a")),)),
        ("int", (Return("", "int"),)),
        ("bool", (Return("", "bool"),)),
        ("float", (Return("", "float"),)),
        ("Scalar", (Return("", "Scalar"),)),
        ("()", ()),
    ],
)
def test_returns(text: str, expected: tuple[Return, ...]) -> None:
    schema = parse(f"op() -> {text}")
    assert schema.returns == expected
    assert schema.returns_text == text


def test_names() -> None:
    schema = parse("add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor")
    assert (schema.name, schema.overload, schema.qualified) == ("add", "Tensor", "add.Tensor")
    assert [arg.keyword_only for arg in schema.args] == [False, False, True]
    assert [arg.name for arg in schema.tensors] == ["self", "other"]
    assert parse("exp(Tensor self) -> Tensor").qualified == "exp"
    assert parse("mylib::relu6(Tensor self) -> Tensor").name == "mylib::relu6"
    assert parse("__and__.Tensor(Tensor self, Tensor other) -> Tensor").qualified == "__and__.Tensor"


def test_space_is_free() -> None:
    text = "add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor"
    assert parse(" add.Tensor ( Tensor  self ,Tensor other,*,Scalar alpha = 1 )->Tensor ") == parse(text)
    assert str(parse(text)) == text
