"""One expression in three languages: the functor that is compiled, NumPy's steps, and the exact value."""

from __future__ import annotations

import ctypes
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tt_devtools.new_op import check
from tt_devtools.new_op.calculus.evaluate import evaluate
from tt_devtools.new_op.calculus.exact_arithmetic import ExactArithmetic
from tt_devtools.new_op.calculus.float_arithmetic import FloatArithmetic
from tt_devtools.new_op.language.cpp_text import CppBody
from tt_devtools.new_op.language.expression import Node
from tt_devtools.new_op.language.parse import parse
from tt_devtools.new_op.language.resolve import Scope, resolve
from tt_devtools.new_op.language.vocabulary import Vocabulary
from tt_devtools.new_op.tree.workspace import Disk

ROOT = Path(__file__).parents[2]
TABLE = Vocabulary(Disk(ROOT))
NAMES = ("self", "other", "eps")
COUNT = 40
AT = np.linspace(0.4, 1.6, 50), np.linspace(1.9, 0.3, 50), np.linspace(0.1, 0.9, 50)
FORMS = (
    "({} + {})", "({} - {})", "({} * {})", "{} / (1 + abs({}))", "({} % (2 + abs({})))", "({} // (2 + abs({})))",
    "maximum({}, {})", "minimum({}, {})", "(1 + abs({})) ** ({} / 4)", "where({} > 1, {}, pi)",
    "where(logical_and({} > 0, {} < inf), e, 2 ** 0.5)", "exp(tanh({}))", "log(1 + ({}) ** 2)", "sqrt(abs({}) + 0.1)",
    "sigmoid({})", "relu({})", "-({})", "({}) ** 3",
)  # fmt: skip
"""What keeps its arguments in a range where every function has its digits."""


def written(draw: random.Random, depth: int) -> str:
    if depth == 0:
        return draw.choice(["self", "other", "(self + 2)", "0.5 * other", "eps * self"])
    form = draw.choice(FORMS)
    parts = [written(draw, draw.randrange(depth)) for _ in range(form.count("{}"))]
    return form.format(*parts)


def expressions() -> Iterator[Node]:
    """As many as are compiled together, the same in every run."""
    draw = random.Random(5)
    while True:
        text = f"self + other * eps * ({written(draw, 3)})"
        yield resolve(parse(text), Scope(TABLE, text, {"self": True, "other": True, "eps": False}))


EXPRESSIONS = [node for node, _ in zip(expressions(), range(COUNT), strict=False)]


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    """Every expression as a function of double, `f0` and so on."""
    bodies = [CppBody(TABLE, {name: name for name in NAMES}) for _ in EXPRESSIONS]
    values = [body.value(node) for body, node in zip(bodies, EXPRESSIONS, strict=True)]
    headers = sorted({"functor.h"}.union(*(body.headers for body in bodies)))
    lines = [f'#include "tt/kernels/functors/{header}"' for header in headers]
    lines += ["namespace tt::kernels {", "using T = double;", 'extern "C" {']
    for at, (body, value) in enumerate(zip(bodies, values, strict=True)):
        steps = " ".join(body.statements)
        lines.append(f"T f{at}(T self, T other, T eps) {{ (void)self; {steps} return {value}; }}")
    folder = tmp_path_factory.mktemp("expressions")
    source, library = folder / "all.cpp", folder / "all.so"
    source.write_text("\n".join([*lines, "}", "}", ""]))
    includes = [f"-I{ROOT / each}" for each in ("packages/kernels/cpp", "packages/core/cpp")]
    program = check.compiler()
    assert program is not None
    flags = ["-std=c++20", "-O1", "-shared", "-fPIC", "-ffp-contract=off", '-DTT_ISA_NAME="baseline"']
    subprocess.run(
        [program, *flags, "-DTT_ISA=baseline", *includes, str(source), "-o", str(library)], check=True
    )
    return ctypes.CDLL(str(library))


def test_functor_numpy_and_exact_value_agree(compiled: ctypes.CDLL) -> None:
    exact = ExactArithmetic(200)
    floats = FloatArithmetic("float64", TABLE)
    for at, node in enumerate(EXPRESSIONS):
        function = getattr(compiled, f"f{at}")
        function.restype, function.argtypes = ctypes.c_double, [ctypes.c_double] * 3
        points = list(zip(*AT, strict=True))
        ours = [function(*point) for point in points]
        steps = np.broadcast_to(evaluate(node, dict(zip(NAMES, AT, strict=True)), floats), len(points))
        true = [
            float(
                evaluate(
                    node,
                    {name: exact.number(float(each)) for name, each in zip(NAMES, point, strict=True)},
                    exact,
                )
            )
            for point in points
        ]
        np.testing.assert_allclose(ours, steps, rtol=1e-13, err_msg=str(node))
        np.testing.assert_allclose(ours, true, rtol=1e-11, err_msg=str(node))
