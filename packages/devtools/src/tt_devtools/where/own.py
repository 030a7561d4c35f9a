"""Every place of one of our own ops, overload by overload: from the sources, and from a build where there is one."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tt_devtools.op_names import functor_name
from tt_devtools.where.built import NotBuilt, built_places
from tt_devtools.where.cpp_places import family_places, functor_places, registered_places
from tt_devtools.where.generated import committed_places, unit_places
from tt_devtools.where.place import Place, ordered
from tt_devtools.where.python_places import python_places, test_places
from tt_opspec.entry import OpEntry


@dataclass(frozen=True, slots=True)
class Located:
    """One overload and its places; `missing` says what could not be told, and the command that helps."""

    qualified: str
    schema: str
    places: list[Place]
    missing: list[str]

    def as_json(self) -> dict[str, Any]:
        """The overload as an object."""
        places = [place.as_json() for place in self.places]
        return {
            "op": self.qualified,
            "schema": self.schema,
            "places": places,
            "missing": self.missing,
        }


def locate(root: Path | None, entry: OpEntry) -> Located:
    """`root` is the checkout, None where there is none and only the table and the libraries can be asked."""
    said = ", ".join((entry.family, *entry.forms))
    places = [Place("entry", entry.file, entry.line, said)]
    missing = []
    if root is None:
        missing.append("sources: this is not a checkout")
    else:
        places += _from_sources(root, entry)
    try:
        found = built_places(entry.qualified)
        if any(place.role == "plan" for place in found):
            # What is registered is exact; the sources alone only name candidates.
            places = [place for place in places if place.role != "plan"]
        places += [_resolved(root, place) for place in found]
    except NotBuilt as error:
        missing.append(f"which of the plans it has, and its kernel for each key: {error}; ./tt build")
    if root is not None and not any(place.role == "generated" for place in places):
        missing.append("generated units: nothing is built; ./tt build")
    return Located(entry.qualified, str(entry.schema), ordered(places), missing)


def _from_sources(root: Path, entry: OpEntry) -> list[Place]:
    places = _schema(root, entry)
    places += functor_of(root, entry)
    if entry.functor:
        places += family_places(root, entry.family)
    places += registered_places(root, entry.qualified)
    places += python_places(root, entry.qualified)
    places += test_places(root, entry.name)
    return places + committed_places(root, entry) + unit_places(root, entry)


def functor_of(root: Path, entry: OpEntry) -> list[Place]:
    """The struct that the entry names, or the one named for its kernel, as `tt new-op` writes it."""
    if entry.functor:
        return functor_places(root, entry.functor.header, entry.functor.name)
    return functor_places(root, f"{entry.kernel}.h", functor_name(entry.kernel)) if entry.kernel else []


def _schema(root: Path, entry: OpEntry) -> list[Place]:
    path = root / entry.file
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    for number in range(entry.line, len(lines) + 1):
        # Single quotes are around a schema that has double ones inside.
        if any(f"{quote}{entry.qualified}(" in lines[number - 1] for quote in "\"'"):
            return [Place("schema", entry.file, number, str(entry.schema))]
    return []


def _resolved(root: Path | None, place: Place) -> Place:
    """A library names its sources as the checkout does; without one they say only what was compiled."""
    return place if root is not None else replace(place, text=f"{place.text} (in the sources of tt)")
