"""`tt where --tree`: PyTorch's own files, as a checkout lays them out and as a wheel packages them."""

from __future__ import annotations

from pathlib import Path

import pytest

from ran import Tt
from tt_devtools.where.torch_tree import parse

NATIVE = """\
# A comment
- func: add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor
  device_check: NoCheck   # TensorIterator
  structured_delegate: add.out
  variants: function, method
  dispatch:
    SparseCPU, SparseCUDA: add_sparse
    MkldnnCPU: mkldnn_add
  tags: [core, pointwise]

- func: add_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!)
  structured_delegate: add.out

- func: addmm(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1,
    Scalar alpha=1) -> Tensor
  variants: function
- func: __and__.Scalar(Tensor self, Scalar other) -> Tensor
"""
DERIVATIVES = """\
- name: add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor
  self: handle_r_to_c(self.scalar_type(), grad)
  other: maybe_multiply(grad,
    alpha.conj())

- name: addmm(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1) -> Tensor
  self: maybe_multiply(grad, beta.conj())
"""
KERNELS = """\
Tensor add_sparse(const Tensor& self, const Tensor& other) {
  return at::add(self, other);
}
Tensor mkldnn_add(const Tensor& self);
TORCH_IMPL_FUNC(add_out)
(const Tensor& self) {}
"""


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


@pytest.fixture
def source_tree(tmp_path: Path) -> Path:
    write(tmp_path / "aten/src/ATen/native/native_functions.yaml", NATIVE)
    write(tmp_path / "tools/autograd/derivatives.yaml", DERIVATIVES)
    write(tmp_path / "aten/src/ATen/native/BinaryOps.cpp", KERNELS)
    return tmp_path


@pytest.fixture
def environment(tmp_path: Path) -> Path:
    packages = tmp_path / "lib/python3.12/site-packages"
    write(packages / "torchgen/packaged/ATen/native/native_functions.yaml", NATIVE)
    write(packages / "torchgen/packaged/autograd/derivatives.yaml", DERIVATIVES)
    (packages / "torch").mkdir()
    return tmp_path


def test_a_checkout(tt: Tt, source_tree: Path) -> None:
    ran = tt("where", "torch.add", "--tree", str(source_tree), "--json")
    assert ran.code == 0
    first, second = ran.json["overloads"]
    assert (first["op"], second["op"]) == ("add.Tensor", "add_.Tensor")
    found = [
        (place["role"], Path(place["file"]).name, place["line"], place["text"]) for place in first["places"]
    ]
    assert found == [
        ("schema", "native_functions.yaml", 2, first["schema"]),
        ("kernel", "BinaryOps.cpp", 1, "Tensor add_sparse(const Tensor& self, const Tensor& other) {"),
        ("dispatch", "native_functions.yaml", 4, "structured_delegate: add.out"),
        ("dispatch", "native_functions.yaml", 7, "SparseCPU, SparseCUDA: add_sparse"),
        ("dispatch", "native_functions.yaml", 8, "MkldnnCPU: mkldnn_add"),
        ("derivative", "derivatives.yaml", 2, "self: handle_r_to_c(self.scalar_type(), grad)"),
        ("derivative", "derivatives.yaml", 3, "other: maybe_multiply(grad, alpha.conj())"),
    ]


@pytest.mark.parametrize("below", ["", "lib/python3.12/site-packages", "lib/python3.12/site-packages/torch"])
def test_an_installed_wheel(tt: Tt, environment: Path, below: str) -> None:
    ran = tt("where", "addmm", "--tree", str(environment / below), "--json")
    (overload,) = ran.json["overloads"]
    assert overload["schema"].endswith("Scalar beta=1, Scalar alpha=1) -> Tensor")
    assert [place["role"] for place in overload["places"]] == ["schema", "dispatch", "derivative"]
    assert overload["places"][1]["text"] == "CompositeImplicitAutograd: addmm"
    assert overload["missing"] == ["kernels: an installed PyTorch has no sources"]
    assert Path(overload["places"][0]["file"]).is_file()


def test_one_overload_and_dunder(tt: Tt, source_tree: Path) -> None:
    tree = str(source_tree)
    assert len(tt("where", "add_.Tensor", "--tree", tree, "--json").json["overloads"]) == 1
    assert tt("where", "__and__", "--tree", tree).code == 0


def test_wrong_names_and_trees(tt: Tt, source_tree: Path, tmp_path: Path) -> None:
    ran = tt("where", "adm", "--tree", str(source_tree))
    assert ran.code == 2
    assert ran.err == "tt where: PyTorch has no op 'adm'\nhint: did you mean 'addmm' or 'add'?\n"
    empty = tmp_path / "empty" / "tree"
    empty.mkdir(parents=True)
    ran = tt("where", "add", "--tree", str(empty))
    assert ran.code == 2
    assert ran.err.startswith(f"tt where: --tree: '{empty}' holds neither a checkout of PyTorch")


def test_parse_keeps_lines() -> None:
    assert [(entry.qualified, entry.line) for entry in parse(NATIVE)] == [
        ("add.Tensor", 2),
        ("add_.Tensor", 11),
        ("addmm", 14),
        ("__and__.Scalar", 17),
    ]
