"""What cube is. Read when the module is built; the same words as in tt's own table."""

from tt_opspec.families import irregular

irregular(
    "cube(Tensor self) -> Tensor",
    accepts={"float32", "float64"},
    doc="""
    `input ** 3`, element by element.

        >>> tt.tensor([2.0]).cube()
        tensor([8.])
    """,
)
