"""The `tt doctor` command: all checks, what is printed, the exit code."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from tt_devtools.checkout import Checkout
    from tt_devtools.doctor.check import Check


def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
) -> int:
    """Check what building, testing and comparing need, and name the command that fixes what is wrong.

    Exits 1 on a problem; a warning costs time or leaves a comparison out. Changes nothing.
    """
    from tt_devtools import checkout
    from tt_devtools.doctor.check import worst
    from tt_devtools.failure import FOUND
    from tt_devtools.output import put, put_json

    found = []
    for check in _checks(checkout.find()):
        found.append(check)
        if not as_json:
            put(f"{check.state:<8} {check.name:<14} {check.text}")
            if check.state != "ok":
                put(f"{'':<23} {check.fix}")
    state = worst(found)
    if as_json:
        put_json({"state": state, "checks": [check.as_json() for check in found]})
    return FOUND if state == "problem" else 0


def _checks(here: "Checkout") -> Iterator["Check"]:
    from tt_devtools.bootstrap.child import runner
    from tt_devtools.doctor.build_checks import build_checks
    from tt_devtools.doctor.cuda_check import cuda_check
    from tt_devtools.doctor.library_checks import library_checks
    from tt_devtools.doctor.machine_checks import machine_checks
    from tt_devtools.doctor.torch_check import torch_check

    run = runner()
    yield from machine_checks(here.root, run)
    yield from build_checks(here, run)
    yield from library_checks(here.root, run)
    yield cuda_check(here.root, run)
    yield torch_check(here, run)
