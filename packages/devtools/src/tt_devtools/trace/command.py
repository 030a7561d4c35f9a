"""The `tt trace` command: its options. What it does is in `run` for an op and in `script_run` for a script."""

from pathlib import Path
from typing import Annotated

import typer

INPUTS = "Inputs"
CHECKS = "Compare and check"
OUTPUTS = "Outputs"


def _complete_op(incomplete: str) -> list[str]:
    from tt_devtools.op_names import known_ops

    return [name for name in known_ops() if name.startswith(incomplete)]


def trace(
    context: typer.Context,
    target: Annotated[
        str,
        typer.Argument(
            metavar="OP | SCRIPT.py",
            help="An op (add, add_, add.Tensor, tt.add, torch.add, numpy.add), or a script.",
            autocompletion=_complete_op,
        ),
    ],
    script_arguments: Annotated[
        list[str] | None,
        typer.Argument(metavar="ARGS", help="The script's arguments; put its options after --."),
    ] = None,
    shape: Annotated[
        str,
        typer.Option(
            help="One for all tensors, or one each: 64x64,64. No dimensions: ().", rich_help_panel=INPUTS
        ),
    ] = "",
    dtype: Annotated[
        str, typer.Option(help="One for all tensors, or one each: float32,int64.", rich_help_panel=INPUTS)
    ] = "",
    layout: Annotated[
        str,
        typer.Option(
            help="contiguous, transposed, strided, expanded or offset; one for all tensors, or one each.",
            rich_help_panel=INPUTS,
        ),
    ] = "",
    strided: Annotated[
        bool, typer.Option("--strided", help="Short for --layout strided.", rich_help_panel=INPUTS)
    ] = False,
    device: Annotated[str, typer.Option(help="cpu, cuda or meta.", rich_help_panel=INPUTS)] = "",
    requires_grad: Annotated[
        bool,
        typer.Option(
            "--requires-grad",
            help="Require gradients, and trace the backward pass too.",
            rich_help_panel=INPUTS,
        ),
    ] = False,
    arguments: Annotated[
        list[str] | None,
        typer.Option(
            "--arg",
            metavar="NAME=VALUE",
            help="Another argument: dim=1, dtype=float64, other=2.5, out=64x64. May be repeated.",
            rich_help_panel=INPUTS,
        ),
    ] = None,
    modes: Annotated[
        list[str] | None,
        typer.Option(
            "--mode",
            metavar="MODE",
            help="Call under no_grad, inference or autocast. May be repeated.",
            rich_help_panel=INPUTS,
        ),
    ] = None,
    imports: Annotated[
        list[str] | None,
        typer.Option(
            "--import",
            metavar="MODULE",
            help="Import this module first: it registers ops or kernels. May be repeated.",
            rich_help_panel=INPUTS,
        ),
    ] = None,
    vs: Annotated[
        str,
        typer.Option(
            metavar="CHANGE",
            help="Change one thing, trace again, mark the differences: dtype=float16, strided, arg=dim=1.",
            rich_help_panel=CHECKS,
        ),
    ] = "",
    asserts: Annotated[
        list[str] | None,
        typer.Option(
            "--assert",
            metavar="EXPR",
            help="Exit 1 unless this holds: isa=avx512, kernel~add, threads>1, torch.frames~vec. May be repeated.",
            rich_help_panel=CHECKS,
        ),
    ] = None,
    why_not: Annotated[
        str,
        typer.Option(
            metavar="THING",
            help="Say why this was not taken: avx512, avx2, Autograd, CUDA, contiguous, threads ...",
            rich_help_panel=CHECKS,
        ),
    ] = "",
    html: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Also write one self-contained page.", rich_help_panel=OUTPUTS),
    ] = None,
    chrome: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Also write a trace for Perfetto.", rich_help_panel=OUTPUTS),
    ] = None,
    torch_python: Annotated[
        Path | None,
        typer.Option(
            envvar="TT_TORCH_PYTHON",
            metavar="PYTHON",
            help="The Python that runs torch.NAME, numpy.NAME and scripts that use torch.",
            rich_help_panel=INPUTS,
        ),
    ] = None,
    timeout: Annotated[
        float | None,
        typer.Option(metavar="SECONDS", min=0.01, help="Interrupt a script after this time."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
) -> int:
    """Show the path of one real call: its seven stages, each with function, file, line and time.

    Dispatch shows each argument's keys, the key taken, and why the others were passed over. Iterate shows its plan;
    loop shows the dtype branch, the ISA and the threads. The op's schema decides the inputs that you leave out.

    Given a script, run it as python does, and sum up its calls by op and by line.
    """
    from tt_devtools.failure import MISUSED, Failure
    from tt_devtools.interpreters import check_there
    from tt_devtools.stopping import unwinding
    from tt_devtools.trace.request import Request
    from tt_devtools.trace.run import Wanted, run_op
    from tt_devtools.trace.script_run import is_script, run_script

    source = context.get_parameter_source("torch_python")
    # The variable may be meant for other commands.
    if torch_python and source and source.name == "COMMANDLINE":
        check_there(torch_python)
    wanted = Wanted(vs, tuple(asserts or ()), why_not, html, chrome, as_json, torch_python)
    if strided and layout:
        raise Failure("--strided and --layout are two words for one thing", code=MISUSED)
    request = Request(
        target,
        shape,
        dtype,
        "strided" if strided else layout,
        device,
        requires_grad,
        tuple(arguments or ()),
        tuple(modes or ()),
        tuple(imports or ()),
    )
    if is_script(target):
        if request != Request(target) or vs or asserts or why_not:
            raise Failure(
                "a script takes only --html, --chrome, --timeout, --torch-python and --json", code=MISUSED
            )
        with unwinding():
            return run_script(target, script_arguments or (), wanted, timeout)
    if script_arguments:
        raise Failure(f"an op takes no further words, got '{script_arguments[0]}'", code=MISUSED)
    if timeout is not None:
        raise Failure("--timeout is for scripts", code=MISUSED)
    with unwinding():
        return run_op(request, wanted)
