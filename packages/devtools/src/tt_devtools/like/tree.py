"""Which tree is searched, and which of its folders: this checkout, any folder, or an installed PyTorch.

An environment is looked into and never run: where its packages are follows from where its interpreter is.
"""

import os
from dataclasses import dataclass
from pathlib import Path

from tt_devtools import checkout
from tt_devtools.failure import MISUSED, Failure
from tt_devtools.interpreters import TORCH_PYTHON
from tt_devtools.op_names import known_ops
from tt_devtools.trace.target import OURS, parse_target

_PACKAGES = ("torch", "torchgen")  # the second holds the YAML files of a wheel


@dataclass(frozen=True, slots=True)
class Tree:
    """`top` is what roles are told by paths from; `roots` are the folders to look into."""

    top: Path
    roots: tuple[Path, ...]
    is_ours: bool = False

    def shown(self, path: str) -> str:
        """Relative in our own checkout; otherwise as an editor opens it from here."""
        return os.path.relpath(path, self.top) if self.is_ours else path


def chosen(op: str, asked: Path | None) -> Tree:
    """The tree that was asked for; else our own for ops that we have, and the installed PyTorch for others."""
    if asked is not None:
        return _asked(asked)
    here = checkout.find().root
    target = parse_target(op.removeprefix("aten::"))
    if target.library == OURS and target.op.rstrip("_") in known_ops():
        return Tree(here, (here,), is_ours=True)
    for python in (os.environ.get(TORCH_PYTHON), here / ".venv-parity/bin/python"):
        if python and (found := _installed(Path(python).absolute().parent.parent)):
            return found
    if target.library != OURS:
        raise Failure(f"no PyTorch to look for '{op}' in", hint=f"--tree DIR, or {TORCH_PYTHON}=PYTHON")
    return Tree(here, (here,), is_ours=True)


def _asked(tree: Path) -> Tree:
    if not tree.is_dir():
        what = "is no folder" if tree.exists() else "is not there"
        raise Failure(f"--tree: '{tree}' {what}", code=MISUSED)
    return _installed(tree) or Tree(tree, (tree,))


def _installed(tree: Path) -> Tree | None:
    """The packages of PyTorch where `tree` is one of them, their site-packages or their environment."""
    above = [tree.absolute().parent] if tree.absolute().name in _PACKAGES else []
    for folder in (tree, *above, *sorted(tree.glob("lib/python3*/site-packages"))):
        if (
            all((folder / name / "__init__.py").is_file() for name in _PACKAGES)
            and not (folder / "aten").exists()
        ):
            return Tree(folder, tuple(folder / name for name in _PACKAGES))
    return None
