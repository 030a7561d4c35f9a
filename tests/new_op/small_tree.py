"""A tree in memory with a dozen ops in all of their places: what `tt new-op` reads, and nothing else."""

from __future__ import annotations

from tt_devtools.new_op.tree import op_table
from tt_devtools.new_op.tree.places import FORMULAS, FUNCTORS, OPS, REDUCE_LOOPS, SAMPLES
from tt_devtools.new_op.tree.workspace import Memory

UNARY = {
    "neg": ("Neg", "nb_negative", "negative", "-a", "-grad"),
    "exp": ("Exp", "", "exp", "math::exp(a)", "grad * conj(result)"),
    "log": ("Log", "", "log", "math::log(a)", "grad / conj(self)"),
    "sqrt": ("Sqrt", "", "sqrt", "", "grad / (2 * conj(result))"),
    "tanh": ("Tanh", "", "tanh", "math::tanh(a)", "grad * conj(1 - result * result)"),
    "relu": ("Relu", "", "", "a < 0 ? T(0) : a", "ops.where(ops.gt(result, 0), grad, 0)"),
    "sin": ("Sin", "", "sin", "math::sin(a)", ""),
}
BINARY = {
    "add.Tensor": ("Add", "nb_add", "add", "a + b", "grad", "grad"),
    "sub.Tensor": ("Sub", "nb_subtract", "subtract", "a - b", "grad", "-grad"),
    "mul.Tensor": ("Mul", "nb_multiply", "multiply", "times(a, b)", "grad * other", "grad * self"),
    "div.Tensor": ("Div", "nb_true_divide", "true_divide", "a / b", "grad / other", "-grad * self / (other * other)"),
    "pow.Tensor": ("Pow", "nb_power", "power", "math::pow(a, b)", "", ""),
    "maximum": ("Maximum", "", "maximum", "a >= b ? a : b", "half(grad, self, other)", "half(grad, other, self)"),
    "lt.Tensor": ("Lt", "tp_lt", "less", "a < b", "", ""),
    "gt.Tensor": ("Gt", "tp_gt", "greater", "a > b", "", ""),
    "eq.Tensor": ("Eq", "tp_eq", "equal", "a == b", "", ""),
}  # fmt: skip


def _entry(family: str, schema: str, functor: str, facts: str, accepts: str = "REAL") -> str:
    name = schema.partition("(")[0].partition(".")[0]
    doc = f'doc="""\n    The {name}.\n    """,'
    return f'\n{name} = {family}(\n    "{schema}",\n    accepts={accepts},\n    {facts}{doc}\n)\n'.replace(
        "FUNCTOR", f'functor="small.h:{functor}",\n    '
    )


def _ops(family: str) -> str:
    lines = [
        f'"""The {family} ops."""\n\nfrom tt_opspec.dtypes import REAL\nfrom tt_opspec.families import {family}\n'
    ]
    table: dict[str, tuple[str, ...]] = UNARY if family == "unary" else BINARY
    arguments = "Tensor self" if family == "unary" else "Tensor self, Tensor other"
    for name, (functor, slot, numpy, *_) in table.items():
        facts = "FUNCTOR" + "".join(
            f'{key}="{value}",\n    ' for key, value in (("slot", slot), ("numpy", numpy)) if value
        )
        if slot.startswith("tp_"):
            facts += 'promotes="to_bool",\n    '
        lines.append(_entry(family, f"{name}({arguments}) -> Tensor", functor, facts))
    return "".join(lines)


def _functors() -> str:
    lines = [
        '// Small.\n#pragma once\n\n#include "tt/kernels/functors/functor.h"\n\nnamespace tt::kernels {\n'
    ]
    for functor, _, _, body, *_ in UNARY.values():
        operator = f"  template <class T>\n  TT_HD T operator()(T a) const {{\n    return {body};\n  }}\n"
        if not body:
            operator = (
                "  TT_HD float operator()(float a) const { return __builtin_sqrtf(a); }\n"
                "  TT_HD double operator()(double a) const { return __builtin_sqrt(a); }\n"
            )
        mark = "  static constexpr bool kVectorMath = true;\n" if functor == "Sin" else ""
        lines.append(f"\nstruct {functor} {{\n  TT_FUNCTOR;\n{mark}{operator}}};\n")
    for functor, _, _, body, *_ in BINARY.values():
        lines.append(
            f"\nstruct {functor} {{\n  TT_FUNCTOR;\n  template <class T>\n"
            f"  TT_HD T operator()(T a, T b) const {{\n    return {body};\n  }}\n}};\n"
        )
    lines.append(
        "\nstruct Where {\n  TT_FUNCTOR;\n  static constexpr bool kTakesCondition = true;\n  template <class T>\n"
        "  TT_HD T operator()(bool condition, T a, T b) const {\n    return condition ? a : b;\n  }\n};\n"
    )
    return "".join([*lines, "\n}  // namespace tt::kernels\n"])


def _formulas(family: str) -> str:
    lines = [
        f'"""The derivatives of {family} ops."""\n\n'
        "from tt_autograd._C import conj\nfrom tt_autograd.registration import derivative\n"
        "from tt_core import ops\n"
        if family == "unary"
        else '"""The derivatives of binary ops."""\n\nfrom tt_autograd.registration import derivative\n'
    ]
    table: dict[str, tuple[str, ...]] = UNARY if family == "unary" else BINARY
    names = ("self",) if family == "unary" else ("self", "other")
    for name, (*_, body, second) in table.items():
        formulas = (second,) if family == "unary" else (body, second)
        if not all(formulas):
            continue
        given = ", ".join(
            f"{each}=lambda grad, self, other, result: {formula}"
            for each, formula in zip(names, formulas, strict=True)
        )
        lines.append(f'\nderivative("{name}", {given})\n')
    if family == "binary":
        lines.append(
            "\n\ndef half(grad, one, two):\n"
            '    """Of equal elements each has half."""\n'
            "    is_two = one.lt(two)\n"
            "    return is_two.where(0, one.eq(two).where(grad / 2, grad))\n"
        )
    return "".join(lines)


MATH = """\
// Functions.
#pragma once

namespace tt::kernels::math {

TT_HD float exp(float x) { return x; }
TT_HD float log(float x) { return x; }
TT_HD float sqrt(float x) { return x; }
TT_HD float sin(float x) { return x; }
TT_HD float pow(float x, float y) { return x; }
template <class T>
TT_HD T tanh(T x) { return x; }

}  // namespace tt::kernels::math
"""


def _attributes(*names: str) -> str:
    return "PyGetSetDef x[] = {\n" + "".join(f'    {{"{name}", get}},\n' for name in names) + "};\n"


VIEW = '''\
"""One view."""

from tt_opspec.families import view

turned = view(
    "turned(Tensor(a) self, int dim) -> Tensor(a)",
    doc="""
    Turned.
    """,
)
'''


def small_tree() -> Memory:
    """A fresh one, whose stub and docs page are current."""
    where = _entry(
        "ternary",
        "where.self(Tensor condition, Tensor self, Tensor other) -> Tensor",
        "Where",
        'FUNCTORnumpy="where",\n    method=False,\n    inplace=False,\n    ',
    )
    tree = Memory(
        {
            f"{OPS}/__init__.py": "",
            f"{OPS}/unary.py": _ops("unary"),
            f"{OPS}/binary.py": _ops("binary"),
            f"{OPS}/ternary.py": '"""Three."""\n\nfrom tt_opspec.dtypes import REAL\n'
            f"from tt_opspec.families import ternary\n{where}",
            f"{OPS}/reduction.py": '"""None yet."""\n\nfrom tt_opspec.dtypes import ALL\n'
            "from tt_opspec.families import reduction\n",
            f"{OPS}/view.py": VIEW,
            f"{FUNCTORS}/small.h": _functors(),
            REDUCE_LOOPS: "to[j] = F{}.map(to[j]); to[j] = F{}.finish(to[j], elements);\n",
            f"{FUNCTORS}/math_small.h": MATH,
            f"{FORMULAS}/unary.py": _formulas("unary"),
            f"{FORMULAS}/binary.py": _formulas("binary"),
            f"{FORMULAS}/ternary.py": '"""The derivatives of ternary ops."""\n\n'
            "from tt_autograd.registration import derivative\nfrom tt_core import ops\n\n"
            'derivative("where.self", condition=None, self=lambda grad, condition: ops.where(condition, grad, 0))\n',
            f"{FORMULAS}/reduction.py": '"""Sums."""\n\nfrom tt_autograd.registration import derivative\n'
            "from tt_core import Tensor\n\n\ndef restored(grad, shape, dim, keepdim):\n    return grad\n"
            "\n\ndef spread(grad, self, result, dim, keepdim):\n    return grad\n",
            f"{SAMPLES}/unary.py": '"""Samples."""\n\nsamples("neg")\n',
            "packages/core/cpp/tt/core/bind/tensor_methods.cpp": _attributes(
                "shape", "numel", "is_complex", "T"
            ),
            "packages/tt/src/tt/_namespace.py": '_METHODS = {"numpy": 1}\n',
        }
    )
    tree.files.update(op_table.committed(op_table.entries(tree)))
    return tree
