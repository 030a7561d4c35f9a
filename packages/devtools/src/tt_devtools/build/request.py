"""What a user asked of `tt build`. Must not know how it is done."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tt_devtools.build.environment import Reach

DEFAULT_PRESET = "dev"


@dataclass(frozen=True, slots=True)
class Request:
    """What the user asked for. `jobs` 0 means by CPUs and memory; `debug` None leaves debugged files as they are."""

    preset: str = DEFAULT_PRESET
    targets: Sequence[str] = ()
    jobs: int = 0
    clean: bool = False
    dry_run: bool = False
    debug: Sequence[str] | None = None
    reach: Reach = field(default_factory=Reach)
