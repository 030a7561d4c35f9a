"""What `--like` prints: the hits by role, as file:line, then what was not looked into."""

from collections.abc import Iterator

from tt_devtools.buildstats.text import printable
from tt_devtools.failure import Failure
from tt_devtools.like.search import Found
from tt_devtools.op_names import known_ops
from tt_devtools.suggest import did_you_mean
from tt_devtools.where import torch_tree


def report(found: Found) -> str:
    """The text for a person."""
    return "\n".join(_lines(found))


def _lines(found: Found) -> Iterator[str]:
    names = ", ".join(found.spellings.as_json().values())
    total = f"{len(found.hits)} hits in {len({hit.file for hit in found.hits})} files"
    yield f"{found.spellings.snake}: {total} of {found.tree.top} ({names})"
    for role, count in found.counts.items():
        yield f"{role} ({count})"
        hits = [hit for hit in found.hits if hit.role == role]
        # A line that has several forms of the name is several hits, and is shown once.
        yield from dict.fromkeys(f"  {printable(hit.file)}:{hit.line}  {hit.text}" for hit in hits)
    for what, paths in (("larger than 16 MiB", found.passed.huge), ("unreadable", found.passed.unreadable)):
        if paths:
            yield f"not looked into, {what}: {len(paths)}, {printable(min(paths))} for one"


def nothing_like(found: Found) -> Failure:
    """What to say where there is no hit."""
    name = found.spellings.snake
    what = f"--like: no file of {found.tree.top} names '{name}', of {found.searched} that were searched"
    return Failure(what, hint=did_you_mean(name, _known(found)))


def _known(found: Found) -> list[str]:
    """PyTorch's ops in a PyTorch, ours elsewhere."""
    try:
        return torch_tree.op_names(found.tree.top)
    except Failure:
        return known_ops()
