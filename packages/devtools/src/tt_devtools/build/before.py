"""The build that `tt test` and `tt bench` do first, so that nobody tests or measures what is out of date."""

import os

from tt_devtools.build import REMOTE_CACHE
from tt_devtools.build.environment import Reach
from tt_devtools.build.request import DEFAULT_PRESET, Request
from tt_devtools.build.result import describe, describe_problem
from tt_devtools.build.run import run_build
from tt_devtools.checkout import Checkout
from tt_devtools.output import say


def built(checkout: Checkout, preset: str = DEFAULT_PRESET) -> bool:
    """Builds what is out of date; False, with the reason said, where that does not succeed."""
    result = run_build(checkout, Request(preset=preset, reach=Reach(os.environ.get(REMOTE_CACHE, ""))))
    if result.planned.steps and not result.failed:
        say(f"tt build: {describe(result)}")
    if problem := describe_problem(result):
        say(f"tt build: {problem}")
    return result.ok
