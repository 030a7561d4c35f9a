"""The `tt docs` command: its options, and what it prints."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from tt_devtools.docs.pages import Page
    from tt_opspec.entry import OpEntry


def _complete(incomplete: str) -> list[str]:
    from tt_devtools.docs.pages import names

    return [name for name in names() if name.startswith(incomplete)]


def docs(
    name: Annotated[
        str,
        typer.Argument(
            metavar="OP | PAGE", help="An op (add, tt.add) or a page (tracing).", autocompletion=_complete
        ),
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
) -> int:
    """Show the documentation of an op, or a page of docs/; without a name, which pages there are.

    Works without built libraries: an op's text is read from the op table, which help(tt.add) shows too.
    """
    from tt_devtools.docs.pages import find, pages
    from tt_devtools.output import put, put_json

    if not name:
        found = pages()
        if as_json:
            put_json({"pages": [page.as_json() for page in found]})
        else:
            width = max(len(page.name) for page in found)
            for page in found:
                put(f"{page.name:<{width}}  {page.title}")
        return 0
    what = find(name)
    if isinstance(what, list):
        _show_op(what, as_json)
    elif as_json:
        put_json({**what.as_json(), "text": what.text})
    else:
        _show_page(what)
    return 0


def _show_page(page: "Page") -> None:
    import sys

    from tt_devtools.output import console, is_terminal, put

    if is_terminal(sys.stdout):
        from rich.markdown import Markdown

        console().print(Markdown(page.text))
    else:
        put(page.text.rstrip("\n"))


def _show_op(overloads: list["OpEntry"], as_json: bool) -> None:
    from tt_devtools.op_names import entry_json, forms_of
    from tt_devtools.output import put, put_json
    from tt_opspec.dtypes import describe

    if as_json:
        told = [{**entry_json(entry), "doc": entry.doc} for entry in overloads]
        put_json({"op": overloads[0].name, "overloads": told})
        return
    for at, entry in enumerate(overloads):
        if at:
            put("")
        put(f"{entry.schema}\n{forms_of(entry)}  [{describe(entry.accepts)}]  {entry.where}\n\n{entry.doc}")
