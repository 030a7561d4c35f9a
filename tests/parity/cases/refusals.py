"""What the samples refuse, and what may go wrong in the different forms: the type of the exception."""

from collections.abc import Iterator

from cases import Case
from samples import by_name, of
from samples.library import Library


def cases(library: Library) -> Iterator[Case]:
    for op, entry in by_name().items():
        if entry.internal:
            continue  # no user sees the messages
        for number, refusal in enumerate(of(op).refusals):
            yield (
                f"{op}-{number}{refusal.sample}-{refusal.dtype}",
                lambda op=op, r=refusal: _call(library, op, r),
            )
    ones = library.module.ones
    for op in ("add", "sub", "mul"):
        binary = getattr(library.module, op)
        yield f"{op}-broadcast-in-place", lambda op=op: getattr(ones(2), f"{op}_")(ones(3, 2))
        yield f"{op}-expanded-in-place", lambda op=op: getattr(ones(1).expand(3), f"{op}_")(1)
        yield f"{op}-overlap-in-place", lambda op=op: _overlapping(library, op)
        yield (
            f"{op}-integer-in-place",
            lambda op=op: getattr(ones(2, dtype=library.dtype("int32")), f"{op}_")(0.5),
        )
        yield (
            f"{op}-out-dtype",
            lambda b=binary: b(ones(2), ones(2), out=ones(2, dtype=library.dtype("int32"))),
        )
        yield f"{op}-out-overlap", lambda b=binary: _out_overlapping(library, b)
        yield f"{op}-out-requires-grad", lambda b=binary: b(ones(2, requires_grad=True), 1.0, out=ones(2))
        yield f"{op}-out-expanded", lambda b=binary: b(ones(3), 1.0, out=ones(1).expand(3))
        yield f"{op}-leaf-in-place", lambda op=op: getattr(ones(2, requires_grad=True), f"{op}_")(1.0)
    for dtype in ("float32", "complex64", "complex128"):
        yield f"abs-out-{dtype}", lambda d=dtype: _size_of_complex(library, d)
    yield "matmul-out-dtype", lambda: library.module.matmul(ones(2, 2), ones(2, 2), out=ones(2, 2).double())
    yield "sum-out-dtype", lambda: library.module.sum(ones(2, 2), 0, out=ones(2).double())
    yield "copy_-overlap", lambda: _copied_overlapping(library)
    yield "copy_-expanded", lambda: ones(1).expand(3).copy_(ones(3))
    yield "copy_-leaf", lambda: ones(3, requires_grad=True).copy_(ones(3))


def _call(library, op, refusal):  # type: ignore[no-untyped-def]
    args, kwargs = library.realise(refusal.sample, refusal.dtype)
    entry = of(op).entry
    function = library.callable(entry, refusal.form) if args else _without_self(library, entry)
    return function(*args, **kwargs)


def _without_self(library, entry):  # type: ignore[no-untyped-def]
    return getattr(library.module if entry.function else library.module.Tensor, entry.name)


def _size_of_complex(library, dtype):  # type: ignore[no-untyped-def]
    numbers = library.module.tensor([3 + 4j, -1])
    return library.module.abs(numbers, out=library.module.empty(0, dtype=library.dtype(dtype)))


def _overlapping(library, op):  # type: ignore[no-untyped-def]
    x = library.module.ones(6)
    return getattr(x[1:], f"{op}_")(x[:-1])


def _out_overlapping(library, binary):  # type: ignore[no-untyped-def]
    x = library.module.ones(6)
    return binary(x[1:], 1.0, out=x[:-1])


def _copied_overlapping(library):  # type: ignore[no-untyped-def]
    x = library.module.ones(6)
    return x[1:].copy_(x[:-1])
