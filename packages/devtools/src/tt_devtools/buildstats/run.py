"""From what the user asked to a report on stdout; what is unknown is said on stderr."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tt_devtools.buildstats.ranking import Wanted, report
from tt_devtools.buildstats.report import table
from tt_devtools.buildstats.report import tell as told
from tt_devtools.buildstats.subject import Subject, own_build
from tt_devtools.buildstats.text import printable
from tt_devtools.failure import FOUND, MISUSED, Failure
from tt_devtools.output import put, put_json, say
from tt_devtools.plural import plural

MODES = ("diff", "staged", "what_if", "cuts", "budget", "html", "verify", "trend")


@dataclass(frozen=True, slots=True)
class Request:
    """What the user asked for. `jobs` 0 means as `tt build` would choose; at most one of MODES is set.

    With `diff` or `staged` the one argument is a revision, with `trend` the arguments are ledgers.
    """

    headers: tuple[str, ...] = ()
    build_dir: Path | None = None
    top: int = 50
    jobs: int = 0
    every: bool = False
    as_json: bool = False
    hotspots: bool = False
    diff: bool = False
    staged: bool = False
    what_if: str = ""
    cuts: int = 0
    budget: Path | None = None
    html: Path | None = None
    verify: tuple[str, ...] = ()
    trend: bool = False
    dry_run: bool = False

    @property
    def mode(self) -> str:
        """The one of MODES that is set, "" for the ranking."""
        asked = [name for name in MODES if getattr(self, name)]
        if len(asked) > 1:
            names = " and ".join(f"--{name.replace('_', '-')}" for name in asked)
            raise Failure(f"{names} exclude each other", code=MISUSED)
        return asked[0] if asked else ""


def run(request: Request) -> int:
    """Prints the report; a Failure where there is nothing that could be told."""
    mode = request.mode
    if request.headers and mode not in ("", "diff", "staged", "trend"):
        raise Failure(f"--{mode.replace('_', '-')} takes no headers beside it", code=MISUSED)
    if mode == "trend":
        return _trend(request)
    if mode == "verify":
        return _verify(request)
    subject = Subject(request.build_dir or own_build(), request.jobs)
    code = _WORK[mode](subject, request)
    for note in subject.notes:
        say(f"tt buildstats: {printable(note)}")
    return code


def _show(subject: Subject, request: Request, data: dict[str, Any], text: str, *, timed: bool = True) -> None:
    """One of both, with what its seconds are; text that is not `timed` shows none."""
    if request.as_json:
        put_json({**data, "seconds_from": subject.prices.origin_json()})
    else:
        put("\n".join([text, subject.prices.origin] if timed and subject.prices.origin else [text]))


def _ranking(subject: Subject, request: Request) -> int:
    ranked = request.as_json or not request.headers
    wanted = Wanted(
        request.headers, ranked, request.top, request.every, request.hotspots, not request.as_json
    )
    made = report(subject, wanted)
    if request.headers:
        each = (told(made, name, subject.graph, subject.names, request.top) for name in made.stories)
        text = "\n\n".join(each)
    else:
        text = table(made)
    _show(subject, request, made.as_json(), text)
    return 0


def _diff(subject: Subject, request: Request) -> int:
    from tt_devtools.buildstats import diff

    if len(request.headers) > 1:
        raise Failure(f"--diff takes one revision, not {len(request.headers)}", code=MISUSED)
    made = diff.price_edits(subject, "".join(request.headers), staged=request.staged)
    text = diff.describe(subject, made, request.top)
    _show(subject, request, diff.as_json(subject, made), text, timed=bool(made.shares))
    return 0


def _what_if(subject: Subject, request: Request) -> int:
    from tt_devtools.buildstats import what_if

    made = what_if.what_if(subject, request.what_if)
    _show(subject, request, what_if.as_json(subject, made), what_if.describe(subject, made, request.top))
    return 0


def _cuts(subject: Subject, request: Request) -> int:
    from tt_devtools.buildstats import cuts

    found, count = cuts.cuts(subject), request.cuts
    _show(subject, request, cuts.as_json(subject, found, count), cuts.describe(subject, found, count))
    return 0


def _budget(subject: Subject, request: Request) -> int:
    from tt_devtools.buildstats import budget

    assert request.budget is not None
    verdict = budget.check(subject, request.budget)
    text = budget.describe(verdict, request.budget)
    _show(subject, request, budget.as_json(subject, verdict), text, timed=False)
    return 0 if verdict.ok else FOUND


def _html(subject: Subject, request: Request) -> int:
    from tt_devtools.buildstats import html

    assert request.html is not None
    count = html.write(subject, request.html, every=request.every, dry_run=request.dry_run)
    if request.as_json:
        put_json({"build_dir": subject.shown_dir, "html": str(request.html), "headers_shown": count})
    else:
        what = f"{plural(count, 'header')} of {printable(subject.shown_dir)}"
        put(f"{request.html}{' would have' * request.dry_run}: {what}")
    return 0


def _trend(request: Request) -> int:
    from tt_devtools.buildstats import trend
    from tt_devtools.ninja_graph.ledger import LEDGER

    build_dir = request.build_dir or (None if request.headers else own_build())
    ledgers = [Path(name) for name in request.headers] or [(build_dir or Path()) / LEDGER]
    made = [trend.trend(path) for path in ledgers]
    if request.as_json:
        put_json(trend.as_json(made))
    else:
        put("\n\n".join(trend.describe(each, request.top) for each in made))
    return 0


def _verify(request: Request) -> int:
    from tt_devtools.buildstats import verify

    if request.build_dir is not None:
        raise Failure("--verify builds, so it is for this checkout alone, not for --build-dir", code=MISUSED)
    if request.dry_run:
        return _ranking(Subject(own_build(), request.jobs), replace(request, headers=request.verify))
    made = [verify.verify(name, request.jobs) for name in request.verify]
    if request.as_json:
        put_json(verify.as_json(made))
    else:
        put("\n".join(map(verify.describe, made)))
    return 0 if all(each.ok for each in made) else FOUND


_WORK: dict[str, Callable[[Subject, Request], int]] = {
    "": _ranking,
    "diff": _diff,
    "staged": _diff,
    "what_if": _what_if,
    "cuts": _cuts,
    "budget": _budget,
    "html": _html,
}
