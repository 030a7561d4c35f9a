"""The `tt new-op` command: options, what is printed, the exit code. The work is in `run`."""

from pathlib import Path
from typing import Annotated

import typer

WHAT = "What it is"
HOW = "How it is computed"
BEFORE = "Before: how others do it"
AFTERWARDS = "Afterwards"


def new_op(
    schema: Annotated[
        str,
        typer.Argument(
            metavar="SCHEMA",
            help="The op in PyTorch's grammar; only its name for --undo, --check and --verify.",
        ),
    ] = "",
    expr: Annotated[
        str | None, typer.Option(help="The value, in op names and Python's operators.", rich_help_panel=HOW)
    ] = None,
    grad: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=EXPR",
            help="Your formula instead of SymPy's: 'self=grad * exp(self)'; may be repeated.",
            rich_help_panel=HOW,
        ),
    ] = None,
    kind: Annotated[
        str | None,
        typer.Option(
            help="unary, binary, ternary, reduction, view, composite or irregular; default: what the "
            "schema and the expression say.",
            rich_help_panel=WHAT,
        ),
    ] = None,
    dtypes: Annotated[
        str | None,
        typer.Option(help="Dtypes it accepts: kinds and names, 'integral,float32'.", rich_help_panel=WHAT),
    ] = None,
    devices: Annotated[
        str | None,
        typer.Option(
            help="Devices it has kernels for: 'cpu' or 'cpu,cuda'; default: both.", rich_help_panel=WHAT
        ),
    ] = None,
    numpy: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The NumPy function that does the same.", rich_help_panel=WHAT),
    ] = None,
    doc: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT", help="Its documentation; the first line is the summary.", rich_help_panel=WHAT
        ),
    ] = None,
    plan: Annotated[
        bool, typer.Option("--plan", help="Only say which files change and what a build will compile.")
    ] = False,
    undo: Annotated[
        bool,
        typer.Option(
            "--undo", help="Remove what this command added, unless it was edited.", rich_help_panel=AFTERWARDS
        ),
    ] = False,
    check: Annotated[
        bool,
        typer.Option(
            "--check",
            help="Say what was edited, moved or removed since you added it; without a name, for all ops.",
            rich_help_panel=AFTERWARDS,
        ),
    ] = False,
    verify: Annotated[
        bool,
        typer.Option("--verify", help="Build, test and trace the op.", rich_help_panel=AFTERWARDS),
    ] = False,
    like: Annotated[
        str | None,
        typer.Option(
            metavar="OP", help="Show every place that names this op, by role.", rich_help_panel=BEFORE
        ),
    ] = None,
    tree: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="With --like: look in any tree, or an installed PyTorch.",
            rich_help_panel=BEFORE,
            show_default=False,
        ),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Write nothing; works with --undo and --verify too.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
) -> int:
    """Add an op: table entry, functor, derivative, samples, changelog, stub and docs page.

    tt new-op "hypot2(Tensor self, Tensor other, *, float eps=1e-6) -> Tensor"
    --expr "sqrt(self * self + other * other + eps)"

    In-place and out= forms come with the op; write no schema for them. Numbers (float, int, bool, Scalar) follow
    the tensors, with or without a default. A bool is a condition: where(flag, self, other).

    Any other schema (optional tensors, lists, several results) makes a composite with --expr, which can then be
    any Python over ops: self if weight is None else self * weight. Without --expr it makes an irregular op: a
    kernel for CPU and CUDA in which you write one function. A view shares memory: t2(Tensor(a) self) -> Tensor(a).

    With --expr the op is complete, with derivatives of every order. Without it you get stubs that say where to
    fill them in, and tests that expect them to fail until you do. The command writes all files or none.
    """
    from tt_devtools.failure import MISUSED, Failure
    from tt_devtools.new_op import modes
    from tt_devtools.new_op.asked.request import Asked

    texts = {"kind": kind, "expr": expr, "dtypes": dtypes, "devices": devices, "numpy": numpy, "doc": doc}
    for option, text in {**texts, "like": like}.items():
        if text is not None and not text.strip():
            raise Failure(f"--{option} is empty", code=MISUSED)
    asked = Asked(schema, grads=tuple(grad or ()), **{name: text or "" for name, text in texts.items()})
    given = {"--undo": undo, "--check": check, "--verify": verify, "--like": like is not None}
    chosen = [option for option, is_given in given.items() if is_given]
    if len(chosen) > 1:
        raise Failure(f"{chosen[0]} and {chosen[1]} are two different things to do", code=MISUSED)
    if chosen and asked != Asked(schema):
        raise Failure(f"{chosen[0]} takes a name and no more", code=MISUSED)
    if tree is not None and like is None:
        raise Failure("--tree says where --like looks", code=MISUSED)
    answer = modes.answered(chosen[0] if chosen else "", asked, like or "", tree, write=not (plan or dry_run))
    return answer.put(as_json=as_json)
