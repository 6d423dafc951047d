"""Collections, their sources, and what could not be read."""

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from desktop_agent.core.errors import StorageError
from desktop_agent.knowledge.catalogue import PAGES, Catalogue, Failure


@pytest.fixture
async def catalogue(tmp_path: Path) -> AsyncIterator[Catalogue]:
    opened = Catalogue(tmp_path / "catalogue.db")
    yield opened
    await opened.aclose()


async def test_sources_go_to_documents_where_no_collection_is_named(catalogue: Catalogue) -> None:
    (source,) = await catalogue.add([("folder", "/notes")])
    (collection,) = await catalogue.collections()
    assert (collection.name, collection.sources) == ("Documents", (source,))
    assert await catalogue.add([("folder", "/notes")]) == (source,)
    assert await catalogue.find("documents") == await catalogue.find(collection.id) == collection


async def test_a_collection_that_is_missing_is_made(catalogue: Catalogue) -> None:
    await catalogue.add([("folder", "/a")], "Thesis")
    await catalogue.add([("file", "/b.md")], " thesis ")
    (collection,) = await catalogue.collections()
    assert collection.name == "Thesis"
    assert [source.path for source in collection.sources] == ["/a", "/b.md"]


async def test_the_id_of_a_source_is_never_given_out_again(catalogue: Catalogue) -> None:
    (first,) = await catalogue.add([("folder", "/a")])
    await catalogue.remove_source(first.id)
    (second,) = await catalogue.add([("folder", "/a")])
    assert second.id > first.id


async def test_a_path_that_is_not_text_comes_back_as_it_was(catalogue: Catalogue) -> None:
    path = os.fsdecode(b"/caf\xe9\xff")
    await catalogue.add([("folder", path)])
    (collection,) = await catalogue.collections()
    assert collection.sources[0].path == path


async def test_names_of_collections_are_unique_whatever_their_case(catalogue: Catalogue) -> None:
    await catalogue.add([("folder", "/a")], "Straße")
    await catalogue.add([("folder", "/b")], "Other")
    with pytest.raises(StorageError, match="already"):
        await catalogue.rename("other", "STRASSE")
    for empty in ("", "  ", "half \ud800"):
        with pytest.raises(StorageError, match="name"):
            await catalogue.rename("Other", empty)
    await catalogue.rename("other", "OTHER")
    assert [each.name for each in await catalogue.collections()] == ["OTHER", "Straße"]


async def test_what_is_not_there_is_named_in_the_error(catalogue: Catalogue) -> None:
    with pytest.raises(StorageError, match="'Nothing'"):
        await catalogue.find("Nothing")
    with pytest.raises(StorageError, match="7"):
        await catalogue.remove_source(7)


async def test_the_built_in_collection_comes_and_goes_with_its_setting_alone(
    catalogue: Catalogue,
) -> None:
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


async def test_every_change_of_what_is_indexed_counts_as_a_revision(catalogue: Catalogue) -> None:
    revisions = [(await catalogue.state()).revision]

    async def note() -> None:
        revisions.append((await catalogue.state()).revision)

    (source, _) = await catalogue.add([("folder", "/a"), ("folder", "/b")])
    await note()
    await catalogue.remove_source(source.id)
    await note()
    await catalogue.keep_pages(wanted=True)
    await note()
    await catalogue.remove_collection("Documents")
    await note()
    assert revisions == sorted(set(revisions))
    await catalogue.keep_pages(wanted=True)
    await catalogue.note_presence({})
    assert (await catalogue.state()).revision == revisions[-1]


async def test_problems_are_kept_by_file_and_go_with_their_source(catalogue: Catalogue) -> None:
    (source,) = await catalogue.add([("folder", "/a")])
    odd = os.fsdecode(b"/a/\xff.pdf")
    await catalogue.change_problems(
        [
            Failure(source.id, odd, f"{odd} is broken.", "", "1"),
            Failure(source.id, "/a/b.pdf", "First.", "", "1"),
            Failure(source.id, "/a/b.pdf", "Encrypted.", "Take the password away.", "2"),
            Failure(99, "/gone/c.pdf", "Of a source that was removed.", "", "1"),
        ],
        [],
    )
    told = [(each.path, each.reason, each.remedy) for each in await catalogue.problems()]
    assert told == [
        ("/a/b.pdf", "Encrypted.", "Take the password away."),
        ("/a/\\xff.pdf", "/a/\\xff.pdf is broken.", ""),
    ]
    assert await catalogue.fingerprints() == {
        (source.id, odd): "1",
        (source.id, "/a/b.pdf"): "2",
    }
    assert await catalogue.problem_counts() == {source.id: 2}
    await catalogue.change_problems([], [(source.id, odd)])
    assert len(await catalogue.problems(source.collection)) == 1
    await catalogue.remove_source(source.id)
    assert await catalogue.problems() == ()


async def test_what_one_process_changes_another_sees(tmp_path: Path, catalogue: Catalogue) -> None:
    other = Catalogue(tmp_path / "catalogue.db")
    try:
        assert not (await other.state()).paused
        catalogue.set_paused(paused=True)
        await catalogue.add([("folder", "/a")])
        assert (await other.state()).paused
        assert len(await other.collections()) == 1
    finally:
        await other.aclose()
