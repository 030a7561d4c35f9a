"""Asks a child process for the route through a foreign library. Runs in tt's own process; imports neither."""

import json
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tt_devtools.failure import MISUSED, Failure
from tt_devtools.stopping import signal_name
from tt_devtools.trace.answers import asked
from tt_devtools.trace.argument_values import DTypeName
from tt_devtools.trace.events import self_times
from tt_devtools.trace.inputs import Argument, TensorPlan
from tt_devtools.trace.request import Request

TIMEOUT_S = 180
_SOURCES = Path(__file__).parents[3]
# Last on the path: an installation with packages of the same names keeps its own.
_START = "import sys; sys.path.append({sources!r}); from tt_devtools.trace.foreign.child import main; sys.exit(main())"


def ask(
    python: Path, library: str, name: str, arguments: Sequence[Argument], request: Request
) -> dict[str, Any]:
    """The route, or `unavailable` with the reason."""
    route = _asked(
        python,
        {
            "library": library,
            "name": name,
            "arguments": [_plain(argument) for argument in arguments],
            "requires_grad": request.requires_grad,
            "device": request.device,
            "modes": list(request.modes),
            "imports": list(request.imports),
        },
    )
    if "stages" in route:
        for part in (route, route.get("backward", {"stages": []})):
            for event, own in zip(part["stages"], self_times(part["stages"]), strict=True):
                event["self_ns"] = own
    return route


def ask_schema(python: Path, name: str, request: Request) -> str:
    """The schema of an op that the request's modules register with PyTorch."""
    question = {"library": "torch", "kind": "schema", "name": name, "imports": list(request.imports)}
    answer = _asked(python, question)
    if "unavailable" in answer:
        raise Failure(
            f"torch.{name}: {answer['unavailable']}", hint="--import MODULE registers ops", code=MISUSED
        )
    return str(answer["schema"])


def _asked(python: Path, question: dict[str, Any]) -> dict[str, Any]:
    library = question["library"]
    with asked() as answers:
        try:
            done = subprocess.run(
                [python, "-c", _START.format(sources=str(_SOURCES))],
                input=json.dumps(question | {"answers": answers.descriptors, "parent": os.getpid()}),
                pass_fds=answers.descriptors,
                capture_output=True,
                text=True,
                timeout=TIMEOUT_S,
                errors="replace",
            )
        except subprocess.TimeoutExpired:
            return {"unavailable": f"{library}'s process gave no answer in {TIMEOUT_S} s"}
        except OSError as error:
            return {"unavailable": f"{python} does not run: {error.strerror}"}
        return answers.last() or {"unavailable": _died(library, done)}


def _plain(argument: Argument) -> dict[str, Any]:
    return {
        "name": argument.name,
        "value": _value(argument.value),
        "keyword_only": argument.keyword_only,
        "text": str(argument),
    }


def _value(value: Any) -> Any:
    if isinstance(value, TensorPlan):
        where = value.geometry
        return {
            "shape": value.shape,
            "dtype": value.dtype,
            "layout": value.layout,
            "strides": where.strides,
            "offset": where.offset,
            "storage": where.storage,
            "device": value.device,
            "requires_grad": value.requires_grad,
        }
    if isinstance(value, DTypeName):
        return {"dtype_name": value.name}
    if isinstance(value, complex):
        return {"complex": [value.real, value.imag]}
    return [_value(each) for each in value] if isinstance(value, list) else value


def _died(library: str, done: "subprocess.CompletedProcess[str]") -> str:
    if done.returncode < 0:
        return f"{library}'s process was killed by {signal_name(-done.returncode)}"
    last = done.stderr.strip().splitlines()[-1:] or ["nothing on stderr"]
    return f"{library}'s process ended with {done.returncode}: {last[0]}"
