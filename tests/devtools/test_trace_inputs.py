"""Arguments made from schemas, and what the command line may say about them."""

from collections.abc import Sequence

import pytest

from tt_devtools.failure import Failure
from tt_devtools.trace.argument_values import parse_arguments
from tt_devtools.trace.inputs import Asked, plan_arguments
from tt_devtools.trace.layouts import LAYOUTS, Shape, geometry, parse_layouts
from tt_devtools.trace.memory import check_memory
from tt_devtools.trace.target import Target, parse_dtypes, parse_shapes, parse_target
from tt_opspec.schema import parse
from tt_opspec.table import OpEntry, entries

ADD = "add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor"
DTYPES = ("bool", "int64", "float32", "float64")


def planned(
    schema: str,
    shapes: Sequence[Shape] = (),
    dtypes: Sequence[str] = (),
    requires_grad: bool = False,
    layouts: Sequence[str] = (),
    device: str = "",
    given: tuple[str, ...] = (),
) -> list[str]:
    tree = parse(schema)
    asked = Asked(shapes, dtypes, layouts, device, requires_grad, parse_arguments(given, tree))
    return [str(argument) for argument in plan_arguments(tree, asked)]


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("add", Target("tt", "add", "")),
        ("add.Tensor", Target("tt", "add", "Tensor")),
        ("tt.add", Target("tt", "add", "")),
        ("torch.add", Target("torch", "add", "")),
        ("np.add", Target("numpy", "add", "")),
        ("torch.sum.dim_IntList", Target("torch", "sum", "dim_IntList")),
    ],
)
def test_targets(text: str, target: Target) -> None:
    assert parse_target(text) == target


@pytest.mark.parametrize("text", ["", "torch", "torch.", "add.", "a-b", "train.py.x", "tt.add.Tensor.more"])
def test_no_targets(text: str) -> None:
    with pytest.raises(Failure) as caught:
        parse_target(text)
    assert caught.value.code == 2


def test_shapes() -> None:
    assert parse_shapes("64x64,64") == [(64, 64), (64,)]
    assert parse_shapes("(), 0x3") == [(), (0, 3)]
    assert parse_shapes("") == []


@pytest.mark.parametrize("text", ["64x", "-1", "axb", "64,,2", "64*2", "( )"])
def test_no_shapes(text: str) -> None:
    with pytest.raises(Failure, match="is not a shape") as caught:
        parse_shapes(text)
    assert caught.value.code == 2


@pytest.mark.parametrize("size", ["1" + "0" * 18, "9" * 5000])
def test_sizes_that_no_tensor_has(size: str) -> None:
    with pytest.raises(Failure, match=rf"\.\.\. has {len(size)} digits: no size is so large") as caught:
        parse_shapes(f"3x{size}")
    assert caught.value.code == 2
    assert parse_shapes("0" * 30 + "3") == [(3,)]


def test_dtypes() -> None:
    assert parse_dtypes("float32", DTYPES) == ["float32"]
    assert parse_dtypes("torch.int64, tt.bool", DTYPES) == ["int64", "bool"]
    with pytest.raises(Failure) as caught:
        parse_dtypes("flot32", DTYPES)
    assert (caught.value.message, caught.value.hint) == (
        "--dtype: unknown dtype 'flot32'",
        "did you mean 'float32' or 'float64'?",
    )


def test_tensors_get_a_shape_and_a_dtype() -> None:
    assert planned(ADD) == ["self: float32[64, 64]", "other: float32[64, 64]"]


def test_one_shape_stands_for_all_and_several_are_given_in_order() -> None:
    assert planned(ADD, [(3,)]) == ["self: float32[3]", "other: float32[3]"]
    assert planned(ADD, [(2, 3), ()], ["int64", "float64"]) == ["self: int64[2, 3]", "other: float64[]"]


def test_gradients_go_to_what_can_have_them() -> None:
    assert planned(ADD, dtypes=["float32", "int64"], requires_grad=True) == [
        "self: float32[64, 64] requires_grad",
        "other: int64[64, 64]",
    ]
    copy = "copy_(Tensor(a!) self, Tensor src, bool non_blocking=False) -> Tensor(a!)"
    assert planned(copy, requires_grad=True) == [
        "self: float32[64, 64]",
        "src: float32[64, 64] requires_grad",
    ]


def test_gradients_of_integers_are_refused() -> None:
    with pytest.raises(Failure) as caught:
        planned(ADD, dtypes=["int64"], requires_grad=True)
    assert caught.value.code == 2
    assert caught.value.message == (
        "add.Tensor: --requires-grad needs a floating or complex argument that is only read, "
        "but self is int64, other is int64"
    )


def test_too_many_shapes_are_refused() -> None:
    with pytest.raises(Failure, match="--shape gives 3 values, tensor arguments are 2"):
        planned(ADD, [(1,)] * 3)


@pytest.mark.parametrize(
    ("schema", "arguments"),
    [
        (
            "where.self(Tensor condition, Tensor self, Tensor other) -> Tensor",
            ["condition: bool[4, 6]", "self: float32[4, 6]", "other: float32[4, 6]"],
        ),
        (
            "transpose.int(Tensor(a) self, int dim0, int dim1) -> Tensor(a)",
            ["self: float32[4, 6]", "dim0: 0", "dim1: 1"],
        ),
        ("view(Tensor(a) self, int[] size) -> Tensor(a)", ["self: float32[4, 6]", "size: [4, 6]"]),
        ("permute(Tensor(a) self, int[] dims) -> Tensor(a)", ["self: float32[4, 6]", "dims: [1, 0]"]),
        (
            "as_strided(Tensor(a) self, int[] size, int[] stride, int? storage_offset=None) -> Tensor(a)",
            ["self: float32[4, 6]", "size: [4, 6]", "stride: [6, 1]"],
        ),
        (
            "select.int(Tensor(a) self, int dim, int index) -> Tensor(a)",
            ["self: float32[4, 6]", "dim: 0", "index: 0"],
        ),
        (
            "sum.dim_IntList(Tensor self, int[1]? dim, bool keepdim=False) -> Tensor",
            ["self: float32[4, 6]", "dim: [0]"],
        ),
        ("cat(Tensor[] tensors, int dim=0) -> Tensor", ["tensors: [float32[4, 6], float32[4, 6]]"]),
        ("empty(int[] size, *, ScalarType? dtype=None) -> Tensor", ["size: [4, 6]"]),
        ("full(int[] size, Scalar fill_value) -> Tensor", ["size: [4, 6]", "fill_value: 2"]),
        (
            "to.dtype(Tensor self, ScalarType dtype, bool copy=False) -> Tensor",
            ["self: float32[4, 6]", "dtype: float64"],
        ),
    ],
)
def test_other_arguments_follow_from_type_and_name(schema: str, arguments: list[str]) -> None:
    assert planned(schema, [(4, 6)]) == arguments


def test_an_op_that_returns_a_number_gets_one_element() -> None:
    assert planned("item(Tensor self) -> Scalar") == ["self: float32[]"]


def test_a_factory_takes_shape_and_dtype() -> None:
    schema = "empty(int[] size, *, ScalarType? dtype=None) -> Tensor"
    assert planned(schema, [(3,)], ["int64"]) == ["size: [3]", "dtype=int64"]


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.qualified)
def test_every_op_of_the_table_gets_arguments(entry: OpEntry) -> None:
    arguments = plan_arguments(entry.schema, Asked())
    assert len(arguments) >= len(
        [arg for arg in entry.schema.args if arg.type == "Tensor" and not arg.optional]
    )


def test_layouts_and_devices() -> None:
    assert planned(ADD, layouts=["transposed", "contiguous"], device="meta") == [
        "self: float32[64, 64] transposed on meta",
        "other: float32[64, 64] on meta",
    ]
    assert planned("empty(int[] size, *, Device? device=None) -> Tensor", device="meta")[1] == "device=meta"


@pytest.mark.parametrize(
    ("layout", "strides", "offset", "storage"),
    [
        ("contiguous", (3, 1), 0, 6),
        ("transposed", (1, 2), 0, 6),
        ("strided", (6, 2), 0, 12),
        ("expanded", (0, 0), 0, 1),
        ("offset", (3, 1), 1, 7),
    ],
)
def test_geometry_of_a_layout(layout: str, strides: tuple[int, ...], offset: int, storage: int) -> None:
    found = geometry(layout, (2, 3))
    assert (found.strides, found.offset, found.storage) == (strides, offset, storage)
    reach = found.offset + sum((size - 1) * stride for size, stride in zip((2, 3), strides, strict=True))
    assert reach < storage


def test_every_layout_is_tested() -> None:
    assert set(LAYOUTS) == {"contiguous", "transposed", "strided", "expanded", "offset"}


def test_layouts_that_do_not_fit_are_refused() -> None:
    with pytest.raises(Failure, match=r"transposed needs 2 dimensions, the shape is \[3\]"):
        planned(ADD, [(3,)], layouts=["transposed"])
    with pytest.raises(Failure) as caught:
        parse_layouts("transpose")
    assert caught.value.hint == "did you mean 'transposed'?"


SUM = "sum.dim_IntList(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor"


@pytest.mark.parametrize(
    ("schema", "given", "arguments"),
    [
        (ADD, ("alpha=3",), ["self: float32[64, 64]", "other: float32[64, 64]", "alpha=3"]),
        (ADD, ("other=2.5",), ["self: float32[64, 64]", "other: 2.5"]),
        (ADD, ("other=nan",), ["self: float32[64, 64]", "other: nan"]),
        (ADD, ("alpha=-inf",), ["self: float32[64, 64]", "other: float32[64, 64]", "alpha=-inf"]),
        (ADD, ("other=64:float16",), ["self: float32[64, 64]", "other: float16[64]"]),
        (ADD, ("out=64x64",), ["self: float32[64, 64]", "other: float32[64, 64]", "out=float32[64, 64]"]),
        (SUM, ("dim=[0,1]", "keepdim=True"), ["self: float32[64, 64]", "dim: [0, 1]", "keepdim: True"]),
        (SUM, ("dim=None", "dtype=float64"), ["self: float32[64, 64]", "dim: None", "dtype=float64"]),
        (SUM, ("dim=1",), ["self: float32[64, 64]", "dim: [1]"]),
        (
            "f(Tensor x, Tensor? weight=None, int n=1) -> Tensor",
            ("n=2",),
            ["x: float32[64, 64]", "n=2"],
        ),
        ("f(Tensor x, str mode) -> Tensor", ("mode=fast",), ["x: float32[64, 64]", "mode: fast"]),
    ],
)
def test_arguments_given_by_name(schema: str, given: tuple[str, ...], arguments: list[str]) -> None:
    assert planned(schema, given=given) == arguments


@pytest.mark.parametrize(
    ("schema", "given", "message"),
    [
        (ADD, "alpha", "--arg: 'alpha' is not NAME=VALUE"),
        (ADD, "alphas=1", "--arg: add.Tensor has no argument 'alphas'"),
        (ADD, "alpha=x", "--arg alpha: expected Scalar, got 'x'"),
        (ADD, "alpha=None", "--arg alpha: expected Scalar, got 'None'"),
        (ADD, "other=64y64", "--arg other: expected a tensor as SHAPE or SHAPE:DTYPE, got '64y64'"),
        (SUM, "dim=a", "--arg dim: expected int[1]?, got 'a'"),
        (SUM, "keepdim=3", "--arg keepdim: expected bool, got '3'"),
        (SUM, "dtype=float31", "--dtype: unknown dtype 'float31'"),
    ],
)
def test_arguments_that_do_not_fit_are_refused(schema: str, given: str, message: str) -> None:
    with pytest.raises(Failure) as caught:
        planned(schema, given=(given,))
    assert (caught.value.message, caught.value.code) == (message, 2)


def test_a_value_that_only_the_user_knows_is_asked_for() -> None:
    with pytest.raises(Failure) as caught:
        planned("einsum(str equation, Tensor[] tensors) -> Tensor")
    assert (caught.value.hint, caught.value.code) == ("--arg equation=...", 2)


def test_arguments_that_are_larger_than_the_memory_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def check(shape: Shape, copies: int = 1, device: str = "", layout: str = "contiguous") -> None:
        asked = Asked([shape], ["float32", "bfloat16"], [layout], device)
        check_memory(plan_arguments(parse(ADD), asked), copies)

    monkeypatch.setattr("tt_devtools.trace.memory.free_kib", lambda: 10 << 10)
    check((1 << 20,))  # 4 and 2 MiB, and 4 for the result
    check((1 << 30,), device="meta")
    check((1 << 30,), layout="expanded")
    with pytest.raises(
        Failure, match=r"--shape: the call needs 0\.0156 GiB, 0\.00977 GiB are free"
    ) as caught:
        check((1 << 20,), copies=2)
    assert caught.value.code == 2
    monkeypatch.setattr("tt_devtools.trace.memory.free_kib", lambda: None)  # a system that does not say
    check((1 << 40,))
