import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import desktop_agent
from desktop_agent.evidence.records import Intent
from desktop_agent.evidence.text.wordings import Patterns, Words, expression, table
from desktop_agent.system.resources import resource_path

CODE = Path(desktop_agent.__file__).parent
OWN_FORM = ("concepts", "grounding")  # read by code of their own
FILES = sorted(
    name
    for path in resource_path("evidence").rglob("*.toml")
    if (name := path.relative_to(resource_path("evidence")).with_suffix("").as_posix())
    not in OWN_FORM
)
REFERENCE = re.compile(r"\{([a-z][a-z0-9_]*)\}")


def texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for each in value.values() if isinstance(value, dict) else value:
            yield from texts(each)


@cache
def asked() -> frozenset[tuple[str, str, str]]:
    """Return the class, file and name of each attribute that the code reads from a data file."""
    found = set()
    for path in CODE.rglob("*.py"):
        text = path.read_text("utf-8")
        if "Patterns(" not in text and "Words(" not in text:
            continue
        tree = ast.parse(text)
        files = {node.targets[0].id: node.value for node in tree.body if _is_reader(node)}
        constants = {
            node.targets[0].id: node.value.value
            for node in tree.body
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                call = files.get(node.value.id)
                if call is not None and node.attr not in ("all", "whole"):
                    file = call.args[0]
                    name = file.value if isinstance(file, ast.Constant) else constants[file.id]
                    found.add((call.func.id, name, node.attr))
    return frozenset(found)


def _is_reader(node: ast.AST) -> bool:
    call = node.value if isinstance(node, ast.Assign) else None
    return (
        isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in ("Patterns", "Words")
    )


def test_every_list_and_pattern_that_the_code_asks_for_is_there():
    assert len(asked()) > 200
    for kind, file, name in asked():
        assert getattr({"Patterns": Patterns, "Words": Words}[kind](file), name), (file, name)


def test_every_entry_is_used():
    code = "".join(path.read_text("utf-8") for path in CODE.rglob("*.py"))
    data = "".join(resource_path("evidence", f"{name}.toml").read_text("utf-8") for name in FILES)
    used = {name for _, _, name in asked()} | set(REFERENCE.findall(data)) | set(Intent)
    used |= set(
        re.findall(r"\bself\._words\.(\w+)", code)
    )  # of a file that depends on the question
    entries = {(file, name) for file in FILES for name in table(file) if name not in used}
    assert not [each for each in entries if f'"{each[1]}"' not in code]


@pytest.mark.parametrize("file", FILES)
def test_references_lead_somewhere_and_no_line_hides_a_space_at_its_edge(file: str):
    for text in texts(table(file)):
        if not {"year", "studio"} & set(REFERENCE.findall(text)):  # the queries' own places
            expression(file, text)
        assert not re.search(r"[^\n] +\n", text), text
