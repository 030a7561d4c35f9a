"""The commands `tt where` and `tt ops`: options, what is printed, the exit code."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from tt_devtools.where.own import Located


def _complete_op(incomplete: str) -> list[str]:
    from tt_devtools.op_names import known_ops

    return [name for name in known_ops() if name.startswith(incomplete)]


def where(
    op: Annotated[
        str, typer.Argument(metavar="OP", help="An op: add, add.Tensor, tt.add.", autocompletion=_complete_op)
    ],
    tree: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Look in this PyTorch: a checkout, site-packages or an environment."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
) -> int:
    """Show every place of an op as file:line, from its table entry to its tests and generated units.

    Without built libraries it shows what the sources tell, and says what needs a build.
    """
    from tt_devtools.output import put_json
    from tt_devtools.trace.target import parse_target

    target = parse_target(op)
    located = _in_torch(tree, target.qualified) if tree else _own(target.qualified)
    if as_json:
        put_json({"op": target.op, "overloads": [each.as_json() for each in located]})
    else:
        _show(located)
    return 0


def ops(
    family: Annotated[str, typer.Option(help="Only these: unary, binary, reduction, view and so on.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
) -> int:
    """List the op table: each overload with its family, the dtypes that it accepts and its forms.

    Read as pure Python; nothing has to be built.
    """
    from tt_devtools.failure import MISUSED, Failure
    from tt_devtools.op_names import entry_json, forms_of
    from tt_devtools.output import put, put_json
    from tt_devtools.plural import plural
    from tt_devtools.suggest import did_you_mean
    from tt_opspec.dtypes import describe
    from tt_opspec.entry import FAMILIES
    from tt_opspec.table import entries

    if family and family not in FAMILIES:
        hint = did_you_mean(family, FAMILIES) or f"families: {', '.join(FAMILIES)}"
        raise Failure(f"unknown family '{family}'", hint=hint, code=MISUSED)
    shown = [entry for entry in entries() if family in ("", entry.family)]
    if as_json:
        put_json({"ops": [entry_json(entry) for entry in shown]})
        return 0
    widths = [max(len(entry.qualified) for entry in shown), max(len(entry.family) for entry in shown)]
    for entry in shown:
        about = f"{forms_of(entry)}  [{describe(entry.accepts)}]"
        put(f"{entry.qualified:<{widths[0]}}  {entry.family:<{widths[1]}}  {about}")
    put(f"{plural(len(shown), 'overload')} of {plural(len({entry.name for entry in shown}), 'op')}")
    return 0


def _own(wanted: str) -> list["Located"]:
    from tt_devtools import checkout
    from tt_devtools.failure import Failure
    from tt_devtools.op_names import unknown_op
    from tt_devtools.where.own import locate
    from tt_opspec.table import entries

    table = entries()
    names = list(dict.fromkeys(entry.name for entry in table))
    plain = wanted if wanted in names else wanted.rstrip("_")  # add_ is a form of add
    found = [entry for entry in table if plain in (entry.name, entry.qualified)]
    if not found:
        known = [*names, *(entry.qualified for entry in table)] if "." in wanted else names
        raise unknown_op(wanted, known)
    try:
        root = checkout.find().root
    except Failure:
        root = None  # installed without its sources
    return [locate(root, entry) for entry in found]


def _in_torch(tree: Path, wanted: str) -> list["Located"]:
    from tt_devtools.where.torch_tree import locate_in_tree

    return locate_in_tree(tree, wanted)


def _show(located: list["Located"]) -> None:
    from tt_devtools.output import put
    from tt_devtools.where.python_places import EVERY_OP

    for each in located:
        put(each.schema)
        own = [place for place in each.places if place.text != EVERY_OP]
        width = max((len(place.where) for place in own), default=0)
        last = ""
        for place in own:
            role = place.role if place.role != last else ""
            put(f"  {role:<13}{place.where:<{width}}  {place.text}")
            last = place.role
        if general := len(each.places) - len(own):
            put(f"  and {general} test files that run over every op: tt test {each.qualified}")
        for missing in each.missing:
            put(f"  not shown: {missing}")
