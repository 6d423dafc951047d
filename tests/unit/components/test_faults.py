"""What goes wrong while a component is added leaves nothing behind."""

import asyncio
import os
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from desktop_agent.app.components import Components
from desktop_agent.core.errors import StorageError, UpdateError
from desktop_agent.storage import components as component_store
from desktop_agent.storage.components import Build, added
from desktop_agent.storage.files import locked
from tests.servers.component_place import FITTING, PACKAGE, FolderPlace, archive_of, fitting
from tests.unit.components.interpreter import (
    files_in,
    ignore,
    in_process,
    said,
)


async def test_an_archive_that_was_changed_leaves_nothing_behind(
    components: Components, folder: Path, place: FolderPlace
):
    (place.folder / f"components/{fitting().file_name}").write_bytes(b"other")
    with pytest.raises(UpdateError, match="not what was signed"):
        await components.add("lancedb", ignore)
    assert files_in(folder, "lancedb/*") == []


@pytest.mark.parametrize(
    ("inside", "told"),
    [
        (replace(fitting(), name="other"), "it is another component"),
        (replace(fitting(), python="cp399"), "it is for another Python"),
        (fitting("0.41.0"), "this program needs >=0.40,<0.41"),
    ],
)
async def test_an_archive_that_holds_something_else_than_its_name_says_is_not_used(
    inside: Build, told: str, components: Components, folder: Path, place: FolderPlace
):
    place.offer(fitting(), archives={FITTING: archive_of(inside, PACKAGE)})
    with pytest.raises(StorageError, match=told):
        await components.add("lancedb", ignore)
    assert files_in(folder, "lancedb/*") == []


async def test_a_full_disk_is_told_of_before_anything_is_brought(
    components: Components, place: FolderPlace, monkeypatch: pytest.MonkeyPatch
):
    free = SimpleNamespace(free=50_000_000)
    monkeypatch.setattr(component_store.shutil, "disk_usage", lambda _path: free)
    with pytest.raises(StorageError, match=r"needs 67 MB on the disk of .*, which has 50 MB"):
        await components.add("lancedb", ignore)
    assert place.brought == ["components/index.json"]


async def test_a_cancelled_download_leaves_nothing_behind(
    components: Components, folder: Path, place: FolderPlace
):
    archive = f"components/{fitting().file_name}"
    place.hold = archive
    adding = asyncio.ensure_future(components.add("lancedb", ignore))
    await asyncio.wait_for(place.held.wait(), 5)
    assert files_in(folder, "lancedb/.new-*")
    adding.cancel()
    with pytest.raises(asyncio.CancelledError):
        await adding
    assert files_in(folder, "lancedb/*") == []
    place.hold = ""
    assert (await components.add("lancedb", ignore)).state == "added"


async def test_unpacking_that_is_cancelled_ends_before_its_folder_is_removed(
    components: Components, folder: Path, place: FolderPlace
):
    large = {**PACKAGE, **{f"lancedb/data{n}.bin": os.urandom(1 << 20) for n in range(12)}}
    place.offer(fitting(), archives={FITTING: archive_of(fitting(), large)})
    size = (await components.list())[0].size
    begun = asyncio.Event()

    def watch(done: int, _total: int) -> None:
        if done > size:  # the download is there, and a part of it unpacked
            begun.set()

    adding = asyncio.ensure_future(components.add("lancedb", watch))
    await asyncio.wait_for(begun.wait(), 5)
    adding.cancel()
    with pytest.raises(asyncio.CancelledError):
        await adding
    assert added(folder, "lancedb") == ()
    assert files_in(folder, "lancedb/*") == []


async def test_a_crash_in_the_middle_leaves_nothing_that_is_taken_for_the_component(
    components: Components, folder: Path, place: FolderPlace, bare: Path, tmp_path: Path
):
    archive = place.folder / f"components/{fitting().file_name}"
    code = (
        "import os, shutil\n"
        "from desktop_agent.storage.components import ComponentStore\n"
        "store = ComponentStore(F)\n"
        "with store.coming('lancedb', 0) as folder:\n"
        f"    archive = shutil.copy({str(archive)!r}, folder)\n"
        "    die = lambda done: os._exit(0) if done > 50 else None\n"
        "    store.put('lancedb', Path(archive), 0, die, bool)\n"
        "print('came to its end')"
    )
    assert said(in_process(bare, folder, code)) == ""
    assert files_in(folder, "lancedb/.new-*/content/lancedb/*")  # it was in the middle of it
    assert added(folder, "lancedb") == ()
    code = "print(repr(activate(F, 'lancedb')), is_builtin(F, 'lancedb'))"
    assert said(in_process(bare, folder, code)) == "'' False"
    assert (await components.list())[0].state == "absent"
    assert files_in(folder, "lancedb/*") == []


async def test_two_programs_do_not_add_at_once(components: Components, folder: Path):
    with locked(folder / "lancedb"), pytest.raises(StorageError, match="in use by another"):
        await components.add("lancedb", ignore)
