"""`--why-not THING`: why a route did not take an instruction set, a dispatch key or a loop variant.

Answers come from what the route recorded and from what the build and the machine have; where neither says
it, that is the answer. `isas` is what `tt_kernels._C.isas()` returns.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from tt_devtools.failure import MISUSED, Failure
from tt_devtools.suggest import did_you_mean

ISAS = ("baseline", "avx2", "avx512")
KEYS = ("Autograd", "ADInplaceOrView", "CPU", "CUDA", "Meta", "PrivateUse1", "SparseCPU", "SparseCUDA")
VARIANTS = ("contiguous", "threads")
THINGS = (*ISAS, *KEYS, *VARIANTS)


def check_thing(thing: str) -> None:
    """Refuses what `why_not` has no answer for, before anything is traced."""
    if thing not in THINGS:
        hint = did_you_mean(thing, THINGS) or f"one of {', '.join(THINGS)}"
        raise Failure(f"--why-not: '{thing}' is no instruction set, key or variant", hint=hint, code=MISUSED)


def why_not(thing: str, route: Mapping[str, Any], isas: Mapping[str, str]) -> tuple[bool, list[str]]:
    """Whether the route did take `thing`, and the reasons as lines."""
    if "unavailable" in route:
        return False, [
            f"tt's route, which is the one that this explains, was not followed: {route['unavailable']}"
        ]
    stages = route["stages"]
    if thing in ISAS:
        return _isa(thing, stages, isas)
    if thing in KEYS:
        return _key(thing, stages)
    return _threads(stages) if thing == "threads" else _contiguous(stages)


def _loops(stages: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return [stage for stage in stages if stage["stage"] == "loop"]


def _no_loop(stages: Sequence[Mapping[str, Any]]) -> list[str]:
    raised = next((stage for stage in reversed(stages) if stage.get("raised")), None)
    if raised:
        return [f"no loop ran: the call raised in stage {raised['stage']}"]
    kernels = [stage for stage in stages if stage["stage"] == "kernel"]
    if any(kernel["detail"].get("device") == "meta" for kernel in kernels):
        return ["no loop ran: the meta device has shapes and no data"]
    if any(kernel["name"] == "view_kernel" for kernel in kernels):
        return ["no loop ran: a view moves no data"]
    return ["no loop of tt was recorded: the kernel touches elements by itself, or there are none"]


def _isa(isa: str, stages: Sequence[Mapping[str, Any]], isas: Mapping[str, str]) -> tuple[bool, list[str]]:
    loops = _loops(stages)
    if not loops:
        return False, _no_loop(stages)
    taken = [loop for loop in loops if loop["detail"].get("isa") == isa]
    others = [loop for loop in loops if loop not in taken]
    if not others:
        return True, [f"it did: {', '.join(loop['name'] for loop in taken)} ran its {isa} copy"]
    lines = []
    for loop in others:
        ran = str(loop["detail"].get("isa", ""))
        where = f"{loop['name']} ({loop['file']}:{loop['line']})"
        if ran not in ISAS:
            ours = f"its instruction set is the library's own choice ({ran})" if ran else "it has no copies"
            lines.append(
                f"{where}: {loop['detail'].get('variant', 'its loop')} is not compiled per ISA: {ours}"
            )
            continue
        lines.append(f"{where} ran its {ran} copy: {_limit(isa, ran, isas)}")
    return False, lines


def _limit(wanted: str, ran: str, isas: Mapping[str, str]) -> str:
    def order(isa: str) -> int:
        return ISAS.index(isa)

    built = isas["built"].split(",")
    if order(isas["machine"]) < order(wanted):
        return f"this machine runs no more than {isas['machine']}"
    if order(isas["allowed"]) < order(wanted):
        return f"the environment says TT_ISA={isas['allowed']}"
    if wanted not in built:
        return f"this build has loops for {', '.join(built)} (./tt build --preset release has all)"
    if order(ran) > order(wanted):
        return f"{ran} is better, and TT_ISA={wanted} asks for less"
    return "its loop has no copy of its own for it"


def _key(key: str, stages: Sequence[Mapping[str, Any]]) -> tuple[bool, list[str]]:
    lines: list[str] = []
    for stage in stages:
        if stage["stage"] != "dispatch":
            continue
        detail = stage["detail"]
        if detail.get("chosen") == key:
            return True, [f"it did: {stage['op']} took {key}, brought by {detail.get('brought_by')}"]
        over = [text for text in detail.get("passed_over", []) if text.partition(":")[0] == key]
        lines += [f"{stage['op']}: {text}" for text in over]
        if not over and key not in detail.get("keys", ""):
            lines.append(f"{stage['op']}: no argument brings {key}; they bring {detail.get('keys')}")
    return False, list(dict.fromkeys(lines)) or ["no dispatch was recorded"]


def _contiguous(stages: Sequence[Mapping[str, Any]]) -> tuple[bool, list[str]]:
    loops = [loop for loop in _loops(stages) if "variant" in loop["detail"]]
    if not loops:
        return False, _no_loop(stages)
    plans = [stage["detail"] for stage in stages if stage["stage"] == "iterate"]
    lines = []
    for loop in loops:
        variant = loop["detail"]["variant"]
        if variant.startswith("contiguous"):
            continue
        lines.append(f"{loop['name']} ran '{variant}'")
        for plan in plans:
            lines += _strides(plan)
    if not lines:
        return True, [f"it did: {', '.join(loop['detail']['variant'] for loop in loops)}"]
    return False, list(dict.fromkeys(lines))


def _strides(plan: Mapping[str, Any]) -> list[str]:
    operands = zip(plan.get("operands", []), plan.get("strides_bytes", []), strict=False)
    lines = [f"{operand} has strides {strides} bytes" for operand, strides in operands]
    if plan.get("cast"):
        lines.append("operands of other dtypes are converted into buffers, block by block")
    return [f"the iterator walks {plan.get('shape')}, the first dimension innermost", *lines]


def _threads(stages: Sequence[Mapping[str, Any]]) -> tuple[bool, list[str]]:
    loops = [loop for loop in _loops(stages) if "threads" in loop["detail"]]
    if not loops:
        return False, _no_loop(stages)
    if any(loop["detail"]["threads"] > 1 for loop in loops):
        return True, [f"it did: {max(loop['detail']['threads'] for loop in loops)} threads"]
    return False, [
        f"{loop['name']} had {loop['detail'].get('elements', '?')} elements: too few for a second thread, or "
        "one thread is all that this process may use (tt.get_num_threads())"
        for loop in loops
    ]
