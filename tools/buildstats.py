"""`tt buildstats` from a bare checkout: `python3 tools/buildstats.py --build-dir DIR [HEADER ...]`.

Needs the standard library only: nothing is built or installed. The work is in tt_devtools.buildstats.
"""

import os
import sys

if sys.version_info < (3, 11):
    sys.exit("tools/buildstats.py: Python 3.11 or newer is needed, this is %d.%d" % sys.version_info[:2])

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "packages", "devtools", "src"))
sys.dont_write_bytecode = True

from tt_devtools.buildstats.bare import main  # noqa: E402 - the path is set above

sys.exit(main(sys.argv[1:]))
