"""Units that are one source compiled for several instruction sets, shown as one.

PyTorch copies `X.cpp` to `X.cpp.AVX2.cpp` and so on, we generate `loops_x.avx2.gen.cpp`: names that differ in that
word alone, perhaps in several places.
"""

import re
from collections.abc import Iterable

_CAPABILITY = re.compile(
    r"(?<![A-Za-z0-9])(?:baseline|default|avx2|avx512(?:_[a-z0-9]+)?|sve\d*|vsx|zvector)(?![A-Za-z0-9])",
    re.IGNORECASE,
)


def grouped(names: Iterable[str]) -> list[str]:
    """`x.AVX2.o` and `x.DEFAULT.o` become `x.{AVX2,DEFAULT}.o`, where the first of them stood."""
    groups: dict[tuple[str, ...], list[tuple[str, str]]] = {}
    for name in names:
        words = {word.lower(): word for word in _CAPABILITY.findall(name)}
        # Two words in one name are no capability, such as a folder called default.
        parts = tuple(_CAPABILITY.split(name)) if len(words) == 1 else (name,)
        groups.setdefault(parts, []).append((next(iter(words.values()), ""), name))
    return [
        members[0][1]
        if len(members) == 1
        else f"{{{','.join(sorted(word for word, _ in members))}}}".join(parts)
        for parts, members in groups.items()
    ]
