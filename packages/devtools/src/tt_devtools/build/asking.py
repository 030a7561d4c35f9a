"""What `tt build` prints on stdout: the outcome of a build, or the answers to questions about one."""

from collections.abc import Sequence

from tt_devtools import checkout
from tt_devtools.build.configure import check_preset
from tt_devtools.build.plan import UNKNOWN
from tt_devtools.build.request import Request
from tt_devtools.build.result import cmake_first, describe, describe_plan, describe_problem
from tt_devtools.build.run import explain, run_build
from tt_devtools.output import put, put_json, say


def build(request: Request, *, as_json: bool, then_test: bool) -> int:
    """Builds or plans, and tests what can be affected where that is asked for."""
    here = checkout.find()
    if then_test:
        from tt_devtools.test.affected_run import changed, run_affected

        names = changed(here.root, "HEAD")  # first, so that what git refuses costs no build
    result = run_build(here, request)
    if as_json:
        put_json(result.as_json())
    elif request.dry_run:
        put(f"{request.preset}: {describe_plan(result.planned)}")
    elif not result.failed:
        put(describe(result))
    if problem := describe_problem(result):
        say(f"tt build: {problem}")
    if then_test and result.ok:
        return run_affected(here, request.preset, names, [unit.output for unit in result.units])
    return 0 if result.ok else 1


def show_ledger(preset: str, as_json: bool) -> int:
    """Earlier builds."""
    from tt_devtools.build import stats

    here = checkout.find()
    check_preset(here, preset)
    found = stats.read(here.build_dir(preset))
    if as_json:
        put_json({"preset": preset, **found.as_json()})
    else:
        put(f"{preset}: {stats.describe(found)}")
    return 0


def show_misses(preset: str, name: str, as_json: bool) -> int:
    """Why the cache missed a file."""
    from tt_devtools.build import why_miss

    here = checkout.find()
    check_preset(here, preset)
    calls = why_miss.why_miss(here.build_dir(preset), name)
    if as_json:
        put_json({"preset": preset, "calls": [call.as_json() for call in calls]})
    else:
        put(why_miss.describe(calls))
    return 0


def show_causes(request: Request, names: Sequence[str], as_json: bool) -> int:
    """Why a build would do what it would."""
    from tt_devtools.build import why

    forest = explain(checkout.find(), request)
    if forest is None:
        if as_json:
            put_json({"preset": request.preset, "causes": None, "configures": ""})
        else:
            put(f"{request.preset}: {describe_plan(UNKNOWN)}")
        return 0
    roots = forest.only(names) if names else forest.roots
    if forest.configures:
        say(f"tt build: {cmake_first(forest.configures)}")
    if as_json:
        causes = [root.as_json() for root in roots]
        put_json({"preset": request.preset, "causes": causes, "configures": forest.configures})
    elif not roots:
        put(f"{request.preset}: nothing to do{' for what is named' * bool(names)}")
    else:
        put(why.describe(roots))
    return 0
