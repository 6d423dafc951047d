"""The engines by their names, made in a folder."""

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from desktop_agent.knowledge.index.base import Index
from desktop_agent.knowledge.index.sqlite_index import SqliteIndex


def make_sqlite(folder: Path) -> Index:
    return SqliteIndex(folder / "index.db")


def make_lancedb(folder: Path) -> Index:
    from desktop_agent.knowledge.index.lance import LanceIndex

    return LanceIndex(str(folder / "lance"))


ENGINES: dict[str, Callable[[Path], Index]] = {"sqlite": make_sqlite}
if find_spec("lancedb"):
    ENGINES["lancedb"] = make_lancedb
