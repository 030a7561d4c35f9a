"""May a kernel that is written by hand have the op's name? It is registered by `register_<name>()`."""

from tt_devtools.new_op.asked.request import Request
from tt_devtools.new_op.tree.places import REGISTRATION


def taken(request: Request) -> str:
    """What has the name already, "" for nothing."""
    name = request.name
    function = f"register_{name}("
    if function in (request.vocabulary.workspace.read(REGISTRATION) or ""):
        return f"the name '{name}' is taken: {function}), {REGISTRATION}"
    sharing = next((entry for entry in request.vocabulary.entries if entry.kernel == name), None)
    return f"the name '{name}' is taken: the kernel of {sharing.name}, {sharing.where}" if sharing else ""
