"""For tests of code that uses tensors: `assert_close`, with torch's rules and tolerances."""

from tt.testing.assertion import assert_close
from tt.testing.tolerance import default_tolerances

__all__ = ["assert_close", "default_tolerances"]
