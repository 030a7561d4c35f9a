"""Every case, by area. A new area is a module here with AREA and CASES, and its name in the list below.

`pointwise` has further cases of the areas `large` and `call`.
"""

from tt_devtools.bench.case import Area, Case
from tt_devtools.bench.cases import call, imports, large, pointwise, record

_MODULES = (call, record, large, imports)

AREAS: dict[str, Area] = {module.AREA.name: module.AREA for module in _MODULES}
CASES: tuple[Case, ...] = (*(case for module in _MODULES for case in module.CASES), *pointwise.CASES)
