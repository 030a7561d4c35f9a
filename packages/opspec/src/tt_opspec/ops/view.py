"""Views: other shapes, strides and offsets over the memory of `self`. No element is read or written."""

from tt_opspec.families import view

alias = view(
    "alias(Tensor(a) self) -> Tensor(a)",
    function=False,
    method=False,
    slot="index_all",
    doc="""
    A new tensor object over all of the memory of `self`, of the same shape and strides.

        >>> tt.ops.alias(tt.ones(2))
        tensor([1., 1.])
    """,
)

detach = view(
    "detach(Tensor(a) self) -> Tensor(a)",
    doc="""
    A view of `input` that is cut off from the graph: it never requires grad.

    In-place changes of the one show in the other, and are noticed by a backward that needs the values before
    them.

        >>> tt.ones(2, requires_grad=True).detach().requires_grad
        False
    """,
)

as_strided = view(
    "as_strided(Tensor(a) self, int[] size, int[] stride, int? storage_offset=None) -> Tensor(a)",
    doc="""
    A view of the storage of `input` with the given shape, strides and offset, all counted in elements.

    `storage_offset` defaults to that of `input`. Elements may overlap.

    Raises RuntimeError when `size` and `stride` differ in length, when one of them is negative, or when the
    view would reach outside of the storage.

        >>> tt.tensor([1, 2, 3]).as_strided((2, 2), (1, 1))
        tensor([[1, 2],
                [2, 3]])
    """,
)

view_ = view(
    "view(Tensor(a) self, int[] size) -> Tensor(a)",
    function=False,
    varargs=True,
    doc="""
    A view of `self` in another shape of as many elements, in the same order.

    One size may be -1 and follows from the others. `size` may be given as separate ints.

    Raises RuntimeError when the number of elements differs, or when the strides of `self` allow no such view
    (`reshape` copies then).

        >>> tt.tensor([1, 2, 3, 4]).view(2, -1)
        tensor([[1, 2],
                [3, 4]])
    """,
)

expand = view(
    "expand(Tensor(a) self, int[] size, *, bool implicit=False) -> Tensor(a)",
    function=False,
    varargs=True,
    numpy="broadcast_to",
    doc="""
    A view of `self` in which dimensions of size 1 are repeated, without memory, up to `size`.

    New dimensions may be put in front; -1 keeps a size. `size` may be given as separate ints.

    Raises RuntimeError for another size of a dimension that is not 1, or for fewer dimensions than `self`
    has.

        >>> tt.tensor([[1], [2]]).expand(2, 3)
        tensor([[1, 1, 1],
                [2, 2, 2]])
    """,
)

permute = view(
    "permute(Tensor(a) self, int[] dims) -> Tensor(a)",
    varargs=True,
    numpy="transpose",
    doc="""
    A view of `input` with its dimensions in the order `dims`.

    `dims` may be given to the method as separate ints.

    Raises RuntimeError when `dims` does not name each dimension once, IndexError for one that `input` does
    not have.

        >>> tt.zeros(2, 3, 4).permute(2, 0, 1).shape
        tt.Size([4, 2, 3])
    """,
)

transpose = view(
    "transpose.int(Tensor(a) self, int dim0, int dim1) -> Tensor(a)",
    numpy="swapaxes",
    doc="""
    A view of `input` with the dimensions `dim0` and `dim1` swapped.

    Raises IndexError for a dimension that `input` does not have.

        >>> tt.tensor([[1, 2], [3, 4]]).transpose(0, 1)
        tensor([[1, 3],
                [2, 4]])
    """,
)

t = view(
    "t(Tensor(a) self) -> Tensor(a)",
    numpy="transpose",
    doc="""
    A view of a matrix with its two dimensions swapped; of fewer dimensions, `input` as it is.

    Raises RuntimeError for more than two dimensions.

        >>> tt.tensor([[1, 2], [3, 4]]).t()
        tensor([[1, 3],
                [2, 4]])
    """,
)

select = view(
    "select.int(Tensor(a) self, int dim, int index) -> Tensor(a)",
    slot="index_int",
    doc="""
    A view of `input` at position `index` of dimension `dim`, without that dimension.

    For dimension 0 it is `input[index]`. A negative `index` counts from the end.

    Raises IndexError for a dimension that `input` does not have or an index outside of it.

        >>> tt.select(tt.tensor([[1, 2], [3, 4]]), 0, 1)
        tensor([3, 4])
    """,
)

slice_ = view(
    "slice.Tensor(Tensor(a) self, int dim=0, int? start=None, int? end=None, int step=1) -> Tensor(a)",
    function=False,
    method=False,
    slot="index_slice",
    doc="""
    A view of `self` at the positions `start:end:step` of dimension `dim`: what `self[start:end:step]` calls.

    Positions below 0 count from the end, those outside are clamped.

    Raises IndexError for a dimension that `self` does not have, RuntimeError for a step that is not positive.

        >>> tt.ops.slice(tt.tensor([1, 2, 3, 4]), 0, 1, 4, 2)
        tensor([2, 4])
    """,
)

unsqueeze = view(
    "unsqueeze(Tensor(a) self, int dim) -> Tensor(a)",
    numpy="expand_dims",
    slot="index_none",
    doc="""
    A view of `input` with a dimension of size 1 put in at position `dim`.

    A negative `dim` counts from the end of the result.

    Raises IndexError for a position outside of the result.

        >>> tt.tensor([1, 2]).unsqueeze(1)
        tensor([[1],
                [2]])
    """,
)

squeeze = view(
    "squeeze(Tensor(a) self) -> Tensor(a)",
    numpy="squeeze",
    doc="""
    A view of `input` without its dimensions of size 1.

        >>> tt.zeros(1, 2, 1).squeeze().shape
        tt.Size([2])
    """,
)

squeeze_dim = view(
    "squeeze.dim(Tensor(a) self, int dim) -> Tensor(a)",
    numpy="squeeze",
    doc="""
    A view of `input` without the dimension `dim` if its size is 1, else a view of the same shape.

    Raises IndexError for a dimension that `input` does not have.

        >>> tt.zeros(1, 2, 1).squeeze(0).shape
        tt.Size([2, 1])
    """,
)

squeeze_dims = view(
    "squeeze.dims(Tensor(a) self, int[] dim) -> Tensor(a)",
    numpy="squeeze",
    doc="""
    A view of `input` without those dimensions in `dim` whose size is 1.

    Raises IndexError for a dimension that `input` does not have, RuntimeError for one that is named twice.

        >>> tt.zeros(1, 2, 1).squeeze((0, 1)).shape
        tt.Size([2, 1])
    """,
)
