"""What stands in the formula of a stub that `tt new-op` made: it says where the derivative is to be written."""

import os
import sys
from typing import NoReturn


def unwritten(name: str, arg: str, /) -> NoReturn:
    """Raises NotImplementedError, which names the file and line of the formula that calls this."""
    frame = sys._getframe(1)
    _, packages, place = frame.f_code.co_filename.replace(os.sep, "/").rpartition("packages/")
    message = f"{name}: the derivative by '{arg}' is not written yet"
    raise NotImplementedError(f"{message}\nhint: {packages}{place}:{frame.f_lineno}")
