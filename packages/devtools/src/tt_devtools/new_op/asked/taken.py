"""Is the name free? The table, the functors, the languages' keywords, and what Tensor and tt already have.

Tensor's own attributes are read out of the sources, so that nothing has to be built.
"""

import ast
import keyword
import re
from collections.abc import Iterator
from typing import Final

from tt_devtools.failure import FOUND, MISUSED, Failure
from tt_devtools.new_op.language.vocabulary import Vocabulary
from tt_devtools.new_op.tree.places import COMPOSITES, FORMULAS, FUNCTORS, OPS, SAMPLES
from tt_devtools.new_op.tree.workspace import Workspace
from tt_devtools.op_names import functor_name
from tt_opspec.schema import Schema

CPP_KEYWORDS: Final = frozenset((
    "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break", "case", "catch",
    "char", "char8_t", "char16_t", "char32_t", "class", "compl", "concept", "const", "consteval", "constexpr",
    "constinit", "const_cast", "continue", "co_await", "co_return", "co_yield", "decltype", "default",
    "delete", "do", "double", "dynamic_cast", "else", "enum", "explicit", "export", "extern", "false",
    "float", "for", "friend", "goto", "if", "inline", "int", "long", "mutable", "namespace", "new",
    "noexcept", "not", "not_eq", "nullptr", "operator", "or", "or_eq", "private", "protected", "public",
    "register", "reinterpret_cast", "requires", "return", "short", "signed", "sizeof", "static",
    "static_assert", "static_cast", "struct", "switch", "template", "this", "thread_local", "throw", "true",
    "try", "typedef", "typeid", "typename", "union", "unsigned", "using", "virtual", "void", "volatile",
    "wchar_t", "while", "xor", "xor_eq",
))  # fmt: skip
_LONGEST: Final = 80
_CPP_ATTRIBUTES: Final = re.compile(r'^ +\{"(\w+)",', re.MULTILINE)
_CPP_FILES: Final = (
    "packages/core/cpp/tt/core/bind/tensor_methods.cpp",
    "packages/autograd/cpp/tt/autograd/properties.cpp",
)
_PYTHON_FILES: Final = (
    "packages/autograd/src/tt_autograd/tensor_methods.py",
    "packages/tt/src/tt/_namespace.py",
    "packages/tt/src/tt/__init__.py",
)


def check_name(schema: Schema, vocabulary: Vocabulary) -> None:
    """A Failure with the place for an op's or argument's name that cannot be had."""
    name = schema.name
    for word in (name, *(arg.name for arg in schema.args)):
        language = "Python" if keyword.iskeyword(word) else "C++" if word in CPP_KEYWORDS else ""
        if language:
            raise Failure(f"'{word}' is a {language} keyword", hint=f"'{word}_op', say", code=MISUSED)
        if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", word.replace("::", "_")):
            raise Failure(f"'{word}' is not an identifier of both Python and C++", code=MISUSED)
    if len(name) > _LONGEST:
        what = f"'{name[:_LONGEST]}...' is longer than {_LONGEST} characters"
        raise Failure(what, hint="files are named for ops", code=MISUSED)
    if name.startswith("_") or name.endswith("_"):
        hint = "in-place forms are made from the entry" if name.endswith("_") else ""
        raise Failure(f"'{name}' begins or ends with an underscore", hint=hint, code=MISUSED)
    if name != name.lower():
        raise Failure(f"'{name}' is not snake_case", hint=f"'{_snake(name)}'", code=MISUSED)
    for place in _places(name, vocabulary):
        raise Failure(f"the name '{name}' is taken: {place}", code=FOUND)


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def _places(name: str, vocabulary: Vocabulary) -> Iterator[str]:
    workspace = vocabulary.workspace
    for entry in vocabulary.entries:
        if entry.name == name:
            yield f"the op table, {entry.where}"
    camel = functor_name(name)
    if functor := vocabulary.functors.get(camel):
        yield f"functor {camel}, {functor.file}:{functor.line}"
    header = f"{FUNCTORS}/{name}.h"
    if workspace.read(header) is not None:
        yield f"a functor header, {header}"
    for attribute, place in attributes(workspace):
        if attribute == name:
            yield f"an attribute of Tensor or tt, {place}"
    for folder in (OPS, FORMULAS, SAMPLES, COMPOSITES):
        file = f"{folder}/__init__.py"
        for node in ast.walk(ast.parse(workspace.read(file) or "")):
            if isinstance(node, ast.Name | ast.alias | ast.FunctionDef) and name == _word(node):
                yield f"a module {name} in the package would hide it from {file}:{node.lineno}"
    if workspace.read(f"changelog.d/{name}.md") is not None:
        yield f"a changelog fragment, changelog.d/{name}.md"
    for folder in (FORMULAS, SAMPLES):
        for file in workspace.names(f"{folder}/*.py"):
            pattern = rf'^(?:derivative|non_differentiable|samples)\(\s*"{name}[".]'
            if found := re.search(pattern, workspace.read(file) or "", re.MULTILINE):
                yield f"{file}:{(workspace.read(file) or '').count(chr(10), 0, found.start()) + 1}"


def _word(node: ast.Name | ast.alias | ast.FunctionDef) -> str:
    return node.id if isinstance(node, ast.Name) else node.name


def attributes(workspace: Workspace) -> Iterator[tuple[str, str]]:
    """Names and `file:line`."""
    for file in _CPP_FILES:
        text = workspace.read(file) or ""
        for match in _CPP_ATTRIBUTES.finditer(text):
            yield match[1], f"{file}:{text.count(chr(10), 0, match.start()) + 1}"
    for file in _PYTHON_FILES:
        for node in ast.walk(ast.parse(workspace.read(file) or "")):
            for word in _bound(node):
                yield word, f"{file}:{getattr(node, 'lineno', 1)}"


def _bound(node: ast.AST) -> Iterator[str]:
    """Names that a node of a module binds, and the keys of its dicts: attributes are attached by name."""
    match node:
        case ast.ImportFrom() | ast.Import():
            yield from ((alias.asname or alias.name).partition(".")[0] for alias in node.names)
        case ast.FunctionDef(name=name):
            yield name
        case ast.Name(id=name, ctx=ast.Store()):
            yield name
        case ast.Dict():
            yield from (
                key.value for key in node.keys if isinstance(key, ast.Constant) and isinstance(key.value, str)
            )
