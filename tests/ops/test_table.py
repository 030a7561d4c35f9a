"""Every op of the table is whole: kernels, plan, functor, derivative or its absence, samples, docs."""

import doctest
from pathlib import Path
from typing import Any

import pytest

import tt
import tt_core
from samples import by_name, of, written_names
from subject import OPS, every_op
from tt_autograd import _C as autograd

MISSING = "missing_kernel"


def _info(op: str) -> dict[str, Any]:
    (found,) = [each for each in tt_core._C.op_info(op) if each["op"] == op]
    return found


def _kernels(op: str) -> dict[str, dict[str, Any]]:
    return {kernel["key"]: kernel for kernel in _info(op)["kernels"]}


@pytest.mark.parametrize("op", every_op())
def test_kernels(op: str, checkout: Path) -> None:
    for key in ("CPU", "Meta"):
        kernel = _kernels(op)[key]
        assert kernel["name"] != MISSING, f"{op} has no kernel for {key}"
        assert (checkout / kernel["file"]).is_file(), f"{op}: {kernel['file']} is no file of the checkout"
        assert kernel["line"] > 0


@pytest.mark.parametrize("op", every_op(lambda subject: subject.entry.functor is not None))
def test_functor(op: str, checkout: Path) -> None:
    functor = by_name()[op].functor
    assert functor is not None and _info(op)["functor"] == functor.name
    header = checkout / "packages/kernels/cpp/tt/kernels/functors" / functor.header
    assert f"struct {functor.name} {{" in header.read_text()


@pytest.mark.parametrize("op", every_op())
def test_derivative_or_declaration(op: str) -> None:
    info = autograd.derivative_info(op)
    if by_name()[op].composite:
        assert info is None or _kernels(op)["Autograd"]["name"] == "record", (
            f"{op}: the ops inside are differentiated"
        )
        return
    assert info is not None, f"{op} has neither a derivative nor non_differentiable(...)"
    assert _kernels(op)["Autograd"]["name"] != MISSING


@pytest.mark.parametrize("op", every_op())
def test_samples(op: str) -> None:
    subject = of(op)
    assert subject.cases, f"{op} has no samples"
    assert subject.reference is not None, f"{op} has no reference"
    assert subject.refusals, f"{op} refuses nothing"
    assert set(subject.dtypes) <= set(subject.entry.accepts)


def test_samples_name_ops_of_the_table() -> None:
    assert written_names() <= set(OPS)


@pytest.mark.parametrize("op", every_op())
def test_entry_is_what_was_built(op: str) -> None:
    entry, info = by_name()[op], _info(op)
    assert info["schema"] == str(entry.schema)
    assert info["doc"] == entry.doc
    assert (info["file"], info["line"]) == (entry.file, entry.line)
    assert set(info["accepts"].split(", ")) == set(entry.accepts)
    assert (info["function"], info["method"]) == (entry.function, entry.method)
    forms = {
        *([] if entry.mutates else ["functional"]),
        *(["inplace"] if entry.inplace else []),
        *(["out"] if entry.out else []),
    }
    assert set(info["forms"]) == forms


def test_nothing_is_registered_that_the_table_does_not_have() -> None:
    registered = {info["op"] for name in tt_core._C.op_names() for info in tt_core._C.op_info(name)}
    assert registered == set(OPS)


@pytest.mark.parametrize("op", every_op())
def test_reached_as_the_table_says(op: str) -> None:
    entry = by_name()[op]
    overloads = [each for each in by_name().values() if each.name == entry.name]
    assert hasattr(tt, entry.name) == any(each.function for each in overloads)
    assert callable(getattr(tt_core.ops, entry.name))
    if any(each.method for each in overloads):
        assert callable(getattr(tt.Tensor, entry.name))
    if entry.inplace:
        assert callable(getattr(tt.Tensor, f"{entry.name}_"))


@pytest.mark.parametrize("op", every_op())
def test_documentation(op: str, checkout: Path) -> None:
    entry = by_name()[op]
    shown = getattr(tt, entry.name) if entry.function else getattr(tt_core.ops, entry.name)
    assert entry.summary in shown.__doc__ and str(entry.schema) in shown.__doc__
    assert f"`{op}`" in (checkout / "docs/operators.md").read_text()
    assert ">>> " in entry.doc, f"{op}: the doc has no example"


@pytest.mark.parametrize("op", every_op())
def test_examples_print_what_they_say(op: str, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = by_name()[op]
    monkeypatch.setattr(tt, "ops", tt_core.ops, raising=False)
    parser, report = doctest.DocTestParser(), []
    test = parser.get_doctest(entry.doc, {"tt": tt}, op, entry.file, entry.line)
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=report.append)
    assert test.examples and not report, "".join(report)
