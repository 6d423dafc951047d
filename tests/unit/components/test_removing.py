"""Components that go, and those that do not fit any more."""

import json
import sys
import tomllib
from pathlib import Path

import pytest

from desktop_agent.app.components import Components
from desktop_agent.core.errors import StorageError
from desktop_agent.knowledge.index.lance_database import load_lancedb
from desktop_agent.storage.components import NEEDED, ComponentStore, added
from tests.servers.component_place import FITTING, FolderPlace, archive_of, fitting
from tests.unit.components.interpreter import (
    add_in_other_process,
    files_in,
    ignore,
    in_process,
    said,
)

ROOT = Path(__file__).parents[3]


async def test_what_nobody_uses_is_removed_at_once(folder: Path, place: FolderPlace, bare: Path):
    store = ComponentStore(folder)
    await add_in_other_process(bare, folder, place)
    components = Components(folder, lambda: place)
    await components.remove("lancedb")
    assert files_in(folder, "lancedb/*") == []
    assert store.added("lancedb") == ()
    await components.remove("lancedb")  # twice is no fault


@pytest.mark.skipif(
    sys.platform == "win32", reason="there the system itself holds a loaded library"
)
async def test_what_a_running_program_uses_is_removed_when_it_has_ended(
    folder: Path, place: FolderPlace, bare: Path
):
    await add_in_other_process(bare, folder, place)
    code = (
        "activate(F, 'lancedb'); import lancedb; print('ready', flush=True); input()\n"
        "import lancedb.greeting as again; print(Path(again.__file__).exists())"
    )
    running = in_process(bare, folder, code)
    assert running.stdout is not None
    assert running.stdout.readline() == "ready\n"
    components = Components(folder, lambda: place)
    await components.remove("lancedb")
    assert (await components.list())[0].state == "absent"
    assert not await components.tidy()
    assert said(running, "go on\n") == "True"
    assert await components.tidy()
    assert files_in(folder, "lancedb/*") == []


async def test_what_was_removed_while_in_use_is_taken_back_without_a_download(
    components: Components, folder: Path, place: FolderPlace
):
    await components.add("lancedb", ignore)  # which also uses it in this process
    await components.remove("lancedb")
    assert added(folder, "lancedb") == ()
    (place.folder / f"components/{fitting().file_name}").unlink()
    assert (await components.add("lancedb", ignore)).state == "added"


async def test_what_does_not_fit_any_more_is_told_and_not_used(
    folder: Path, place: FolderPlace, bare: Path, capsys: pytest.CaptureFixture[str]
):
    await add_in_other_process(bare, folder, place)
    manifest = folder / "lancedb" / FITTING / "component.json"
    told = json.loads(manifest.read_text())
    manifest.write_text(json.dumps(told | {"python": "cp399"}))
    components = Components(folder, lambda: place, lambda: True)
    assert (await components.list())[0].state == "absent"
    (problem,) = await components.problems()
    assert problem.startswith(f"lancedb {FITTING} was added and is not used: it is for another Py")
    with pytest.raises(StorageError, match=r"needs LanceDB: lancedb 0\.40\.7 was added, but it is"):
        load_lancedb()
    assert (await components.add("lancedb", ignore)).state == "added"
    assert await components.problems() == ()


async def test_a_library_that_cannot_be_loaded_is_not_called_missing(
    components: Components, place: FolderPlace
):
    broken = {"lancedb/__init__.py": b"import a_module_that_the_program_lacks\n"}
    place.offer(fitting(), archives={FITTING: archive_of(fitting(), broken)})
    await components.add("lancedb", ignore)
    with pytest.raises(StorageError, match="cannot be loaded: No module named 'a_module_that"):
        load_lancedb()


def test_the_message_names_what_helps_in_this_kind_of_build(
    home: Path, monkeypatch: pytest.MonkeyPatch
):
    with pytest.raises(StorageError, match=r"pip install 'desktop-agent\[lancedb\]'"):
        load_lancedb()
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    with pytest.raises(StorageError, match="desktop-agent components add lancedb"):
        load_lancedb()


def test_the_versions_that_fit_are_those_of_the_extra():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["optional-dependencies"]["lancedb"] == [f"lancedb{NEEDED['lancedb']}"]
