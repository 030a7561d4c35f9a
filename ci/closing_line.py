"""Prints pytest's closing line, taken from a saved log, in plain form: `12 passed, 0 failed, 3 skipped`.

Usage: closing_line.py LOG. Exit 1 when the log has no such line. Standard library only.
"""

import re
import sys
from pathlib import Path

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_CLOSING = re.compile(r"^=*\s*((?:\d+ [a-z]+(?:, )?)+) in [\d.:]+ ?s?\b.*$")
_COUNT = re.compile(r"(\d+) ([a-z]+)")


def closing_line(log: str) -> str | None:
    """The last closing line of the log; errors count as failures, expected failures as passes."""
    for line in reversed(_COLOUR.sub("", log).splitlines()):
        found = _CLOSING.match(line.strip())
        if found:
            count = {word: int(number) for number, word in _COUNT.findall(found[1])}
            passed = count.get("passed", 0) + count.get("xfailed", 0)
            failed = sum(count.get(word, 0) for word in ("failed", "error", "errors", "xpassed"))
            return f"{passed} passed, {failed} failed, {count.get('skipped', 0)} skipped"
    return None


def main() -> int:
    line = closing_line(Path(sys.argv[1]).read_text(errors="replace"))
    print(line or "0 passed, 1 failed, 0 skipped (the tests printed no closing line)")
    return 0 if line else 1


if __name__ == "__main__":
    sys.exit(main())
