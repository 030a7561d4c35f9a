"""Data on stdout, talk on stderr. Rich is imported only by who draws with it."""

import json
import os
import sys
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

PLAIN_WIDTH = 120  # columns where stdout is a file or a pipe and COLUMNS says nothing


def put(text: str) -> None:
    """One piece of data on stdout."""
    print(text, flush=True)


def put_json(value: dict[str, Any]) -> None:
    """The one JSON object of `--json`. Bytes of a file name that are no text become escapes."""
    text = json.dumps(value, indent=2, ensure_ascii=False)
    put(text.encode("utf-8", "backslashreplace").decode())


def say(text: str) -> None:
    """One line of talk on stderr."""
    print(text, file=sys.stderr, flush=True)


def is_terminal(stream: TextIO) -> bool:
    """Whether a person watches the stream, so that a line may be drawn over."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def console() -> "Console":
    """Rich's console on stdout: no colour under NO_COLOR, a fixed width where there is no terminal."""
    from rich.console import Console

    columns = os.environ.get("COLUMNS", "")
    asked = int(columns) if columns.isdecimal() else 0
    width = None if is_terminal(sys.stdout) else asked or PLAIN_WIDTH
    return Console(file=sys.stdout, width=width, highlight=False)


def draw(console: "Console", what: "RenderableType") -> None:
    """Prints without the spaces with which rich fills up each line."""
    with console.capture() as drawn:
        console.print(what)
    for line in drawn.get().splitlines():
        console.file.write(f"{line.rstrip()}\n")
    console.file.flush()
