"""How long a program waits for the library: fresh processes, the interpreter's own start not counted."""

from tt_devtools.bench.case import Area, Case

AREA = Area("import", "import in a fresh process", slice_s=0.0)

CASES = (
    Case(
        "import",
        "import",
        {library: f"import {library}" for library in ("tt", "torch", "numpy")},
        targets={"torch": 0.05},
        fresh=True,
        at_most_s=0.1,
    ),
)
