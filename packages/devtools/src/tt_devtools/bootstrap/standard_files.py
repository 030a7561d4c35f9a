"""stdin, stdout and stderr are open, to nothing where whoever started us closed them (`./tt build 2>&-`).

Else the next file to be opened would take their place, and what is told would be written into it.
"""

from __future__ import annotations

import os
import sys


def open_all() -> None:
    """For this process and those that it starts. Imports nothing: every launch does this."""
    for descriptor, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # gets the lowest number that is free, which is this one
            os.set_inheritable(descriptor, True)
        if getattr(sys, name) is None:
            mode = "w" if descriptor else "r"
            setattr(sys, name, os.fdopen(descriptor, mode, closefd=False))
