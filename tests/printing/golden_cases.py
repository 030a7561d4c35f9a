"""The tensors of golden.txt, grouped by the rule that each group shows. Must not import tt or torch."""

from math import inf, nan, prod
from typing import Any

from printed_case import Case

INTEGERS = {
    **{f"int{bits}": (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) for bits in (8, 16, 32, 64)},
    **{f"uint{bits}": (0, 2**bits - 1) for bits in (8, 16, 32, 64)},
}
FLOATS = ("float16", "bfloat16", "float32", "float64")
COMPLEXES = ("complex64", "complex128")


def flat(name: str, values: list[Any], dtype: str = "float32", **more: Any) -> Case:
    return Case(name, dtype, (len(values),), values, **more)


def counted(name: str, shape: tuple[int, ...], step: float = 1, dtype: str = "float32", **more: Any) -> Case:
    return Case(name, dtype, shape, [step * i for i in range(prod(shape))], **more)


DTYPES = [
    flat("bool", [True, False], "bool"),
    *(flat(dtype, [low, 0, 7, high], dtype) for dtype, (low, high) in INTEGERS.items()),
    *(flat(dtype, [0.1, -2.5, 1000.75, 3.0], dtype) for dtype in FLOATS),
    *(flat(dtype, [0.1 - 2.5j, 1000.75j, complex(3, -0.0)], dtype) for dtype in COMPLEXES),
]

SHAPES = [
    Case("0-d float", "float32", (), [3.0]),
    Case("0-d float with fraction", "float64", (), [-0.125]),
    Case("0-d int", "int64", (), [-3]),
    Case("0-d bool", "bool", (), [True]),
    Case("0-d complex", "complex64", (), [1.5 - 2j]),
    Case("0-d nan", "float32", (), [nan]),
    Case("empty 1-d", "float32", (0,)),
    Case("empty 2-d", "float32", (0, 3)),
    Case("empty inner", "bool", (2, 3, 0)),
    Case("empty int", "int64", (0,)),
    Case("empty complex", "complex64", (0, 1)),
    counted("2-d", (2, 3), dtype="int64"),
    counted("3-d", (2, 2, 3), 0.5),
    counted("4-d", (2, 1, 2, 2), dtype="int32"),
    counted("wrapped row", (30,), 12.5),
    counted("wrapped rows in a matrix", (2, 30), dtype="int64"),
    counted("wrapped suffix", (17,), 0.25, "float64"),
]

FORMS = [
    flat("whole floats", [1.0, -20.0, 0.0]),
    flat("zeros only", [0.0, -0.0]),
    flat("negative zero beside a fraction", [-0.0, 1.5]),
    flat("inf and nan beside whole", [inf, -inf, nan, 2.0]),
    flat("inf and nan beside a fraction", [inf, -inf, nan, 2.5]),
    flat("inf and nan only", [nan, inf, -inf]),
    flat("ratio at the limit", [1.0, 1000.0]),
    flat("ratio above the limit", [1.0, 1001.0]),
    flat("fraction ratio above the limit", [0.5, 501.0]),
    flat("large whole at the limit", [1e8]),
    flat("large whole", [100000008.0, 0.0, nan]),
    flat("small at the limit", [0.0001], "float64"),
    flat("small", [0.00009, 0.0]),
    flat("subnormal", [1e-45, -1e-45]),
    flat("extremes overflow the ratio", [5e-324, 1.7e308], "float64"),
    flat("rounded to four digits", [0.123456789, 2.00005]),
    flat("complex whole beside fraction", [1 + 0.5j, -2 - 1j, complex(nan, -inf)], "complex64"),
    flat("complex scientific", [1e9 + 1e-9j, 2 - 1j], "complex128"),
    flat("complex wrapped", [complex(i, -i / 4) for i in range(12)], "complex64"),
]

SUMMARIES = [
    counted("at a threshold of 20", (20,), dtype="int64", options={"threshold": 20}),
    counted("above a threshold of 20", (21,), dtype="int64", options={"threshold": 20}),
    counted("above the default threshold", (1001,), dtype="int64"),
    counted("summarised width is the edges'", (2000,), 0.5),
    counted("summarised matrix", (40, 30), 0.5),
    counted("summarised outer only", (400, 3), dtype="int64"),
    counted("summarised inner only", (2, 600), dtype="int32"),
    counted("summarised 3-d", (8, 3, 50), dtype="int64"),
    flat("summarised bool", [i % 2 == 0 for i in range(1200)], "bool"),
]

OPTIONS = [
    flat("precision 2", [1.5, -2.25], options={"precision": 2}),
    flat("precision 0", [1.5, -2.25], options={"precision": 0}),
    flat("precision 7 scientific", [1.5, 1e9], options={"precision": 7}),
    flat("sci_mode on", [1.0, 2.5], options={"sci_mode": True}),
    flat("sci_mode on for zeros", [0.0, 0.0], options={"sci_mode": True}),
    flat("sci_mode on decides the width", [1.0, nan, -2.0], options={"sci_mode": True, "precision": 0}),
    flat("sci_mode off", [1.0, 1e9, -1.0], options={"sci_mode": False}),
    flat("sci_mode off for small", [1e-7, 2.0], options={"sci_mode": False}),
    counted("edgeitems 1", (1001,), dtype="int64", options={"edgeitems": 1}),
    counted("edgeitems 0", (2, 600), dtype="int64", options={"edgeitems": 0}),
    counted("edgeitems 0 below the threshold", (3,), dtype="int32", options={"edgeitems": 0}),
    counted("threshold 0", (9,), dtype="int64", options={"threshold": 0}),
    counted("linewidth 40", (20,), 0.5, options={"linewidth": 40}),
    counted("linewidth 1", (3,), dtype="int64", options={"linewidth": 1}),
    counted("profile short", (40, 30), 0.125, options={"profile": "short"}),
    counted("profile short with precision", (2,), 0.5, options={"profile": "short", "precision": 5}),
]

SUFFIXES = [
    Case("meta", "float32", (2, 3), device="meta"),
    Case("meta int", "int64", (), device="meta"),
    Case("meta with grad", "float64", (0,), device="meta", requires_grad=True),
    flat("requires_grad", [1.0, 2.0], requires_grad=True),
    flat("grad_fn", [1.5], "float64", grad_fn="CloneBackward0"),
    counted("grad_fn on a new line", (27,), 0.25, grad_fn="CloneBackward0"),
    counted("grad_fn of a summary", (40, 30), 0.25, grad_fn="CloneBackward0"),
    flat("default float64", [1.0], "float64", default_dtype="float64"),
    flat("default float64 shows float32", [1.0], "float32", default_dtype="float64"),
    flat("default float64 hides complex128", [1j], "complex128", default_dtype="float64"),
    flat("default float64 shows complex64", [1j], "complex64", default_dtype="float64"),
    flat("default float16 hides complex64", [1j], "complex64", default_dtype="float16"),
    Case("default float64 empty float32", "float32", (0,), default_dtype="float64"),
    Case("sparse", "float32", (2, 2), [1.0, 2.0], indices=((0, 1), (1, 0))),
    Case("sparse int8 with a dense dimension", "int8", (3, 2), [1, 2, 3, 4], indices=((2, 0),)),
    Case("sparse empty", "float64", (2, 3), indices=((), ()), requires_grad=True),
    Case("sparse meta", "int64", (2, 3), indices=((), ()), device="meta"),
]

CASES = [*DTYPES, *SHAPES, *FORMS, *SUMMARIES, *OPTIONS, *SUFFIXES]
