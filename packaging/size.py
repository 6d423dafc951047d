"""Print how large the program is: lines, modules and what DESIGN limits. `make size`."""

import ast
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "desktop_agent"


def module_name(path: Path) -> str:
    """Return the dotted name of a file of the package."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(tree: ast.Module, modules: frozenset[str]) -> Iterator[str]:
    """Yield the modules of the package that a module imports, at its top or later."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names if each.name in modules)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for each in node.names:
                whole = f"{node.module}.{each.name}"
                yield whole if whole in modules else node.module


def protocols(tree: ast.Module) -> int:
    """Count the classes that are protocols."""
    classes = (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    return sum("Protocol" in ast.unparse(base) for each in classes for base in each.bases)


def lines_of(paths: list[Path]) -> int:
    """Count the lines of files."""
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in paths)


def files_crossed() -> int | None:
    """Count the files from the key press to the strategy, by asking a question in the window.

    Return None without the environment for tests.
    """
    python = ROOT / ".venv/bin/python"
    if not python.exists():
        return None
    test = [str(python), "-m", "pytest", "-n0", "-q", "-s", "tests/ui/test_question_path.py"]
    told = subprocess.run(test, cwd=ROOT, capture_output=True, text=True, check=False).stdout
    found = re.search(r"files that a question crosses: (\d+)", told)
    return int(found[1]) if found else None


def main() -> None:
    """Print the table."""
    files = sorted(PACKAGE.rglob("*.py"))
    trees = {module_name(path): ast.parse(path.read_text(encoding="utf-8")) for path in files}
    importers: dict[str, set[str]] = defaultdict(set)
    for name, tree in trees.items():
        for other in imported(tree, frozenset(trees)):
            importers[other].add(name)
    lonely = [
        name
        for name, users in importers.items()
        if len(users) == 1 and next(iter(users)).rpartition(".")[0] == name.rpartition(".")[0]
    ]
    window = [tree for name, tree in trees.items() if ".frontends.ui" in name]
    loose = {path.name for path in PACKAGE.glob("*.py")} - {"__init__.py", "__main__.py"}
    rows = {
        "lines in desktop_agent/": lines_of(files),
        "modules": len(files),
        "loose modules": len(loose),
        "modules with one importer, in their own folder": len(lonely),
        "Protocol classes in the window": sum(map(protocols, window)),
        "lines of tests": lines_of(sorted((ROOT / "tests").rglob("*.py"))),
        "lines of packaging": lines_of(sorted((ROOT / "packaging").rglob("*.py"))),
    }
    for what, count in rows.items():
        print(f"{what:<48}{count:>9,}")
    if (crossed := files_crossed()) is not None:
        print(f"{'files that a question crosses':<48}{crossed:>9,}")
    print()
    for folder in sorted(each for each in PACKAGE.iterdir() if each.name != "__pycache__"):
        if folder.is_dir():
            inside = sorted(folder.rglob("*.py"))
            print(f"{folder.name:<48}{lines_of(inside):>9,}{len(inside):>6} files")


if __name__ == "__main__":
    main()
