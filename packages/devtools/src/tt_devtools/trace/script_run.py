"""`tt trace SCRIPT`: runs it in a child process under trace, then sums up what the child wrote, however the
script ended."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tt_devtools import interrupts
from tt_devtools.failure import FOUND, MISUSED, Failure
from tt_devtools.output import put_json, say
from tt_devtools.stopping import signal_name, stop
from tt_devtools.suggest import did_you_mean
from tt_devtools.trace.answers import Answers, asked
from tt_devtools.trace.run import Wanted, check_outputs
from tt_devtools.trace.script_interpreter import child_of
from tt_devtools.trace.script_notes import notes_of


def is_script(target: str) -> bool:
    """Whether the target is a file rather than an op: `train.py`, `./train`."""
    return target.endswith((".py", ".pyw")) or "/" in target


def run_script(script: str, arguments: Sequence[str], wanted: Wanted, timeout_s: float | None) -> int:
    """Runs and reports; 0 only if the script ended by itself with 0."""
    _check(Path(script))
    check_outputs(wanted)
    with asked() as answers:
        end = _run(script, arguments, answers, wanted, timeout_s)
        recorded = answers.last() or {"rows": [], "finished": False, "followed": ["tt"]}
    report = _report(script, recorded, end)
    if not wanted.as_json:
        from tt_devtools.trace.script_report import show

        show(report)
    _write(report, wanted)
    if wanted.as_json:  # last, for a file that cannot be written is an object too
        put_json({key: value for key, value in report.items() if key != "routes"})
    return end.exit_code


def _check(script: Path) -> None:
    if script.is_dir():
        raise Failure(f"{script} is a folder, not a script", code=MISUSED)
    if not script.exists():
        near = did_you_mean(str(script), map(str, script.parent.glob("*.py")))
        raise Failure(
            f"there is no script {script}", hint=near or f"looked in {script.absolute().parent}", code=MISUSED
        )
    try:
        script.open("rb").close()
    except OSError as error:
        raise Failure(f"cannot read {script}: {error.strerror}", code=MISUSED) from None


@dataclass(frozen=True, slots=True)
class _End:
    """How the script ended: its exit code, negative for a signal; what we did to it, and our own exit code then."""

    code: int
    why: str = ""
    exit_code: int = FOUND


def _run(
    script: str, arguments: Sequence[str], answers: Answers, wanted: Wanted, timeout_s: float | None
) -> _End:
    files = ",".join(map(str, answers.descriptors))
    command = [*child_of(Path(script), wanted.torch_python), str(os.getpid()), files, script, *arguments]
    stdout = sys.stderr.fileno() if wanted.as_json else None
    with interrupts.held():
        child = subprocess.Popen(command, stdout=stdout, pass_fds=answers.descriptors)
        try:
            interrupts.heed()
            code = child.wait(timeout_s)
            return _End(code, exit_code=FOUND if code else 0)
        except subprocess.TimeoutExpired:
            return _stopped(child, f"stopped after {timeout_s:g} s", FOUND)
        except KeyboardInterrupt:
            return _stopped(child, "interrupted", interrupts.INTERRUPTED, is_told=True)
        except SystemExit as end:
            code = int(str(end.code))
            return _stopped(child, f"stopped: tt trace got {signal_name(code - 128)}", code)


def _stopped(child: "subprocess.Popen[bytes]", why: str, exit_code: int, *, is_told: bool = False) -> _End:
    if not stop(child, is_told=is_told):
        why += ", and killed: it went on after the interrupt"
    return _End(child.returncode, why, exit_code)


def _report(script: str, data: dict[str, Any], end: _End) -> dict[str, Any]:
    from tt_devtools.trace.events import as_json
    from tt_devtools.trace.script_summary import by_line, by_op

    threads = data.get("threads_events", [])
    routes = {
        f"thread {index + 1}, the first calls": {"stages": as_json(thread["events"])}
        for index, thread in enumerate(threads)
        if thread["events"]
    }
    rows = data["rows"]
    return {
        "script": script,
        "exit_code": end.code,
        "seconds": data.get("seconds", 0.0),
        "followed": data["followed"],
        "ops": by_op(rows),
        "lines": by_line(rows),
        "notes": notes_of(data, end.code, end.why),
        "routes": routes,
    }


def _write(report: dict[str, Any], wanted: Wanted) -> None:
    from tt_devtools.trace.whole_file import write_whole

    if wanted.chrome is not None:
        from tt_devtools.trace.chrome import chrome_trace

        write_whole(wanted.chrome, json.dumps(chrome_trace(report["routes"])), "--chrome")
        say(f"tt trace: wrote {wanted.chrome}; https://ui.perfetto.dev opens it")
    if wanted.html is not None:
        from tt_devtools.trace.script_report import script_page

        write_whole(wanted.html, script_page(report), "--html")
        say(f"tt trace: wrote {wanted.html}")
