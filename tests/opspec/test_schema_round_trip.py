"""`str` of a schema parses to an equal schema: for schemas made at random, and for all that torch has."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tt_opspec.schema import REQUIRED, Alias, Arg, Default, Return, Schema, SchemaError, parse

HERE = Path(__file__).resolve()
names = st.from_regex(r"[a-z_][a-z0-9_]{0,6}", fullmatch=True)
aliases = st.builds(Alias, st.sampled_from("abc"), st.booleans(), st.booleans())
numbers = st.integers(-(2**63), 2**63 - 1)
floats = st.floats(allow_nan=False)
NUMBERS: dict[str, st.SearchStrategy[int | float]] = {
    "int": numbers,
    "float": floats,
    "bool": st.booleans(),
    "Scalar": st.one_of(numbers, floats, st.booleans()),
}
SIMPLE_DEFAULTS: dict[str, st.SearchStrategy[Default]] = {
    **NUMBERS,
    "str": st.text(),
    "ScalarType": st.sampled_from(["bool", "int64", "bfloat16", "complex128"]),
    "Layout": st.sampled_from(["strided", "sparse_coo"]),
    "MemoryFormat": st.sampled_from(["contiguous_format", "channels_last"]),
}


@st.composite
def args(draw: st.DrawFn, keyword_only: bool, with_default: bool) -> Arg:
    kind = draw(st.sampled_from(["Tensor", "Device", "Generator", *SIMPLE_DEFAULTS]))
    list_size = draw(st.none() | st.integers(0, 3))
    optional = draw(st.booleans())
    choices: list[st.SearchStrategy[Default]] = [st.none()] if optional else []
    if list_size is None and kind in SIMPLE_DEFAULTS:
        choices.append(SIMPLE_DEFAULTS[kind])
    if list_size is not None and kind in NUMBERS:
        items = st.lists(NUMBERS[kind], min_size=list_size, max_size=list_size or 4)
        choices.append(items.map(lambda values: tuple(values)))
    default = draw(st.one_of(choices)) if with_default and choices else REQUIRED
    alias = draw(st.none() | aliases) if kind == "Tensor" else None
    element_optional = list_size is not None and draw(st.booleans())
    return Arg(draw(names), kind, optional, list_size, keyword_only, default, alias, element_optional)


@st.composite
def schemas(draw: st.DrawFn) -> Schema:
    positional = draw(st.lists(args(False, False), max_size=3)) + draw(
        st.lists(args(False, True), max_size=2)
    )
    listed = positional + draw(st.lists(args(True, True), max_size=2))
    unique: dict[str, Arg] = {}
    for arg in listed:
        unique.setdefault(arg.name, arg)
    kept: list[Arg] = []
    for arg in unique.values():  # a required argument may not follow one with a default
        seen = any(other.default is not REQUIRED for other in kept)
        if arg.keyword_only or arg.default is not REQUIRED or not seen:
            kept.append(arg)
    plain = st.builds(
        Return, st.just(""), st.sampled_from(["Tensor", "int"]), st.booleans(), st.none() | st.integers(0, 2)
    )
    returns = draw(st.lists(plain, max_size=3))
    return Schema(draw(names), draw(st.just("") | names), tuple(kept), tuple(returns))


@settings(deadline=None)  # seconds are not what is tested, and the machine may be busy
@given(schemas())
def test_random_schemas(schema: Schema) -> None:
    assert parse(str(schema)) == schema


@settings(deadline=None)
@given(st.text(alphabet="ab(),*->=?![]. 1'\"Tensorint", max_size=40))
def test_any_text_parses_or_says_where(text: str) -> None:
    column = 1
    try:
        schema = parse(text)
    except SchemaError as error:
        column = error.column
    else:
        assert parse(str(schema)) == schema
    assert 1 <= column <= len(text) + 1


def torch_schemas() -> list[str]:
    """The signatures in the native_functions.yaml of the PyTorch that parity runs against."""
    pattern = "lib/python*/site-packages/torchgen/packaged/ATen/native/native_functions.yaml"
    files = sorted((HERE.parents[2] / ".venv-parity").glob(pattern))
    if not files:
        pytest.skip("PyTorch is not in .venv-parity")
    return re.findall(r"^- func: (.*?)\s*$", files[0].read_text(encoding="utf-8"), re.MULTILINE)


# What our normal form writes otherwise: one spelling of types and strings, the value of a named constant.
REWRITES = (
    (r"\bSymInt\b|\bDeviceIndex\b", "int"),
    (r"\bSymBool\b", "bool"),
    (r"=long\b", "=int64"),
    (r"=Mean\b", "=1"),
    (r"'(\w*)'", r'"\1"'),
    (r"\bfloat (\w+)=(-?\d+)(?=[,)])", r"float \1=\2.0"),
)


@pytest.mark.parity
def test_every_torch_schema() -> None:
    texts = torch_schemas()
    assert len(texts) > 2000
    for text in texts:
        schema = parse(text)
        assert parse(str(schema)) == schema
        if "_test_string_default" in text:  # quotes inside of quotes, written both ways
            continue
        normal = text
        for pattern, replacement in REWRITES:
            normal = re.sub(pattern, replacement, normal)
        assert str(schema) == normal


@pytest.mark.parity
def test_string_defaults_with_quotes() -> None:
    (text,) = (text for text in torch_schemas() if text.startswith("_test_string_default("))
    assert [arg.default for arg in parse(text).args[1:]] == ["\"'\\", "\"'\\"]
