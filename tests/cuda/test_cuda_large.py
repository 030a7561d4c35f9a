"""Offsets beyond 31 bits: tensors that reach further than 2 GiB, of which few elements are touched."""

from typing import Any

import pytest

import tt

STEP = 2**30


@pytest.fixture
def far() -> Any:
    """Three rows of 32 bytes, as far from each other as is told; the CPU's beside them."""
    here = tt.arange(96, dtype=tt.uint8).view(3, 32)
    there = tt.empty(2 * STEP + 64, dtype=tt.uint8, device="cuda").as_strided((3, 32), (STEP, 1))
    return here, there.copy_(here)


def test_copies(far: Any) -> None:
    here, there = far
    assert there.tolist() == here.tolist()
    assert there.clone().tolist() == here.tolist()
    assert there.t().contiguous().tolist() == here.t().tolist()
    assert there[:, ::3].to(tt.float64).tolist() == here[:, ::3].tolist()


def test_elements(far: Any) -> None:
    here, there = far
    assert (there + 1).tolist() == (here + 1).tolist()
    assert tt.where(there > 40, there, there * 2).tolist() == tt.where(here > 40, here, here * 2).tolist()
    there[1:].add_(3)
    assert there.tolist() == [here[0].tolist(), (here[1] + 3).tolist(), (here[2] + 3).tolist()]


@pytest.mark.parametrize("dim", [0, 1, (0, 1)])
def test_reductions(far: Any, dim: Any) -> None:
    here, there = far
    assert there.sum(dim).tolist() == here.sum(dim).tolist()
    assert there.amax(dim).tolist() == here.amax(dim).tolist()
    if dim != (0, 1):
        assert there.argmax(dim).tolist() == here.argmax(dim).tolist()


def test_results(far: Any) -> None:
    here, there = far
    assert tt.mul(there, 2, out=there).tolist() == (here * 2).tolist()
