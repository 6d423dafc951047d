"""An environment without LanceDB, and a place to fetch it from."""

import importlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_agent.app.components import Components
from desktop_agent.storage import components as component_use
from tests.servers.component_place import FolderPlace, fitting


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packages of this environment but LanceDB, as the installed program has them."""
    folder = tmp_path_factory.mktemp("bare")
    for path in Path(importlib.util.find_spec("pytest").origin).parents[1].iterdir():
        if not path.name.startswith(("lancedb", "pyarrow", "__pycache__")):
            (folder / path.name).symlink_to(path)
    return folder


@pytest.fixture(autouse=True)
def _without_lancedb(bare: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    kept = [each for each in sys.path if not Path(each, "lancedb").is_dir()]
    monkeypatch.setattr(sys, "path", [*kept, str(bare)])
    for name in _loaded():
        monkeypatch.delitem(sys.modules, name)
    used: dict[Path, int] = {}
    monkeypatch.setattr(component_use, "_used", used)
    yield
    for name in _loaded():  # that of a test; the environment's own comes back after this
        del sys.modules[name]
    for descriptor in used.values():
        os.close(descriptor)


def _loaded() -> list[str]:
    return [name for name in sys.modules if name.partition(".")[0] == "lancedb"]


@pytest.fixture
def folder(home: Path) -> Path:
    return home / "data" / "components"


@pytest.fixture
def place(tmp_path: Path) -> FolderPlace:
    place = FolderPlace(tmp_path / "place")
    place.offer(fitting())
    return place


@pytest.fixture
def components(folder: Path, place: FolderPlace) -> Components:
    return Components(folder, lambda: place, lambda: True)
