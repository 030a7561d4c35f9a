"""The means by which foreign libraries are followed, without any of them: page traps, symbols, tables' text, frames."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from pathlib import Path

import pytest

from tt_devtools.trace.foreign import ask as ask_module
from tt_devtools.trace.foreign import first_touch
from tt_devtools.trace.foreign.ask import ask
from tt_devtools.trace.foreign.dispatch_route import parse_table
from tt_devtools.trace.foreign.frames import Stack, brief
from tt_devtools.trace.foreign.symbols import Frame, Symbols, demangled
from tt_devtools.trace.foreign.verbose_lines import _brief
from tt_devtools.trace.foreign.yaml_entries import Tables, formulas
from tt_devtools.trace.request import Request

TOUCH = """
import ctypes, sys
from tt_devtools.trace.foreign.first_touch import Trap
from tt_devtools.trace.foreign.symbols import Symbols
trap = Trap()
read, written, idle = trap.memory(10), trap.memory(5000), trap.memory(1)
source = ctypes.addressof(ctypes.c_char.from_buffer(read))
target = ctypes.addressof(ctypes.c_char.from_buffer(written))
memory = ctypes.PyDLL(None)
trap.arm()
memory.memcpy(ctypes.c_void_p(target), ctypes.c_void_p(source), ctypes.c_size_t(4))
trap.disarm()
first, second, third = trap.touches(3)
print(first.written, second.written, third)
names = [Symbols().frame(address).function for address in first.frames]
print(any("ffi_call" in name or "_PyEval" in name for name in names))
"""


def test_the_first_touch_of_each_buffer_is_seen() -> None:
    done = subprocess.run([sys.executable, "-c", TOUCH], capture_output=True, text=True)
    assert done.stdout.splitlines() == ["False True None", "True"], done.stderr


def test_a_fault_that_is_not_ours_still_kills() -> None:
    code = (
        "import ctypes\nfrom tt_devtools.trace.foreign.first_touch import Trap\n"
        "trap = Trap(); trap.memory(1); trap.arm(); ctypes.string_at(8)"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == -11


def test_without_a_compiler_that_is_the_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    with pytest.raises(first_touch.Unavailable, match="there is no C compiler"):
        first_touch.Trap()
    assert list(tmp_path.rglob("*.so")) == []


def test_a_compiler_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("CC", "false")
    with pytest.raises(first_touch.Unavailable, match="the page trap does not compile"):
        first_touch.Trap()
    assert list((tmp_path / "tt").iterdir()) == []


def test_symbols_of_this_process() -> None:
    import tt_core._C  # noqa: F401 - maps libtt_core.so

    core = ctypes.CDLL(str(next(Path(sys.modules["tt_core"].__file__ or "").parent.rglob("libtt_core.so"))))
    address = ctypes.cast(core._ZN2tt8bytes_ofERKNS_10TensorImplE, ctypes.c_void_p).value
    assert address is not None
    frame = Symbols().frame(address + 1)
    assert frame.function == "tt::bytes_of(tt::TensorImpl const&)"
    assert frame.file.endswith("libtt_core.so")
    assert Symbols().frame(8) == Frame(8, "", "")


def test_names_are_demangled() -> None:
    assert demangled("_ZN2at6native4reluERKNS_6TensorE") == "at::native::relu(at::Tensor const&)"
    assert demangled("FLOAT_add_X86_V3") == "FLOAT_add_X86_V3"
    assert demangled("_Znot_a_name") == "_Znot_a_name"


LOOP = (
    "void c10::function_ref<void (char**, long const*, long, long)>::callback_fn<at::native::AVX2::VectorizedLoop2d"
    "<at::native::(anonymous namespace)::add_kernel(at::TensorIteratorBase&, c10::Scalar const&)::{lambda()#1}> >"
    "(long, char**, long const*, long, long)"
)


@pytest.mark.parametrize(
    ("function", "text"),
    [
        (LOOP, "at::native::AVX2::VectorizedLoop2d<...> in add_kernel"),
        ("at::native::(anonymous namespace)::add_kernel(at::Tensor&, long)", "at::native::add_kernel"),
        (
            "at::TensorIteratorBase::serial_for_each(c10::function_ref<void (char**)>, at::Range) const",
            "at::TensorIteratorBase::serial_for_each",
        ),
        ("void at::parallel_for<f(long)::{lambda(long)#1}>(long, long)", "at::parallel_for<f::{lambda#1}>"),
        ("FLOAT_add_X86_V3", "FLOAT_add_X86_V3"),
        ("sgemm_small_kernel_b0_nn_SKYLAKEX", "sgemm_small_kernel_b0_nn_SKYLAKEX"),
        ("f(int) [clone .isra.0]", "f"),
    ],
)
def test_brief_names(function: str, text: str) -> None:
    assert brief(function) == text


@pytest.mark.parametrize(
    ("function", "isa"),
    [
        (LOOP, "AVX2"),
        ("FLOAT_add_X86_V3", "X86_V3"),
        ("mkl_blas_avx512_sgemm_kernel_nocopy_NN_b0", "avx512"),
        ("sgemm_itcopy_SKYLAKEX", "SKYLAKEX"),
        ("simd_exp_FLOAT", ""),
    ],
)
def test_the_instruction_set_is_what_a_name_says(function: str, isa: str) -> None:
    assert Stack([Frame(1, "/lib/x.so", function)], False, True).isa == isa


def test_a_leaf_without_a_name() -> None:
    caller = Frame(2, "/a/libmain.so", "copy_rows")
    in_libc = Stack([Frame(1, "/lib/libc.so.6", ""), caller], False, True)
    assert in_libc.leaf_name == "unnamed code of libc.so.6, called by copy_rows"
    assert in_libc.ends == "the leaf is in libc.so.6, which has no symbol for it"
    jitted = Stack([Frame(1, "", "")], False, True)
    assert jitted.leaf_name == "code made at run time"


TABLE = """
Undefined: registered at /__w/pytorch/pytorch/build/aten/src/ATen/RegisterX_0.cpp:12 [default backend kernel]
CPU: registered at /__w/pytorch/pytorch/build/aten/src/ATen/RegisterCPU_0.cpp:1297 [kernel]
ADInplaceOrView: fallthrough registered at /__w/pytorch/pytorch/aten/src/ATen/core/F.cpp:103 [backend fallback]
Meta: registered at /usr/lib/python3/site-packages/torch/_meta_registrations.py:54 [kernel]
AutogradCPU: registered at /tmp/own.py:3 [autograd kernel]
"""


def test_the_text_of_a_dispatch_table() -> None:
    table = parse_table(TABLE)
    assert list(table) == ["Undefined", "CPU", "ADInplaceOrView", "Meta", "AutogradCPU"]
    assert (table["CPU"].source, table["CPU"].line) == ("build/aten/src/ATen/RegisterCPU_0.cpp", 1297)
    assert table["CPU"].kind == "kernel"
    assert table["ADInplaceOrView"].fallthrough
    assert table["Meta"].source == "torch/_meta_registrations.py"
    assert table["AutogradCPU"].source == "/tmp/own.py"


NATIVE = """\
- func: add.Tensor(Tensor self, Tensor other) -> Tensor
  structured_delegate: add.out
  dispatch:
    SparseCPU, SparseCUDA: add_sparse
  tags: [core]

- func: add.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)
  structured: True
  dispatch:
    CPU, CUDA: add_out
- func: linear(Tensor input) -> Tensor
  python_module: nn
"""
DERIVATIVES = """\
# a comment
- name: add.Tensor(Tensor self, Tensor other) -> Tensor
  self: grad
  other: "maybe(grad,
    alpha)"
  result: self_t
"""


@pytest.fixture
def tables(tmp_path: Path) -> Tables:
    for folder, name, text in (
        ("ATen/native", "native_functions.yaml", NATIVE),
        ("autograd", "derivatives.yaml", DERIVATIVES),
    ):
        place = tmp_path / "torchgen" / "packaged" / folder
        place.mkdir(parents=True)
        (place / name).write_text(text)
    return Tables(tmp_path)


def test_entries_of_the_wheels_tables(tables: Tables) -> None:
    add = tables.native("add.Tensor")
    assert add is not None
    assert (add.line, add.keys["tags"]) == (1, "[core]")
    assert tables.kernel(add, "CPU") == "structured add_out"
    assert tables.kernel(add, "SparseCPU") == "add_sparse"
    linear = tables.native("linear")
    assert linear is not None
    assert tables.kernel(linear, "CompositeImplicitAutograd") == "linear"
    assert [entry.line for entry in tables.overloads("add")] == [1, 7]
    assert tables.native("nope") is None


def test_formulas_leave_forward_mode_out(tables: Tables) -> None:
    entry = tables.derivative("add_.Tensor")
    assert entry is not None
    assert formulas(entry) == ["self: grad", "other: maybe(grad, alpha)"]


def test_missing_tables_have_no_entries(tmp_path: Path) -> None:
    assert Tables(tmp_path).native("add.Tensor") is None


def test_lines_of_onednn_and_mkl() -> None:
    assert _brief("MKL_VERBOSE SGEMM(N,N,64,64,64,0x7f,0x55,64,0x55,64,0x7f,0x55,64) 15.98ms CNR:OFF") == (
        "MKL SGEMM(N,N,64,64,64,64,64,64)"
    )
    line = (
        "onednn_verbose,v1,primitive,exec,cpu,eltwise,jit:avx512_core,forward,data:f32,,alg:gelu,64x64,11.3"
    )
    assert _brief(line) == "oneDNN cpu,eltwise,jit:avx512_core,forward,data:f32,alg:gelu,64x64"


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("#!/bin/sh\nkill -SEGV $$\n", "torch's process was killed by SIGSEGV"),
        ("#!/bin/sh\necho no luck >&2\nexit 3\n", "torch's process ended with 3: no luck"),
        ("#!/nowhere\n", "does not run: No such file or directory"),
        ("#!/bin/sh\nexec sleep 60\n", "torch's process gave no answer in 0.5 s"),
    ],
)
def test_a_child_that_fails_is_a_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str, reason: str
) -> None:
    monkeypatch.setattr(ask_module, "TIMEOUT_S", 0.5 if "sleep" in program else 20)
    python = tmp_path / "python"
    python.write_text(program)
    python.chmod(0o755)
    assert reason in ask(python, "torch", "add", [], Request("torch.add"))["unavailable"]


def test_an_error_of_the_follower_is_said_with_its_place() -> None:
    answer = ask(Path(sys.executable), "torch", "add", [], Request("torch.add"))
    assert answer["unavailable"].startswith("ModuleNotFoundError: No module named 'torch' (torch_child.py:")
