"""What Python's own operators and functions make of tensors: `in`, len, hash, numbers, copies, pickles; and NumPy's."""

import copy
import math
import operator
import pickle
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from cases import Case
from samples.library import Library

TENSORS: dict[str, Callable[[Any], Any]] = {
    "float": lambda tt: tt.tensor(2.5),
    "int": lambda tt: tt.tensor(3),
    "bool": lambda tt: tt.tensor(True),
    "complex": lambda tt: tt.tensor(1 + 2j),
    "one": lambda tt: tt.tensor([[2]]),
    "vector": lambda tt: tt.tensor([1.0, 2.0, 3.0]),
    "matrix": lambda tt: tt.tensor([[1, 2], [3, 4]]),
    "empty": lambda tt: tt.zeros(0, 3),
    "leaf": lambda tt: tt.tensor([1.0, 2.0], requires_grad=True),
    "recorded": lambda tt: tt.tensor([1.0, 2.0], requires_grad=True) * 2,
    "nan": lambda tt: tt.tensor(math.nan),
    "infinite": lambda tt: tt.tensor(math.inf),
    "byte": lambda tt: tt.tensor([1, 2], dtype=tt.uint8),
    "bfloat16": lambda tt: tt.tensor([1.5], dtype=tt.bfloat16),
    "meta": lambda tt: tt.zeros(2, device="meta"),
    "expanded": lambda tt: tt.ones(1).expand(3),
    "view": lambda tt: tt.arange(12.0).view(3, 4)[1:, ::2],
    "truths": lambda tt: tt.tensor([True, False]),
}
ELEMENTS: dict[str, Callable[[Any], Any]] = {
    "2": lambda tt: 2, "2.5": lambda tt: 2.5, "true": lambda tt: True, "1j": lambda tt: 1j, "nan": lambda tt: math.nan,
    "text": lambda tt: "a", "none": lambda tt: None, "list": lambda tt: [1], "tensor": lambda tt: tt.tensor(2.0),
    "vector": lambda tt: tt.tensor([1.0, 2.0, 3.0]), "numpy": lambda tt: np.float32(2), "array": lambda tt: np.ones(2),
}  # fmt: skip
CALLS: dict[str, Callable[[Any], Any]] = {
    "len": len, "bool": bool, "int": int, "float": float, "complex": complex, "index": operator.index,
    "round": round, "trunc": math.trunc, "floor": math.floor, "abs": abs, "divmod": lambda x: divmod(x, 2),
    "list": list, "reversed": lambda x: [each.tolist() for each in reversed(x)], "hash": lambda x: hash(x) == id(x),
    "key": lambda x: {x: 1}[x], "range": lambda x: len(range(x)), "slice": lambda x: [1, 2, 3, 4][x:],
    "positive": lambda x: +x, "positive-itself": lambda x: (+x) is x, "negative": lambda x: -x,
    "eq-none": lambda x: x == None, "ne-none": lambda x: x != None, "eq-text": lambda x: x == "a",  # noqa: E711
    "lt-none": lambda x: x < None, "eq-list": lambda x: x == [1.0, 2.0], "mT": lambda x: x.mT,
    "asarray": lambda x: np.asarray(x).tolist(), "as-float64": lambda x: np.asarray(x, dtype="f8").tolist(),
    "force": lambda x: x.numpy(force=True).tolist(), "sum": sum, "max": max, "all": all, "tolist": lambda x: x.tolist(),
    "copy": lambda x: _compared(x, copy.copy(x)), "deepcopy": lambda x: _compared(x, copy.deepcopy(x)),
    "pickle": lambda x: _compared(x, pickle.loads(pickle.dumps(x))),
    "pickle-2": lambda x: pickle.loads(pickle.dumps(x, 2)), "deepcopy-pair": lambda x: _pair(copy.deepcopy([x, x])),
    "pickle-pair": lambda x: _pair(pickle.loads(pickle.dumps([x, x]))),
}  # fmt: skip
GENERATORS: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy, "deepcopy": copy.deepcopy, "pickle": lambda g: pickle.loads(pickle.dumps(g)),
    "pickle-0": lambda g: pickle.loads(pickle.dumps(g, 0)), "clone_state": lambda g: g.clone_state(),
}  # fmt: skip
ARRAYS = {
    "same": np.array([1.0, 2.0, 3.0]), "ints": np.array([1, 5, 3], "int32"),
    "reversed": np.array([3.0, 2.0, 1.0])[::-1],
    "text": np.array(["a", "b", "c"]), "short": np.ones(2), "number": np.array(2.0), "float16": np.ones(3, "float16"),
}  # fmt: skip


def cases(library: Library) -> Iterator[Case]:
    module = library.module
    for kind, make in TENSORS.items():
        for name, element in ELEMENTS.items():
            yield f"{name}-in-{kind}", lambda m=make, e=element: e(module) in m(module)
        for name, call in CALLS.items():
            yield f"{name}-of-{kind}", lambda m=make, c=call: c(m(module))
        yield f"format-of-{kind}", lambda m=make: _plain(f"{m(module)}", module.__name__)
    for name, array in ARRAYS.items():
        for operation in ("eq", "ne", "add", "mul"):
            function = getattr(operator, operation)
            yield (
                f"{operation}-{name}-array",
                lambda f=function, a=array: f(module.tensor([1.0, 2.0, 3.0]), a),
            )
        yield f"array-{name}-eq", lambda a=array: a == module.tensor([1.0, 2.0, 3.0])
    for name in ("sin", "negative", "square"):
        yield f"numpy-{name}", lambda n=name: getattr(np, n)(module.tensor([1.0, 2.0]))
    for name, copied in GENERATORS.items():
        yield f"{name}-of-generator", lambda c=copied: _goes_on(module, c)
    yield "copies-with-attributes", lambda: _with_attributes(module)
    yield "deepcopy-of-views", lambda: _of_views(module)
    yield "deepcopy-of-grad", lambda: _of_grad(module)


def _plain(text: str, module: str) -> str:
    """Without the names of nodes, which follow from how an op is made, and that of the module."""
    return text.partition(", grad_fn")[0].replace(f"={module}.", "=")


def _compared(x: Any, y: Any) -> Any:
    shares = x.device.type != "meta" and x.numel() > 0 and x.data_ptr() == y.data_ptr()
    return y, y is x, shares, y.requires_grad, y.is_leaf, y._base is None, y.grad is None


def _pair(pair: list[Any]) -> Any:
    return pair[0] is pair[1], pair[0]


def _with_attributes(module: Any) -> Any:
    x = module.ones(2)
    x.note = [1]
    return copy.copy(x).note is x.note, copy.deepcopy(x).note is x.note, pickle.loads(pickle.dumps(x)).note


def _goes_on(module: Any, copied: Callable[[Any], Any]) -> Any:
    one = module.Generator().manual_seed(3)
    module.rand(5, generator=one)
    other = copied(one)
    draws = [module.rand(5, generator=each).tolist() for each in (one, other, other)]
    return other is one, other.initial_seed(), str(other.device), draws[0] == draws[1], draws[1] == draws[2]


def _of_views(module: Any) -> Any:
    x = module.arange(6.0)
    whole, view = copy.deepcopy([x, x.view(2, 3)[:, 1:]])
    view.zero_()
    return x, whole, view


def _of_grad(module: Any) -> Any:
    x = module.tensor([1.0, 2.0], requires_grad=True)
    (x * x).sum().backward()
    made = copy.deepcopy(x)
    return (
        made.grad,
        made.grad is x.grad,
        copy.copy(x).grad is None,
        pickle.loads(pickle.dumps(x)).grad is None,
    )
