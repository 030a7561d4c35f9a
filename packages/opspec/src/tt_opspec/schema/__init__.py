"""PyTorch's schema grammar: `parse("add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor")`.

The one parser: the table, the build, run-time registration and `tt new-op` all read schemas here.
Must not know the table, dtypes' meaning or any op.
"""

from tt_opspec.schema.error import SchemaError
from tt_opspec.schema.model import REQUIRED, Alias, Arg, Default, Return, Schema
from tt_opspec.schema.parse import parse

__all__ = ["REQUIRED", "Alias", "Arg", "Default", "Return", "Schema", "SchemaError", "parse"]
