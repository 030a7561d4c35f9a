"""Views: chains of views, and geometries that are to be written, whose derivative is there already."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tt_devtools.failure import Failure
from tt_devtools.new_op.asked.request import Request

MIDDLE = "middle(Tensor(a) self, int dim=-1) -> Tensor(a)"
GOLDEN: dict[str, tuple[str, dict[str, Any]]] = {
    "view": (MIDDLE, {"expr": "self.turned(dim) if dim else self[1:-1].T"}),
    "view_stub": (MIDDLE, {}),
    "view_grad": (
        "middle(Tensor(a) self, *, bool far=False) -> Tensor(a)",
        {"grads": ("self=grad if far else exp(grad)",)},
    ),
}


@pytest.mark.parametrize("case", GOLDEN)
def test_texts(own_files_golden: Callable[..., None], case: str) -> None:
    own_files_golden(case, *GOLDEN[case])


REFUSED: dict[str, tuple[str, dict[str, Any], str]] = {
    "computes": (MIDDLE, {"expr": "self.turned(dim) + 1"}, "'self.turned(dim) + 1' is no view of self"),
    "copies": (MIDDLE, {"expr": "exp(self).turned(dim)"}, "'exp(self)' is no view of self"),
    "of another": (MIDDLE, {"expr": "dim.turned(self)"}, "'dim' is no view of self"),
    "not marked": ("middle(Tensor self) -> Tensor(a)", {}, "a view's schema says whose memory it shares"),
    "differently": ("middle(Tensor(a) self) -> Tensor(b)", {}, "a view's schema says whose memory it shares"),
    "two": ("middle(Tensor(a) self) -> (Tensor(a), Tensor(a))", {}, "a view's schema says whose memory it shares"),
    "another tensor": ("middle(Tensor(a) self, Tensor by) -> Tensor(a)", {}, "'by' is a Tensor, a view depends on"),
    "formula beside views": (MIDDLE, {"expr": "self.turned(dim)", "grads": ("self=grad",)}, "bring their own"),
    "formula without grad": (MIDDLE, {"grads": ("self=dim",)}, "the formula does not use 'grad'"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_refused(request_for: Callable[..., Request], case: str) -> None:
    schema, asked, message = REFUSED[case]
    with pytest.raises(Failure) as caught:
        request_for(schema, **asked)
    assert message in caught.value.message
    assert caught.value.code == 2
