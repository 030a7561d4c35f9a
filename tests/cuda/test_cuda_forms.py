"""In-place and `out=` forms on CUDA, gradients, odd shapes: what the values of single calls do not show."""

import numpy as np
import pytest

import tt
from closeness import assert_same_bits
from cuda_ops import every_op
from samples import of
from samples.recipe import Sample, of_shape, t
from subject import TT, ordinary


def _sample(op: str) -> Sample:
    return of_shape(of(op).cases[0], 3, 5, 7)


@pytest.mark.parametrize("op", every_op(lambda subject: subject.entry.inplace))
@pytest.mark.parametrize("layout", ["contiguous", "permuted", "stepped"])
def test_inplace(op: str, layout: str) -> None:
    results = []
    for device in ("cpu", "cuda"):
        args, kwargs = TT.realise(_sample(op), ordinary(op), (layout,), device)
        result = TT.callable(of(op).entry, "inplace")(*args, **kwargs)
        assert result is args[0] and result.device.type == device
        results.append(TT.array(result))
    np.testing.assert_allclose(results[1], results[0], rtol=2e-6, atol=1e-6)


@pytest.mark.parametrize("op", every_op(lambda subject: subject.entry.pointwise and subject.entry.out))
@pytest.mark.parametrize("layout", ["transposed", "stepped", "offset"])
def test_out_keeps_its_strides(op: str, layout: str) -> None:
    args, kwargs = TT.realise(_sample(op), ordinary(op), device="cuda")
    expected = TT.callable(of(op).entry)(*args, **kwargs)
    out = TT.tensor(TT.array(tt.zeros(3, 5, 7)), TT.name_of(expected.dtype), layout, "cuda")
    strides = out.stride()
    TT.callable(of(op).entry)(*args, **kwargs, out=out)
    assert out.is_cuda and out.stride() == strides
    assert_same_bits(TT.array(out), TT.array(expected))


def test_out_grows_and_views_keep_their_bytes() -> None:
    out = tt.full((2,), 5.0, device="cuda")
    view = out[:1]
    with pytest.warns(UserWarning, match="was resized"):
        tt.add(tt.ones(1000, device="cuda"), 1, out=out)
    assert out.sum().item() == 2000 and view.numel() == 1


@pytest.mark.parametrize("shape", [(), (0,), (1,), (3, 0, 2), (1, 1, 1), (2,) * 15, (100_003,), (7, 1, 4099)])
def test_odd_shapes(shape: tuple[int, ...]) -> None:
    here = tt.arange(tt.empty(shape, device="meta").numel(), dtype=tt.float32).view(shape)
    there = here.cuda()
    assert (there * 2 + 1).cpu().tolist() == (here * 2 + 1).tolist()
    assert there.sum(dtype=tt.float64).item() == here.sum(dtype=tt.float64).item()
    assert there.clone().shape == here.shape


def test_more_dims_than_a_launch_takes() -> None:
    here = tt.arange(2**14).view((2,) * 14)
    order = tuple(range(13, -1, -1))
    assert (here.cuda().permute(order) + here.cuda()).cpu().tolist() == (here.permute(order) + here).tolist()


def _scattered(dims: int, device: str) -> tt.Tensor:
    """Of no two dims is one a multiple of the other, so that none can become one."""
    memory = tt.arange(8191, dtype=tt.float64, device=device) % 97
    return memory.as_strided((2,) * dims, tuple(1 + 3 * d for d in range(dims)))


@pytest.mark.parametrize("keepdim", [False, True])
@pytest.mark.parametrize("dims", [tuple(range(14)), tuple(range(13)), (0,), (3, 5)])
def test_more_dims_than_a_launch_combines(dims: tuple[int, ...], keepdim: bool) -> None:
    here, there = (_scattered(14, device) for device in ("cpu", "cuda"))
    for op in (tt.sum, tt.amax, tt.any):
        assert op(there, dims, keepdim=keepdim).tolist() == op(here, dims, keepdim=keepdim).tolist()
    assert there.sum(dims, dtype=tt.complex64).tolist() == here.sum(dims, dtype=tt.complex64).tolist()
    assert there.argmin(dims[-1]).tolist() == here.argmin(dims[-1]).tolist()


def test_results_in_more_dims_than_a_launch_writes() -> None:
    expected = _scattered(14, "cpu").sum(0)
    out = tt.zeros((2,) * 13, dtype=tt.float64, device="cuda").permute(*range(12, -1, -1))
    tt.sum(_scattered(14, "cuda"), 0, out=out)
    assert out.tolist() == expected.tolist()
    places = tt.zeros((2,) * 13, dtype=tt.int64, device="cuda").permute(*range(12, -1, -1))
    values = tt.zeros((2,) * 13, dtype=tt.float64, device="cuda")
    tt.max(_scattered(14, "cuda"), 0, out=(values, places))
    here = tt.max(_scattered(14, "cpu"), 0)
    assert values.tolist() == here.values.tolist() and places.tolist() == here.indices.tolist()


@pytest.mark.parametrize("dtype", [tt.bool, tt.float16, tt.float32, tt.complex64, tt.complex128])
@pytest.mark.parametrize(
    "shape", [(16, 16), (33, 100), (3, 40, 17), (2, 64, 3, 31), (1, 1000, 16), (0, 20, 20)]
)
def test_transposed_copies(shape: tuple[int, ...], dtype: tt.dtype) -> None:
    here = (tt.arange(tt.empty(shape, device="meta").numel()) % 251).view(shape).to(dtype)
    there = here.cuda().transpose(1, -1) if len(shape) > 2 else here.cuda().t()
    expected = (here.transpose(1, -1) if len(shape) > 2 else here.t()).contiguous()
    assert there.contiguous().tolist() == expected.tolist()
    padded = tt.zeros(*there.shape[:-1], there.shape[-1] + 3, dtype=dtype, device="cuda")[..., 1:-2]
    assert padded.copy_(there).tolist() == expected.tolist()
    expanded = there[..., :1].expand(there.shape)
    assert padded.copy_(expanded).tolist() == expanded.cpu().tolist()


@pytest.mark.parametrize("dims", [(0,), (1,), (2,), (0, 2), (1, 2), (0, 1, 2)])
@pytest.mark.parametrize("shape", [(3, 70, 5), (2, 1, 3000), (1, 40_000, 2), (600, 3, 1)])
def test_reductions_of_every_kind(shape: tuple[int, ...], dims: tuple[int, ...]) -> None:
    here = (tt.arange(shape[0] * shape[1] * shape[2], dtype=tt.float64) % 1001).view(shape)
    there = here.cuda()
    assert there.sum(dims).cpu().tolist() == here.sum(dims).tolist()
    assert there.amax(dims).cpu().tolist() == here.amax(dims).tolist()
    assert there.permute(2, 0, 1).sum(dims).cpu().tolist() == here.permute(2, 0, 1).sum(dims).tolist()


@pytest.mark.parametrize(
    "shapes", [((3, 4), (4, 5)), ((4,), (4,)), ((2, 3, 4), (4,)), ((5, 1, 3, 4), (2, 4, 6))]
)
@pytest.mark.parametrize("dtype", ["float32", "float16", "complex128", "int32", "uint8"])
@pytest.mark.parametrize("layout", ["contiguous", "transposed", "stepped", "expanded"])
def test_products(shapes: tuple[tuple[int, ...], ...], dtype: str, layout: str) -> None:
    results = []
    for device in ("cpu", "cuda"):
        args, _ = TT.realise(Sample(tuple(t(*shape) for shape in shapes)), dtype, (layout,), device)
        results.append(TT.array(args[0] @ args[1]))
    np.testing.assert_allclose(results[1], results[0], rtol=5e-3 if dtype == "float16" else 1e-5)


def test_products_without_elements() -> None:
    assert (tt.ones(3, 0, device="cuda") @ tt.ones(0, 2, device="cuda")).tolist() == [[0, 0]] * 3
    assert (tt.ones(0, 3, device="cuda") @ tt.ones(3, 2, device="cuda")).shape == (0, 2)


def test_division_of_integers_by_zero_is_what_the_device_gives() -> None:
    t = tt.tensor([5, -5], device="cuda")
    assert tt.div(t, 0, rounding_mode="floor").tolist() == (t % 0).tolist() == [-1, -1]
