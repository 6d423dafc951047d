"""Collections, their sources, and what could not be read."""

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from desktop_agent.core.errors import StorageError
from desktop_agent.knowledge.catalogue import PAGES, Catalogue


@pytest.fixture
async def catalogue(tmp_path: Path) -> AsyncIterator[Catalogue]:
    opened = Catalogue(tmp_path / "catalogue.db")
    yield opened
    await opened.aclose()


async def test_sources_go_to_documents_or_to_the_collection_that_is_named(catalogue: Catalogue):
    (source,) = await catalogue.add([("folder", "/notes")])
    (collection,) = await catalogue.collections()
    assert (collection.name, collection.sources) == ("Documents", (source,))
    assert await catalogue.add([("folder", "/notes")]) == (source,)
    assert await catalogue.find("documents") == await catalogue.find(collection.id) == collection
    path = os.fsdecode(b"/caf\xe9\xff")  # one that is not text
    await catalogue.add([("folder", path)], "Thesis")
    await catalogue.add([("file", "/b.md")], " thesis ")
    thesis = await catalogue.find("Thesis")
    assert [source.path for source in thesis.sources] == [path, "/b.md"]
    with pytest.raises(StorageError, match="'Nothing'"):
        await catalogue.find("Nothing")
    with pytest.raises(StorageError, match="7"):
        await catalogue.remove_source(7)


async def test_the_id_of_a_source_is_never_given_out_again(catalogue: Catalogue):
    (first,) = await catalogue.add([("folder", "/a")])
    await catalogue.remove_source(first.id)
    (second,) = await catalogue.add([("folder", "/a")])
    assert second.id > first.id


async def test_the_built_in_collection_comes_and_goes_with_its_setting_alone(catalogue: Catalogue):
    await catalogue.add([("folder", "/a")], "pages")
    await catalogue.rename("pages", "Pages")
    await catalogue.keep_pages(wanted=True)
    await catalogue.keep_pages(wanted=True)
    own, built_in = await catalogue.collections()
    assert (own.name, built_in.name, built_in.id) == ("Pages", "Pages 2", PAGES)
    assert [source.kind for source in built_in.sources] == ["snapshots", "discoveries"]
    for refused in (
        catalogue.add([("folder", "/b")], PAGES),
        catalogue.rename(PAGES, "Mine"),
        catalogue.remove_collection(PAGES),
        catalogue.remove_source(built_in.sources[0].id),
    ):
        with pytest.raises(StorageError, match="built in"):
            await refused
    await catalogue.keep_pages(wanted=False)
    assert len(await catalogue.collections()) == 1


async def test_names_of_collections_are_unique_whatever_their_case(catalogue: Catalogue):
    await catalogue.add([("folder", "/a")], "Straße")
    await catalogue.add([("folder", "/b")], "Other")
    with pytest.raises(StorageError, match="already"):
        await catalogue.rename("other", "STRASSE")
    for empty in ("", "  ", "half \ud800"):
        with pytest.raises(StorageError, match="name"):
            await catalogue.rename("Other", empty)
    await catalogue.rename("other", "OTHER")
    assert [each.name for each in await catalogue.collections()] == ["OTHER", "Straße"]
