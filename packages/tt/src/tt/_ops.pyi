# Made by tt_opspec.generate --stubs from the op table; not edited by hand.
# The functions that tt gets from the table, and the methods that Tensor gets.
# ruff: noqa: E501
# fmt: off
from collections.abc import Sequence
from typing import NamedTuple, overload

from tt_core import Generator, Tensor, device, dtype, layout, memory_format

Number = bool | int | float | complex

class max_result(NamedTuple):
    values: Tensor
    indices: Tensor

class min_result(NamedTuple):
    values: Tensor
    indices: Tensor

class TensorOps:
    """Base of Tensor in the stubs: the methods that the table gives to it."""

    def __abs__(self) -> Tensor:
        """The absolute value of each element of `input`."""

    def __add__(self, other: Tensor | Number) -> Tensor:
        """`input + alpha * other`, element by element."""

    def __and__(self, other: Tensor | Number) -> Tensor:
        """The bits that are set in both `input` and `other`; for bool the logical operation."""

    def __eq__(self, other: Tensor | Number) -> Tensor:  # type: ignore[override, unused-ignore]
        """Whether `input == other`, element by element: a bool tensor."""

    def __floordiv__(self, other: Tensor | Number) -> Tensor:
        """The quotient `input / other` rounded towards -inf, as Python's `//` does."""

    def __ge__(self, other: Tensor | Number) -> Tensor:
        """Whether `input >= other`, element by element: a bool tensor."""

    def __gt__(self, other: Tensor | Number) -> Tensor:
        """Whether `input > other`, element by element: a bool tensor."""

    def __iadd__(self, other: Tensor | Number) -> Tensor:
        """In-place form of `add`."""

    def __iand__(self, other: Tensor | Number) -> Tensor:
        """In-place form of `bitwise_and`."""

    def __ifloordiv__(self, other: Tensor | Number) -> Tensor:
        """In-place form of `floor_divide`."""

    def __ilshift__(self, other: Tensor | Number) -> Tensor:
        """In-place form of `bitwise_left_shift`."""

    def __imod__(self, other: Tensor | Number) -> Tensor:
        """In-place form of `remainder`."""

    def __imul__(self, other: Tensor | Number) -> Tensor:
        """In-place form of `mul`."""

    def __invert__(self) -> Tensor:
        """The complement of the bits of `input`; for bool the logical one."""

    def __ior__(self, other: Tensor | Number) -> Tensor:
        """In-place form of `bitwise_or`."""

    def __ipow__(self, other: Tensor | Number) -> Tensor:
        """In-place form of `pow`."""

    def __irshift__(self, other: Tensor | Number) -> Tensor:
        """In-place form of `bitwise_right_shift`."""

    def __isub__(self, other: Tensor | Number) -> Tensor:
        """In-place form of `sub`."""

    def __itruediv__(self, other: Tensor | Number) -> Tensor:
        """In-place form of `div`."""

    def __ixor__(self, other: Tensor | Number) -> Tensor:
        """In-place form of `bitwise_xor`."""

    def __le__(self, other: Tensor | Number) -> Tensor:
        """Whether `input <= other`, element by element: a bool tensor."""

    def __lshift__(self, other: Tensor | Number) -> Tensor:
        """`input * 2**other` by shifting bits to the left; bits beyond the dtype are lost."""

    def __lt__(self, other: Tensor | Number) -> Tensor:
        """Whether `input < other`, element by element: a bool tensor."""

    def __matmul__(self, other: Tensor) -> Tensor:
        """The matrix product of `input` and `other`."""

    def __mod__(self, other: Tensor | Number) -> Tensor:
        """What `input // other` leaves: `input - other * floor(input / other)`, with the sign of `other`."""

    def __mul__(self, other: Tensor | Number) -> Tensor:
        """`input * other`, element by element."""

    def __ne__(self, other: Tensor | Number) -> Tensor:  # type: ignore[override, unused-ignore]
        """Whether `input != other`, element by element: a bool tensor."""

    def __neg__(self) -> Tensor:
        """The negative of each element of `input`."""

    def __or__(self, other: Tensor | Number) -> Tensor:
        """The bits that are set in `input` or `other`; for bool the logical operation."""

    def __pos__(self) -> Tensor:
        """`input` itself, as Python's `+x` of a number."""

    def __pow__(self, other: Tensor | Number) -> Tensor:
        """`input` to the power of `exponent`, element by element."""

    def __radd__(self, other: Tensor | Number) -> Tensor:
        """`input + alpha * other`, element by element."""

    def __rand__(self, other: Tensor | Number) -> Tensor:
        """The bits that are set in both `input` and `other`; for bool the logical operation."""

    def __rfloordiv__(self, other: Tensor | Number) -> Tensor:
        """The quotient `input / other` rounded towards -inf, as Python's `//` does."""

    def __rlshift__(self, other: Tensor | Number) -> Tensor:
        """`input * 2**other` by shifting bits to the left; bits beyond the dtype are lost."""

    def __rmatmul__(self, other: Tensor) -> Tensor:
        """The matrix product of `input` and `other`."""

    def __rmod__(self, other: Tensor | Number) -> Tensor:
        """What `input // other` leaves: `input - other * floor(input / other)`, with the sign of `other`."""

    def __rmul__(self, other: Tensor | Number) -> Tensor:
        """`input * other`, element by element."""

    def __ror__(self, other: Tensor | Number) -> Tensor:
        """The bits that are set in `input` or `other`; for bool the logical operation."""

    def __rpow__(self, other: Tensor | Number) -> Tensor:
        """`input` to the power of `exponent`, element by element."""

    def __rrshift__(self, other: Tensor | Number) -> Tensor:
        """`floor(input / 2**other)` by shifting bits to the right; the sign of `input` is shifted in."""

    def __rshift__(self, other: Tensor | Number) -> Tensor:
        """`floor(input / 2**other)` by shifting bits to the right; the sign of `input` is shifted in."""

    def __rsub__(self, other: Tensor | Number) -> Tensor:
        """`input - alpha * other`, element by element."""

    def __rtruediv__(self, other: Tensor | Number) -> Tensor:
        """`input / other`, element by element."""

    def __rxor__(self, other: Tensor | Number) -> Tensor:
        """The bits that are set in one of `input` and `other`; for bool the logical operation."""

    def __sub__(self, other: Tensor | Number) -> Tensor:
        """`input - alpha * other`, element by element."""

    def __truediv__(self, other: Tensor | Number) -> Tensor:
        """`input / other`, element by element."""

    def __xor__(self, other: Tensor | Number) -> Tensor:
        """The bits that are set in one of `input` and `other`; for bool the logical operation."""

    def abs(self) -> Tensor:
        """The absolute value of each element of `input`."""

    def abs_(self) -> Tensor:
        """In-place form of `abs`."""

    def add(self, other: Tensor | Number, *, alpha: Number = 1) -> Tensor:
        """`input + alpha * other`, element by element."""

    def add_(self, other: Tensor | Number, *, alpha: Number = 1) -> Tensor:
        """In-place form of `add`."""

    @overload
    def all(self) -> Tensor:
        """Whether every element of `input` is other than zero, as a tensor of no dimensions."""
    @overload
    def all(self, dim: int, keepdim: bool = False) -> Tensor:
        """Whether every element of `input` along dimension `dim` is other than zero."""
    @overload
    def all(self, dim: Sequence[int] | None = None, keepdim: bool = False) -> Tensor:
        """Whether every element of `input` over the dimensions in `dim` is other than zero; None stands for all of them."""

    def amax(self, dim: int | Sequence[int] = (), keepdim: bool = False) -> Tensor:
        """The greatest elements of `input` over the dimensions in `dim`, one or several; all of them if it is empty."""

    def amin(self, dim: int | Sequence[int] = (), keepdim: bool = False) -> Tensor:
        """The least elements of `input` over the dimensions in `dim`, one or several; all of them if it is empty."""

    @overload
    def any(self) -> Tensor:
        """Whether any element of `input` is other than zero, as a tensor of no dimensions."""
    @overload
    def any(self, dim: int, keepdim: bool = False) -> Tensor:
        """Whether any element of `input` along dimension `dim` is other than zero."""
    @overload
    def any(self, dim: Sequence[int] | None = None, keepdim: bool = False) -> Tensor:
        """Whether any element of `input` over the dimensions in `dim` is other than zero; None stands for all of them."""

    def argmax(self, dim: int | None = None, keepdim: bool = False) -> Tensor:
        """Where along dimension `dim` the greatest element of `input` is, as int64; without `dim` among all elements."""

    def argmin(self, dim: int | None = None, keepdim: bool = False) -> Tensor:
        """Where along dimension `dim` the least element of `input` is, as int64; without `dim` among all elements."""

    def as_strided(self, size: Sequence[int], stride: Sequence[int], storage_offset: int | None = None) -> Tensor:
        """A view of the storage of `input` with the given shape, strides and offset, all counted in elements."""

    def bitwise_and(self, other: Tensor | Number) -> Tensor:
        """The bits that are set in both `input` and `other`; for bool the logical operation."""

    def bitwise_and_(self, other: Tensor | Number) -> Tensor:
        """In-place form of `bitwise_and`."""

    def bitwise_left_shift(self, other: Tensor | Number) -> Tensor:
        """`input * 2**other` by shifting bits to the left; bits beyond the dtype are lost."""

    def bitwise_left_shift_(self, other: Tensor | Number) -> Tensor:
        """In-place form of `bitwise_left_shift`."""

    def bitwise_not(self) -> Tensor:
        """The complement of the bits of `input`; for bool the logical one."""

    def bitwise_not_(self) -> Tensor:
        """In-place form of `bitwise_not`."""

    def bitwise_or(self, other: Tensor | Number) -> Tensor:
        """The bits that are set in `input` or `other`; for bool the logical operation."""

    def bitwise_or_(self, other: Tensor | Number) -> Tensor:
        """In-place form of `bitwise_or`."""

    def bitwise_right_shift(self, other: Tensor | Number) -> Tensor:
        """`floor(input / 2**other)` by shifting bits to the right; the sign of `input` is shifted in."""

    def bitwise_right_shift_(self, other: Tensor | Number) -> Tensor:
        """In-place form of `bitwise_right_shift`."""

    def bitwise_xor(self, other: Tensor | Number) -> Tensor:
        """The bits that are set in one of `input` and `other`; for bool the logical operation."""

    def bitwise_xor_(self, other: Tensor | Number) -> Tensor:
        """In-place form of `bitwise_xor`."""

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

    def copy_(self, src: Tensor | Number, non_blocking: bool = False) -> Tensor:
        """Writes the elements of `src` into `self`, cast to its dtype and moved to its device; returns `self`.

        `src` is broadcast to the shape of `self`; it may be a Python number. With `non_blocking` a copy between host
        and device may still be under way on return.

        Raises RuntimeError when `src` cannot be broadcast.

            >>> tt.zeros(2, dtype=tt.int64).copy_(tt.tensor([1.5, 2.5]))
            tensor([1, 2])
        """

    def detach(self) -> Tensor:
        """A view of `input` that is cut off from the graph: it never requires grad."""

    @overload
    def div(self, other: Tensor | Number) -> Tensor:
        """`input / other`, element by element."""
    @overload
    def div(self, other: Tensor | Number, *, rounding_mode: str | None) -> Tensor:
        """`input / other`, rounded as `rounding_mode` says."""

    @overload
    def div_(self, other: Tensor | Number) -> Tensor:
        """In-place form of `div`."""
    @overload
    def div_(self, other: Tensor | Number, *, rounding_mode: str | None) -> Tensor: ...

    def div_floor_(self, other: Tensor | Number) -> Tensor:
        """In-place form of `div_floor`."""

    def div_trunc_(self, other: Tensor | Number) -> Tensor:
        """In-place form of `div_trunc`."""

    def eq(self, other: Tensor | Number) -> Tensor:
        """Whether `input == other`, element by element: a bool tensor."""

    def eq_(self, other: Tensor | Number) -> Tensor:
        """In-place form of `eq`."""

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

    def floor_divide(self, other: Tensor | Number) -> Tensor:
        """The quotient `input / other` rounded towards -inf, as Python's `//` does."""

    def floor_divide_(self, other: Tensor | Number) -> Tensor:
        """In-place form of `floor_divide`."""

    def ge(self, other: Tensor | Number) -> Tensor:
        """Whether `input >= other`, element by element: a bool tensor."""

    def ge_(self, other: Tensor | Number) -> Tensor:
        """In-place form of `ge`."""

    def gt(self, other: Tensor | Number) -> Tensor:
        """Whether `input > other`, element by element: a bool tensor."""

    def gt_(self, other: Tensor | Number) -> Tensor:
        """In-place form of `gt`."""

    def item(self) -> Number:
        """The only element of `self` as a Python bool, int, float or complex.

        Waits for the device that computes it. Raises RuntimeError when there is not exactly one element.

            >>> tt.tensor([2.5]).item()
            2.5
        """

    def le(self, other: Tensor | Number) -> Tensor:
        """Whether `input <= other`, element by element: a bool tensor."""

    def le_(self, other: Tensor | Number) -> Tensor:
        """In-place form of `le`."""

    def log(self) -> Tensor:
        """The natural logarithm of each element of `input`."""

    def log_(self) -> Tensor:
        """In-place form of `log`."""

    def log_softmax(self, dim: int, dtype: dtype | None = None) -> Tensor:
        """The logarithm of `softmax` along dimension `dim` of `input`, exact where `softmax` itself underflows."""

    def logical_and(self, other: Tensor | Number) -> Tensor:
        """Whether both elements are true: a bool tensor."""

    def logical_and_(self, other: Tensor | Number) -> Tensor:
        """In-place form of `logical_and`."""

    def logical_not(self) -> Tensor:
        """Whether each element of `input` is 0: a bool tensor of its shape."""

    def logical_not_(self) -> Tensor:
        """In-place form of `logical_not`."""

    def logical_or(self, other: Tensor | Number) -> Tensor:
        """Whether at least one of the two elements is true: a bool tensor."""

    def logical_or_(self, other: Tensor | Number) -> Tensor:
        """In-place form of `logical_or`."""

    def logical_xor(self, other: Tensor | Number) -> Tensor:
        """Whether exactly one of the two elements is true: a bool tensor."""

    def logical_xor_(self, other: Tensor | Number) -> Tensor:
        """In-place form of `logical_xor`."""

    def lt(self, other: Tensor | Number) -> Tensor:
        """Whether `input < other`, element by element: a bool tensor."""

    def lt_(self, other: Tensor | Number) -> Tensor:
        """In-place form of `lt`."""

    def matmul(self, other: Tensor) -> Tensor:
        """The matrix product of `input` and `other`."""

    @overload
    def max(self) -> Tensor:
        """The greatest element of `input`, as a tensor of no dimensions; NaN if there is one."""
    @overload
    def max(self, other: Tensor) -> Tensor:
        """The larger of `input` and `other`, element by element: what `maximum` is."""
    @overload
    def max(self, dim: int, keepdim: bool = False) -> max_result:
        """The greatest elements of `input` along dimension `dim`, and where they are: a named tuple of values and indices."""

    def maximum(self, other: Tensor | Number) -> Tensor:
        """The larger of `input` and `other`, element by element; NaN where one of them is."""

    @overload
    def mean(self, *, dtype: dtype | None = None) -> Tensor:
        """The mean of all elements of `input`, as a tensor of no dimensions."""
    @overload
    def mean(self, dim: int | Sequence[int] | None, keepdim: bool = False, *, dtype: dtype | None = None) -> Tensor:
        """The means of `input` over the dimensions in `dim`, one or several; None or an empty tuple stands for all."""

    @overload
    def min(self) -> Tensor:
        """The least element of `input`, as a tensor of no dimensions; NaN if there is one."""
    @overload
    def min(self, other: Tensor) -> Tensor:
        """The smaller of `input` and `other`, element by element: what `minimum` is."""
    @overload
    def min(self, dim: int, keepdim: bool = False) -> min_result:
        """The least elements of `input` along dimension `dim`, and where they are: a named tuple of values and indices."""

    def minimum(self, other: Tensor | Number) -> Tensor:
        """The smaller of `input` and `other`, element by element; NaN where one of them is."""

    def mul(self, other: Tensor | Number) -> Tensor:
        """`input * other`, element by element."""

    def mul_(self, other: Tensor | Number) -> Tensor:
        """In-place form of `mul`."""

    def ne(self, other: Tensor | Number) -> Tensor:
        """Whether `input != other`, element by element: a bool tensor."""

    def ne_(self, other: Tensor | Number) -> Tensor:
        """In-place form of `ne`."""

    def neg(self) -> Tensor:
        """The negative of each element of `input`."""

    def neg_(self) -> Tensor:
        """In-place form of `neg`."""

    @overload
    def new_empty(self, size: Sequence[int], *, dtype: dtype | None = None, layout: layout | None = None, device: device | str | None = None, requires_grad: bool = False) -> Tensor:
        """A tensor of shape `size` whose elements are whatever the memory held.

        `dtype` and `device` default to those of this tensor. `size` may be given as separate ints.

        Raises RuntimeError for a negative size.

            >>> tt.ones(2, dtype=tt.float64).new_empty(2, 3).dtype
            tt.float64
        """
    @overload
    def new_empty(self, *size: int, dtype: dtype | None = None, layout: layout | None = None, device: device | str | None = None, requires_grad: bool = False) -> Tensor: ...

    def new_full(self, size: Sequence[int], fill_value: Number, *, dtype: dtype | None = None, layout: layout | None = None, device: device | str | None = None, requires_grad: bool = False) -> Tensor:
        """A tensor of shape `size` filled with `fill_value`.

        `dtype` and `device` default to those of this tensor. `size` is a sequence of ints.

        Raises RuntimeError for a negative size, and for a value that does not fit the dtype.

            >>> tt.ones(2, dtype=tt.int64).new_full((3,), 7)
            tensor([7, 7, 7])
        """

    @overload
    def new_ones(self, size: Sequence[int], *, dtype: dtype | None = None, layout: layout | None = None, device: device | str | None = None, requires_grad: bool = False) -> Tensor:
        """A tensor of shape `size` filled with 1.

        `dtype` and `device` default to those of this tensor. `size` may be given as separate ints.

        Raises RuntimeError for a negative size.

            >>> tt.zeros(2, dtype=tt.int64).new_ones(3)
            tensor([1, 1, 1])
        """
    @overload
    def new_ones(self, *size: int, dtype: dtype | None = None, layout: layout | None = None, device: device | str | None = None, requires_grad: bool = False) -> Tensor: ...

    @overload
    def new_zeros(self, size: Sequence[int], *, dtype: dtype | None = None, layout: layout | None = None, device: device | str | None = None, requires_grad: bool = False) -> Tensor:
        """A tensor of shape `size` filled with 0.

        `dtype` and `device` default to those of this tensor. `size` may be given as separate ints.

        Raises RuntimeError for a negative size.

            >>> tt.ones(2, dtype=tt.int64).new_zeros(3)
            tensor([0, 0, 0])
        """
    @overload
    def new_zeros(self, *size: int, dtype: dtype | None = None, layout: layout | None = None, device: device | str | None = None, requires_grad: bool = False) -> Tensor: ...

    @overload
    def permute(self, dims: Sequence[int]) -> Tensor:
        """A view of `input` with its dimensions in the order `dims`."""
    @overload
    def permute(self, *dims: int) -> Tensor: ...

    def positive(self) -> Tensor:
        """`input` itself, as Python's `+x` of a number."""

    def pow(self, exponent: Tensor | Number) -> Tensor:
        """`input` to the power of `exponent`, element by element."""

    def pow_(self, exponent: Tensor | Number) -> Tensor:
        """In-place form of `pow`."""

    def relu(self) -> Tensor:
        """The larger of each element of `input` and 0; NaN stays NaN."""

    def relu_(self) -> Tensor:
        """In-place form of `relu`."""

    def remainder(self, other: Tensor | Number) -> Tensor:
        """What `input // other` leaves: `input - other * floor(input / other)`, with the sign of `other`."""

    def remainder_(self, other: Tensor | Number) -> Tensor:
        """In-place form of `remainder`."""

    @overload
    def reshape(self, shape: Sequence[int]) -> Tensor:
        """`input` in another shape, its elements in the same order: a view where the strides allow it, else a copy."""
    @overload
    def reshape(self, *shape: int) -> Tensor: ...

    def select(self, dim: int, index: int) -> Tensor:
        """A view of `input` at position `index` of dimension `dim`, without that dimension."""

    def sigmoid(self) -> Tensor:
        """The logistic function `1 / (1 + exp(-input))` of each element."""

    def sigmoid_(self) -> Tensor:
        """In-place form of `sigmoid`."""

    def softmax(self, dim: int, dtype: dtype | None = None) -> Tensor:
        """Exponentials along dimension `dim` of `input`, scaled so that they add up to 1."""

    def sqrt(self) -> Tensor:
        """The square root of each element of `input`."""

    def sqrt_(self) -> Tensor:
        """In-place form of `sqrt`."""

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

    def tanh(self) -> Tensor:
        """The hyperbolic tangent of each element of `input`."""

    def tanh_(self) -> Tensor:
        """In-place form of `tanh`."""

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

def abs(input: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """The absolute value of each element of `input`.

    The result has the shape and dtype of `input`, or the dtype of its parts where that is complex. The
    smallest integer of a dtype stays itself.

    Raises NotImplementedError for bool, RuntimeError for complex numbers in place or into an `out` of
    another complex dtype.

        >>> tt.abs(tt.tensor([-1.5, 2.0]))
        tensor([1.5000, 2.0000])
    """

def add(input: Tensor | Number, other: Tensor | Number, *, alpha: Number = 1, out: Tensor | None = None) -> Tensor:
    """`input + alpha * other`, element by element.

    The shapes are broadcast and the dtypes promoted; either operand may be a Python number. With bool on both
    sides the sum is `logical_or`.

    Raises RuntimeError when the shapes cannot be broadcast, or when `alpha` is floating and the result is
    not, or `alpha` is complex and the result is not.

        >>> tt.add(tt.tensor([1.0, 2.0]), tt.tensor([10.0, 20.0]), alpha=2)
        tensor([21., 42.])
    """

@overload
def all(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Whether every element of `input` is other than zero, as a tensor of no dimensions.

    The result is bool, and uint8 for uint8. NaN is other than zero. Of an empty `input` it is True.

        >>> tt.all(tt.tensor([0, 1]))
        tensor(False)
    """
@overload
def all(input: Tensor, dim: int, keepdim: bool = False, *, out: Tensor | None = None) -> Tensor:
    """Whether every element of `input` along dimension `dim` is other than zero.

    The result has the shape of `input` without `dim`, or with size 1 there if `keepdim`. It is bool, and uint8 for
    uint8.

    Raises IndexError for a dimension that `input` does not have.

        >>> tt.all(tt.tensor([[0, 0], [0, 1]]), dim=1)
        tensor([False, False])
    """
@overload
def all(input: Tensor, dim: Sequence[int] | None = None, keepdim: bool = False, *, out: Tensor | None = None) -> Tensor:
    """Whether every element of `input` over the dimensions in `dim` is other than zero; None stands for all of them.

    An empty tuple stands for no dimension, so that each element is looked at by itself.

    The result has the shape of `input` without these dimensions, or with size 1 there if `keepdim`. It is bool, and
    uint8 for uint8.

    Raises IndexError for a dimension that `input` does not have, RuntimeError for one that is named twice.

        >>> tt.all(tt.tensor([[0, 0], [0, 1]]), dim=(0, 1))
        tensor(False)
    """

def amax(input: Tensor, dim: int | Sequence[int] = (), keepdim: bool = False, *, out: Tensor | None = None) -> Tensor:
    """The greatest elements of `input` over the dimensions in `dim`, one or several; all of them if it is empty.

    The result has the dtype of `input` and its shape without these dimensions, or with size 1 there if `keepdim`.
    NaN counts as greatest. The gradient is spread evenly over the elements that have the value.

    Raises RuntimeError for an empty `input` without `dim`, IndexError for a dimension that `input` does not have or
    that has no elements.

        >>> tt.amax(tt.tensor([[1, 2], [3, 4]]), dim=1)
        tensor([2, 4])
    """

def amin(input: Tensor, dim: int | Sequence[int] = (), keepdim: bool = False, *, out: Tensor | None = None) -> Tensor:
    """The least elements of `input` over the dimensions in `dim`, one or several; all of them if it is empty.

    The result has the dtype of `input` and its shape without these dimensions, or with size 1 there if `keepdim`.
    NaN counts as least. The gradient is spread evenly over the elements that have the value.

    Raises RuntimeError for an empty `input` without `dim`, IndexError for a dimension that `input` does not have or
    that has no elements.

        >>> tt.amin(tt.tensor([[1, 2], [3, 4]]), dim=1)
        tensor([1, 3])
    """

@overload
def any(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Whether any element of `input` is other than zero, as a tensor of no dimensions.

    The result is bool, and uint8 for uint8. NaN is other than zero. Of an empty `input` it is False.

        >>> tt.any(tt.tensor([0, 1]))
        tensor(True)
    """
@overload
def any(input: Tensor, dim: int, keepdim: bool = False, *, out: Tensor | None = None) -> Tensor:
    """Whether any element of `input` along dimension `dim` is other than zero.

    The result has the shape of `input` without `dim`, or with size 1 there if `keepdim`. It is bool, and uint8 for
    uint8.

    Raises IndexError for a dimension that `input` does not have.

        >>> tt.any(tt.tensor([[0, 0], [0, 1]]), dim=1)
        tensor([False,  True])
    """
@overload
def any(input: Tensor, dim: Sequence[int] | None = None, keepdim: bool = False, *, out: Tensor | None = None) -> Tensor:
    """Whether any element of `input` over the dimensions in `dim` is other than zero; None stands for all of them.

    An empty tuple stands for no dimension, so that each element is looked at by itself.

    The result has the shape of `input` without these dimensions, or with size 1 there if `keepdim`. It is bool, and
    uint8 for uint8.

    Raises IndexError for a dimension that `input` does not have, RuntimeError for one that is named twice.

        >>> tt.any(tt.tensor([[0, 0], [0, 1]]), dim=(0, 1))
        tensor(True)
    """

@overload
def arange(end: Number, *, dtype: dtype | None = None, layout: layout | None = None, device: device | str | None = None, requires_grad: bool = False, out: Tensor | None = None) -> Tensor:
    """The numbers 0, 1, 2 and so on below `end`.

    Without `dtype`, the result is int64 for an int and of the default dtype for a float.

    Raises RuntimeError for a negative, infinite or complex `end`.

        >>> tt.arange(4)
        tensor([0, 1, 2, 3])
    """
@overload
def arange(start: Number, end: Number, *, dtype: dtype | None = None, layout: layout | None = None, device: device | str | None = None, requires_grad: bool = False, out: Tensor | None = None) -> Tensor:
    """The numbers from `start` on in steps of 1, below `end`.

    Without `dtype`, the result is int64 for ints and of the default dtype if there is a float.

    Raises RuntimeError when `end` is less than `start`.

        >>> tt.arange(2, 5)
        tensor([2, 3, 4])
    """
@overload
def arange(start: Number, end: Number, step: Number = 1, *, dtype: dtype | None = None, layout: layout | None = None, device: device | str | None = None, requires_grad: bool = False, out: Tensor | None = None) -> Tensor:
    """The numbers `start + i * step` up to `end`, which is not among them.

    Without `dtype`, the result is int64 for ints and of the default dtype if there is a float. Floats are computed
    in float64; whether one that should equal `end` is among them depends on its rounding.

    Raises RuntimeError for a `step` of 0, or of the wrong sign.

        >>> tt.arange(1, 2, 0.25)
        tensor([1.0000, 1.2500, 1.5000, 1.7500])
    """

def argmax(input: Tensor, dim: int | None = None, keepdim: bool = False, *, out: Tensor | None = None) -> Tensor:
    """Where along dimension `dim` the greatest element of `input` is, as int64; without `dim` among all elements.

    The result has the shape of `input` without `dim`, or with size 1 there if `keepdim`. NaN counts as greatest; of
    equal elements the first is taken.

    Raises IndexError for a dimension that `input` does not have or that has no elements, and for an empty `input`
    without `dim`; NotImplementedError for bool and complex dtypes.

        >>> tt.argmax(tt.tensor([[1, 2], [3, 4]]))
        tensor(3)
    """

def argmin(input: Tensor, dim: int | None = None, keepdim: bool = False, *, out: Tensor | None = None) -> Tensor:
    """Where along dimension `dim` the least element of `input` is, as int64; without `dim` among all elements.

    The result has the shape of `input` without `dim`, or with size 1 there if `keepdim`. NaN counts as least; of
    equal elements the first is taken.

    Raises IndexError for a dimension that `input` does not have or that has no elements, and for an empty `input`
    without `dim`; NotImplementedError for bool and complex dtypes.

        >>> tt.argmin(tt.tensor([[1, 2], [3, 4]]))
        tensor(0)
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

def bitwise_and(input: Tensor | Number, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """The bits that are set in both `input` and `other`; for bool the logical operation.

    The shapes are broadcast and the dtypes promoted; either operand may be a Python number.

    Raises RuntimeError when the shapes cannot be broadcast, NotImplementedError for floating and complex
    dtypes.

        >>> tt.bitwise_and(tt.tensor([5, 2]), 3)
        tensor([1, 2])
    """

def bitwise_left_shift(input: Tensor | Number, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """`input * 2**other` by shifting bits to the left; bits beyond the dtype are lost.

    The shapes are broadcast and the dtypes promoted; either operand may be a Python number.
    A count that is negative, or not less than the number of bits, shifts all of them out.

    Raises RuntimeError when the shapes cannot be broadcast, NotImplementedError for bool, floating and
    complex dtypes.

        >>> tt.bitwise_left_shift(tt.tensor([1, 2]), 2)
        tensor([4, 8])
    """

def bitwise_not(input: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """The complement of the bits of `input`; for bool the logical one.

    The result has the shape and dtype of `input`.

    Raises NotImplementedError for floating and complex dtypes.

        >>> tt.bitwise_not(tt.tensor([0, 5]))
        tensor([-1, -6])
    """

def bitwise_or(input: Tensor | Number, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """The bits that are set in `input` or `other`; for bool the logical operation.

    The shapes are broadcast and the dtypes promoted; either operand may be a Python number.

    Raises RuntimeError when the shapes cannot be broadcast, NotImplementedError for floating and complex
    dtypes.

        >>> tt.bitwise_or(tt.tensor([5, 2]), 3)
        tensor([7, 3])
    """

def bitwise_right_shift(input: Tensor | Number, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """`floor(input / 2**other)` by shifting bits to the right; the sign of `input` is shifted in.

    The shapes are broadcast and the dtypes promoted; either operand may be a Python number.
    A count that is negative, or not less than the number of bits, shifts all of them out.

    Raises RuntimeError when the shapes cannot be broadcast, NotImplementedError for bool, floating and
    complex dtypes.

        >>> tt.bitwise_right_shift(tt.tensor([1, 2]), 2)
        tensor([0, 0])
    """

def bitwise_xor(input: Tensor | Number, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """The bits that are set in one of `input` and `other`; for bool the logical operation.

    The shapes are broadcast and the dtypes promoted; either operand may be a Python number.

    Raises RuntimeError when the shapes cannot be broadcast, NotImplementedError for floating and complex
    dtypes.

        >>> tt.bitwise_xor(tt.tensor([5, 2]), 3)
        tensor([6, 1])
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
def div(input: Tensor | Number, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """`input / other`, element by element.

    The shapes are broadcast and the dtypes promoted; either operand may be a Python number, which is not
    rounded to float16 or bfloat16 first. Bool and integers are divided in the default floating dtype. A division
    by 0 gives infinity, or NaN for 0 / 0.

    Raises RuntimeError when the shapes cannot be broadcast, or when the result cannot be cast to the
    dtype of `out` or of the tensor that is divided in place.

        >>> tt.div(tt.tensor([1.0, 3.0]), 2)
        tensor([0.5000, 1.5000])
    """
@overload
def div(input: Tensor | Number, other: Tensor | Number, *, rounding_mode: str | None, out: Tensor | None = None) -> Tensor:
    """`input / other`, rounded as `rounding_mode` says.

    `None` is the true quotient, of every dtype. "trunc" rounds it towards 0 and "floor" towards -inf, in the dtype
    in which the operands meet; the derivative of both is 0.

    Raises RuntimeError for another mode, and when integers are divided by 0; NotImplementedError when bool or
    complex numbers are rounded.

        >>> tt.div(tt.tensor([-7, 7]), 2, rounding_mode="trunc")
        tensor([-3,  3])
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

def eq(input: Tensor | Number, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """Whether `input == other`, element by element: a bool tensor.

    The shapes are broadcast and the dtypes promoted; either operand may be a Python number.
    A comparison with NaN is false. `eq_` writes 0 and 1 in the dtype of the tensor.

    Raises RuntimeError when the shapes cannot be broadcast.

        >>> tt.eq(tt.tensor([1.0, 2.0, 3.0]), 2)
        tensor([False,  True, False])
    """

def exp(input: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """e to the power of each element of `input`.

    The result has the shape of `input`. Floating and complex dtypes are kept, bool and integers give the
    default floating dtype. Overflow gives inf, exp(-inf) is 0, NaN stays NaN.

        >>> tt.exp(tt.tensor([0.0, 1.0]))
        tensor([1.0000, 2.7183])
    """

@overload
def eye(n: int, *, dtype: dtype | None = None, layout: layout | None = None, device: device | str | None = None, requires_grad: bool = False, out: Tensor | None = None) -> Tensor:
    """An `n` by `n` matrix with ones on the diagonal and zeros elsewhere.

    `dtype` defaults to the default dtype.

    Raises RuntimeError for a negative `n`.

        >>> tt.eye(2)
        tensor([[1., 0.],
                [0., 1.]])
    """
@overload
def eye(n: int, m: int, *, dtype: dtype | None = None, layout: layout | None = None, device: device | str | None = None, requires_grad: bool = False, out: Tensor | None = None) -> Tensor:
    """An `n` by `m` matrix with ones on the diagonal and zeros elsewhere.

    `dtype` defaults to the default dtype.

    Raises RuntimeError for a negative `n` or `m`.

        >>> tt.eye(2, 3)
        tensor([[1., 0., 0.],
                [0., 1., 0.]])
    """

def fill_(input: Tensor, value: Number) -> Tensor:
    """Writes `value` to every element of `input` and returns it.

    Raises RuntimeError when `value` is complex and the dtype is not.

        >>> tt.zeros(2).fill_(3)
        tensor([3., 3.])
    """

def floor_divide(input: Tensor | Number, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """The quotient `input / other` rounded towards -inf, as Python's `//` does.

    The shapes are broadcast and the dtypes promoted; either operand may be a Python number.
    The derivative is 0.

    Raises RuntimeError when the shapes cannot be broadcast, and when integers are divided by 0;
    NotImplementedError for bool and complex dtypes.

        >>> tt.floor_divide(tt.tensor([-7, 7]), 2)
        tensor([-4,  3])
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

def ge(input: Tensor | Number, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """Whether `input >= other`, element by element: a bool tensor.

    The shapes are broadcast and the dtypes promoted; either operand may be a Python number. A comparison
    with NaN is false. Complex numbers have no order. `ge_` writes 0 and 1 in the dtype of the tensor.

    Raises RuntimeError when the shapes cannot be broadcast, NotImplementedError for complex dtypes.

        >>> tt.ge(tt.tensor([1.0, 2.0, 3.0]), 2)
        tensor([False,  True,  True])
    """

def gt(input: Tensor | Number, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """Whether `input > other`, element by element: a bool tensor.

    The shapes are broadcast and the dtypes promoted; either operand may be a Python number. A comparison
    with NaN is false. Complex numbers have no order. `gt_` writes 0 and 1 in the dtype of the tensor.

    Raises RuntimeError when the shapes cannot be broadcast, NotImplementedError for complex dtypes.

        >>> tt.gt(tt.tensor([1.0, 2.0, 3.0]), 2)
        tensor([False, False,  True])
    """

def le(input: Tensor | Number, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """Whether `input <= other`, element by element: a bool tensor.

    The shapes are broadcast and the dtypes promoted; either operand may be a Python number. A comparison
    with NaN is false. Complex numbers have no order. `le_` writes 0 and 1 in the dtype of the tensor.

    Raises RuntimeError when the shapes cannot be broadcast, NotImplementedError for complex dtypes.

        >>> tt.le(tt.tensor([1.0, 2.0, 3.0]), 2)
        tensor([ True,  True, False])
    """

def log(input: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """The natural logarithm of each element of `input`.

    The result has the shape of `input`. Floating and complex dtypes are kept, bool and integers give the
    default floating dtype. log(0) is -inf, that of a negative number NaN.

    Raises RuntimeError when the result cannot be cast to the dtype of `out`.

        >>> tt.log(tt.tensor([1.0, 10.0]))
        tensor([0.0000, 2.3026])
    """

def log_softmax(input: Tensor, dim: int, dtype: dtype | None = None, *, out: Tensor | None = None) -> Tensor:
    """The logarithm of `softmax` along dimension `dim` of `input`, exact where `softmax` itself underflows.

    The result has the shape of `input`, lies contiguous in memory, and has the dtype `dtype`, to which `input` is cast
    first, else that of `input`.

    Raises NotImplementedError for dtypes that are not floating, IndexError for a dimension that `input` does not have.

        >>> tt.log_softmax(tt.tensor([0.0, 0.0]), dim=0)
        tensor([-0.6931, -0.6931])
    """

def logical_and(input: Tensor | Number, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """Whether both elements are true: a bool tensor.

    What is not 0 is true, NaN included. The shapes are broadcast and the dtypes promoted;
    either operand may be a Python number. `logical_and_` writes 0 and 1 in the dtype of the tensor.

    Raises RuntimeError when the shapes cannot be broadcast.

        >>> tt.logical_and(tt.tensor([0, 0, 3]), tt.tensor([0, 1, 2]))
        tensor([False, False,  True])
    """

def logical_not(input: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """Whether each element of `input` is 0: a bool tensor of its shape.

    `logical_not_` writes 0 and 1 in the dtype of the tensor.

    Raises RuntimeError when `out` is no tensor of the device of `input`.

        >>> tt.logical_not(tt.tensor([0.0, 2.0]))
        tensor([ True, False])
    """

def logical_or(input: Tensor | Number, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """Whether at least one of the two elements is true: a bool tensor.

    What is not 0 is true, NaN included. The shapes are broadcast and the dtypes promoted;
    either operand may be a Python number. `logical_or_` writes 0 and 1 in the dtype of the tensor.

    Raises RuntimeError when the shapes cannot be broadcast.

        >>> tt.logical_or(tt.tensor([0, 0, 3]), tt.tensor([0, 1, 2]))
        tensor([False,  True,  True])
    """

def logical_xor(input: Tensor | Number, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """Whether exactly one of the two elements is true: a bool tensor.

    What is not 0 is true, NaN included. The shapes are broadcast and the dtypes promoted;
    either operand may be a Python number. `logical_xor_` writes 0 and 1 in the dtype of the tensor.

    Raises RuntimeError when the shapes cannot be broadcast.

        >>> tt.logical_xor(tt.tensor([0, 0, 3]), tt.tensor([0, 1, 2]))
        tensor([False,  True, False])
    """

def lt(input: Tensor | Number, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """Whether `input < other`, element by element: a bool tensor.

    The shapes are broadcast and the dtypes promoted; either operand may be a Python number. A comparison
    with NaN is false. Complex numbers have no order. `lt_` writes 0 and 1 in the dtype of the tensor.

    Raises RuntimeError when the shapes cannot be broadcast, NotImplementedError for complex dtypes.

        >>> tt.lt(tt.tensor([1.0, 2.0, 3.0]), 2)
        tensor([ True, False, False])
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

@overload
def max(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The greatest element of `input`, as a tensor of no dimensions; NaN if there is one.

    The result has the dtype of `input`. The gradient is spread evenly over all elements that have the value.

    Raises RuntimeError for an empty `input`, NotImplementedError for complex dtypes.

        >>> tt.max(tt.tensor([[1, 2], [3, 4]]))
        tensor(4)
    """
@overload
def max(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The larger of `input` and `other`, element by element: what `maximum` is.

    The shapes are broadcast and the dtypes promoted; NaN where one of the elements is. Of equal elements each gets
    half of the gradient.

    Raises RuntimeError when the shapes cannot be broadcast, NotImplementedError for complex dtypes.

        >>> tt.max(tt.tensor([1.0, 3.0]), tt.tensor(2.0))
        tensor([2., 3.])
    """
@overload
def max(input: Tensor, dim: int, keepdim: bool = False, *, out: tuple[Tensor, Tensor] | None = None) -> max_result:
    """The greatest elements of `input` along dimension `dim`, and where they are: a named tuple of values and indices.

    Both have the shape of `input` without `dim`, or with size 1 there if `keepdim`; indices are int64. NaN counts as
    greatest; of equal elements the first is taken, and it alone gets the gradient. `out=` is a pair of tensors.

    Raises IndexError for a dimension that `input` does not have or that has no elements.

        >>> tt.max(tt.tensor([[1, 2], [3, 4]]), dim=0)
        tt.return_types.max(
        values=tensor([3, 4]),
        indices=tensor([1, 1]))
    """

def maximum(input: Tensor | Number, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """The larger of `input` and `other`, element by element; NaN where one of them is.

    The shapes are broadcast and the dtypes promoted; either operand may be a Python number.
    Of equal elements each gets half of the gradient.

    Raises RuntimeError when the shapes cannot be broadcast, NotImplementedError for complex dtypes.

        >>> tt.maximum(tt.tensor([1.0, 3.0]), 2)
        tensor([2., 3.])
    """

@overload
def mean(input: Tensor, *, dtype: dtype | None = None, out: Tensor | None = None) -> Tensor:
    """The mean of all elements of `input`, as a tensor of no dimensions.

    The result's dtype is `dtype`, to which the elements are cast first, else that of `input`. The short floats
    are added as float32. An empty `input` has the mean NaN.

    Raises RuntimeError for a dtype that is neither floating nor complex.

        >>> tt.mean(tt.tensor([[1.0, 2.0], [3.0, 4.0]]))
        tensor(2.5000)
    """
@overload
def mean(input: Tensor, dim: int | Sequence[int] | None, keepdim: bool = False, *, dtype: dtype | None = None, out: Tensor | None = None) -> Tensor:
    """The means of `input` over the dimensions in `dim`, one or several; None or an empty tuple stands for all.

    The result has the shape of `input` without these dimensions, or with size 1 there if `keepdim`. Its dtype
    is `dtype`, to which the elements are cast first, else that of `input`.

    Raises RuntimeError for a dtype that is neither floating nor complex, IndexError for a dimension that `input`
    does not have.

        >>> tt.mean(tt.tensor([[1.0, 2.0], [3.0, 4.0]]), dim=0)
        tensor([2., 3.])
    """

@overload
def min(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The least element of `input`, as a tensor of no dimensions; NaN if there is one.

    The result has the dtype of `input`. The gradient is spread evenly over all elements that have the value.

    Raises RuntimeError for an empty `input`, NotImplementedError for complex dtypes.

        >>> tt.min(tt.tensor([[1, 2], [3, 4]]))
        tensor(1)
    """
@overload
def min(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The smaller of `input` and `other`, element by element: what `minimum` is.

    The shapes are broadcast and the dtypes promoted; NaN where one of the elements is. Of equal elements each gets
    half of the gradient.

    Raises RuntimeError when the shapes cannot be broadcast, NotImplementedError for complex dtypes.

        >>> tt.min(tt.tensor([1.0, 3.0]), tt.tensor(2.0))
        tensor([1., 2.])
    """
@overload
def min(input: Tensor, dim: int, keepdim: bool = False, *, out: tuple[Tensor, Tensor] | None = None) -> min_result:
    """The least elements of `input` along dimension `dim`, and where they are: a named tuple of values and indices.

    Both have the shape of `input` without `dim`, or with size 1 there if `keepdim`; indices are int64. NaN counts as
    least; of equal elements the first is taken, and it alone gets the gradient. `out=` is a pair of tensors.

    Raises IndexError for a dimension that `input` does not have or that has no elements.

        >>> tt.min(tt.tensor([[1, 2], [3, 4]]), dim=0)
        tt.return_types.min(
        values=tensor([1, 2]),
        indices=tensor([0, 0]))
    """

def minimum(input: Tensor | Number, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """The smaller of `input` and `other`, element by element; NaN where one of them is.

    The shapes are broadcast and the dtypes promoted; either operand may be a Python number.
    Of equal elements each gets half of the gradient.

    Raises RuntimeError when the shapes cannot be broadcast, NotImplementedError for complex dtypes.

        >>> tt.minimum(tt.tensor([1.0, 3.0]), 2)
        tensor([1., 2.])
    """

def mul(input: Tensor | Number, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """`input * other`, element by element.

    The shapes are broadcast and the dtypes promoted; either operand may be a Python number, which is not
    rounded to float16 or bfloat16 first. With bool on both sides the product is `logical_and`.

    Raises RuntimeError when the shapes cannot be broadcast.

        >>> tt.mul(tt.tensor([1.0, 2.0]), tt.tensor([[3.0], [4.0]]))
        tensor([[3., 6.],
                [4., 8.]])
    """

def ne(input: Tensor | Number, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """Whether `input != other`, element by element: a bool tensor.

    The shapes are broadcast and the dtypes promoted; either operand may be a Python number.
    NaN differs from every number, itself included. `ne_` writes 0 and 1 in the dtype of the tensor.

    Raises RuntimeError when the shapes cannot be broadcast.

        >>> tt.ne(tt.tensor([1.0, 2.0, 3.0]), 2)
        tensor([ True, False,  True])
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

def positive(input: Tensor) -> Tensor:
    """`input` itself, as Python's `+x` of a number.

    Raises RuntimeError for bool.

        >>> tt.positive(tt.tensor([1, -2]))
        tensor([ 1, -2])
    """

def pow(input: Tensor | Number, exponent: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """`input` to the power of `exponent`, element by element.

    The shapes are broadcast and the dtypes promoted; either operand may be a Python number. Powers of
    integers wrap around; their negative powers are rounded to 0, but for those of 1 and -1. The number
    0.5 as exponent is a square root: NaN for -inf.

    Raises RuntimeError when the shapes cannot be broadcast, and for a negative integer as exponent of
    integers; NotImplementedError for bool.

        >>> tt.pow(tt.tensor([2.0, 3.0]), tt.tensor([3.0, -1.0]))
        tensor([8.0000, 0.3333])
    """

@overload
def rand(size: Sequence[int], *, generator: Generator | None = None, dtype: dtype | None = None, layout: layout | None = None, device: device | str | None = None, requires_grad: bool = False, out: Tensor | None = None) -> Tensor:
    """A tensor of shape `size` with uniform numbers from 0 up to, but not including, 1.

    The stream is `generator`'s, or the default one that `tt.manual_seed` starts: Philox 4x32-10, the same
    values for any number of threads. They are not torch's values for the same seed.
    Complex numbers have such parts.

    `dtype` defaults to the default dtype. `size` may be given as separate ints.

    Raises NotImplementedError for dtypes that are neither floating nor complex.

        >>> tt.rand(2, 3).shape
        tt.Size([2, 3])
    """
@overload
def rand(*size: int, generator: Generator | None = None, dtype: dtype | None = None, layout: layout | None = None, device: device | str | None = None, requires_grad: bool = False, out: Tensor | None = None) -> Tensor: ...

def rand_like(input: Tensor, *, generator: Generator | None = None, dtype: dtype | None = None, layout: layout | None = None, device: device | str | None = None, requires_grad: bool = False) -> Tensor:
    """A tensor of the shape of `input` with uniform numbers from 0 up to, but not including, 1.

    `dtype`, `layout` and `device` default to those of `input`; else as `rand`.

    Raises NotImplementedError for dtypes that are neither floating nor complex.

        >>> tt.rand_like(tt.zeros(2, 3)).shape
        tt.Size([2, 3])
    """

@overload
def randn(size: Sequence[int], *, generator: Generator | None = None, dtype: dtype | None = None, layout: layout | None = None, device: device | str | None = None, requires_grad: bool = False, out: Tensor | None = None) -> Tensor:
    """A tensor of shape `size` with normal numbers of mean 0 and variance 1.

    The stream is `generator`'s, or the default one that `tt.manual_seed` starts: Philox 4x32-10, the same
    values for any number of threads. They are not torch's values for the same seed.
    Complex numbers have parts of variance 1/2. Made by Box and Muller's formula.

    `dtype` defaults to the default dtype. `size` may be given as separate ints.

    Raises NotImplementedError for dtypes that are neither floating nor complex.

        >>> tt.randn(2, 3).shape
        tt.Size([2, 3])
    """
@overload
def randn(*size: int, generator: Generator | None = None, dtype: dtype | None = None, layout: layout | None = None, device: device | str | None = None, requires_grad: bool = False, out: Tensor | None = None) -> Tensor: ...

def randn_like(input: Tensor, *, generator: Generator | None = None, dtype: dtype | None = None, layout: layout | None = None, device: device | str | None = None, requires_grad: bool = False) -> Tensor:
    """A tensor of the shape of `input` with normal numbers of mean 0 and variance 1.

    `dtype`, `layout` and `device` default to those of `input`; else as `randn`.

    Raises NotImplementedError for dtypes that are neither floating nor complex.

        >>> tt.randn_like(tt.zeros(2, 3)).shape
        tt.Size([2, 3])
    """

def relu(input: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """The larger of each element of `input` and 0; NaN stays NaN.

    The result has the shape and dtype of `input`.

    Raises NotImplementedError for bool and complex dtypes.

        >>> tt.relu(tt.tensor([-1.0, 2.0]))
        tensor([0., 2.])
    """

def remainder(input: Tensor | Number, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """What `input // other` leaves: `input - other * floor(input / other)`, with the sign of `other`.

    The shapes are broadcast and the dtypes promoted; either operand may be a Python number.
    The remainder of a division by 0.0 is NaN.

    Raises RuntimeError when the shapes cannot be broadcast, and when integers are divided by 0;
    NotImplementedError for bool and complex dtypes.

        >>> tt.remainder(tt.tensor([-7, 7]), 4)
        tensor([1, 3])
    """

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

def sigmoid(input: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """The logistic function `1 / (1 + exp(-input))` of each element.

    The result has the shape of `input`. Floating and complex dtypes are kept, bool and integers give the
    default floating dtype. The results lie between 0 and 1.

    Raises RuntimeError when the result cannot be cast to the dtype of `out`.

        >>> tt.sigmoid(tt.tensor([0.0, 1.0]))
        tensor([0.5000, 0.7311])
    """

def softmax(input: Tensor, dim: int, dtype: dtype | None = None, *, out: Tensor | None = None) -> Tensor:
    """Exponentials along dimension `dim` of `input`, scaled so that they add up to 1.

    The result has the shape of `input`, lies contiguous in memory, and has the dtype `dtype`, to which `input` is cast
    first, else that of `input`. What holds NaN or inf along `dim`, or nothing but -inf, becomes NaN.

    Raises NotImplementedError for dtypes that are not floating, IndexError for a dimension that `input` does not have.

        >>> tt.softmax(tt.tensor([0.0, 0.0, -float("inf")]), dim=0)
        tensor([0.5000, 0.5000, 0.0000])
    """

def sqrt(input: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """The square root of each element of `input`.

    The result has the shape of `input`. Floating and complex dtypes are kept, bool and integers give the
    default floating dtype. That of a negative number is NaN, and sqrt(-0) is -0.

    Raises RuntimeError when the result cannot be cast to the dtype of `out`.

        >>> tt.sqrt(tt.tensor([4.0, 2.0]))
        tensor([2.0000, 1.4142])
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

def tanh(input: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """The hyperbolic tangent of each element of `input`.

    The result has the shape of `input`. Floating and complex dtypes are kept, bool and integers give the
    default floating dtype. The results lie between -1 and 1.

    Raises RuntimeError when the result cannot be cast to the dtype of `out`.

        >>> tt.tanh(tt.tensor([0.0, 1.0]))
        tensor([0.0000, 0.7616])
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

    A uint8 `condition`, true where it is not 0, is deprecated: it warns.

    Raises RuntimeError when the shapes cannot be broadcast or `condition` has another dtype.

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
