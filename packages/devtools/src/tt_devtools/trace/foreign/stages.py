"""Builds the stages of a foreign route in the form in which tt's own hook gives its events."""

from typing import Any


class Stages:
    """Stages in the order of the route. `ns` is 0 where a stage cannot be timed by itself."""

    def __init__(self) -> None:
        self.events: list[dict[str, Any]] = []

    def add(
        self,
        stage: str,
        name: str,
        *,
        op: str,
        parent: int = -1,
        depth: int = 0,
        ns: int = 0,
        start_ns: int = 0,
        place: tuple[str, int] = ("", 0),
        detail: dict[str, Any] | None = None,
    ) -> int:
        """Appends a stage; returns its number, which inner stages name as `parent`."""
        self.events.append(
            {
                "stage": stage,
                "op": op,
                "form": "",
                "name": name,
                "file": place[0],
                "line": place[1],
                "start_ns": start_ns,
                "ns": ns,
                "depth": depth,
                "parent": parent,
                "timed": ns > 0,
                "detail": {
                    key: value for key, value in (detail or {}).items() if value not in ("", [], None)
                },
            }
        )
        return len(self.events) - 1
