"""What code needs beyond the small interpreter, read from the code before any of it runs."""

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass

# the interpreter's own modules (pydantic-monty 1.4)
_MODULES = frozenset(
    (
        "asyncio", "base64", "binascii", "bisect", "collections", "copy", "csv", "dataclasses",
        "datetime", "decimal", "functools", "hashlib", "itertools", "json", "math", "os", "pathlib",
        "random", "re", "sys", "time", "tomllib", "typing", "unicodedata", "__future__",
    )
)  # fmt: skip
_SYNTAX: dict[type[ast.AST], str] = {
    ast.Yield: "has a generator",
    ast.YieldFrom: "has a generator",
    ast.Delete: "deletes names",
    ast.TryStar: "has groups of exceptions",
    ast.AsyncWith: "has an asynchronous context",
    ast.AsyncFor: "has an asynchronous loop",
}
# What the small interpreter makes a list of at once: without an end it never comes to one, and what
# went through it before finds all of it there again.
_SERIES = frozenset(("map", "filter", "zip", "enumerate"))
_ENDLESS = frozenset(("count", "cycle", "repeat"))


@dataclass(frozen=True, slots=True)
class Needs:
    """``full`` says why only full Python runs the code; ``better`` why it should where there is one.

    Both are the end of a sentence that begins "The code", or empty.
    """

    full: str = ""
    better: str = ""


def needs_of(tree: ast.Module) -> Needs:
    """Tells what a piece of code needs."""
    better = ""
    series = endless = False
    for node in ast.walk(tree):
        full = next(_full(node), "")
        if full:
            return Needs(full=full)
        series = series or _is_series(node)
        endless = endless or (
            isinstance(node, ast.Name | ast.Attribute) and _name(node) in _ENDLESS
        )
        better = better or _better(node)
    if series and endless:
        better = better or "goes through a series without an end"
    return Needs(better=better)


def _full(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (_import(alias.name) for alias in node.names if _foreign(alias.name))
    elif isinstance(node, ast.ImportFrom):
        if _foreign(node.module or ""):
            yield _import(node.module or "")
        if any(alias.name == "*" for alias in node.names):
            yield "imports all names of a module"
    elif isinstance(node, ast.ClassDef):
        if node.bases or node.keywords:
            yield "has a class that inherits"
        if any(getattr(part, "decorator_list", ()) for part in node.body):
            yield "has decorated methods"
    elif type(node) in _SYNTAX:
        yield _SYNTAX[type(node)]


def _better(node: ast.AST) -> str:
    if isinstance(node, ast.Assign | ast.NamedExpr | ast.AnnAssign):
        return "keeps a series" if node.value is not None and _is_series(node.value) else ""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return ""
    if node.func.id == "round" and len(node.args) + len(node.keywords) > 1:
        return "rounds to digits"  # there 2.675 becomes 2.68, and not 2.67
    if node.func.id == "next" and any(isinstance(each, ast.GeneratorExp) for each in node.args):
        return "takes the first of a series"
    return ""


def _is_series(node: ast.AST) -> bool:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id in _SERIES
    return isinstance(node, ast.GeneratorExp)


def _name(node: ast.Name | ast.Attribute) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr


def _foreign(module: str) -> bool:
    return module.partition(".")[0] not in _MODULES


def _import(module: str) -> str:
    name = module.partition(".")[0]
    kind = "" if name in sys.stdlib_module_names else "the package "
    return f"imports {kind}{name}"
