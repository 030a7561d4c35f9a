"""The child process of `ask`: reads a request from stdin as JSON, writes the route where that says.

What libraries print goes nowhere near the answer.
"""

import json
import sys
from pathlib import Path

from tt_devtools.stopping import end_with_parent
from tt_devtools.trace.answers import Answering


def main() -> int:
    """Follows one call. An error of the tracer itself is said as such, with its place."""
    request = json.load(sys.stdin)
    end_with_parent(request["parent"])
    answering = Answering(request["answers"])
    try:
        if request.get("kind") == "schema":
            from tt_devtools.trace.foreign.torch_child import schema_of as follow
        elif request["library"] == "torch":
            from tt_devtools.trace.foreign.torch_child import follow
        else:
            from tt_devtools.trace.foreign.numpy_child import follow
        route = follow(request)
    except Exception as error:
        trace, place = error.__traceback__, ""
        while trace is not None:
            place = f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"
            trace = trace.tb_next
        route = {
            "unavailable": f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''} ({place})"
        }
    answering.write(route)
    return 0
