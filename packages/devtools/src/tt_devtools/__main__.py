"""`python -m tt_devtools`: the `tt` command without its script."""

import os
import sys


def main() -> int:
    """Runs the command. Ctrl-C is heeded in it, once it can be told."""
    _put_our_modules_first()
    from tt_devtools import interrupts

    interrupts.hold()
    from tt_devtools.cli import main as run

    return run()


def _put_our_modules_first() -> None:
    """A typer.py or numpy in a folder of PYTHONPATH is not ours; scripts and tests are processes of their own."""
    folders = os.environ.get("PYTHONPATH")
    if not folders:
        return
    try:
        theirs = {os.path.abspath(folder) for folder in folders.split(os.pathsep)}
    except FileNotFoundError:  # relative to a folder that was removed
        return
    sys.path.sort(key=lambda folder: folder in theirs)


if __name__ == "__main__":
    sys.exit(main())
