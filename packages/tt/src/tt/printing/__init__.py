"""How a tensor is written by `repr`, `print` and f-strings: torch's text with `tt` in the names.

Outside the seven stages: it reads a finished tensor through its Python attributes, and imports nothing of tt but
the options.
Read in this order: tt._printoptions, tensor_text (the whole), values (brackets and rows), numbers (one element).
"""

from tt._printoptions import PrintOptions, get_printoptions, set_printoptions
from tt.printing.tensor_text import follow_default_dtype, tensor_format, tensor_str

__all__ = [
    "PrintOptions",
    "follow_default_dtype",
    "get_printoptions",
    "set_printoptions",
    "tensor_format",
    "tensor_str",
]
