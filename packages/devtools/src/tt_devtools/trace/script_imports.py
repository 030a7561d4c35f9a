"""What a script imports, from its text alone: it decides in which interpreter it runs and which calls are followed."""

import ast
from pathlib import Path


def imported_by(script: Path) -> set[str]:
    """Outermost names of the modules that the script's own text imports, anywhere in it; none of one that does not
    parse, which says so when it runs."""
    try:
        tree = ast.parse(script.read_bytes())
    except (OSError, SyntaxError, ValueError, MemoryError, RecursionError):
        return set()
    modules: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules += [each.name for each in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            modules.append(node.module)
    return {module.partition(".")[0] for module in modules}
