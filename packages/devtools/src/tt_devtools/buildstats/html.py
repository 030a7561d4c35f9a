"""`--html FILE`: the ranking as one self-contained page, a treemap and a sortable table (page.html).

The page loads nothing and its policy allows nothing to be loaded; names are data in it, never markup.
"""

import json
import os
from pathlib import Path

from tt_devtools.buildstats.changes import SINCE_DAYS, changes
from tt_devtools.buildstats.subject import Subject
from tt_devtools.failure import MISUSED, Failure

_PAGE = Path(__file__).with_name("page.html")
_DATA = "@DATA@"


def write(subject: Subject, file: Path, *, every: bool, dry_run: bool) -> int:
    """Writes the page, whole or not at all; how many headers are, or would be, in it."""
    inside = Path(os.path.realpath(file))
    if inside.is_relative_to(subject.graph.build_dir):
        raise Failure(f"{file} is in the build directory, which is never written to", code=MISUSED)
    if file.exists() and not file.is_file():  # to replace a device would do harm
        raise Failure(f"{file} is no plain file", code=MISUSED)
    rows = [row for row in subject.rows if every or not subject.names.is_foreign(row.file)]
    if dry_run:
        return len(rows)
    counts = changes(row.file for row in rows)
    data = {
        "build_dir": subject.shown_dir,
        "units": len(subject.graph.units),
        "days": SINCE_DAYS,
        "notes": [f"{note}." for note in (subject.prices.origin, *subject.notes) if note],
        "headers": [
            {
                "path": subject.names.shown(row.file),
                "units": row.units,
                "links": row.links,
                "cpu_s": row.cpu_ms / 1000 if subject.prices.ms else None,
                "changes": counts[row.file],
            }
            for row in rows
        ],
    }
    text = json.dumps(data).replace("<", "\\u003c")  # no name can end the script element
    page = _PAGE.read_text(encoding="utf-8").replace(_DATA, text)
    fresh = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        fresh.write_text(page, encoding="utf-8")
        os.replace(fresh, file)
    except OSError as error:
        fresh.unlink(missing_ok=True)
        raise Failure(f"{file} cannot be written: {error.strerror}") from None
    return len(rows)
