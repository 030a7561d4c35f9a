"""What an op consists of, as files: one golden text a kind, with and without an expression."""

from __future__ import annotations

import ast
from collections.abc import Callable

import pytest

from tt_devtools.new_op.asked.request import Request
from tt_devtools.new_op.plan import changes
from tt_devtools.new_op.tree.change import Change
from tt_devtools.new_op.tree.formatter import Plain
from tt_devtools.new_op.tree.places import DOCS, FORMULAS, OPS, STUB
from tt_devtools.new_op.tree.workspace import Memory
from tt_opspec.schema import parse

REDUCES = "Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None"
CASES = {
    "unary": ("softsign(Tensor self, *, float scale=1.0) -> Tensor", {"expr": "self / (scale + relu(self))"}),
    "integral": ("cube_plus(Tensor self) -> Tensor", {"expr": "self**3 + 2*self"}),
    "choice": ("leaky(Tensor self) -> Tensor", {"expr": "where(self > 0, self, 0.01*self)", "doc": "Leaks."}),
    "binary": ("hypot2(Tensor self, Tensor other) -> Tensor", {"expr": "sqrt(self*self + other*other)"}),
    "grad": (
        "skew(Tensor self, Tensor other) -> Tensor",
        {"expr": "sin(self) * other", "grads": ("self=grad * other", "other=grad * sin(self)")},
    ),
    "ternary": ("fma(Tensor self, Tensor a, Tensor b) -> Tensor", {"expr": "self * a + b"}),
    "numbers": (
        "mix(Tensor self, Tensor end, Tensor by, float gain, *, bool flip=False) -> Tensor",
        {"expr": "where(flip, self - gain * by * end, self + gain * by * end)"},
    ),
    "infinite": ("cap(Tensor self, float high=inf) -> Tensor", {"expr": "where(self > high, high, self)"}),
    "large": ("times(Tensor self, int by=1000) -> Tensor", {"expr": "self * by"}),
    "integers": (
        "shift(Tensor self, Tensor other, Scalar by=2, *, int off=1) -> Tensor",
        {"expr": "self * by + other - off", "dtypes": "int32,int64"},
    ),
    "reduction": (f"rms({REDUCES}) -> Tensor", {"expr": "sqrt(mean(self * self))"}),
    "cpu_only": (
        "calm(Tensor self) -> Tensor",
        {"expr": "tanh(self)", "devices": "cpu", "dtypes": "floating"},
    ),
    "product": (f"geometric({REDUCES}) -> Tensor", {"expr": "prod(1 + self * self) ** 2"}),
    "extremum": (
        "peak(Tensor self, int[1]? dim=None, bool keepdim=False) -> Tensor",
        {"expr": "exp(max(self * self))"},
    ),
    "least": ("least(Tensor self) -> Tensor", {"expr": "min(self)", "dtypes": "int32,floating"}),
    "whole": ("energy(Tensor self, *, ScalarType? dtype=None) -> Tensor", {"expr": "sum(self * self)"}),
    "unary_stub": ("gain(Tensor self, Scalar by=2) -> Tensor", {"dtypes": "floating"}),
    "binary_stub": ("blend(Tensor self, Tensor other) -> Tensor", {"numpy": "hypot"}),
    "ternary_stub": (
        "pick(Tensor self, Tensor a, Tensor b, *, Scalar value, bool flag=True) -> Tensor",
        {"dtypes": "all", "grads": ("a=grad * self",)},
    ),
    "reduction_stub": (f"spread({REDUCES}) -> Tensor", {}),
    "reduction_stub_of_all": ("total(Tensor self) -> Tensor", {"kind": "reduction", "dtypes": "all"}),
}


def made(request: Request, tree: Memory) -> tuple[Change, ...]:
    return changes(request, tree, Plain())


def shown(change: Change) -> str:
    if change.kind == "insert":
        return "".join(f"--- before line {each.line + 1}\n{each.text}" for each in change.insertions)
    return change.after


@pytest.mark.parametrize("case", CASES)
def test_texts(
    request_for: Callable[..., Request], tree: Memory, scaffold_golden: Callable[[str, str], None], case: str
) -> None:
    schema, asked = CASES[case]
    files = [each for each in made(request_for(schema, **asked), tree) if each.kind != "renew"]
    scaffold_golden(f"{case}.txt", "".join(f"=== {each.file}\n{shown(each)}" for each in files))


@pytest.mark.parametrize("case", CASES)
def test_no_line_that_was_there_changes(request_for: Callable[..., Request], tree: Memory, case: str) -> None:
    schema, asked = CASES[case]
    for change in made(request_for(schema, **asked), tree):
        if change.file.endswith((".py", ".pyi")):
            ast.parse(change.after)
        if change.kind == "insert":
            rest = iter(change.after.splitlines())
            assert all(line in rest for line in (change.before or "").splitlines()), change.file


def test_generated_files_show_the_op(request_for: Callable[..., Request], tree: Memory) -> None:
    schema, asked = CASES["binary"]
    by_file = {each.file: each for each in made(request_for(schema, **asked), tree)}
    assert "def hypot2(input: Tensor | Number" in by_file[STUB].after
    assert "| `hypot2` |" in by_file[DOCS].after


def test_entries_go_in_order_where_a_file_is_in_order(
    request_for: Callable[..., Request], tree: Memory
) -> None:
    file = f"{OPS}/unary.py"
    entry = next(
        each
        for each in made(request_for("bb(Tensor self) -> Tensor", expr="-self"), tree)
        if each.file == file
    )
    assert entry.after.index('"bb(') > entry.after.index('"sin('), "the file is in no order, so it goes last"
    text = '"""Sorted."""\n\nfrom tt_opspec.dtypes import REAL\nfrom tt_opspec.families import unary\n'
    for name in ("aa", "cc"):
        text += (
            f'\n# about {name}\n{name} = unary(\n    "{name}(Tensor self) -> Tensor",\n    accepts=REAL,\n'
        )
        text += (
            '    functor="small.h:Exp",\n    promotes="int_to_float",\n    doc="""\n    Doc.\n    """,\n)\n'
        )
    tree.files[file] = text
    from tt_devtools.new_op.tree import op_table

    tree.files.update(op_table.committed(op_table.entries(tree)))
    from tt_devtools.new_op.asked.request import Asked
    from tt_devtools.new_op.language.vocabulary import Vocabulary
    from tt_devtools.new_op.read_request import make_request

    request = make_request(Asked("bb(Tensor self) -> Tensor", expr="self + 1"), Vocabulary(tree))
    after = next(each for each in made(request, tree) if each.file == file).after
    assert after.index('"aa(') < after.index('"bb(') < after.index("# about cc") < after.index('"cc(')


def test_the_import_that_a_formula_needs_is_a_line_of_its_own(
    request_for: Callable[..., Request], tree: Memory
) -> None:
    request = request_for(
        "pick(Tensor self, Tensor other) -> Tensor", expr="where(self > other, self, other)"
    )
    formula = next(each for each in made(request, tree) if each.file == f"{FORMULAS}/binary.py")
    assert "from tt_autograd.registration import derivative\nfrom tt_core import ops\n" in formula.after


def test_texts_with_quotes_come_through(request_for: Callable[..., Request], tree: Memory) -> None:
    doc = 'Has """, \\N{x} and it\'s "quoted".'
    request = request_for(
        "gain(Tensor self, str mode='\\'\"') -> Tensor", expr="exp(self) if mode else self", doc=doc
    )
    entry = next(each for each in changes(request, tree, Plain()) if each.file.endswith("ops/gain.py"))
    call = ast.parse(entry.after).body[-1]
    assert isinstance(call, ast.Assign) and isinstance(call.value, ast.Call)
    assert parse(ast.literal_eval(call.value.args[0])) == request.schema
    written = next(each.value for each in call.value.keywords if each.arg == "doc")
    assert ast.literal_eval(written).strip().startswith(doc)
