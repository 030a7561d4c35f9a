"""docs/library.md says what happens: each block of Python prints the block of text that follows it."""

import contextlib
import io
import re
import subprocess
import sys
from pathlib import Path

import tt.library

BLOCKS = re.compile(r"^```(python|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def run_blocks(page: str) -> list[tuple[str, str]]:
    """(what a block should print, what it prints) for each, in one namespace."""
    scope: dict[str, object] = {"__name__": "page"}
    pairs: list[tuple[str, str]] = []
    blocks = BLOCKS.findall(page)
    for index, (kind, text) in enumerate(blocks):
        if kind != "python":
            continue
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(text, f"block {index}", "exec"), scope)
        follows = blocks[index + 1 : index + 2]
        expected = follows[0][1] if follows and follows[0][0] == "text" else ""
        pairs.append((expected, printed.getvalue()))
    return pairs


def test_page_in_a_process_of_its_own(checkout: Path) -> None:
    """In a child, since its custom ops stay."""
    script = (
        "import sys; sys.path.insert(0, sys.argv[1]); import test_library_page as page\n"
        "pairs = page.run_blocks(open(sys.argv[2], encoding='utf-8').read())\n"
        "assert len(pairs) >= 9, len(pairs)\n"
        "for expected, printed in pairs: assert printed == expected, f'{printed}\\n--- expected\\n{expected}'\n"
    )
    argv = [sys.executable, "-c", script, str(Path(__file__).parent), str(checkout / "docs/library.md")]
    done = subprocess.run(argv, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_page_names_every_public_function(checkout: Path) -> None:
    page = (checkout / "docs/library.md").read_text(encoding="utf-8")
    assert [name for name in tt.library.__all__ if f"`{name}" not in page] == []
