"""`tt.ops.mylib`: the ops of one namespace as attributes. Core makes one with the first op of its name."""

import types


class OpNamespace(types.SimpleNamespace):
    """Callables by the names that follow `mylib::`."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.__name__ = name

    def __getattr__(self, name: str) -> object:
        space = self.__dict__.get("__name__", "")
        known = [op for op in self.__dict__ if not op.startswith("__")]
        import difflib

        close = difflib.get_close_matches(name, known, n=1)
        hint = f"; did you mean '{close[0]}'?" if close else ""
        raise AttributeError(f"tt.ops.{space} has no op '{name}'{hint}")

    def __dir__(self) -> list[str]:
        return sorted(op for op in self.__dict__ if not op.startswith("__"))

    def __repr__(self) -> str:
        return f"<ops of namespace {self.__name__}: {', '.join(dir(self))}>"
