"""The `tt show` command: options, what is printed, the exit code."""

import sys
from contextlib import nullcontext, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from tt_devtools.show.facts import Facts
    from tt_devtools.show.reshape import Reshaped


def show(
    expression: Annotated[
        str, typer.Argument(metavar="EXPR", help="Python with tt imported: tt.ones(3, 4).t()[1:]")
    ],
    reshape: Annotated[
        str, typer.Option(metavar="SHAPE", help="Say whether reshape to 2,6 would copy, and why.")
    ] = "",
    graph: Annotated[
        bool, typer.Option("--graph", help="Print the graph behind the tensor as a tree.")
    ] = False,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the graph as one SVG file.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
) -> int:
    """Draw a tensor: shape, strides and offset, its storage and who shares it, and its graph.

    EXPR is an expression, or statements with one last: "x = tt.ones(3, 4); x, x.t()[1:]". It is run as it is.
    """
    from tt_devtools.output import put_json
    from tt_devtools.show.evaluate import evaluate
    from tt_devtools.show.evaluate import graph as graph_of
    from tt_devtools.show.graph import as_json as graph_json
    from tt_devtools.show.reshape import inferred, parse_shape, reshaped

    # What it prints itself is no part of the object.
    with redirect_stdout(sys.stderr) if as_json else nullcontext():
        shown = evaluate(expression)
    asked = parse_shape(reshape) if reshape else None
    results = [
        None if asked is None else reshaped(each.shape, each.stride, inferred(asked, each.numel))
        for each in shown.facts
    ]
    graphs = [graph_of(tensor) for tensor in shown.tensors] if graph or svg or as_json else []
    if svg is not None:
        _write_svg(svg, expression, graphs)
    if as_json:
        tensors = [
            _as_json(each, result, graph_json(graphs[nth]) if graphs[nth] else None)
            for nth, (each, result) in enumerate(zip(shown.facts, results, strict=True))
        ]
        named = {each.name: _as_json(each, None, None) for each in shown.named}
        put_json({"expression": expression, "tensors": tensors, "names": named})
        return 0
    _print(shown.facts, shown.named, results)
    if graph:
        _print_graphs(shown.facts, graphs)
    return 0


def _print(facts: list["Facts"], named: list["Facts"], results: list["Reshaped | None"]) -> None:
    from tt_devtools.output import console, put
    from tt_devtools.show.draw import boxes, describe, sharing, storage_line

    width = console().width
    for each, result in zip(facts, results, strict=True):
        put(describe(each))
        put(storage_line(each))
        for line in boxes(each, width):
            put(line)
        if result is not None:
            put(f"reshape{result.shape!r}: {result.why}")
    for line in sharing([*facts, *named]):
        put(line)


def _print_graphs(facts: list["Facts"], graphs: list[list[Any]]) -> None:
    from tt_devtools.output import put
    from tt_devtools.show.graph import tree

    for each, vertices in zip(facts, graphs, strict=True):
        put(f"graph of {each.name}" if vertices else f"graph of {each.name}: none, it has no grad_fn")
        for line in tree(vertices) if vertices else ():
            put(line)


def _write_svg(path: Path, title: str, graphs: list[list[Any]]) -> None:
    from tt_devtools.failure import MISUSED, Failure
    from tt_devtools.output import say
    from tt_devtools.show.svg import svg

    drawn = [vertices for vertices in graphs if vertices]
    if len(drawn) != 1:
        what = "no tensor has a grad_fn" if not drawn else f"{len(drawn)} tensors have a graph"
        raise Failure(f"--svg draws one graph, but {what}", hint="write requires_grad=True", code=MISUSED)
    path.write_text(svg(drawn[0], title), encoding="utf-8")
    say(f"wrote {path}")


def _as_json(facts: "Facts", result: "Reshaped | None", graph: dict[str, Any] | None) -> dict[str, Any]:
    from tt_devtools.show.draw import MOST_ELEMENTS
    from tt_devtools.show.facts import readers

    made: dict[str, Any] = {
        "name": facts.name,
        "shape": list(facts.shape),
        "stride": list(facts.stride),
        "offset": facts.offset,
        "dtype": facts.dtype,
        "device": facts.device,
        "contiguous": facts.contiguous,
        "requires_grad": facts.requires_grad,
        "grad_fn": facts.grad_fn or None,
        "storage": {
            "id": facts.storage,
            "elements": facts.storage_elements,
            "bytes": facts.storage_elements * facts.itemsize,
            "first": facts.first,
            "values": list(facts.values),
            "read_by": {str(at): numbers for at, numbers in sorted(readers(facts, MOST_ELEMENTS).items())},
        },
        "bases": [
            {"shape": list(base.shape), "stride": list(base.stride), "offset": base.offset}
            for base in facts.bases
        ],
        "graph": graph,
    }
    if result is not None:
        stride = None if result.stride is None else list(result.stride)
        made["reshape"] = {
            "shape": list(result.shape),
            "copies": result.stride is None,
            "stride": stride,
            "why": result.why,
        }
    return made
