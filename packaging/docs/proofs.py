"""The tests that pages name as proofs: their code, on one page of the site.

A page says ``{test}`tests/security/test_ssrf.py::test_name```; the name must be that of a test.
"""

import ast
import re
from collections import defaultdict
from pathlib import Path

_CITED = re.compile(r"\{test\}`([^`]+)`")


def cited_tests(text: str) -> list[str]:
    """Gives the tests that a page names, each as ``path::name``."""
    return _CITED.findall(text)


def label_of(test: str) -> str:
    """Gives the label that the code of a test has on the site."""
    return "proof-" + re.sub(r"[^a-z0-9]+", "-", test.lower())


def proofs_page(root: Path, tests: set[str]) -> str:
    """Gives the page, with a part for each file of tests.

    Raises:
        LookupError: a test is named that is not there.
    """
    by_file: dict[str, set[str]] = defaultdict(set)
    for test in tests:
        file, _, name = test.partition("::")
        by_file[file].add(name)
    parts = (_part(root, file, names) for file, names in sorted(by_file.items()))
    return "\n".join(["---\norphan: true\n---\n\n# Tests that prove a statement\n", *parts])


def _part(root: Path, file: str, names: set[str]) -> str:
    if not (root / file).is_file():
        raise LookupError(f"{file} is named as a proof and is not there")
    source = (root / file).read_text(encoding="utf-8")
    there = {
        node.name: node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    if missing := names - there.keys():
        raise LookupError(f"{file} has no {', '.join(sorted(missing))}")
    lines = source.splitlines()
    parts = [f"## {file}\n"]
    for name in sorted(names, key=lambda each: there[each].lineno):
        node = there[name]
        first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
        code = "\n".join(lines[first - 1 : node.end_lineno])
        sentence = name.removeprefix("test_").replace("_", " ")
        parts.append(
            f"({label_of(f'{file}::{name}')})=\n### {sentence}\n\n"
            f"Line {node.lineno}, `{name}`:\n\n``````python\n{code}\n``````\n"
        )
    return "\n".join(parts)
