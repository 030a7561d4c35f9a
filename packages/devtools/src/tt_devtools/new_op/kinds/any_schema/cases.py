"""Calls of an op that its samples make: for each argument of the schema something that is of its type.

A trial of the reference says which of them mean something: shapes that fit, values that are finite. Without one, as for
a stub, all are taken.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final
from warnings import catch_warnings, simplefilter

from tt_devtools.new_op.example import DOMAINS, Domain
from tt_devtools.new_op.kinds.any_schema.signature import names_dims
from tt_opspec.schema import REQUIRED, Arg, Schema

SHAPES: Final = ((3, 5), (), (4, 4), (2, 0, 3), (17,), (2, 3, 4))
_LARGEST: Final = 1e7
_WORDS: Final = {"float": "0.5", "int": "1", "bool": "True", "Scalar": "2", "str": '"x"'}
Given = dict[str, str]
"""By argument, as the samples write it: `t(3, 5)`."""


@dataclass(frozen=True, slots=True)
class Case:
    """One call. `shapes` are those of its results, as far as a trial has found them out."""

    text: str
    given: Given
    shapes: tuple[tuple[int, ...], ...] = ()


def cases(schema: Schema) -> Iterator[Case]:
    """Each shape with the defaults, then every argument that can be another one."""
    for shape in SHAPES:
        yield _case(schema, _needed(schema, shape))
    for shape in SHAPES:
        for arg in schema.args:
            depends = arg.type == "Tensor" or names_dims(arg)
            if (other := _another(arg, shape)) and (shape == SHAPES[0] or depends):
                yield _case(schema, _needed(schema, shape) | {arg.name: other})


def _needed(schema: Schema, shape: tuple[int, ...]) -> Given:
    return {arg.name: _value(arg, shape) for arg in schema.args if arg.default is REQUIRED}


def _value(arg: Arg, shape: tuple[int, ...]) -> str:
    tensor = f"t({', '.join(map(str, shape))})"
    if arg.type == "Tensor":
        return tensor if arg.list_size is None else f"[{tensor}, {tensor}]"
    if names_dims(arg):
        return "0" if arg.list_size is None else "(0,)"
    if arg.type == "int" and arg.list_size is not None:
        return repr(shape) if arg.name in ("size", "shape") else repr((1,) * (arg.list_size or 1))
    if arg.type == "ScalarType":
        return 'DTypeNamed("float64")'
    return _WORDS.get(arg.type, "None")


def _another(arg: Arg, shape: tuple[int, ...]) -> str:
    """Something else than the default; "" where there is nothing to choose."""
    if arg.default is REQUIRED and names_dims(arg) and shape:
        if arg.list_size is None:
            return "-1"
        count = min(arg.list_size or len(shape), len(shape))
        return repr(tuple(reversed(range(count))))
    if arg.default is REQUIRED:
        return "None" if arg.optional else ""
    if arg.type == "bool" and arg.list_size is None:
        return repr(not arg.default)
    can_be_given = arg.default is None and arg.type in ("Tensor", "int", "float", "bool")
    return _value(arg, shape) if can_be_given else ""


def _case(schema: Schema, given: Given) -> Case:
    parts: list[str] = []
    by_place = True
    for arg in schema.args:
        by_place = by_place and arg.name in given and not arg.keyword_only
        if arg.name in given:
            parts.append(given[arg.name] if by_place else f"{arg.name}={given[arg.name]}")
    return Case(f"call({', '.join(parts)})", given)


class Trial:
    """A reference as a function of arrays, from text that was written out of a checked expression."""

    def __init__(self, text: str, parameters: str, reference_of: Callable[[str], Any]) -> None:
        self._function: Callable[..., Any] | None = None
        self.refusal = ""
        """What the last call that does not work says, where none does."""
        try:
            import numpy as np
        except ImportError:
            return
        self._np = np
        names = {"np": np, "reference_of": reference_of, "DTypeNamed": str}
        if text:
            self._function = eval(f"lambda {parameters}: {text}", names)

    def fitting(self, schema: Schema) -> tuple[list[Case], Domain]:
        """The cases that mean something, and where their values do; all of them where none does."""
        every = _without_repeats(cases(schema))
        best: list[Case] = []
        where: Domain = None
        for domain in DOMAINS:
            found = [tried for case in every if (tried := self._tried(case, domain)) is not None]
            if len(found) > len(best):
                best, where = found, domain
        self.refusal = "" if best else self.refusal
        return best or every, where

    def _tried(self, case: Case, domain: Domain) -> Case | None:
        if self._function is None:
            return None
        np = self._np
        random = np.random.default_rng(0)
        low, high = domain or (-9.0, 9.0)
        names = {"t": lambda *shape: random.uniform(low, high, shape), "DTypeNamed": str}
        arguments = {name: eval(text, names) for name, text in case.given.items()}
        arrays = self._called(arguments)
        if arrays is None or not all(each.dtype.kind in "biuf" and _is_sound(np, each) for each in arrays):
            return None
        # What comes of no elements may have no derivative: the root of their sum.
        given = [each for each in arguments.values() if isinstance(each, np.ndarray)]
        if any(not each.size for each in given) and any(each.size for each in arrays):
            return None
        if not self._fits_half(arguments):
            return None
        return Case(case.text, case.given, tuple(each.shape for each in arrays))

    def _called(self, arguments: Mapping[str, Any]) -> list[Any] | None:
        """The results, None where the call does not work."""
        assert self._function is not None
        np = self._np
        try:
            with np.errstate(all="ignore"), catch_warnings():
                simplefilter("ignore")
                results = self._function(**arguments)
        except Exception as error:  # whatever NumPy or Python says, the case does not fit
            self.refusal = f"{type(error).__name__}: {error}"
            return None
        return [np.asarray(each) for each in (results if isinstance(results, tuple) else (results,))]

    def _fits_half(self, arguments: Mapping[str, Any]) -> bool:
        """Whether no step overflows in half precision, where the op is tried as well."""
        np = self._np

        def narrow(value: Any) -> Any:
            if isinstance(value, list):
                return [narrow(each) for each in value]
            return value.astype("float16") if isinstance(value, np.ndarray) else value

        arrays = self._called({name: narrow(each) for name, each in arguments.items()})
        return arrays is not None and all(bool(np.all(np.isfinite(each))) for each in arrays)


def _is_sound(np: Any, array: Any) -> bool:
    wide = array.astype("float64")
    return bool(np.all(np.isfinite(wide))) and float(np.max(np.abs(wide), initial=0.0)) < _LARGEST


def _without_repeats(found: Iterable[Case]) -> list[Case]:
    return list({case.text: case for case in found}.values())
