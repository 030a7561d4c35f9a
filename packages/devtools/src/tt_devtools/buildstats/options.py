"""The options that say what to price, once: for typer in `command` and for argparse in `bare`."""

HEADER = (
    "Headers by path or by its end: tensor.h, tt/core/tensor/tensor.h. With --diff or --staged: a revision."
)
BUILD_DIR = "Any ninja build directory; else this checkout's build/dev. It is only read."
EVERY = "Headers of the system and of packages too."
HOTSPOTS = "Rank by price times changes: what costs most as you work."
DIFF = "Price the change since a revision (HEAD), or of REV..REV, before it is built."
STAGED = "Price what is staged."
TOP = "How many headers to show."
JOBS = "Jobs for the wall time; 0 as tt build chooses."
JSON = "One JSON object on stdout."
WHAT_IF = "What removing an include line saves: 'a.h -x-> b.h'."
CUTS = "Show the N include lines most worth cutting."
BUDGET = "Exit 1 when a header exceeds this budget (ci/header_budget.toml is this checkout's)."
HTML = "Write the ranking as one page: a treemap and a sortable table."
VERIFY = "Touch this header of this checkout, rebuild it without the cache, and compare; may be repeated."
TREND = "How builds and units changed over time; the arguments are ledgers, else this checkout's."
