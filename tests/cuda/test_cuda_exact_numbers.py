"""Numbers beside float16 and bfloat16 on CUDA are those of the CPU; Note [Exact numbers]."""

import pytest

import tt


@pytest.mark.parametrize("dtype", [tt.float16, tt.bfloat16])
@pytest.mark.parametrize("number", [0.1, 70.3, 1e5, 2])
def test_products_and_quotients_are_those_of_the_cpu(number: float, dtype: tt.dtype) -> None:
    tt.manual_seed(3)
    here = (tt.randn(7, 33) * 3).to(dtype)
    there = here.cuda()
    scalar = tt.tensor(number, dtype=tt.float64)  # of the CPU: the number that it holds
    assert (there * number).tolist() == (there * scalar).tolist() == (here * number).tolist()
    assert (number * there.t()).tolist() == (number * here.t()).tolist()
    assert (there / number).tolist() == (here / number).tolist()
    assert (there[:, 1::2] // number).tolist() == (here[:, 1::2] // number).tolist()
    assert there.mul_(number).tolist() == here.mul_(number).tolist()
