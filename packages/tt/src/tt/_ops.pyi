# Made by tt_opspec.generate --stubs from the op table; not edited by hand.
# The functions that tt gets from the table, and the methods that Tensor gets.
# ruff: noqa: E501
# fmt: off
from collections.abc import Sequence
from typing import overload

from tt_core import Tensor, device, dtype, layout, memory_format

Number = bool | int | float | complex

class TensorOps:
    """Base of Tensor in the stubs: the methods that the table gives to it."""

    def __add__(self, other: Tensor | Number) -> Tensor:
        """`input + alpha * other`, element by element."""

    def __iadd__(self, other: Tensor | Number) -> Tensor:
        """In-place form of `add`."""

    def __imul__(self, other: Tensor | Number) -> Tensor:
        """In-place form of `mul`."""

    def __isub__(self, other: Tensor | Number) -> Tensor:
        """In-place form of `sub`."""

    def __matmul__(self, other: Tensor) -> Tensor:
        """The matrix product of `input` and `other`."""

    def __mul__(self, other: Tensor | Number) -> Tensor:
        """`input * other`, element by element."""

    def __neg__(self) -> Tensor:
        """The negative of each element of `input`."""

    def __radd__(self, other: Tensor | Number) -> Tensor:
        """`input + alpha * other`, element by element."""

    def __rmatmul__(self, other: Tensor) -> Tensor:
        """The matrix product of `input` and `other`."""

    def __rmul__(self, other: Tensor | Number) -> Tensor:
        """`input * other`, element by element."""

    def __rsub__(self, other: Tensor | Number) -> Tensor:
        """`input - alpha * other`, element by element."""

    def __sub__(self, other: Tensor | Number) -> Tensor:
        """`input - alpha * other`, element by element."""

    def add(self, other: Tensor | Number, *, alpha: Number = 1) -> Tensor:
        """`input + alpha * other`, element by element."""

    def add_(self, other: Tensor | Number, *, alpha: Number = 1) -> Tensor:
        """In-place form of `add`."""

    def as_strided(self, size: Sequence[int], stride: Sequence[int], storage_offset: int | None = None) -> Tensor:
        """A view of the storage of `input` with the given shape, strides and offset, all counted in elements."""

    def clone(self, *, memory_format: memory_format | None = None) -> Tensor:
        """A copy of `input` with memory of its own; gradients flow through it."""

    def conj_physical(self) -> Tensor:
        """The complex conjugate of each element of `input`, written to memory."""

    def conj_physical_(self) -> Tensor:
        """In-place form of `conj_physical`."""

    def contiguous(self, *, memory_format: memory_format = ...) -> Tensor:
        """`self` if its elements lie in memory one after the other, else a copy where they do.

            >>> tt.zeros(2, 3).t().contiguous().stride()
            (2, 1)
        """

    def copy_(self, src: Tensor, non_blocking: bool = False) -> Tensor:
        """Writes the elements of `src` into `self`, cast to its dtype and moved to its device; returns `self`.

        `src` is broadcast to the shape of `self`. With `non_blocking` a copy between host and device may still be
        under way on return.

        Raises RuntimeError when `src` cannot be broadcast.

            >>> tt.zeros(2, dtype=tt.int64).copy_(tt.tensor([1.5, 2.5]))
            tensor([1, 2])
        """

    def detach(self) -> Tensor:
        """A view of `input` that is cut off from the graph: it never requires grad."""

    def exp(self) -> Tensor:
        """e to the power of each element of `input`."""

    def exp_(self) -> Tensor:
        """In-place form of `exp`."""

    @overload
    def expand(self, size: Sequence[int], *, implicit: bool = False) -> Tensor:
        """A view of `self` in which dimensions of size 1 are repeated, without memory, up to `size`.

        New dimensions may be put in front; -1 keeps a size. `size` may be given as separate ints.

        Raises RuntimeError for another size of a dimension that is not 1, or for fewer dimensions than `self`
        has.

            >>> tt.tensor([[1], [2]]).expand(2, 3)
            tensor([[1, 1, 1],
                    [2, 2, 2]])
        """
    @overload
    def expand(self, *size: int, implicit: bool = False) -> Tensor: ...

    def fill_(self, value: Number) -> Tensor:
        """Writes `value` to every element of `input` and returns it."""

    def item(self) -> Number:
        """The only element of `self` as a Python bool, int, float or complex.

        Waits for the device that computes it. Raises RuntimeError when there is not exactly one element.

            >>> tt.tensor([2.5]).item()
            2.5
        """

    def matmul(self, other: Tensor) -> Tensor:
        """The matrix product of `input` and `other`."""

    def mul(self, other: Tensor | Number) -> Tensor:
        """`input * other`, element by element."""

    def mul_(self, other: Tensor | Number) -> Tensor:
        """In-place form of `mul`."""

    def neg(self) -> Tensor:
        """The negative of each element of `input`."""

    def neg_(self) -> Tensor:
        """In-place form of `neg`."""

    @overload
    def permute(self, dims: Sequence[int]) -> Tensor:
        """A view of `input` with its dimensions in the order `dims`."""
    @overload
    def permute(self, *dims: int) -> Tensor: ...

    @overload
    def reshape(self, shape: Sequence[int]) -> Tensor:
        """`input` in another shape, its elements in the same order: a view where the strides allow it, else a copy."""
    @overload
    def reshape(self, *shape: int) -> Tensor: ...

    def select(self, dim: int, index: int) -> Tensor:
        """A view of `input` at position `index` of dimension `dim`, without that dimension."""

    @overload
    def squeeze(self) -> Tensor:
        """A view of `input` without its dimensions of size 1."""
    @overload
    def squeeze(self, dim: int) -> Tensor:
        """A view of `input` without the dimension `dim` if its size is 1, else a view of the same shape."""
    @overload
    def squeeze(self, dim: Sequence[int]) -> Tensor:
        """A view of `input` without those dimensions in `dim` whose size is 1."""

    def sub(self, other: Tensor | Number, *, alpha: Number = 1) -> Tensor:
        """`input - alpha * other`, element by element."""

    def sub_(self, other: Tensor | Number, *, alpha: Number = 1) -> Tensor:
        """In-place form of `sub`."""

    @overload
    def sum(self, *, dtype: dtype | None = None) -> Tensor:
        """The sum of all elements of `input`, as a tensor of no dimensions."""
    @overload
    def sum(self, dim: int | Sequence[int] | None, keepdim: bool = False, *, dtype: dtype | None = None) -> Tensor:
        """The sums of `input` over the dimensions in `dim`, one or several; None or an empty tuple stands for all."""

    @overload
    def sum_to_size(self, size: Sequence[int]) -> Tensor:
        """Sums `self` over the dimensions that broadcasting `size` would repeat; `self` if there are none.

        `size` may be given as separate ints.

        Raises RuntimeError when `size` cannot be broadcast to the shape of `self`.

            >>> tt.ones(2, 3).sum_to_size(1, 3)
            tensor([[2., 2., 2.]])
        """
    @overload
    def sum_to_size(self, *size: int) -> Tensor: ...

    def t(self) -> Tensor:
        """A view of a matrix with its two dimensions swapped; of fewer dimensions, `input` as it is."""

    @overload
    def to(self, device: device | str | None = None, dtype: dtype | None = None, non_blocking: bool = False, copy: bool = False) -> Tensor:
        """`self` on `device` and in `dtype`: `self` itself if it is there already, unless `copy`.

        What is not given stays as it is. With `non_blocking` a copy between host and device may still be under
        way on return.

            >>> tt.ones(2).to("cpu", tt.float64).dtype
            tt.float64
        """
    @overload
    def to(self, dtype: dtype, non_blocking: bool = False, copy: bool = False) -> Tensor:
        """`self` in `dtype`: `self` itself if it has it already, unless `copy`.

            >>> tt.tensor([1.7, -1.7]).to(tt.int64)
            tensor([ 1, -1])
        """
    @overload
    def to(self, other: Tensor, non_blocking: bool = False, copy: bool = False) -> Tensor:
        """`self` on the device and in the dtype of `other`: `self` itself if both are the same, unless `copy`.

            >>> tt.ones(2).to(tt.zeros(1, dtype=tt.int8)).dtype
            tt.int8
        """

    def transpose(self, dim0: int, dim1: int) -> Tensor:
        """A view of `input` with the dimensions `dim0` and `dim1` swapped."""

    def unsqueeze(self, dim: int) -> Tensor:
        """A view of `input` with a dimension of size 1 put in at position `dim`."""

    @overload
    def view(self, size: Sequence[int]) -> Tensor:
        """A view of `self` in another shape of as many elements, in the same order.

        One size may be -1 and follows from the others. `size` may be given as separate ints.

        Raises RuntimeError when the number of elements differs, or when the strides of `self` allow no such view
        (`reshape` copies then).

            >>> tt.tensor([1, 2, 3, 4]).view(2, -1)
            tensor([[1, 2],
                    [3, 4]])
        """
    @overload
    def view(self, *size: int) -> Tensor: ...

    def zero_(self) -> Tensor:
        """Writes 0 to every element of `input` and returns it."""

def add(input: Tensor | Number, other: Tensor | Number, *, alpha: Number = 1, out: Tensor | None = None) -> Tensor:
    """`input + alpha * other`, element by element.

    The shapes are broadcast and the dtypes promoted; either operand may be a Python number. With bool on both
    sides the sum is `logical_or`.

    Raises RuntimeError when the shapes cannot be broadcast, or when `alpha` is floating and the result is
    not, or `alpha` is complex and the result is not.

        >>> tt.add(tt.tensor([1.0, 2.0]), tt.tensor([10.0, 20.0]), alpha=2)
        tensor([21., 42.])
    """

def as_strided(input: Tensor, size: Sequence[int], stride: Sequence[int], storage_offset: int | None = None) -> Tensor:
    """A view of the storage of `input` with the given shape, strides and offset, all counted in elements.

    `storage_offset` defaults to that of `input`. Elements may overlap.

    Raises RuntimeError when `size` and `stride` differ in length, when one of them is negative, or when the
    view would reach outside of the storage.

        >>> tt.tensor([1, 2, 3]).as_strided((2, 2), (1, 1))
        tensor([[1, 2],
                [2, 3]])
    """

def clone(input: Tensor, *, memory_format: memory_format | None = None) -> Tensor:
    """A copy of `input` with memory of its own; gradients flow through it.

    Strides are kept when `input` is dense and without overlap, unless `memory_format` asks for another order.

        >>> x = tt.ones(2)
        >>> x.clone().fill_(5), x
        (tensor([5., 5.]), tensor([1., 1.]))
    """

def conj_physical(input: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """The complex conjugate of each element of `input`, written to memory.

    The result has the shape and dtype of `input`; real dtypes come back as an equal copy.

        >>> tt.conj_physical(tt.tensor([1 + 2j, 3 - 4j]))
        tensor([1.-2.j, 3.+4.j])
    """

def detach(input: Tensor) -> Tensor:
    """A view of `input` that is cut off from the graph: it never requires grad.

    In-place changes of the one show in the other, and are noticed by a backward that needs the values before
    them.

        >>> tt.ones(2, requires_grad=True).detach().requires_grad
        False
    """

@overload
def empty(size: Sequence[int], *, dtype: dtype | None = None, layout: layout | None = None, device: device | str | None = None, requires_grad: bool = False, out: Tensor | None = None) -> Tensor:
    """A tensor of shape `size` whose elements are whatever the memory held.

    `dtype` defaults to the default dtype, `device` to the default device. `size` may be given as separate
    ints.

    Raises RuntimeError for a negative size.

        >>> tt.empty(2, 3).shape
        tt.Size([2, 3])
    """
@overload
def empty(*size: int, dtype: dtype | None = None, layout: layout | None = None, device: device | str | None = None, requires_grad: bool = False, out: Tensor | None = None) -> Tensor: ...

def empty_like(input: Tensor, *, dtype: dtype | None = None, layout: layout | None = None, device: device | str | None = None, requires_grad: bool = False) -> Tensor:
    """A tensor of the shape of `input` whose elements are whatever the memory held.

    `dtype`, `layout` and `device` default to those of `input`. The dimensions lie in memory in the order they
    have in `input` when that is dense and without overlap.

        >>> tt.empty_like(tt.zeros(2, 3)).shape
        tt.Size([2, 3])
    """

def exp(input: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """e to the power of each element of `input`.

    The result has the shape of `input`. Floating and complex dtypes are kept, bool and integers give the
    default floating dtype. Overflow gives inf, exp(-inf) is 0, NaN stays NaN.

        >>> tt.exp(tt.tensor([0.0, 1.0]))
        tensor([1.0000, 2.7183])
    """

def fill_(input: Tensor, value: Number) -> Tensor:
    """Writes `value` to every element of `input` and returns it.

    Raises RuntimeError when `value` is complex and the dtype is not.

        >>> tt.zeros(2).fill_(3)
        tensor([3., 3.])
    """

def full(size: Sequence[int], fill_value: Number, *, dtype: dtype | None = None, layout: layout | None = None, device: device | str | None = None, requires_grad: bool = False, out: Tensor | None = None) -> Tensor:
    """A tensor of shape `size` filled with `fill_value`.

    Without `dtype`, it follows from `fill_value`: bool, int64, the default dtype, or the complex dtype that
    goes with it. `size` is a sequence of ints.

    Raises RuntimeError for a negative size.

        >>> tt.full((2, 2), 7)
        tensor([[7, 7],
                [7, 7]])
    """

def matmul(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The matrix product of `input` and `other`.

    A vector on the left is a row, on the right a column, and that dimension is dropped from the result; two
    vectors give their dot product. Further dimensions in front are a batch and are broadcast.

    Raises RuntimeError when an operand has no dimensions, the inner sizes differ, the batches cannot be
    broadcast or the dtypes are not the same.

        >>> tt.matmul(tt.tensor([[1.0, 2.0], [3.0, 4.0]]), tt.tensor([1.0, 1.0]))
        tensor([3., 7.])
    """

def mul(input: Tensor | Number, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """`input * other`, element by element.

    The shapes are broadcast and the dtypes promoted; either operand may be a Python number. With bool on both
    sides the product is `logical_and`.

    Raises RuntimeError when the shapes cannot be broadcast.

        >>> tt.mul(tt.tensor([1.0, 2.0]), tt.tensor([[3.0], [4.0]]))
        tensor([[3., 6.],
                [4., 8.]])
    """

def neg(input: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """The negative of each element of `input`.

    The result has the shape and dtype of `input`; unsigned integers wrap around.

    Raises RuntimeError for bool, where `logical_not` is meant.

        >>> tt.neg(tt.tensor([1.0, -2.0]))
        tensor([-1.,  2.])
    """

@overload
def ones(size: Sequence[int], *, dtype: dtype | None = None, layout: layout | None = None, device: device | str | None = None, requires_grad: bool = False, out: Tensor | None = None) -> Tensor:
    """A tensor of shape `size` filled with 1.

    `dtype` defaults to the default dtype, `device` to the default device. `size` may be given as separate
    ints.

    Raises RuntimeError for a negative size.

        >>> tt.ones(3)
        tensor([1., 1., 1.])
    """
@overload
def ones(*size: int, dtype: dtype | None = None, layout: layout | None = None, device: device | str | None = None, requires_grad: bool = False, out: Tensor | None = None) -> Tensor: ...

def ones_like(input: Tensor, *, dtype: dtype | None = None, layout: layout | None = None, device: device | str | None = None, requires_grad: bool = False) -> Tensor:
    """A tensor of the shape of `input` filled with 1.

    `dtype`, `layout` and `device` default to those of `input`.

        >>> tt.ones_like(tt.tensor([1, 2]))
        tensor([1, 1])
    """

@overload
def permute(input: Tensor, dims: Sequence[int]) -> Tensor:
    """A view of `input` with its dimensions in the order `dims`.

    `dims` may be given to the method as separate ints.

    Raises RuntimeError when `dims` does not name each dimension once, IndexError for one that `input` does
    not have.

        >>> tt.zeros(2, 3, 4).permute(2, 0, 1).shape
        tt.Size([4, 2, 3])
    """
@overload
def permute(input: Tensor, *dims: int) -> Tensor: ...

@overload
def reshape(input: Tensor, shape: Sequence[int]) -> Tensor:
    """`input` in another shape, its elements in the same order: a view where the strides allow it, else a copy.

    One size may be -1 and follows from the others. `shape` may be given to the method as separate ints.

    Raises RuntimeError when the number of elements differs.

        >>> tt.reshape(tt.tensor([[1, 2], [3, 4]]), (-1,))
        tensor([1, 2, 3, 4])
    """
@overload
def reshape(input: Tensor, *shape: int) -> Tensor: ...

def select(input: Tensor, dim: int, index: int) -> Tensor:
    """A view of `input` at position `index` of dimension `dim`, without that dimension.

    For dimension 0 it is `input[index]`. A negative `index` counts from the end.

    Raises IndexError for a dimension that `input` does not have or an index outside of it.

        >>> tt.select(tt.tensor([[1, 2], [3, 4]]), 0, 1)
        tensor([3, 4])
    """

@overload
def squeeze(input: Tensor) -> Tensor:
    """A view of `input` without its dimensions of size 1.

        >>> tt.zeros(1, 2, 1).squeeze().shape
        tt.Size([2])
    """
@overload
def squeeze(input: Tensor, dim: int) -> Tensor:
    """A view of `input` without the dimension `dim` if its size is 1, else a view of the same shape.

    Raises IndexError for a dimension that `input` does not have.

        >>> tt.zeros(1, 2, 1).squeeze(0).shape
        tt.Size([2, 1])
    """
@overload
def squeeze(input: Tensor, dim: Sequence[int]) -> Tensor:
    """A view of `input` without those dimensions in `dim` whose size is 1.

    Raises IndexError for a dimension that `input` does not have, RuntimeError for one that is named twice.

        >>> tt.zeros(1, 2, 1).squeeze((0, 1)).shape
        tt.Size([2, 1])
    """

def sub(input: Tensor | Number, other: Tensor | Number, *, alpha: Number = 1, out: Tensor | None = None) -> Tensor:
    """`input - alpha * other`, element by element.

    The shapes are broadcast and the dtypes promoted; either operand may be a Python number. Unsigned integers
    wrap around.

    Raises RuntimeError when the shapes cannot be broadcast, for a bool operand (`logical_xor` or
    `logical_not` is meant), or when `alpha` is of a higher kind (floating, complex) than the result.

        >>> tt.sub(tt.tensor([5.0, 3.0]), 1)
        tensor([4., 2.])
    """

@overload
def sum(input: Tensor, *, dtype: dtype | None = None, out: Tensor | None = None) -> Tensor:
    """The sum of all elements of `input`, as a tensor of no dimensions.

    The result's dtype is `dtype`, to which the elements are cast first; without it, that of `input`, and
    int64 for bool and integers. An empty `input` sums to 0.

        >>> tt.sum(tt.tensor([[1, 2], [3, 4]]))
        tensor(10)
    """
@overload
def sum(input: Tensor, dim: int | Sequence[int] | None, keepdim: bool = False, *, dtype: dtype | None = None, out: Tensor | None = None) -> Tensor:
    """The sums of `input` over the dimensions in `dim`, one or several; None or an empty tuple stands for all.

    The result has the shape of `input` without these dimensions, or with size 1 there if `keepdim`. Its dtype
    is `dtype`, to which the elements are cast first; without it, that of `input`, and int64 for bool and
    integers.

    Raises IndexError for a dimension that `input` does not have, RuntimeError for one that is named twice.

        >>> tt.sum(tt.tensor([[1, 2], [3, 4]]), dim=1)
        tensor([3, 7])
    """

def t(input: Tensor) -> Tensor:
    """A view of a matrix with its two dimensions swapped; of fewer dimensions, `input` as it is.

    Raises RuntimeError for more than two dimensions.

        >>> tt.tensor([[1, 2], [3, 4]]).t()
        tensor([[1, 3],
                [2, 4]])
    """

def transpose(input: Tensor, dim0: int, dim1: int) -> Tensor:
    """A view of `input` with the dimensions `dim0` and `dim1` swapped.

    Raises IndexError for a dimension that `input` does not have.

        >>> tt.tensor([[1, 2], [3, 4]]).transpose(0, 1)
        tensor([[1, 3],
                [2, 4]])
    """

def unsqueeze(input: Tensor, dim: int) -> Tensor:
    """A view of `input` with a dimension of size 1 put in at position `dim`.

    A negative `dim` counts from the end of the result.

    Raises IndexError for a position outside of the result.

        >>> tt.tensor([1, 2]).unsqueeze(1)
        tensor([[1],
                [2]])
    """

def where(condition: Tensor | Number, input: Tensor | Number, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """The element of `input` where `condition` is true, else that of `other`.

    The three shapes are broadcast. `condition` is bool and takes no part in promotion; `input` and `other`
    are promoted and may be Python numbers.

    Raises RuntimeError when the shapes cannot be broadcast or `condition` is not bool.

        >>> tt.where(tt.tensor([True, False]), tt.tensor([1.0, 2.0]), 0)
        tensor([1., 0.])
    """

def zero_(input: Tensor) -> Tensor:
    """Writes 0 to every element of `input` and returns it.

        >>> tt.ones(2).zero_()
        tensor([0., 0.])
    """

@overload
def zeros(size: Sequence[int], *, dtype: dtype | None = None, layout: layout | None = None, device: device | str | None = None, requires_grad: bool = False, out: Tensor | None = None) -> Tensor:
    """A tensor of shape `size` filled with 0.

    `dtype` defaults to the default dtype, `device` to the default device. `size` may be given as separate
    ints.

    Raises RuntimeError for a negative size.

        >>> tt.zeros(2, 3)
        tensor([[0., 0., 0.],
                [0., 0., 0.]])
    """
@overload
def zeros(*size: int, dtype: dtype | None = None, layout: layout | None = None, device: device | str | None = None, requires_grad: bool = False, out: Tensor | None = None) -> Tensor: ...

def zeros_like(input: Tensor, *, dtype: dtype | None = None, layout: layout | None = None, device: device | str | None = None, requires_grad: bool = False) -> Tensor:
    """A tensor of the shape of `input` filled with 0.

    `dtype`, `layout` and `device` default to those of `input`.

        >>> tt.zeros_like(tt.tensor([1, 2]))
        tensor([0, 0])
    """
