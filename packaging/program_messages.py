"""Finds the sentences that the program below the window says: errors, reasons, summaries.

They are English data when they come to the window, with names and numbers already in them. So they
are listed as templates, ``There is no strategy {0}.``, and the window puts what it is told back
into the translation of the template that fits (`desktop_agent.frontends.ui.widgets.translation`).
"""

import ast
import itertools
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

CONTEXT = "Messages"
_OUTSIDE = ("frontends/ui/", "frontends/cli/")
"""Folders that the window is not told by: the window itself, and the terminal."""
_KEYWORDS = frozenset(
    {"summary", "reason", "remedy", "problem", "detail", "why", "note", "notes", "skipped"}
)
_ARGUMENTS = {
    "Choice": slice(1, 2),
    "FallbackPiece": slice(2, 3),
    "_refused": slice(1, 2),
    "notes.append": slice(0, 1),
    "notes.extend": slice(0, 1),
}
_NOTICES = frozenset({"Notice", "events.Notice"})
"""Events whose ``text`` is shown."""
_TABLES = frozenset({"_STATUS", "_PHRASES", "_REASONS"})
"""Constants whose texts become parts of messages."""
_RETURNS = frozenset({
    "_confirmed", "_counts", "_held", "_how_to_open", "_in_use", "_loss", "json_place",
    "_summary", "_unsourced", "_usable_keyring", "wait_text",
    "backend", "connection_failure", "describe_unexpected", "fault_of", "how_to_install", "message",
    "remedy",
})  # fmt: skip
"""Functions that give a message."""
_CLAUSES = frozenset(
    {"storage/backup/contents.py", "storage/backup/archive.py", "storage/run_archive.py"}
)
"""Modules whose `ValueError` says why, in a clause that becomes part of a message."""
_COMPOSED = (
    "Ollama at {0}",
    "Anthropic at {0}",
    "The OpenAI-compatible server at {0}",
    "one site ({0}); found as “{1}”",
    "one site ({0}); found as “{1}”; a newer value is known",
    "one site ({0}); found as “{1}”; others say {2}",
    "{0} sites agree ({1}); found as “{2}”",
    "{0} sites agree ({1}); found as “{2}”; a newer value is known",
    "{0} sites agree ({1}); found as “{2}”; others say {3}",
)
"""What is put together at run time: how a server is named, and why a candidate is sure."""
_LEAST_LETTERS = 4
"""A template with fewer letters of its own, such as ``{0}: {1}.``, would fit everything."""

_KEPT = ("message", "remedy")
"""The fields of an error in ``model_servers.toml`` that are shown."""

Assigned = Mapping[str, list[ast.expr]]


def find_messages(package: Path, trees: Mapping[Path, ast.Module]) -> dict[str, set[str]]:
    """Gives each template with the files of the package it stands in; ``trees`` has them parsed."""
    errors = _classes(package / "core" / "errors.py")
    found: dict[str, set[str]] = {each: set() for each in _COMPOSED}
    for path, tree in trees.items():
        name = path.relative_to(package).as_posix()
        if name.startswith(_OUTSIDE):
            continue
        nodes = list(ast.walk(tree))
        assigned = _assigned(nodes)
        named = errors | {"ValueError"} if name in _CLAUSES else errors
        for expression in _said(nodes, named):
            for template in _templates(expression, assigned):
                if _speaks(template):
                    place = path.relative_to(package.parent).as_posix()
                    found.setdefault(template, set()).add(place)
    servers = package.parent / "resources" / "model_servers.toml"
    if servers.exists():
        for error in tomllib.loads(servers.read_text("utf-8"))["errors"].values():
            for text in (each for name, each in error.items() if each and name.endswith(_KEPT)):
                found.setdefault(_numbered(text), set()).add("resources/model_servers.toml")
    return found


def _numbered(text: str) -> str:
    """Gives a text of a table, which names its places, as a template with numbers."""
    count = itertools.count()
    return re.sub(r"(\{[^}]+\})+", lambda _: f"{{{next(count)}}}", text)


def _said(nodes: Sequence[ast.AST], errors: frozenset[str]) -> Iterator[ast.expr]:
    for node in nodes:
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func)
            which = slice(0, 2) if name in errors else _ARGUMENTS.get(name, slice(0, 0))
            yield from node.args[which]
            shown = _KEYWORDS | {"text"} if name in _NOTICES else _KEYWORDS
            yield from (each.value for each in node.keywords if each.arg in shown)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(target, ast.Name) and target.id in _TABLES and node.value is not None:
                inside = ast.walk(node.value)
                yield from (each for each in inside if isinstance(each, ast.Constant))
        elif isinstance(node, ast.FunctionDef) and node.name in _RETURNS:
            for each in ast.walk(node):
                if isinstance(each, ast.Return | ast.Yield) and each.value is not None:
                    yield each.value


def _templates(node: ast.expr, assigned: Assigned, depth: int = 3) -> Iterator[str]:
    """Gives what an expression can say: literals, f-strings, conditions, names given either."""
    match node:
        case ast.Constant(value=str() as text):
            yield text.replace("{", "{{").replace("}", "}}")
        case ast.JoinedStr():
            yield _template(node)
        case ast.IfExp():
            yield from _templates(node.body, assigned, depth)
            yield from _templates(node.orelse, assigned, depth)
        case (
            ast.BoolOp(values=parts)
            | ast.Tuple(elts=parts)
            | ast.Call(func=ast.Name(id="next"), args=parts)
        ):
            for each in parts:
                yield from _templates(each, assigned, depth)
        case ast.GeneratorExp(elt=each):
            yield from _templates(each, assigned, depth)
        case ast.BinOp(left=ast.Constant(value=str() as text), op=ast.Add()):
            yield f"{text}{{0}}"
        case ast.Name() if depth:
            for each in assigned.get(node.id, ()):
                yield from _templates(each, assigned, depth - 1)


def _template(node: ast.JoinedStr) -> str:
    """Writes an f-string with numbered places; two places without text between them are one."""
    parts: list[str] = []
    for each in node.values:
        if isinstance(each, ast.Constant):
            parts.append(str(each.value).replace("{", "{{").replace("}", "}}"))
        elif not parts or parts[-1] != "\0":
            parts.append("\0")
    pieces = "".join(parts).split("\0")
    return "".join(
        piece + (f"{{{place}}}" if place < len(pieces) - 1 else "")
        for place, piece in enumerate(pieces)
    )


def _speaks(template: str) -> bool:
    own = re.sub(r"\{\d+\}", "", template)
    pattern_or_word = "{{" in own or "(?" in own or " " not in template
    return not pattern_or_word and len(re.findall(r"[A-Za-z]", own)) >= _LEAST_LETTERS


def _assigned(nodes: Sequence[ast.AST]) -> dict[str, list[ast.expr]]:
    """Gives all that is assigned to each name of a module, wherever that happens in it."""
    known: dict[str, list[ast.expr]] = {}
    for node in nodes:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            known.setdefault(node.targets[0].id, []).append(node.value)
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Tuple):
            targets = node.targets[0].elts if isinstance(node.targets[0], ast.Tuple) else ()
            for target, value in zip(targets, node.value.elts, strict=False):
                if isinstance(target, ast.Name):
                    known.setdefault(target.id, []).append(value)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
            known.setdefault(node.target.id, []).append(node.value)
    for name, value in tuple(_in_rows(nodes, known)):
        known.setdefault(name, []).append(value)
    return known


def _in_rows(nodes: Sequence[ast.AST], assigned: Assigned) -> Iterator[tuple[str, ast.expr]]:
    """Gives what the names of a loop become: ``sign, words`` for each row of a table of tuples."""
    for node in nodes:
        if not isinstance(node, ast.For | ast.comprehension):
            continue
        if not isinstance(node.target, ast.Tuple):
            continue
        table = node.iter
        tables = assigned.get(table.id, ()) if isinstance(table, ast.Name) else [table]
        for row in (row for each in tables for row in getattr(each, "elts", ())):
            for target, value in zip(node.target.elts, getattr(row, "elts", ()), strict=False):
                if isinstance(target, ast.Name):
                    yield target.id, value


def _classes(path: Path) -> frozenset[str]:
    tree = ast.parse(path.read_text("utf-8"))
    return frozenset(each.name for each in tree.body if isinstance(each, ast.ClassDef))
