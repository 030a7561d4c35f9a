"""What `tt new-op` prints: files first, then what a build has to do, then what comes next."""

from collections.abc import Iterator

from tt_devtools.new_op.run import Outcome

_VERBS = {"new": "new", "insert": "block", "renew": "renewed", "remove": "removed"}


def report(outcome: Outcome) -> str:
    """The text for a person."""
    return "\n".join(_lines(outcome))


def _lines(outcome: Outcome) -> Iterator[str]:
    would = "" if outcome.written else "would be "
    yield f"{outcome.op}: {would}{'added' if outcome.action == 'add' else 'taken out'}"
    rows = [(_VERBS[each.kind], each.file, each.lines_added) for each in outcome.changes]
    rows += [("removed", file, 0) for file in outcome.removed]
    for verb, file, lines in rows:
        yield f"  {verb:<8} {file}{f'  {lines:+d} lines' if lines else ''}"
    if outcome.action == "undo":
        if not rows:
            yield "  nothing of it was left"
        return
    if not outcome.compiled:
        yield "  no C++ compiler was found, so the C++ is checked by the next build"
    if outcome.price:
        seconds = (
            "" if outcome.price.seconds is None else f"; about {outcome.price.seconds:.0f} s of compiling"
        )
        units = f"{len(outcome.price.units)} compile, {outcome.price.links} link{seconds}"
        yield f"rebuild ({outcome.price.preset}): {units}"
        yield from (f"  {unit}" for unit in outcome.price.units)
    if outcome.blanks:
        yield "to be written:"
        yield from (f"  {blank}" for blank in outcome.blanks)
    if outcome.written:
        yield f"next: ./tt test {outcome.op}; ./tt new-op {outcome.op} --undo takes it out again"
