"""One program over `library`, `ops` and tensors, run with torch and with tt: it sees the same."""

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from exchange import ROOT, torch_python

pytestmark = pytest.mark.parity

PACKAGES = [str(ROOT / "packages" / name / "src") for name in ("opspec", "core", "kernels", "autograd", "tt")]

SCRIPT = """
import json
import sys
import warnings
from typing import Optional, Sequence

t = __import__(sys.argv[1])
library = __import__(sys.argv[1] + ".library").library
warnings.simplefilter("ignore")
seen = []


def see(label, call):
    try:
        value = call()
    except Exception as error:
        value = "raises " + next(k.__name__ for k in type(error).__mro__ if k.__module__ == "builtins")
    seen.append([label, str(value)])


def inferred(function, **options):
    return library.infer_schema(function, **options).replace("SymInt", "int")


def all_types(x: t.Tensor, y: Optional[t.Tensor], zs: Sequence[t.Tensor], n: int, m: Optional[int] = None, *,
              f: float = 0.5, b: bool = True, s: str = "a") -> t.Tensor: ...
def written(x: t.Tensor, y: t.Tensor) -> None: ...
def bare(x, n: int) -> None: ...
def variadic(x: t.Tensor, *rest: int) -> None: ...
def strange(x: t.Tensor) -> dict: ...


see("types", lambda: inferred(all_types, mutates_args=()))
see("written", lambda: inferred(written, mutates_args={"y"}))
see("named", lambda: inferred(written, mutates_args=(), op_name="f"))
see("unknown", lambda: inferred(written, mutates_args="unknown"))
for function in (bare, variadic, strange):
    see(function.__name__, lambda: inferred(function, mutates_args=()))
see("not there", lambda: inferred(written, mutates_args={"z"}))


@library.custom_op("paritylib::scale", mutates_args=())
def scale(x: t.Tensor, by: float = 2.0) -> t.Tensor:
    return x * by


def setup_context(ctx, inputs, output):
    seen.append(["setup", str([len(inputs), inputs[1], ctx.needs_input_grad[:1] == (True,)])])
    ctx.by = inputs[1]
    ctx.save_for_backward(inputs[0], output)


def backward(ctx, grad):
    seen.append(["saved", str([tensor.tolist() for tensor in ctx.saved_tensors])])
    return grad * ctx.by, None


x = t.ones(2, requires_grad=True)
see("no derivative", lambda: scale(x).sum().backward())
scale.register_autograd(backward, setup_context=setup_context)
see("derivative", lambda: (scale(x, 3.0).sum().backward(), x.grad.tolist())[1])
see("by keyword", lambda: t.ops.paritylib.scale(t.ones(1), by=5.0).tolist())
see("requires grad", lambda: scale(x).requires_grad)
scale.register_fake(lambda x, by=2.0: t.empty_like(x))
see("fake", lambda: tuple(scale(t.empty(2, 3, device="meta")).shape))
see("wrong kind", lambda: scale("a"))


@library.custom_op("paritylib::accumulate", mutates_args=("total",))
def accumulate(x: t.Tensor, total: t.Tensor) -> t.Tensor:
    total.add_(x)
    return x * 2


total = t.zeros(2)
result = accumulate(x, total)
see("written value", lambda: (total.tolist(), result.requires_grad, result.tolist()))
see("no derivative of a write", lambda: result.sum().backward())
see("refused derivative of a write", lambda: accumulate.register_autograd(backward))
see("write to a leaf", lambda: accumulate(t.ones(2), x).tolist())


@library.custom_op("paritylib::same", mutates_args=())
def same(x: t.Tensor) -> t.Tensor:
    return x


see("result is the argument", lambda: same(x))
see("view of the argument", lambda: library.custom_op(
    "paritylib::part", lambda x: x[:1], mutates_args=(), schema="(Tensor x) -> Tensor")(t.ones(2)))

lib = library.Library("parityscoped", "FRAGMENT")
see("name", lambda: lib.define("f(Tensor x, int a=1, int[2] b=[1,2], *, str c='c') -> int"))
given = []
lib.impl("f", lambda *args, **kwargs: (given.append([len(args), kwargs]), 7)[1], "CPU")
for call in (lambda: t.ops.parityscoped.f(x.detach()), lambda: t.ops.parityscoped.f(x.detach(), 1, [1, 2], c="c"),
             lambda: t.ops.parityscoped.f(x.detach(), 2), lambda: t.ops.parityscoped.f(x.detach(), b=[1, 3], c="d")):
    see("call", call)
see("given", lambda: given)
see("taken", lambda: lib.define("f(Tensor x) -> int"))
see("does not parse", lambda: isinstance(lib.define("g(Tensor x -> int"), str))
see("unknown key", lambda: lib.impl("f", lambda x: 1, "Nokey"))
see("kind", lambda: library.Library("x", "NEW"))
see("reserved", lambda: library.Library("prim", "DEF"))
see("no such op", lambda: t.ops.parityscoped.nothing)
see("no kernel", lambda: t.ops.parityscoped.f(t.ones(1, device="meta")))
lib.define("two(Tensor x) -> (Tensor, Tensor)")
lib.impl("two", lambda x: (x + 1, x + 2), "CompositeExplicitAutograd")
see("two results", lambda: [part.tolist() for part in t.ops.parityscoped.two(t.ones(1))])
lib.define("inside(Tensor x) -> Tensor")
lib.impl("inside", lambda x: x * x, "CompositeImplicitAutograd")
y = t.full((1,), 3.0, requires_grad=True)
see("composite", lambda: (t.ops.parityscoped.inside(y).backward(), y.grad.tolist())[1])
lib.define("fails(Tensor x) -> Tensor")


def fails(x):
    raise LookupError("mine")


lib.impl("fails", fails, "CPU")
see("exception", lambda: t.ops.parityscoped.fails(t.ones(1)))


@library.impl("parityscoped::fails", "meta", lib=lib)
def on_meta(x):
    return t.empty_like(x)


see("decorated", lambda: tuple(t.ops.parityscoped.fails(t.ones(2, device="meta")).shape))
lib._destroy()
see("gone", lambda: hasattr(t.ops.parityscoped, "two") and t.ops.parityscoped.two(t.ones(1)))
print(json.dumps(seen))
"""

KNOWN = {
    "does not parse": ("raises RuntimeError", "raises ValueError"),  # with a caret, as the op table's
    "wrong kind": ("raises RuntimeError", "raises TypeError"),  # as for any op
    "no derivative": ("raises RuntimeError", "raises NotImplementedError"),  # which is one
    "no derivative of a write": ("raises RuntimeError", "raises NotImplementedError"),
    "write to a leaf": ("[2.0, 2.0]", "raises RuntimeError"),  # as for any op that writes
}


def _seen(library: str) -> list[list[str]]:
    blas = Path(find_spec("scipy_openblas32").origin).parents[1]  # type: ignore[union-attr,arg-type]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([*PACKAGES, str(blas)])}
    python = torch_python() if library == "torch" else sys.executable
    run = subprocess.run(
        [python, "-c", SCRIPT, library], capture_output=True, text=True, env=env, check=False
    )
    assert run.returncode == 0, run.stderr
    return [tuple(pair) for pair in json.loads(run.stdout.splitlines()[-1])]


def test_program_sees_the_same() -> None:
    ours, theirs = _seen("tt"), _seen("torch")
    assert [label for label, _ in ours] == [label for label, _ in theirs]
    different = {
        label: (expected, got)
        for (label, got), (_, expected) in zip(ours, theirs, strict=True)
        if got != expected
    }
    assert different == KNOWN
