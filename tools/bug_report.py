"""Prints docs/bug_report.md with what the tools know of a call and of the machine.

Usage: tools/bug_report.py OP [options of tt trace], with any Python. Exit 1 when the call cannot be traced.
"""

import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]


def ask(*words: str) -> dict[str, Any]:
    """The object that `./tt WORDS --json` prints, also where it ends with a problem; {} where set-up fails."""
    done = subprocess.run([ROOT / "tt", *words, "--json"], stdout=subprocess.PIPE, text=True, cwd=ROOT)
    found: dict[str, Any] = json.loads(done.stdout or "{}")
    return found


def call_of(traced: dict[str, Any]) -> str:
    """The schema, the arguments, and the result or the error."""
    route = traced["routes"]["tt"]
    bind = next((stage for stage in route["stages"] if stage["stage"] == "bind"), {"detail": {}})
    lines = [
        f"- schema: `{traced['schema']}`",
        f"- arguments: `{'; '.join(bind['detail'].get('arguments', []))}`",
    ]
    if error := route.get("error"):
        return "\n".join([*lines, f"- error: `{error['type']}: {error['message']}`"])
    return "\n".join([*lines, f"- result: `{json.dumps(route.get('result'))}`"])


def route_of(traced: dict[str, Any]) -> str:
    """A line a stage, with file and line."""
    stages = traced["routes"]["tt"]["stages"]
    return "\n".join(
        f"- {stage['stage']}: `{stage['name']}` at `{stage['file']}:{stage['line']}`" for stage in stages
    )


def machine_of(checked: dict[str, Any]) -> str:
    """A line a check; homes are left out of paths."""
    home = str(Path.home())
    lines = [f"- {each['state']}: {each['name']}, {each['text']}" for each in checked["checks"]]
    return "\n".join(lines).replace(str(ROOT), ".").replace(home, "~")


def filled(template: str, parts: dict[str, str]) -> str:
    """The form itself, with each `<!-- name -->` replaced."""
    template = template[template.index("## What I ran") :]
    for name, text in parts.items():
        template = template.replace(f"<!-- {name} -->", text)
    return template


def main(arguments: list[str]) -> int:
    if not arguments or arguments[0].startswith("-"):
        print("usage: bug_report.py OP [options of tt trace]", file=sys.stderr)
        return 2
    traced = ask("trace", *arguments)
    if "routes" not in traced:
        return 1  # tt trace has said why
    parts = {
        "command": f"./tt trace {shlex.join(arguments)}",
        "call": call_of(traced),
        "route": route_of(traced),
        "machine": machine_of(ask("doctor")),
    }
    print(filled((ROOT / "docs/bug_report.md").read_text(encoding="utf-8"), parts))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
