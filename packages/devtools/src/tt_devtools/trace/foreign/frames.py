"""Call stacks as a reader wants them: which frames are the library's, what the leaf is, for which instruction set.

Names come from symbol tables; the instruction set only from names that say it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from os.path import basename

from tt_devtools.trace.foreign.first_touch import Touch
from tt_devtools.trace.foreign.symbols import Frame, Symbols

# How libraries mark the copies of a loop that they compile for several instruction sets.
_ISA = (
    re.compile(r"at::native::(AVX2|AVX512|DEFAULT|ZVECTOR|VSX|SVE\d+|NEON)\b"),
    re.compile(r"mkl_\w+?_(avx512|avx2|avx|def|mc3?)_"),
    re.compile(
        r"_(AVX512_SKX|AVX512F|AVX512_ICL|AVX512_SPR|AVX2|FMA3__AVX2|SSE\d*|X86_V[234]|NEON|ASIMD|SVE|VSX\d)$"
    ),
    re.compile(
        r"gemm\w*_(SKYLAKEX|COOPERLAKE|SAPPHIRERAPIDS|HASWELL|ZEN|SANDYBRIDGE|NEHALEM|PRESCOTT|NEOVERSE\w+)$"
    ),
)
_KERNEL = re.compile(r"::(\w+_kernel\w*|\w+_impl\w*)\(")
_PLUMBING = ("wrap_kernel_functor", "make_boxed_from", "BoxedKernelWrapper", "wrapfunction")


@dataclass(frozen=True)
class Stack:
    """A first touch with names: `frames` from the leaf outwards, as far as the library's own code goes."""

    frames: list[Frame]
    written: bool | None
    is_main: bool

    @property
    def leaf(self) -> Frame:
        """The code that touched the memory."""
        return self.frames[0]

    @property
    def leaf_name(self) -> str:
        """The leaf for a reader, with who called it where it has no name."""
        if self.leaf.function:
            return brief(self.leaf.function)
        named = next((brief(frame.function) for frame in self.frames if frame.function), "")
        where = f"unnamed code of {basename(self.leaf.file)}" if self.leaf.file else "code made at run time"
        return where + (f", called by {named}" if named else "")

    @property
    def isa(self) -> str:
        """The instruction set that the leaf's name, or that of a near frame, says; "" if none does."""
        for frame in self.frames[:4]:
            for pattern in _ISA:
                if found := pattern.search(frame.function):
                    return str(found[1])
        return ""

    @property
    def names(self) -> list[str]:
        """Frames worth reading, the outermost first, with their file."""
        return [
            f"{brief(frame.function)} ({basename(frame.file)})"
            for frame in reversed(self.frames)
            if frame.function and not any(word in frame.function for word in _PLUMBING)
        ]

    @property
    def ends(self) -> str:
        """Why there is nothing below or around the leaf; "" if the stack is whole."""
        if not self.leaf.file:
            return "the leaf is code made at run time: it has no name"
        if not self.leaf.function:
            return f"the leaf is in {basename(self.leaf.file)}, which has no symbol for it"
        if len(self.frames) == 1:
            return f"only the leaf is known: {basename(self.leaf.file)} has no unwind tables for its caller"
        return ""


def stack_of(touch: Touch, symbols: Symbols, main_thread: int) -> Stack:
    """The stack up to where the interpreter begins."""
    frames: list[Frame] = []
    for address in touch.frames:
        frame = symbols.frame(address)
        if frames and _is_interpreter(frame):
            break
        frames.append(frame)
    return Stack(frames, touch.written, touch.thread == main_thread)


def brief(function: str) -> str:
    """A C++ name without parameters and long template arguments."""
    text = re.sub(r" \[clone [^]]*\]", "", function)
    text = text.replace("(anonymous namespace)::", "").replace("operator()", "operator{}")
    text = text.replace("->", "=>")
    inner = ""
    if (at := text.find("callback_fn<")) >= 0:  # what c10::function_ref was made of
        text = text[at + len("callback_fn<") :]
        if found := _KERNEL.search(text):
            inner = f" in {found[1]}"
    text = _without(_without(text, "(", ")", 0), "<", ">", 24)
    text = re.sub(r"\b(const|void|static|non-virtual thunk to)\b", " ", text).split(">)")[0]
    words = text.split()
    name = next((word for word in reversed(words) if "::" in word), words[-1] if words else function)
    name = name.rstrip("> ")
    name += ">" * (name.count("<") - name.count(">"))
    return name.replace("operator{}", "operator()").replace("=>", "->") + inner


def _without(text: str, opening: str, closing: str, keep: int) -> str:
    """The text with each outermost bracket cut out, or shortened where it holds more than `keep` letters."""
    parts, depth, begin = [], 0, 0
    for at, letter in enumerate(text):
        if letter == opening:
            if depth == 0:
                parts.append(text[begin:at])
                begin = at
            depth += 1
        elif letter == closing and depth:
            depth -= 1
            if depth == 0:
                inside = text[begin : at + 1]
                short = inside.replace(" ", "") if len(inside) - 2 <= keep else f"{opening}...{closing}"
                parts.append(short if keep else "")
                begin = at + 1
    parts.append(text[begin:] if depth == 0 else (f"{opening}...{closing}" if keep else ""))
    return "".join(parts)


def _is_interpreter(frame: Frame) -> bool:
    name = basename(frame.file)
    return name.startswith(("libpython", "python"))


def touches_of(stacks: Sequence[tuple[str, Stack]]) -> list[str]:
    """A line for each argument: how it was touched first, and by what."""
    words = {True: "written", False: "read", None: "touched"}
    return [f"{name}: {words[stack.written]} first by {stack.leaf_name}" for name, stack in stacks]


def all_names(stacks: Sequence[Stack]) -> list[str]:
    """Every full function name of several stacks, for assertions."""
    return list(dict.fromkeys(frame.function for stack in stacks for frame in stack.frames if frame.function))
