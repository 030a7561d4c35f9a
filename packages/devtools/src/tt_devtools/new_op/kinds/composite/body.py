"""The body of a composite, tt_kernels/composite/<name>.py: its expression, or the place where it is to be written."""

from tt_devtools.new_op.asked.request import Request
from tt_devtools.new_op.kinds.any_schema.op_calls import with_ops
from tt_devtools.new_op.kinds.any_schema.python_expression import Python
from tt_devtools.new_op.kinds.any_schema.signature import parameters


def body(request: Request) -> str:
    """The module."""
    schema, value, vocabulary = request.schema, request.value, request.vocabulary
    tensors = ["Tensor"] * len(schema.returns)
    returns = tensors[0] if len(tensors) == 1 else f"tuple[{', '.join(tensors)}]"
    if value is None:
        says = f"`{request.name}`, made of other ops: still to be written."
        ops, used = (
            "",
            "from tt_kernels.composite import composite\nfrom tt_kernels.unwritten import unwritten\n",
        )
        text = f'    unwritten("{request.name}")'
    else:
        assert isinstance(value, Python)
        says = f"`{request.name}`, made of other ops, whose derivatives are its own."
        qualified = with_ops(value.text, value.tree, vocabulary)
        ops = ", ops" if qualified != value.text else ""
        used = "from tt_kernels.composite import composite\n"
        text = f"    return {qualified}"
    return (
        f'"""{says}"""\n\nfrom tt_core import Tensor{ops}\n{used}\n\n'
        f'@composite("{request.name}")\n'
        f"def {request.name}({parameters(schema.args, 'Tensor')}) -> {returns}:\n{text}\n"
    )
