"""Samples of random factories: their tests (test_random.py) look at the elements, others at everything else."""

from samples import Refusal, samples
from samples.dtypes import INEXACT
from samples.factory import NOTHING
from samples.recipe import DTypeNamed, Named, call, t

SIZED = [
    *(call(size) for size in ((3, 5), (), (0,), (2, 0, 3), (1030,))),
    *(call((5,), dtype=DTypeNamed(each)) for each in INEXACT),
    call([2, 3], layout=Named("strided"), device="cpu"),
]
LIKE = [*(call(t(*size)) for size in ((3, 5), (), (2, 0, 3))), call(t(2, 3), dtype=DTypeNamed("float64"))]

for name in ("rand", "randn"):
    samples(
        name,
        SIZED,
        reference=NOTHING,
        result=lambda dtype, sample: sample.kwargs["dtype"].name if "dtype" in sample.kwargs else "float32",
        refusals=[
            Refusal(call((2, -1)), RuntimeError, r"at least 0, got \[2, -1\]"),
            Refusal(
                call((2,), dtype=DTypeNamed("int64")), NotImplementedError, "not implemented for dtype int64"
            ),
            Refusal(call((2,), generator=3), TypeError, "'generator' must be"),
        ],
    )
    samples(
        f"{name}_like",
        LIKE,
        reference=NOTHING,
        result=lambda dtype, sample: sample.kwargs["dtype"].name if "dtype" in sample.kwargs else dtype,
        refusals=[Refusal(call(t(2)), NotImplementedError, "not implemented for dtype int64", "int64")],
        dtypes=INEXACT,
    )
