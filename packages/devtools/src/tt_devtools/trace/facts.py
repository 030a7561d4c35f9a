"""A route as named facts: `isa` is ["avx512"], `keys` are those that were taken, in order. What `--vs`
compares, `--assert` asks for and `--why-not` explains. Reads the data of `--json`, nothing of a library."""

from collections.abc import Mapping
from typing import Any

Facts = dict[str, list[str]]

# Details of a stage that are facts of a route, and the name that they get.
_DETAILS = {
    "chosen": "keys",
    "overload": "overload",
    "node": "node",
    "saved": "saved",
    "plan": "plan",
    "run": "run",
    "device": "device",
    "shape": "iterated",
    "strides_bytes": "strides",
    "coalesced": "coalesced",
    "cast": "cast",
    "bytes": "bytes",
    "dtype": "dtype",
    "computed_in": "computed_in",
    "variant": "variant",
    "isa": "isa",
    "threads": "threads",
    "compiled": "compiled",
    "grid": "grid",
    "block": "block",
    "registers": "registers",
    "emulated": "emulated",
}
_STAGES = ("kernel", "loop", "autograd")  # whose names are facts
NAMES = {*_DETAILS.values(), *_STAGES, "ns", "calls", "stages", "result", "error"}


def facts_of(route: Mapping[str, Any]) -> Facts:
    """Facts of the forward call, inner calls after outer ones; those of backward begin with `backward.`."""
    facts: Facts = {}
    if "unavailable" in route:
        return {"unavailable": [str(route["unavailable"])]}
    stages = route["stages"]
    for event in stages:
        if event["stage"] in _STAGES:
            of = f"{event['op']}: " if event["stage"] == "kernel" else ""
            _add(facts, event["stage"], f"{of}{event['name']}")
        for key, name in _DETAILS.items():
            if (value := event["detail"].get(key)) not in (None, "", []):
                _add(facts, name, _text(key, value))
    for key, value in route.get("facts", {}).items():  # what a foreign route says of itself
        facts[key] = [str(each) for each in (value if isinstance(value, list) else [value])]
    facts["calls"] = [str(sum(event["stage"] == "call" or event["parent"] < 0 for event in stages))]
    facts["stages"] = [str(len(stages))]
    facts["ns"] = [str(sum(event["ns"] for event in stages if event["parent"] < 0))]
    if "result" in route:
        facts["result"] = [result_text(route["result"])]
    if "error" in route:
        facts["error"] = [f"{route['error']['type']}: {route['error']['message']}"]
    if "backward" in route:
        inner = facts_of(route["backward"])
        facts |= {f"backward.{name}": values for name, values in inner.items()}
    return facts


def result_text(result: Mapping[str, Any]) -> str:
    """`float32[64, 64] on cpu`, or the value of what is no tensor."""
    if "results" in result:
        return ", ".join(result_text(each) for each in result["results"])
    if "shape" not in result:
        return str(result.get("value", result))
    return f"{result['dtype']}{result['shape']} on {result['device']}"


def _add(facts: Facts, name: str, value: str) -> None:
    facts.setdefault(name, []).append(value)


def _text(key: str, value: Any) -> str:
    if key == "cast":
        return "yes" if value else "no"
    return "; ".join(map(str, value)) if isinstance(value, list) else str(value)
