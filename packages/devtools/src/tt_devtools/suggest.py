"""Which known names a wrong one was probably meant to be."""

from collections.abc import Iterable

MOST = 3


def closest(name: str, known: Iterable[str]) -> list[str]:
    """Known names that `name` may have been meant to be, the likeliest first."""
    from difflib import get_close_matches

    names = list(known)
    by_lower = {each.lower(): each for each in reversed(names)}
    near = [by_lower[found] for found in get_close_matches(name.lower(), by_lower, n=MOST, cutoff=0.6)]
    longer = [each for each in names if len(name) > 1 and each.startswith(name) and each not in near]
    return (near + longer)[:MOST]


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """The hint of an error: `did you mean 'add' or 'and'?`, or "" when nothing is near."""
    near = [f"'{each}'" for each in closest(name, known)]
    if not near:
        return ""
    listed = near[0] if len(near) == 1 else f"{', '.join(near[:-1])} or {near[-1]}"
    return f"did you mean {listed}?"
