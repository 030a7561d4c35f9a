"""The same slope in other forms: shorter ones, and those that reach further before a step overflows or cancels.

Which of them is right where is for `safest` to find out; nothing is assumed of any.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

from tt_devtools.new_op.calculus.symbolic import Symbolic
from tt_devtools.new_op.calculus.time_limit import within
from tt_devtools.new_op.language.expression import RESULT

_LARGEST: Final = 150
"""Operations in a slope beyond which rewriting it takes longer than anybody waits."""
_MOST_UNKNOWNS: Final = 8
"""Arguments and calls of ops, of which each is a variable of the polynomials that SymPy divides."""
_HIGHEST_POWER: Final = 12
_MOST_BASES: Final = 3
_SECONDS: Final = 1.0  # for one rewriting; they take milliseconds


class Forms:
    """Of slopes of the value `whole`; with `names_result` they may be in terms of `result`."""

    def __init__(self, symbolic: Symbolic, whole: Any, *, names_result: bool) -> None:
        self._sympy = symbolic.sympy
        self._symbolic = symbolic
        self._whole = whole
        self._result = self._sympy.Symbol(RESULT) if names_result else None

    def of(self, slope: Any) -> Iterator[Any]:
        """The slope itself first. Each form once."""
        seen = set()
        for form in self._rewritten(slope):
            for each in (*self._through_result(form), form):
                if each not in seen:
                    seen.add(each)
                    yield each

    def _rewritten(self, slope: Any) -> Iterator[Any]:
        sympy = self._sympy
        yield sympy.powsimp(slope)
        if not self._is_small(slope):
            return
        starts: list[Callable[[], Any]] = [lambda: slope, lambda: self._with_roots(slope)]
        starts += [self._solved_for(slope, part) for part in self._parts()] if self._result else []
        if exponentials := self._exponentials(slope):
            starts += [self._through_sigmoid(slope), self._turned(slope)]
            starts += [
                self._merged(slope, each) for each in exponentials[:_MOST_BASES] if len(exponentials) > 1
            ]
        tries = [
            (rewrite, start) for start in starts for rewrite in (sympy.factor, sympy.cancel, sympy.together)
        ]
        tries += [(self._through_reciprocal, lambda: slope)] if exponentials else []
        for rewrite, start in tries:
            try:
                with within(_SECONDS):
                    form = rewrite(start())
            # What SymPy cannot rewrite is one form fewer to choose from: the slope as it is was the first.
            except (TimeoutError, sympy.PolynomialError, sympy.CoercionFailed, NotImplementedError):
                continue
            if not form.has(sympy.nan, sympy.zoo, sympy.oo) and self._is_small(form):
                yield form

    def _is_small(self, tree: Any) -> bool:
        powers = (abs(each.exp) for each in tree.atoms(self._sympy.Pow) if each.exp.is_number)
        unknowns = len(tree.atoms(self._sympy.Function)) + len(tree.free_symbols)
        few = tree.count_ops() <= _LARGEST and unknowns <= _MOST_UNKNOWNS
        return few and all(power <= _HIGHEST_POWER for power in powers)

    def _through_result(self, form: Any) -> Iterator[Any]:
        """With the value where it stands as it is, and where it is a part of a product."""
        if self._result is not None:
            replaced = {self._whole: self._result, self._with_roots(self._whole): self._result}
            yield form.xreplace(replaced)
            if self._is_small(form):
                yield self._sympy.together(form.subs(self._whole, self._result))

    def _with_roots(self, tree: Any) -> Any:
        """With sqrt as the power that SymPy can reckon with."""
        root = self._symbolic.function("sqrt")
        return tree if root is None else tree.replace(root, self._sympy.sqrt)

    def _parts(self) -> list[Any]:
        """What the value might be solved for: its arguments and calls of ops in it."""
        calls = self._whole.atoms(self._sympy.Function) - {self._whole}
        return sorted((*calls, *self._whole.free_symbols), key=self._sympy.default_sort_key)

    def _solved_for(self, slope: Any, part: Any) -> Callable[[], Any]:
        """With a part of the value said by the value: 1 - result for exp(-x) / (1 + exp(-x))."""

        def form() -> Any:
            top = self._sympy.together(self._whole - self._result).as_numer_denom()[0].expand()
            factor = top.coeff(part, 1)
            rest = (top - factor * part).expand()
            if factor == 0 or factor.has(part) or rest.has(part):
                return slope
            return slope.xreplace({part: self._sympy.cancel(-rest / factor)})

        return form

    def _exponentials(self, tree: Any) -> list[Any]:
        calls = (each for each in tree.atoms(self._sympy.Function) if type(each).__name__ == "exp")
        return sorted(calls, key=self._sympy.default_sort_key)

    def _through_sigmoid(self, tree: Any) -> Callable[[], Any]:
        """exp(x) is s / (1 - s), where s is the sigmoid of x, which never overflows."""
        sigmoid = self._symbolic.function("sigmoid")

        def form() -> Any:
            replaced = tree
            for each in self._exponentials(tree):
                backwards = each.args[0].could_extract_minus_sign()
                if sigmoid is not None:
                    s = sigmoid(-each.args[0] if backwards else each.args[0])
                    replaced = replaced.xreplace({each: (1 - s) / s if backwards else s / (1 - s)})
            return replaced

        return form

    def _turned(self, tree: Any) -> Callable[[], Any]:
        """exp(x) is 1 / exp(-x): what overflows becomes what vanishes."""
        return lambda: tree.xreplace(
            {each: 1 / each.func(-each.args[0]) for each in self._exponentials(tree)}
        )

    def _merged(self, tree: Any, base: Any) -> Callable[[], Any]:
        """exp(y) is exp(x) exp(y - x), so that quotients of exponentials are those of differences."""

        def form() -> Any:
            others = {
                each: base * each.func(each.args[0] - base.args[0]) for each in self._exponentials(tree)
            }
            merged = self._sympy.cancel(tree.xreplace({**others, base: base}))
            return self._through_sigmoid(merged)()

        return form

    def _through_reciprocal(self, slope: Any) -> Any:
        """With what is divided by an exponential said by 1 / (2 + exp(x)), which has a limit on either side."""
        sympy, reciprocal = self._sympy, self._sympy.Dummy()
        bottom = sympy.fraction(sympy.together(slope))[1]
        for base in (each.as_base_exp()[0] for each in sympy.Mul.make_args(bottom)):
            for each in self._exponentials(base):
                factor = base.coeff(each, 1)
                rest = base - factor * each
                if factor != 0 and rest != 0 and not factor.has(each) and not rest.has(each):
                    said = slope.xreplace({each: (1 / reciprocal - rest) / factor})
                    return sympy.factor(sympy.cancel(said)).xreplace({reciprocal: 1 / base})
        return slope
