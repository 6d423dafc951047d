"""Keeps the translations of the window: finds its texts, updates the .ts files, compiles the .qm.

    python packaging/translations.py    update and compile; 1 if something is untranslated

Qt's lupdate sees neither helpers such as ``tr("…")`` with a context of their own nor tables in
other folders, so the texts are found in the syntax tree:

- ``self.tr("…")``: the context is the class it stands in (PySide looks up base classes, too)
- ``translate("Context", "…")``, also as ``QCoreApplication.translate`` or ``QT_TRANSLATE_NOOP``
- ``tr("…")`` of a function, or of a ``partial``, that fixes the context of ``translate``
- every text of ``resources/labels.toml``: the context is the name of its table
- errors and other sentences of the program below the window (`program_messages`)
"""

import ast
import gc
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree as ET

import program_messages

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "desktop_agent"
SOURCE = ROOT / "resources" / "translations" / "desktop_agent_zh.ts"
COMPILED = SOURCE.with_suffix(".qm")
MESSAGES = SOURCE.with_name("messages.txt")
"""The templates of what the program below the window says; the window reads it."""
LANGUAGE = "zh_CN"

_TRANSLATE = ("translate", "QT_TRANSLATE_NOOP")
Key = tuple[str, str]
"""Context and English text."""


@dataclass(slots=True)
class Found:
    """The texts of the program: where each stands, and calls whose text cannot be read here."""

    places: dict[Key, set[str]] = field(default_factory=dict)
    unreadable: list[str] = field(default_factory=list)


def find_texts(package: Path = PACKAGE) -> Found:
    """Finds every text of the package that the window translates."""
    found = Found()
    gc.disable()  # half of the time it would look through all that is parsed here
    trees = {path: ast.parse(path.read_text("utf-8")) for path in sorted(package.rglob("*.py"))}
    modules = {_module(package, path): _helpers(tree.body) for path, tree in trees.items()}
    for path, tree in trees.items():
        place = path.relative_to(package.parent).as_posix()
        if "/ui/" in place:  # nothing below the window translates
            _Reader(found, place, modules).visit(tree)
    labels = package.parent / "resources" / "labels.toml"
    if labels.exists():
        for context, table in tomllib.loads(labels.read_text("utf-8")).items():
            for text in _texts(table):
                place = labels.relative_to(package.parent).as_posix()
                found.places.setdefault((context, text), set()).add(place)
    if (package / "core" / "errors.py").exists():
        for text, places in program_messages.find_messages(package, trees).items():
            found.places[program_messages.CONTEXT, text] = places
    gc.enable()
    return found


def _texts(table: object) -> Iterator[str]:
    """Gives the texts in a table of labels, which may hold tables and lists."""
    if isinstance(table, str):
        yield table
    else:
        for each in table.values() if isinstance(table, Mapping) else table:
            yield from _texts(each)


def message_file(found: Found) -> str:
    """Gives what the file of messages must hold: a template a line."""
    return "".join(
        f"{text}\n" for context, text in sorted(found.places) if context == program_messages.CONTEXT
    )


def update(source: Path, found: Found) -> list[Key]:
    """Writes the .ts file anew with what was translated before; gives what has no translation."""
    old = translations(source)
    top = ET.Element("TS", version="2.1", language=LANGUAGE, sourcelanguage="en")
    contexts: dict[str, ET.Element] = {}
    missing: list[Key] = []
    for (context, text), places in sorted(found.places.items()):
        if context not in contexts:
            contexts[context] = ET.SubElement(top, "context")
            ET.SubElement(contexts[context], "name").text = context
        message = ET.SubElement(contexts[context], "message")
        for place in sorted(places):
            ET.SubElement(message, "location", filename=f"../../{place}")
        ET.SubElement(message, "source").text = text
        translated = old.get((context, text), "")
        entry = ET.SubElement(message, "translation", {} if translated else {"type": "unfinished"})
        entry.text = translated or None
        if not translated:
            missing.append((context, text))
    ET.indent(top, "    ")
    body = ET.tostring(top, encoding="unicode", short_empty_elements=True)
    head = '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n'
    source.write_text(f"{head}{body}\n", "utf-8")
    return missing


def translations(source: Path) -> dict[Key, str]:
    """Reads a .ts file; a text without translation is given with an empty one."""
    if not source.exists():
        return {}
    told: dict[Key, str] = {}
    for context in ET.parse(source).getroot().iter("context"):
        for message in context.iter("message"):
            key = context.findtext("name", ""), message.findtext("source", "")
            told[key] = message.findtext("translation", "")
    return told


def compile_file(source: Path, target: Path) -> None:
    """Compiles a .ts file with Qt's lrelease.

    Raises:
        subprocess.CalledProcessError: lrelease does not accept the file.
        FileNotFoundError: PySide6 was installed without lrelease.
    """
    command = [str(lrelease()), "-silent", "-removeidentical", str(source), "-qm", str(target)]
    subprocess.run(command, check=True)


def lrelease() -> Path:
    """Gives the path of Qt's compiler of translations, in the folder of PySide6.

    Raises:
        FileNotFoundError: it is not there.
    """
    import PySide6

    folder = Path(PySide6.__file__).parent
    for name in ("lrelease", "lrelease.exe"):
        if (folder / name).exists():
            return folder / name
    raise FileNotFoundError(folder / "lrelease")


class _Reader(ast.NodeVisitor):
    """Walks a module and keeps the contexts that are known where it is."""

    def __init__(self, found: Found, place: str, modules: Mapping[str, Mapping[str, str]]) -> None:
        self._found = found
        self._place = place
        self._modules = modules
        self._classes: list[str] = []
        self._scopes: list[dict[str, str]] = []

    def visit_Module(self, node: ast.Module) -> None:
        self._inside(node, node.body)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._inside(node, node.body)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._classes.append(node.name)
        self.generic_visit(node)
        self._classes.pop()

    def visit_Call(self, node: ast.Call) -> None:
        self.generic_visit(node)
        name = _name(node.func)
        if name == "self.tr":
            self._take(self._classes[-1], node.args[:1], node)
        elif name.rpartition(".")[2] in _TRANSLATE and len(node.args) > 1:
            context = _literal(node.args[0])
            if context is not None and not self._is_helper(node):
                self._take(context, node.args[1:2], node)
        else:
            context = self._context(name)
            if context is not None:
                self._take(context, node.args[:1], node)

    def _inside(self, node: ast.AST, body: Sequence[ast.stmt]) -> None:
        self._scopes.append(_helpers(body) | self._imported(body))
        self.generic_visit(node)
        self._scopes.pop()

    def _imported(self, body: Sequence[ast.stmt]) -> dict[str, str]:
        """Gives the helpers that come from other modules, by the names they have here."""
        known: dict[str, str] = {}
        for statement in body:
            if not isinstance(statement, ast.ImportFrom):
                continue
            for each in statement.names:
                here, module = each.asname or each.name, statement.module or ""
                helper = self._modules.get(module, {}).get(each.name)
                if helper is not None:
                    known[here] = helper
                for name, context in self._modules.get(f"{module}.{each.name}", {}).items():
                    known[f"{here}.{name}"] = context
        return known

    def _context(self, name: str) -> str | None:
        return next((scope[name] for scope in reversed(self._scopes) if name in scope), None)

    def _is_helper(self, node: ast.Call) -> bool:
        """Whether it is the one line of a helper, whose callers name the text."""
        return isinstance(node.args[1], ast.Name) and any(
            context == _literal(node.args[0]) for context in self._scopes[0].values()
        )

    def _take(self, context: str, arguments: Sequence[ast.expr], node: ast.Call) -> None:
        texts = [text for each in arguments for text in _literals(each)]
        if not texts:
            self._found.unreadable.append(f"{self._place}:{node.lineno}: {ast.unparse(node)}")
        for text in texts:
            self._found.places.setdefault((context, text), set()).add(self._place)


def _helpers(body: Iterable[ast.stmt]) -> dict[str, str]:
    """Gives the functions and partials of a body that translate in a context of their own."""
    known: dict[str, str] = {}
    for statement in body:
        if isinstance(statement, ast.FunctionDef):
            last = statement.body[-1]
            name, value = statement.name, last.value if isinstance(last, ast.Return) else None
            arguments = [each.arg for each in statement.args.args]
            if not (isinstance(value, ast.Call) and _name(value.func).endswith("translate")):
                continue
            if [_name(each) for each in value.args[1:]] != arguments:
                continue
            context = _literal(value.args[0])
        elif isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Call):
            call, name = statement.value, _name(statement.targets[0])
            if _name(call.func) != "partial" or not _name(call.args[0]).endswith("translate"):
                continue
            context = _literal(call.args[1])
        else:
            continue
        if context is not None:
            known[name] = context
    return known


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return f"{_name(node.value)}.{node.attr}"
    return ""


def _literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _literals(node: ast.expr) -> Iterator[str]:
    """Gives the texts that an expression can be: a literal, or one of two by a condition."""
    text = _literal(node)
    if text is not None:
        yield text
    elif isinstance(node, ast.IfExp):
        yield from _literals(node.body)
        yield from _literals(node.orelse)


def _module(package: Path, path: Path) -> str:
    return ".".join(path.relative_to(package.parent).with_suffix("").parts)


def main() -> int:
    """Updates and compiles; gives the exit status."""
    found = find_texts()
    missing = update(SOURCE, found)
    MESSAGES.write_text(message_file(found), "utf-8")
    compile_file(SOURCE, COMPILED)
    for context, text in missing:
        print(f"untranslated: {context}: {text!r}")
    for each in found.unreadable:
        print(f"not a literal: {each}")
    return 1 if missing or found.unreadable else 0


if __name__ == "__main__":
    sys.exit(main())
