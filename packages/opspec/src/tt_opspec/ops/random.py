"""Factories of random tensors.

The values are those of Philox 4x32-10, the same for any number of threads and reproducible from the seed; they are
not torch's.
"""

from tt_opspec.dtypes import INEXACT
from tt_opspec.families import factory

rand = factory(
    "rand(int[] size, *, Generator? generator=None, ScalarType? dtype=None, Layout? layout=None, "
    "Device? device=None, bool requires_grad=False) -> Tensor",
    kernel="random",
    accepts=INEXACT,
    varargs=True,
    doc="""
    A tensor of shape `size` with uniform numbers from 0 up to, but not including, 1.

    The stream is `generator`'s, or the default one that `tt.manual_seed` starts: Philox 4x32-10, the same
    values for any number of threads. They are not torch's values for the same seed.
    Complex numbers have such parts.

    `dtype` defaults to the default dtype. `size` may be given as separate ints.

    Raises NotImplementedError for dtypes that are neither floating nor complex.

        >>> tt.rand(2, 3).shape
        tt.Size([2, 3])
    """,
)

rand_like = factory(
    "rand_like(Tensor self, *, Generator? generator=None, ScalarType? dtype=None, Layout? layout=None, "
    "Device? device=None, bool requires_grad=False) -> Tensor",
    kernel="random",
    accepts=INEXACT,
    out=False,
    doc="""
    A tensor of the shape of `input` with uniform numbers from 0 up to, but not including, 1.

    `dtype`, `layout` and `device` default to those of `input`; else as `rand`.

    Raises NotImplementedError for dtypes that are neither floating nor complex.

        >>> tt.rand_like(tt.zeros(2, 3)).shape
        tt.Size([2, 3])
    """,
)

randn = factory(
    "randn(int[] size, *, Generator? generator=None, ScalarType? dtype=None, Layout? layout=None, "
    "Device? device=None, bool requires_grad=False) -> Tensor",
    kernel="random",
    accepts=INEXACT,
    varargs=True,
    doc="""
    A tensor of shape `size` with normal numbers of mean 0 and variance 1.

    The stream is `generator`'s, or the default one that `tt.manual_seed` starts: Philox 4x32-10, the same
    values for any number of threads. They are not torch's values for the same seed.
    Complex numbers have parts of variance 1/2. Made by Box and Muller's formula.

    `dtype` defaults to the default dtype. `size` may be given as separate ints.

    Raises NotImplementedError for dtypes that are neither floating nor complex.

        >>> tt.randn(2, 3).shape
        tt.Size([2, 3])
    """,
)

randn_like = factory(
    "randn_like(Tensor self, *, Generator? generator=None, ScalarType? dtype=None, Layout? layout=None, "
    "Device? device=None, bool requires_grad=False) -> Tensor",
    kernel="random",
    accepts=INEXACT,
    out=False,
    doc="""
    A tensor of the shape of `input` with normal numbers of mean 0 and variance 1.

    `dtype`, `layout` and `device` default to those of `input`; else as `randn`.

    Raises NotImplementedError for dtypes that are neither floating nor complex.

        >>> tt.randn_like(tt.zeros(2, 3)).shape
        tt.Size([2, 3])
    """,
)
