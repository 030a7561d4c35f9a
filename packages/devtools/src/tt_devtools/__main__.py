"""`python -m tt_devtools`: the `tt` command without its script. Ctrl-C ends it without a word until `main` is there to
say one: Python would print where in its imports it was."""

import signal
import sys

listens = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # nohup stays nohup
if listens:
    signal.signal(signal.SIGINT, signal.SIG_DFL)

from tt_devtools.cli import main  # noqa: E402 - not before

if __name__ == "__main__":
    if listens:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.exit(main())
