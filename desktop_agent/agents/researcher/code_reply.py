"""Reads Python code out of a model's reply: a fenced block, a field of JSON, or the bare code."""

import ast
import re
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from desktop_agent.agents.json_reply import json_object

_LONGEST = 100_000
_THINKING = re.compile(r"(?is)^.*</\s*think(?:ing)?\s*>")
_BLOCK = re.compile(
    r"^[ \t]{0,8}(?P<fence>`{3,}|~{3,})[ \t]*(?P<language>[\w+.-]{0,20})[^\n]{0,80}\n"
    r"(?P<code>.*?)(?:\n[ \t]{0,8}(?P=fence)[`~]*[ \t]*$|\Z)",
    re.DOTALL | re.MULTILINE,
)
_PYTHON = frozenset(("python", "python3", "py", "py3", "tool_code", "code"))
_FIELDS = ("code", "python", "source", "program", "script")
_STATES_ONLY = frozenset(("print", "str", "repr", "round", "int", "float", "format"))
_WORKS = (
    ast.BinOp,
    ast.Compare,
    ast.For,
    ast.While,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
    ast.GeneratorExp,
)


@dataclass(frozen=True, slots=True)
class CodeReply:
    """The code of a reply, empty where it has none, and what is said around it."""

    code: str
    prose: str


def read_code(text: str) -> CodeReply:
    """Finds the code in a reply; prose is never taken for code.

    Of several blocks the last one counts, with the earlier ones where it uses names from them. A
    block that was never closed reaches to the end. Thinking that was left in the text is no part.
    """
    said = _THINKING.sub("", text[:_LONGEST]).strip()
    blocks = list(_python_blocks(said))
    if blocks:
        return CodeReply(_joined(blocks), _BLOCK.sub("", said).strip())
    if code := _of_json(said):
        return CodeReply(code, "")
    if code := _bare(said):
        return CodeReply(code, "")
    return CodeReply("", said)


def computes(code: str) -> bool:
    """True for code that works something out; ``print(42)`` only states it.

    Code that cannot be read counts as such: running it tells what is wrong.
    """
    tree = _parsed(code)
    if tree is None:
        return True
    return any(_works(node) for node in ast.walk(tree))


def printing_result(code: str, name: str = "RESULT") -> str:
    """Gives code that prints ``name`` at its end, where it sets that name and prints it nowhere."""
    tree = _parsed(code)
    if tree is None or name not in _stored(tree):
        return code
    printed = (node for node in ast.walk(tree) if _called(node) == "print")
    if any(name in ast.unparse(node) for node in printed):
        return code
    return f"{code.rstrip()}\nprint({name!r}, '=', {name})"


def same_code(one: str, other: str) -> bool:
    """True for code that does the same: comments, spaces and the form of strings do not count."""
    first, second = _parsed(one), _parsed(other)
    if first is None or second is None:
        return one.split() == other.split()
    return ast.dump(first) == ast.dump(second)


def _python_blocks(said: str) -> Iterator[str]:
    for block in _BLOCK.finditer(said):
        language, code = block["language"].lower(), block["code"].strip("\n")
        if not code.strip():
            continue
        if language == "json" or (not language and code.lstrip().startswith("{")):
            code = _of_json(code.strip())
            if code:
                yield code
        elif language in _PYTHON or (not language and _bare(code)):
            yield code


def _joined(blocks: list[str]) -> str:
    last, before = blocks[-1], blocks[:-1]
    tree = _parsed(last)
    if tree is None or not before:
        return last
    wanted = _loaded(tree) - _stored(tree)
    given = {name for each in before if (part := _parsed(each)) for name in _stored(part)}
    return "\n\n".join(blocks) if wanted & given else last


def _of_json(said: str) -> str:
    data = json_object(said) if said.startswith("{") else None
    if data is None:
        return ""
    inner = data.get("arguments", data.get("parameters"))
    return _field(data) or (_field(inner) if isinstance(inner, dict) else "")


def _field(data: Mapping[str, Any]) -> str:
    for name in _FIELDS:
        value = data.get(name)
        if isinstance(value, str) and value.strip():
            inner = list(_python_blocks(value)) if "```" in value else []
            return _joined(inner) if inner else value.strip("\n")
    return ""


def _bare(said: str) -> str:
    """Gives the text where all of it is code; a word or a number alone is none."""
    tree = _parsed(said)
    if tree is None:
        return ""
    return said if any(_does(statement) for statement in tree.body) else ""


def _does(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Call)
    return not isinstance(statement, ast.AnnAssign | ast.Pass)


def _works(node: ast.AST) -> bool:
    if isinstance(node, ast.Call):
        return _called(node) not in _STATES_ONLY
    if isinstance(node, ast.BinOp):
        return not isinstance(node.left, ast.Constant) or not isinstance(node.left.value, str)
    return isinstance(node, _WORKS)


def _called(node: ast.AST) -> str:
    """Gives the name of the function that is called here, or empty."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id
    return ""


def _loaded(tree: ast.Module) -> set[str]:
    return {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    }


def _stored(tree: ast.Module) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()):
                found.add(name)
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                found.add(name)
            case ast.alias(name=name, asname=other):
                found.add(other or name.partition(".")[0])
            case _:
                pass
    return found


def _parsed(code: str) -> ast.Module | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a stray backslash in the model's code is no news
            return ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
