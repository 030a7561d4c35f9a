"""`tt show`: what is drawn is what the tensor is, and what the user wrote wrongly ends in one line."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import tt
from ran import Tt
from tt_core import _C
from tt_devtools.failure import Failure
from tt_devtools.show.draw import boxes, describe
from tt_devtools.show.evaluate import evaluate
from tt_devtools.show.facts import Facts, readers
from tt_devtools.show.graph import Vertex, layers, tree
from tt_devtools.show.reshape import inferred, parse_shape, reshaped

DRAWN = """\
tt.ones(3, 4).t()[1:]: shape (3, 3)  stride (1, 4)  offset 1  float32  cpu  not contiguous
storage: 12 elements, 48 bytes; it sees 9 of them
position      0    1    2    3    4    5    6    7    8    9    10   11
            ┌────┬────┬────┬────┬────┬────┬────┬────┬────┬────┬────┬────┐
value       │ 1  │ 1  │ 1  │ 1  │ 1  │ 1  │ 1  │ 1  │ 1  │ 1  │ 1  │ 1  │
read as     │ ·  │ 0  │ 3  │ 6  │ ·  │ 1  │ 4  │ 7  │ ·  │ 2  │ 5  │ 8  │
            └────┴────┴────┴────┴────┴────┴────┴────┴────┴────┴────┴────┘
tt.ones(3, 4).t()[1:] is a view of: shape (3, 4)  stride (4, 1)  offset 0
"""


def lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.splitlines()]


def test_drawing(tt: Tt) -> None:
    ran = tt("show", "tt.ones(3,4).t()[1:]")
    assert ran.code == 0
    assert lines(ran.out) == lines(DRAWN)


def test_json(tt: Tt) -> None:
    ran = tt("show", "tt.ones(3,4).t()[1:]", "--reshape", "3,3", "--json")
    (tensor,) = ran.json["tensors"]
    assert (tensor["shape"], tensor["stride"], tensor["offset"]) == ([3, 3], [1, 4], 1)
    assert tensor["storage"]["elements"] == 12
    assert tensor["storage"]["read_by"]["1"] == [0]
    assert "0" not in tensor["storage"]["read_by"]
    assert tensor["bases"] == [{"shape": [3, 4], "stride": [4, 1], "offset": 0}]
    assert tensor["reshape"]["copies"] is False
    assert tensor["graph"] is None


def test_who_shares_the_storage(tt: Tt) -> None:
    ran = tt("show", "x = tt.ones(2, 3); y = x[0]; x.t(), x.clone()")
    assert "x.t() is a view of (x): shape (2, 3)" in ran.out
    assert "one storage: x.t(), x, y" in ran.out
    assert "x.clone() is a view" not in ran.out


def test_elements_that_are_read_twice(tt: Tt) -> None:
    out = tt("show", "tt.ones(3).expand(2, 3)").out
    assert "6 elements in 3 places" in out
    assert "│ 0+1 │ 1+1 │ 2+1 │" in out


@pytest.mark.parametrize("expression", ["tt.ones(())", "tt.ones(0, 2)", "tt.ones(5, device='meta')"])
def test_odd_tensors_are_drawn(tt: Tt, expression: str) -> None:
    assert tt("show", expression).code == 0
    assert tt("show", expression, "--json").code == 0


def test_a_large_storage_is_drawn_from_what_is_seen(tt: Tt) -> None:
    ran = tt("show", "tt.ones(1000,1000)[500:,3]")
    assert "position      500003 " in ran.out
    assert "and 999936 storage elements that are not drawn" in ran.out


@pytest.mark.parametrize(
    ("expression", "code", "error"),
    [
        ("tt.ones(3", 2, "tt show: the expression does not parse: '(' was never closed\nhint: tt.ones(3\n"),
        ("1/0", 1, "tt show: 1/0: ZeroDivisionError: division by zero\n"),
        ("tt.ones(2).vie", 1, "tt show: tt.ones(2).vie: AttributeError: "),
        ("exit(3)", 1, "tt show: exit(3): SystemExit: 3\n"),
        (
            "tt.onse(2)",
            1,
            "tt show: tt.onse(2): AttributeError: module 'tt' has no attribute 'onse'\nhint: did you mean 'ones'",
        ),
        ("[1, 2]", 2, "tt show: [1, 2] is of type list, not a tensor\nhint: tt show 'tt.ones(3, 4).t()'\n"),
        ("x = 1", 2, "tt show: an expression must come last\nhint: tt show 'x = "),
        ("", 2, "tt show: an expression must come last\n"),
    ],
)
def test_what_is_wrong_is_one_line(tt: Tt, expression: str, code: int, error: str) -> None:
    ran = tt("show", expression)
    assert (ran.code, ran.out) == (code, "")
    assert ran.err.startswith(error)
    assert "Traceback" not in ran.err


def test_an_expression_that_raises_is_an_object_under_json(tt: Tt) -> None:
    ran = tt("show", "1/0", "--json")
    assert ran.code == 1
    assert set(ran.json) == {"error", "hint"}


def test_reshape_says_which_dims_do_not_join(tt: Tt) -> None:
    out = tt("show", "tt.ones(3,4).t()", "--reshape", "12").out
    assert (
        "reshape(12,): a copy: new dim 0 of size 12 would join dims 0 and 1, which are not one run of memory: "
        "stride(0) is 1, size(1) * stride(1) is 3 * 4" in out
    )


@pytest.mark.parametrize(
    ("shape", "error"),
    [
        ("2,x", "--reshape: '2,x' is not a shape"),
        ("5", "--reshape: [5] does not hold the 4 elements"),
        ("3,-1", "--reshape: [3, -1] does not hold the 4 elements"),
        ("-1,-1", "--reshape: [-1, -1] may hold one -1"),
    ],
)
def test_shapes_that_do_not_fit(tt: Tt, shape: str, error: str) -> None:
    ran = tt("show", "tt.ones(2,2)", "--reshape", shape)
    assert ran.code == 2
    assert ran.err.startswith(f"tt show: {error}")


def test_reshape_agrees_with_the_library() -> None:
    chance = random.Random(7)
    copies = views = 0
    for _ in range(3000):
        base = [chance.choice((1, 2, 3, 4)) for _ in range(chance.randint(0, 4))]
        strided = tt.ones(tuple(base))
        for _ in range(chance.randint(0, 2)):
            if strided.ndim > 1:
                strided = strided.transpose(chance.randrange(strided.ndim), chance.randrange(strided.ndim))
            if strided.ndim and chance.random() < 0.4:
                strided = strided[:: chance.choice((1, 2))]
        shape, stride = tuple(strided.shape), tuple(strided.stride())
        asked = target(strided.numel(), chance)
        found = reshaped(shape, stride, asked)
        expected = _C.view_strides(list(shape), list(stride), list(asked))
        assert (found.stride is None) == (expected is None), (shape, stride, asked, found)
        if expected is None:
            copies += 1
            continue
        views += 1
        assert found.stride is not None
        for size, ours, theirs in zip(asked, found.stride, expected, strict=True):
            assert size == 1 or ours == theirs, (shape, stride, asked, found)
    assert copies > 200
    assert views > 200


def target(numel: int, chance: random.Random) -> tuple[int, ...]:
    sizes: list[int] = []
    left = numel
    while left > 1:
        size = chance.choice([each for each in range(1, left + 1) if left % each == 0])
        sizes.append(size)
        left //= size
    return tuple(sizes)


def test_parse_and_infer() -> None:
    assert parse_shape("2x6") == parse_shape("2, 6") == (2, 6)
    assert parse_shape("()") == ()
    assert inferred((2, -1), 12) == (2, 6)


def test_graph_as_text(tt: Tt) -> None:
    ran = tt("show", "x = tt.ones(2,3,requires_grad=True); y = x*x; (y + y.exp()).sum()", "--graph")
    assert lines(ran.out)[-8:] == [
        "graph of (y + y.exp()).sum()",
        "SumBackward0",
        "└── AddBackward0",
        "    ├── MulBackward0  #2",
        "    │   ├── AccumulateGrad float32[2, 3]  #4",
        "    │   └── AccumulateGrad float32[2, 3]  (#4, above)",
        "    └── ExpBackward0",
        "        └── MulBackward0  (#2, above)",
    ]


def test_graph_of_what_has_none(tt: Tt) -> None:
    assert "graph of tt.ones(2): none, it has no grad_fn" in tt("show", "tt.ones(2)", "--graph").out


def test_svg(tt: Tt, tmp_path: Path) -> None:
    file = tmp_path / "graph.svg"
    ran = tt("show", "x = tt.ones(2, requires_grad=True); (x * x.exp()).sum()", "--svg", str(file))
    assert ran.code == 0
    root = ElementTree.fromstring(file.read_text())
    texts = {each.text for each in root.iter("{http://www.w3.org/2000/svg}text")}
    assert texts == {"SumBackward0", "MulBackward0", "ExpBackward0", "AccumulateGrad float32[2]"}
    assert "http" not in file.read_text().replace("http://www.w3.org/2000/svg", "")


def test_svg_of_no_graph(tt: Tt, tmp_path: Path) -> None:
    file = tmp_path / "graph.svg"
    ran = tt("show", "tt.ones(2)", "--svg", str(file))
    assert (ran.code, file.exists()) == (2, False)
    ran = tt("show", "tt.ones(2,requires_grad=True)*2", "--svg", str(tmp_path / "no" / "graph.svg"))
    assert ran.code == 1
    assert ran.err.startswith("tt show: No such file or directory: ")


def test_a_deep_graph_needs_no_recursion() -> None:
    chain = [Vertex(at, "N", "", (at + 1,)) for at in range(5000)] + [Vertex(5000, "Leaf", "x", ())]
    assert sum(1 for _ in tree(chain)) == 5001
    assert len(layers(chain)) == 5001


def test_layers_go_by_the_longest_way() -> None:
    diamond = [
        Vertex(0, "A", "", (1, 2)),
        Vertex(1, "B", "", (3, None)),
        Vertex(2, "C", "", (1,)),
        Vertex(3, "D", "", ()),
    ]
    assert layers(diamond) == [[0], [2], [1], [3]]


def plain(**changes: Any) -> Facts:
    given: dict[str, Any] = {
        "name": "x", "shape": (2, 2), "stride": (2, 1), "offset": 0, "dtype": "float32", "device": "cpu",
        "itemsize": 4, "requires_grad": False, "grad_fn": "", "storage": 1, "storage_elements": 4, "first": 0,
        "values": ("1", "2", "3", "4"),
    }  # fmt: skip
    return Facts(**{**given, **changes})


def test_boxes_wrap_at_the_width() -> None:
    drawn = list(boxes(plain(), 30))
    assert max(map(len, drawn)) <= 30
    assert len([line for line in drawn if line.startswith("value")]) == 1
    assert len([line for line in boxes(plain(), 20) if line.startswith("value")]) == 4


def test_facts() -> None:
    assert plain().contiguous
    assert not plain(stride=(1, 2)).contiguous
    assert plain(shape=(1, 2), stride=(7, 1)).contiguous
    assert plain(shape=(0, 2), stride=(9, 9)).contiguous
    assert readers(plain(shape=(2, 1, 2), stride=(0, 5, 1)), 100) == {0: [0, 2], 1: [1, 3]}
    assert "requires_grad" in describe(plain(requires_grad=True))


def test_labels_of_several_results() -> None:
    assert [facts.name for facts in evaluate("[tt.ones(1)] * 2").facts] == [
        "[tt.ones(1)] * 2[0]",
        "[tt.ones(1)] * 2[1]",
    ]
    with pytest.raises(Failure, match="not a tensor"):
        evaluate("()")


def test_under_json_what_an_expression_prints_goes_to_stderr(tt: Tt) -> None:
    ran = tt("show", "print('said'); tt.ones(3)", "--json")
    assert (ran.code, ran.json["tensors"][0]["shape"], ran.err) == (0, [3], "said\n")
