"""Random streams: known answers of Philox, one stream for any split, seeds and states, and moments."""

import copy
import pickle
from collections.abc import Callable

import numpy as np
import pytest

import tt
from samples.dtypes import INEXACT
from subject import TT

# Known answers of the paper's authors (Random123, kat_vectors): counter 0 with key 0.
FIRST_BLOCK = (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)
COUNT = 3 * 32768 + 11


def _seeded(seed: int) -> tt.Generator:
    return tt.Generator().manual_seed(seed)


def test_known_answers() -> None:
    drawn = TT.array(tt.rand(4, generator=_seeded(0)))
    assert drawn.tolist() == [(word >> 8) * 2.0**-24 for word in FIRST_BLOCK]
    wide = TT.array(tt.rand(2, dtype=tt.float64, generator=_seeded(0)))
    high, low = FIRST_BLOCK[::2], FIRST_BLOCK[1::2]
    assert wide.tolist() == [((a << 32 | b) >> 11) * 2.0**-53 for a, b in zip(high, low, strict=True)]


def test_uniform_numbers_follow_philox() -> None:
    seed, blocks = 0x0123456789ABCDEF, 300
    expected = np.array([_philox(seed, block) for block in range(blocks)], "uint32").ravel()
    drawn = TT.array(tt.rand(4 * blocks - 3, generator=_seeded(seed)))
    np.testing.assert_array_equal(drawn, ((expected >> 8) * 2.0**-24).astype("float32")[:-3])


def _philox(seed: int, block: int) -> list[int]:
    mask = 0xFFFFFFFF
    c, key = [block & mask, block >> 32, 0, 0], [seed & mask, seed >> 32]
    for _ in range(10):
        a, b = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = [(b >> 32) ^ c[1] ^ key[0], b & mask, (a >> 32) ^ c[3] ^ key[1], a & mask]
        key = [(key[0] + 0x9E3779B9) & mask, (key[1] + 0xBB67AE85) & mask]
    return c


@pytest.mark.parametrize("op", ["rand", "randn"])
@pytest.mark.parametrize("dtype", INEXACT)
def test_stream_does_not_depend_on_threads(op: str, dtype: str) -> None:
    before = tt.get_num_threads()
    drawn = []
    for threads in (1, 2, 3):
        tt.set_num_threads(threads)
        drawn.append(TT.array(getattr(tt, op)(COUNT, dtype=TT.dtype(dtype), generator=_seeded(3))).tobytes())
    tt.set_num_threads(before)
    assert drawn[0] == drawn[1] == drawn[2]


@pytest.mark.parametrize("op", ["rand", "randn"])
def test_calls_go_on_where_the_last_ended(op: str) -> None:
    whole = TT.array(getattr(tt, op)(64, generator=_seeded(5)))
    one = _seeded(5)
    parts = [TT.array(getattr(tt, op)(count, generator=one)) for count in (8, 20, 36)]
    np.testing.assert_array_equal(np.concatenate(parts), whole)
    odd = _seeded(5)  # a call takes whole blocks
    getattr(tt, op)(5, generator=odd)
    np.testing.assert_array_equal(TT.array(getattr(tt, op)(56, generator=odd)), whole[8:])


@pytest.mark.parametrize("op", ["rand", "randn"])
def test_element_follows_from_its_index_not_its_place(op: str) -> None:
    plain = TT.array(getattr(tt, op)(30, 40, generator=_seeded(1)))
    out = tt.zeros(40, 30).t()
    getattr(tt, op)(30, 40, generator=_seeded(1), out=out)
    np.testing.assert_array_equal(TT.array(out), plain)
    turned = getattr(tt, f"{op}_like")(tt.zeros(40, 30).t(), generator=_seeded(1))
    assert turned.stride() == (1, 30)
    np.testing.assert_array_equal(TT.array(turned), plain)


@pytest.mark.parametrize("dtype", INEXACT)
def test_uniform_is_below_one_and_even(dtype: str) -> None:
    drawn = TT.array(tt.rand(COUNT, dtype=TT.dtype(dtype), generator=_seeded(11)))
    for part in (drawn.real, drawn.imag) if drawn.dtype.kind == "c" else (drawn,):
        assert part.min() >= 0 and part.max() < 1
        values = part.astype("float64")
        assert abs(values.mean() - 0.5) < 0.005 and abs(values.var() - 1 / 12) < 0.002


@pytest.mark.parametrize("dtype", INEXACT)
def test_normal_has_its_moments(dtype: str) -> None:
    drawn = TT.array(tt.randn(COUNT, dtype=TT.dtype(dtype), generator=_seeded(12)))
    is_complex = drawn.dtype.kind == "c"
    for part in (drawn.real, drawn.imag) if is_complex else (drawn,):
        values = part.astype("float64") * (np.sqrt(2) if is_complex else 1)
        assert abs(values.mean()) < 0.015 and abs(values.var() - 1) < 0.02
        assert abs((values**3).mean()) < 0.05 and abs((values**4).mean() - 3) < 0.1
        assert np.isfinite(values).all() and np.abs(values).max() > 3.5


def test_normal_numbers_are_box_and_mullers() -> None:
    words = np.array([_philox(9, block) for block in range(500)], "uint64").ravel()
    radius = np.sqrt(-2 * np.log((words[::2].astype("float64") + 1) / 2.0**32))
    angle = 2 * np.pi * words[1::2].astype("float64") / 2.0**32
    expected = np.stack([radius * np.cos(angle), radius * np.sin(angle)], 1).ravel()
    np.testing.assert_allclose(TT.array(tt.randn(2000, generator=_seeded(9))), expected, atol=1e-6)
    wide = ((words[::2] << np.uint64(32) | words[1::2]) >> np.uint64(11)).astype("float64")
    radius = np.sqrt(-2 * np.log((wide[::2] + 1) * 2.0**-53))
    angle = 2 * np.pi * wide[1::2] * 2.0**-53
    expected = np.stack([radius * np.cos(angle), radius * np.sin(angle)], 1).ravel()
    drawn = TT.array(tt.randn(1000, dtype=tt.float64, generator=_seeded(9)))
    np.testing.assert_allclose(drawn, expected, atol=1e-14)


def test_manual_seed_starts_the_default_stream() -> None:
    state = tt.get_rng_state()
    try:
        assert tt.manual_seed(42) is tt.default_generator and tt.initial_seed() == 42
        first = tt.rand(3).tolist()
        assert tt.rand(3).tolist() != first
        tt.manual_seed(42)
        assert tt.rand(3).tolist() == first == tt.rand(3, generator=_seeded(42)).tolist()
        assert tt.seed() == tt.initial_seed() != 42
    finally:
        tt.set_rng_state(state)


def test_state_remembers_the_place() -> None:
    before = tt.get_rng_state()
    assert before.dtype == tt.uint8 and before.shape == (16,)
    first = tt.randn(5).tolist()
    tt.set_rng_state(before)
    assert tt.randn(5).tolist() == first
    one, other = _seeded(4), tt.Generator()
    tt.rand(7, generator=one)
    assert other.set_state(one.get_state()) is other and other.initial_seed() == 4
    assert tt.rand(7, generator=one).tolist() == tt.rand(7, generator=other).tolist()


@pytest.mark.parametrize(
    "copied",
    [
        copy.copy,
        copy.deepcopy,
        tt.Generator.clone_state,
        *(
            lambda generator, protocol=protocol: pickle.loads(pickle.dumps(generator, protocol))
            for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
        ),
    ],
)
def test_copies_go_on_at_the_same_place(copied: Callable[[tt.Generator], tt.Generator]) -> None:
    one = _seeded(5)
    tt.rand(7, generator=one)
    other = copied(one)
    assert other is not one and other.initial_seed() == 5
    drawn = tt.rand(7, generator=one).tolist()
    assert tt.rand(7, generator=other).tolist() == drawn != tt.rand(7, generator=one).tolist()
    assert copied(tt.default_generator) is not tt.default_generator


def test_generators_are_streams_of_their_own() -> None:
    one, other = tt.Generator(), tt.Generator(device="cpu")
    assert tt.Generator(None).device == tt.Generator(device=None).device == one.device
    assert one.device == tt.device("cpu") and one.initial_seed() == other.initial_seed() == 67280421310721
    default = tt.get_rng_state().tolist()
    first = tt.rand(3, generator=one).tolist()
    assert tt.rand(3, generator=other).tolist() == first != tt.rand(3, generator=one).tolist()
    assert tt.get_rng_state().tolist() == default
    assert one.seed() == one.initial_seed() and "seed=" in repr(one)


def test_seeds_at_their_bounds() -> None:
    for seed, expected in ((2**64 - 1, 2**64 - 1), (-1, 2**64 - 2), (-(2**63), 2**63 - 1)):
        assert _seeded(seed).initial_seed() == expected
    for seed in (2**64, -(2**63) - 1):
        with pytest.raises(ValueError, match=r"^manual_seed: expected a seed from -2\*\*63 to 2\*\*64 - 1"):
            tt.manual_seed(seed)
    with pytest.raises(TypeError, match=r"^manual_seed: expected a seed that is an int, got str"):
        tt.Generator().manual_seed("1")


def test_wrong_states_and_devices() -> None:
    generator = tt.Generator()
    for wrong, error in (
        (tt.zeros(16), TypeError),
        ([0] * 16, TypeError),
        (tt.zeros(3, dtype=tt.uint8), RuntimeError),
    ):
        with pytest.raises(error, match=r"^set_state: expected"):
            generator.set_state(wrong)
    with pytest.raises(RuntimeError, match=r"^Generator: device type meta has no generators"):
        tt.Generator(device="meta")
    with pytest.raises(TypeError, match=r"^Generator: argument 'device' must be"):
        tt.Generator(device=1.5)


def test_meta_draws_nothing() -> None:
    generator = _seeded(8)
    before = generator.get_state().tolist()
    assert tt.rand(2**40, device="meta", generator=generator).shape == (2**40,)
    assert generator.get_state().tolist() == before
