"""The `tt new-op` command: options, what is printed, the exit code. The work is in `run`."""

from typing import Annotated

import typer

WHAT = "What it is"
HOW = "How it is computed"


def new_op(
    schema: Annotated[str, typer.Argument(help="The op in PyTorch's grammar; for --undo its name will do.")],
    expr: Annotated[
        str, typer.Option(help="The value, of op names and Python's operators.", rich_help_panel=HOW)
    ] = "",
    grad: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=EXPR",
            help="A formula instead of SymPy's: 'self=grad * exp(self)'; may be repeated.",
            rich_help_panel=HOW,
        ),
    ] = None,
    kind: Annotated[
        str,
        typer.Option(
            help="unary, binary, ternary, reduction, view, composite or irregular; follows from the schema "
            "and the expression otherwise.",
            rich_help_panel=WHAT,
        ),
    ] = "",
    dtypes: Annotated[
        str,
        typer.Option(help="What it accepts: kinds and names, 'integral,float32'.", rich_help_panel=WHAT),
    ] = "",
    devices: Annotated[
        str,
        typer.Option(
            help="Where it has kernels, 'cpu' or 'cpu,cuda'; both if not said.", rich_help_panel=WHAT
        ),
    ] = "",
    numpy: Annotated[
        str, typer.Option(metavar="NAME", help="NumPy's function for it.", rich_help_panel=WHAT)
    ] = "",
    doc: Annotated[
        str, typer.Option(help="Its documentation; the first line is the summary.", rich_help_panel=WHAT)
    ] = "",
    plan: Annotated[
        bool, typer.Option("--plan", help="Say which files change and what a build will compile, and stop.")
    ] = False,
    undo: Annotated[
        bool, typer.Option("--undo", help="Take out what this command added, if unedited.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Write nothing; with --undo as well.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
) -> int:
    """Add an op in all of its places: table entry, functor, derivative, samples, changelog, stub and docs page.

    tt new-op "hypot2(Tensor self, Tensor other, *, float eps=1e-6) -> Tensor"
    --expr "sqrt(self * self + other * other + eps)"

    Its in-place and out= forms come with it and have no schemas of their own. Numbers (float, int, bool, Scalar)
    come after the tensors, with a default or without; a bool is a condition: where(flag, self, other).

    Any other schema, with optional tensors, lists or several results, is a composite with --expr, which then is
    Python over ops: self if weight is None else self * weight. Without it, it is an irregular op: a kernel written
    out for CPU and CUDA but for one function. A view shares memory: t2(Tensor(a) self) -> Tensor(a).

    With --expr the op is complete, derivatives of every order included. Without it there are stubs, which say
    where they are to be filled in, and tests that expect them to fail until then. Written is all or nothing.
    """
    from tt_devtools import checkout
    from tt_devtools.failure import MISUSED, Failure
    from tt_devtools.new_op.report import report
    from tt_devtools.new_op.request import Asked
    from tt_devtools.new_op.run import op_name, scaffold
    from tt_devtools.new_op.run import undo as undo_op
    from tt_devtools.output import put, put_json, say

    here = checkout.find()
    write = not (plan or dry_run)
    if undo:
        if expr or grad or kind or dtypes or devices or numpy or doc:
            raise Failure("--undo takes a name and no more", code=MISUSED)
        outcome = undo_op(here, op_name(schema), write=write)
    else:
        outcome = scaffold(
            here, Asked(schema, kind, expr, tuple(grad or ()), dtypes, devices, numpy, doc), write=write
        )
    for doubt in outcome.doubts:
        say(f"tt new-op: {doubt.text()}")
    if as_json:
        put_json(outcome.as_json())
    else:
        put(report(outcome))
    return 0
