"""What is added to the program, from the signed place to the import."""

import asyncio
import importlib
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path

import pytest

from desktop_agent.app.components import Components
from desktop_agent.app.update_source import Place
from desktop_agent.app.updates import SignedRepository
from desktop_agent.core.errors import Offline, UpdateError
from desktop_agent.core.maintenance import Target
from desktop_agent.knowledge.index.lance_database import load_lancedb
from desktop_agent.storage.components import added
from desktop_agent.web.ledger import network_scope
from tests.servers.component_place import FITTING, PACKAGE, FolderPlace, archive_of, fitting
from tests.servers.update_repository import UpdateRepository, serve_updates
from tests.unit.components.interpreter import (
    files_in,
    ignore,
    in_process,
    said,
)

NEWER = "0.40.9"


async def test_a_component_is_added_and_imported_by_another_process(
    components: Components, folder: Path, bare: Path
):
    (before,) = await components.list()
    assert (before.name, before.version, before.state) == ("lancedb", FITTING, "absent")
    assert before.size > 0
    assert before.unpacked > sum(map(len, PACKAGE.values()))

    told: list[tuple[int, int]] = []
    there = await components.add("lancedb", lambda done, total: told.append((done, total)))
    await asyncio.sleep(0)
    assert (there.name, there.version, there.state) == ("lancedb", FITTING, "added")
    assert await components.list() == (there,)
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert told[0][0] == before.size
    assert all(done <= total for done, total in told)

    code = "print(repr(activate(F, 'lancedb')))\nimport lancedb; print(lancedb.hello())"
    assert said(in_process(bare, folder, code)) == "''\nhello from the component"
    assert importlib.import_module("lancedb").hello() == "hello from the component"
    assert load_lancedb().__version__ == FITTING


async def test_what_belongs_to_the_program_wins_over_what_a_component_brings(
    components: Components, folder: Path, place: FolderPlace, bare: Path
):
    data = archive_of(fitting(), {**PACKAGE, "json/__init__.py": b"", "rich/__init__.py": b""})
    place.offer(fitting(), archives={FITTING: data})
    await components.add("lancedb", ignore)
    code = (
        "activate(F, 'lancedb'); activate(F, 'lancedb')\n"
        "import sys, json, rich, lancedb\n"
        "print([Path(m.__file__).is_relative_to(F) for m in (json, rich, lancedb)])\n"
        "print(sum(str(F) in p for p in sys.path), str(F) in sys.path[-1])"
    )
    assert said(in_process(bare, folder, code)) == "[False, False, True]\n1 True"


async def test_what_the_environment_has_is_not_brought(
    folder: Path, place: FolderPlace, bare: Path
):
    (Path(bare) / "lancedb").mkdir()
    (Path(bare) / "lancedb" / "__init__.py").write_text("")
    importlib.invalidate_caches()
    try:
        components = Components(folder, lambda: place, lambda: True)
        assert (await components.list())[0].state == "builtin"
        assert (await components.add("lancedb", ignore)).state == "builtin"
        with pytest.raises(UpdateError, match="came with the program"):
            await components.remove("lancedb")
    finally:
        (Path(bare) / "lancedb" / "__init__.py").unlink()
        (Path(bare) / "lancedb").rmdir()
        importlib.invalidate_caches()
    assert place.asked == []
    assert files_in(folder) == []


async def test_the_newest_version_that_fits_is_brought_and_an_older_one_goes(
    components: Components, folder: Path, place: FolderPlace
):
    await components.add("lancedb", ignore)
    other = fitting(NEWER)
    unfit = (
        fitting("0.41.0"),
        fitting("0.39.9"),
        replace(fitting("0.40.20"), python="cp399"),
        replace(fitting("0.40.21"), machine="pdp11"),
        replace(fitting("0.40.22"), system="plan9"),
        fitting("nonsense"),
    )
    place.offer(fitting(), other, *unfit)
    added_now = await Components(folder, lambda: place).add("lancedb", ignore)
    assert added_now.version == NEWER
    assert [each.build.version for each in added(folder, "lancedb")] == [NEWER]


async def test_what_is_there_already_is_not_brought_again(
    components: Components, place: FolderPlace
):
    await components.add("lancedb", ignore)
    (place.folder / f"components/{fitting().file_name}").unlink()
    assert (await components.add("lancedb", ignore)).state == "added"


async def test_nothing_is_asked_of_the_place_before_somebody_wants_to_add(
    folder: Path, place: FolderPlace
):
    components = Components(folder, lambda: place, lambda: False)
    (there,) = await components.list()
    assert (there.state, there.size, place.asked) == ("absent", 0, [])


async def test_a_build_without_a_place_says_so(folder: Path):
    components = Components(folder, lambda: None, lambda: True)
    assert (await components.list())[0].state == "unavailable"
    with pytest.raises(UpdateError, match="has no place for updates"):
        await components.add("lancedb", ignore)


async def test_a_place_that_is_not_reached_leaves_a_list_without_sizes(folder: Path):
    class Away:
        async def find(self, name: str) -> Target | None:
            raise Offline("The network is switched off.")

        async def fetch(self, *_rest: object) -> str:
            raise AssertionError("nothing was found")

    components = Components(folder, Away, lambda: True)
    assert (await components.list())[0].state == "absent"
    with pytest.raises(Offline):
        await components.add("lancedb", ignore)


@pytest.mark.parametrize(
    ("index", "told"),
    [
        (None, "No components are offered"),
        (b"{", "cannot be read"),
        (b'{"components": 5}', "cannot be read"),
        (b"[" * 100_000, "cannot be read"),
        (b'{"components": []}', "There is no lancedb for"),
        (b" " * (2 << 20), "too long"),
    ],
)
async def test_a_list_that_says_nothing_adds_nothing(
    index: bytes | None, told: str, folder: Path, tmp_path: Path
):
    place = FolderPlace(tmp_path / "other")
    if index is not None:
        place.sign("components/index.json", index)
    with pytest.raises(UpdateError, match=told):
        await Components(folder, lambda: place).add("lancedb", ignore)


async def test_a_component_that_is_not_known_is_not_looked_for(
    components: Components, place: FolderPlace
):
    for name in ("../lancedb", "numpy", ""):
        with pytest.raises(UpdateError, match="There is no component"):
            await components.add(name, ignore)
        with pytest.raises(UpdateError, match="There is no component"):
            await components.remove(name)
    assert place.asked == []


async def test_a_component_comes_from_the_signed_repository(folder: Path, tmp_path: Path):
    repository = UpdateRepository()
    source = FolderPlace(tmp_path / "source")
    source.offer(fitting())
    archive = f"components/{fitting().file_name}"
    for name in (archive, "components/index.json"):
        about = (await source.find(name)).about
        repository.add(name, (source.folder / name).read_bytes(), **about)
    repository.publish()

    def alone() -> AbstractContextManager[None]:
        return network_scope(lambda _use: None, offline=lambda: False)

    with serve_updates(repository) as served:
        signed = SignedRepository(
            lambda: Place(repository.first_root, served.url), tmp_path / "trust", alone
        )
        components = Components(folder, lambda: signed, lambda: True)
        (before,) = await components.list()
        assert (before.version, before.state) == (FITTING, "absent")
        path = next(path for path in repository.files if path.endswith(fitting().file_name))
        right = repository.files[path]
        repository.files[path] = right[:-1] + b"!"
        with pytest.raises(UpdateError):
            await components.add("lancedb", ignore)
        assert files_in(folder, "lancedb/*") == []
        repository.files[path] = right
        assert (await components.add("lancedb", ignore)).state == "added"
    assert load_lancedb().hello() == "hello from the component"
