"""Runs a script under trace, in a process of its own: `script_child PARENT FILES SCRIPT ARGS`.

The script sees the world as it is without a tracer: its own argv, folder, __main__ and exit. Under an interpreter that
has PyTorch and no package of tt, only the standard library and PyTorch are imported.
"""

import builtins
import os
import sys
import threading
from pathlib import Path
from types import ModuleType, TracebackType

from tt_devtools import interrupts
from tt_devtools.stopping import end_with_parent
from tt_devtools.trace.answers import Answering
from tt_devtools.trace.script_session import Session


def main(arguments: list[str]) -> int:
    """Runs the script; returns its exit code, with its own traceback printed where it raised."""
    parent, files, script, *rest = arguments
    end_with_parent(int(parent))
    sys.argv = [script, *rest]
    sys.path.insert(0, str(Path(script).resolve().parent))
    session = Session(Answering([int(each) for each in files.split(",")]), Path(script))
    session.follow_threads()
    session.follow_ends()
    session.start()
    try:
        interrupts.heed()
        _run(script)
        return _ended(session, 0)
    except SystemExit as error:
        return _ended(session, _exit_code(error))
    except KeyboardInterrupt:
        return _ended(session, interrupts.INTERRUPTED)
    except BaseException as error:
        error.__traceback__ = _script_part(error.__traceback__, script)
        sys.excepthook(type(error), error, error.__traceback__)
        session.state["error"] = f"{type(error).__name__}: {error}"
        return _ended(session, 1)


def _run(script: str) -> None:
    """As `python SCRIPT` does: in a module __main__ that stays while threads of the script live."""
    module = ModuleType("__main__")
    module.__dict__.update(__file__=os.path.join(os.getcwd(), script), __builtins__=builtins)
    sys.modules["__main__"] = module
    exec(compile(Path(script).read_bytes(), script, "exec"), module.__dict__)


def _ended(session: Session, code: int) -> int:
    session.stop()
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and not thread.daemon:
            thread.join()
    session.state["exit_code"] = code
    session.save(finished=True)
    return code


def _exit_code(error: SystemExit) -> int:
    if error.code is None or isinstance(error.code, int):
        return error.code or 0
    print(error.code, file=sys.stderr)
    return 1


def _script_part(traceback: TracebackType | None, script: str) -> TracebackType | None:
    """The traceback from the script on, none where it never ran: what ran it is no business of its reader."""
    part = traceback
    while part is not None and part.tb_frame.f_code.co_filename != script:
        part = part.tb_next
    return part


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
