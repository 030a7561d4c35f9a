"""`python -m tt_devtools`: the `tt` command without its script."""

import sys

from tt_devtools import interrupts


def main() -> int:
    """Runs the command. Ctrl-C is heeded in it, once it can be told."""
    interrupts.hold()
    from tt_devtools.cli import main as run

    return run()


if __name__ == "__main__":
    sys.exit(main())
