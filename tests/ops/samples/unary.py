"""Samples of pointwise ops of one tensor."""

from math import inf, nan

from samples import samples

samples(
    "exp",
    ulps=1.01,  # the table's bound, and what rounding to half adds
    special=[
        (88.0,),
        (88.8,),
        (89.0,),
        (-87.3,),
        (-103.9,),
        (-104.5,),
        (709.7,),
        (710.0,),
        (-745.2,),
        (11.1,),
        (-17.4,),
        (1e-8,),
    ],
)
samples("neg", special=[(inf,), (nan,)])
samples("conj_physical")
