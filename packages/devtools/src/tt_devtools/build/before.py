"""The build that `tt test` and `tt bench` do first, so that nobody tests or measures what is out of date."""

import os

from tt_devtools.build import REMOTE_CACHE
from tt_devtools.build.environment import Reach
from tt_devtools.build.request import DEFAULT_PRESET, Request
from tt_devtools.build.result import describe, describe_plan, describe_problem
from tt_devtools.build.run import run_build
from tt_devtools.checkout import Checkout
from tt_devtools.output import say


def built(checkout: Checkout, preset: str = DEFAULT_PRESET, *, dry_run: bool = False) -> bool:
    """Builds what is out of date, or says what that is; False, with the reason said, where it does not succeed."""
    reach = Reach(os.environ.get(REMOTE_CACHE, ""))
    result = run_build(checkout, Request(preset=preset, dry_run=dry_run, reach=reach))
    if dry_run:
        say(f"tt build: {preset}: {describe_plan(result.planned)}")
    elif result.planned.steps and not result.failed:
        say(f"tt build: {describe(result)}")
    if problem := describe_problem(result):
        say(f"tt build: {problem}")
    return result.ok
