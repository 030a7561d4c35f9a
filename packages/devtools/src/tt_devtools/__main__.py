"""`python -m tt_devtools`: the `tt` command without its script."""

import sys

from tt_devtools.cli import main

if __name__ == "__main__":
    sys.exit(main())
