"""`python -m tt_core`: prints the folder with ttConfig.cmake, for `cmake -Dtt_DIR=...`.

Must not need the folder to exist before it is asked for: a checkout has none, since its libraries are built in
place for the root graph alone.
"""

import os
import sys


def main() -> int:
    """The exit status: 1 where this tt_core is not an installed one."""
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "cmake")
    if os.path.exists(os.path.join(folder, "ttConfig.cmake")):
        print(folder)
        return 0
    print("tt_core: no ttConfig.cmake here: this is a checkout, not an installed wheel", file=sys.stderr)
    print("hint: ci/wheels.sh builds the wheels", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
