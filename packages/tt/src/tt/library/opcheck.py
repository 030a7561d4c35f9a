"""opcheck: does an op do what its schema, its fake kernel and its derivative say? Run on real arguments."""

from collections.abc import Callable, Sequence
from typing import Any

import tt
from tt.library.names import qualified
from tt.library.nested import tensors_in, with_tensors
from tt_autograd.gradcheck import gradcheck
from tt_core import _C, Tensor
from tt_opspec.schema import Schema, parse

_Values = dict[str, Any]


class OpCheckError(Exception):
    """What opcheck found."""


def opcheck(
    op: Any,
    args: tuple[Any, ...],
    kwargs: _Values | None = None,
    *,
    test_utils: str | Sequence[str] = (),
    raise_exception: bool = True,
    atol: float = 1e-5,
    rtol: float = 1e-3,
) -> dict[str, Any]:
    """Checks an op on one set of arguments, which are left as they were; "SUCCESS" for each check, or what it found.

    - `test_schema`: it writes to what the schema marks and to nothing else, and results share no other memory;
    - `test_autograd_registration`: where an argument requires grad, there is a derivative;
    - `test_faketensor`: on the meta device it gives shapes, strides and dtypes as on the real one;
    - `test_gradcheck`: its gradients in float64 are those of finite differences, within `atol` and `rtol`.

    `test_utils` names some of them. Raises OpCheckError for the first that fails unless `raise_exception` is false,
    ValueError for an unknown one.

        >>> tt.library.opcheck("mul.Tensor", (tt.ones(2, requires_grad=True), tt.ones(2)))
        {'test_schema': 'SUCCESS', 'test_autograd_registration': 'SUCCESS', 'test_faketensor': 'SUCCESS', \
'test_gradcheck': 'SUCCESS'}
    """
    name = qualified(op, "opcheck")
    wanted = [test_utils] if isinstance(test_utils, str) else list(test_utils) or list(_CHECKS)
    if unknown := [check for check in wanted if check not in _CHECKS]:
        raise ValueError(f"opcheck: there is no check '{unknown[0]}', only {', '.join(_CHECKS)}")
    call = _Call(name, args, kwargs or {}, atol, rtol)
    found: dict[str, Any] = {}
    for check in wanted:
        try:
            _CHECKS[check](call)
        except Exception as error:
            wrapped = OpCheckError(f"opcheck: {name}: {check}: {error}")
            if raise_exception:
                raise wrapped from error
            found[check] = wrapped
        else:
            found[check] = "SUCCESS"
    return found


class _Call:
    """The op and its arguments by name."""

    def __init__(self, name: str, args: tuple[Any, ...], kwargs: _Values, atol: float, rtol: float) -> None:
        self.op: Callable[..., Any] = _C.op_callable(name)
        self.schema: Schema = parse(str(_C.op_info(name)[0]["schema"]))
        self.args = args
        self.kwargs = kwargs
        self.atol = atol
        self.rtol = rtol

    @property
    def needs_grad(self) -> bool:
        return any(tensor.requires_grad for value in self.named().values() for tensor in tensors_in(value))

    def named(self) -> _Values:
        """The arguments that were given, by name."""
        names = [arg.name for arg in self.schema.args]
        return {**dict(zip(names, self.args, strict=False)), **self.kwargs}

    def mapped(self, change: Callable[[Tensor], Tensor]) -> tuple[tuple[Any, ...], _Values]:
        """The arguments with each tensor changed."""
        args = tuple(with_tensors(value, change) for value in self.args)
        return args, {name: with_tensors(value, change) for name, value in self.kwargs.items()}

    def writes(self, name: str) -> bool:
        arg = self.schema.arg(name)
        return bool(arg and arg.alias and arg.alias.writes)


def _test_schema(call: _Call) -> None:
    args, kwargs = call.mapped(lambda tensor: tensor.detach().clone())
    given = dict(zip((arg.name for arg in call.schema.args), args, strict=False)) | kwargs
    before = {name: [tensor.clone() for tensor in tensors_in(value)] for name, value in given.items()}
    results = call.op(*args, **kwargs)
    for name, value in given.items():
        if call.writes(name):
            continue
        if not all(_same(old, new) for old, new in zip(before[name], tensors_in(value), strict=True)):
            raise OpCheckError(f"it wrote to '{name}', which the schema does not mark: {call.schema}")
    aliases = {arg.name: arg.alias.name for arg in call.schema.args if arg.alias}
    for result, spec in zip(_results(results), call.schema.returns, strict=True):
        for name, value in given.items():
            allowed = spec.alias is not None and aliases.get(name) == spec.alias.name
            if not allowed and any(_share(result, tensor) for tensor in tensors_in(value)):
                raise OpCheckError(f"a result shares memory with '{name}', which the schema does not say")


def _test_autograd_registration(call: _Call) -> None:
    if not call.needs_grad:
        return
    args, kwargs = call.mapped(lambda tensor: tensor.detach().clone().requires_grad_(tensor.requires_grad))
    for result in _results(call.op(*args, **kwargs)):
        if (
            isinstance(result, Tensor)
            and result.grad_fn is not None
            and result.grad_fn.name() == "NotImplemented"
        ):
            raise OpCheckError("an argument requires grad, and no derivative is registered")


def _test_faketensor(call: _Call) -> None:
    args, kwargs = call.mapped(lambda tensor: tensor.detach().clone())
    meta_args, meta_kwargs = call.mapped(_on_meta)
    real, fake = _results(call.op(*args, **kwargs)), _results(call.op(*meta_args, **meta_kwargs))
    for index, (one, other) in enumerate(zip(real, fake, strict=True)):
        if not isinstance(one, Tensor):
            continue
        for fact in ("shape", "dtype", "stride"):
            expected, got = (_fact(tensor, fact) for tensor in (one, other))
            if expected != got:
                raise OpCheckError(f"result {index} has {fact} {expected}, on the meta device {got}")
        if not other.is_meta:
            raise OpCheckError(f"for tensors on the meta device result {index} is on {other.device}")


def _test_gradcheck(call: _Call) -> None:
    writes = any(call.writes(arg.name) for arg in call.schema.args)
    if not call.needs_grad or writes:
        return
    args, kwargs = call.mapped(_in_double)
    leaves = [
        tensor for value in (*args, *kwargs.values()) for tensor in tensors_in(value) if tensor.requires_grad
    ]

    def function(*inputs: Tensor) -> Any:
        by_leaf = {id(leaf): value for leaf, value in zip(leaves, inputs, strict=True)}
        given = [with_tensors(value, lambda tensor: by_leaf.get(id(tensor), tensor)) for value in args]
        named = {name: with_tensors(value, lambda t: by_leaf.get(id(t), t)) for name, value in kwargs.items()}
        tensors = [result for result in _results(call.op(*given, **named)) if isinstance(result, Tensor)]
        floating = [result for result in tensors if result.is_floating_point() or result.is_complex()]
        return floating[0] if len(floating) == 1 else tuple(floating)

    gradcheck(function, tuple(leaves), atol=call.atol, rtol=call.rtol)


_CHECKS: dict[str, Callable[[_Call], None]] = {
    "test_schema": _test_schema,
    "test_autograd_registration": _test_autograd_registration,
    "test_faketensor": _test_faketensor,
    "test_gradcheck": _test_gradcheck,
}


def _results(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else () if value is None else (value,)


def _same(one: Tensor, other: Tensor) -> bool:
    equal = (one == other) | ((one != one) & (other != other))
    return bool(equal.all())


def _share(result: Any, tensor: Tensor) -> bool:
    return isinstance(result, Tensor) and result._storage_ptr() == tensor._storage_ptr()


def _fact(tensor: Tensor, fact: str) -> Any:
    value = getattr(tensor, fact)
    return tuple(value() if callable(value) else value) if fact != "dtype" else value


def _on_meta(tensor: Tensor) -> Tensor:
    return tensor.detach().to("meta")


def _in_double(tensor: Tensor) -> Tensor:
    copy = tensor.detach().clone()
    if copy.is_floating_point():
        copy = copy.to(tt.float64)
    return copy.requires_grad_(tensor.requires_grad)
