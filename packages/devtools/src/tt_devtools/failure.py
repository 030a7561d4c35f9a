"""Failure: what went wrong and what to do about it, for the user's eyes. `cli.main` prints it; nobody sees a
traceback.

Exit codes: 0 ok, 1 found a problem, 2 used wrongly.
"""

from typing import Final

FOUND: Final = 1
MISUSED: Final = 2


class Failure(Exception):
    """`message` says what is wrong with the value seen, `hint` the next step; `code` is the exit code."""

    def __init__(self, message: str, *, hint: str = "", code: int = FOUND) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.code = code
