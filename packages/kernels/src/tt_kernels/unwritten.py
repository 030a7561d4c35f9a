"""What stands in the body of a composite that `tt new-op` left to be written: it says where that is."""

import os
import sys
from typing import NoReturn


def unwritten(name: str, /) -> NoReturn:
    """Raises NotImplementedError, which names the file and line that this is called from."""
    frame = sys._getframe(1)
    _, packages, place = frame.f_code.co_filename.replace(os.sep, "/").rpartition("packages/")
    raise NotImplementedError(
        f"{name}: the body is not written yet\nhint: {packages}{place}:{frame.f_lineno}"
    )
