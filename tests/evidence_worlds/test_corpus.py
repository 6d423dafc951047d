import re
from collections import Counter

import pytest

from desktop_agent.core.errors import Unreadable
from desktop_agent.evidence.records import Intent
from desktop_agent.web.extract.pipeline import extract
from desktop_agent.web.extract.worker_messages import Document
from tests.evidence_worlds.judging import holds
from tests.evidence_worlds.worlds import FOLDER, World, WorldPage, load_worlds

WORLDS = load_worlds()
KINDS = {
    "birth_vs_death", "common_word", "cover_version", "etymology", "film_vs_book",
    "foreign_page", "foreign_question", "injection", "javascript_only", "json_ld_only",
    "no_answer", "plain", "predecessor", "release_candidate", "search_failure", "second_family",
    "snippets_only", "stale_majority", "syndicated_alone", "syndicated_wrong", "table_only",
    "trusted_conflict", "unreleased",
}  # fmt: skip

each_world = pytest.mark.parametrize("world", WORLDS, ids=lambda world: world.name)


def readable(page: WorldPage) -> str:
    """Return the text that the program reads from a page, or ""."""
    if page.status != 200:
        return ""
    url = f"http://{page.host}{page.path}"
    try:
        return extract(Document(page.document.encode(), "text/html", "utf-8", url)).text
    except Unreadable:
        return ""


def test_every_intent_and_every_difficulty_is_there() -> None:
    intents = Counter(world.intent for world in WORLDS)
    assert len(WORLDS) >= 66
    assert all(intents[intent] >= (8 if intent is Intent.GENERAL else 10) for intent in Intent)
    assert {world.kind for world in WORLDS} == KINDS
    assert sum(world.outcome == "insufficient" for world in WORLDS) >= 15


@each_world
def test_a_world_is_whole(world: World) -> None:
    assert world.outcome in ("extracted", "insufficient")
    assert world.searches
    assert all(re.compile(search.when) and search.results for search in world.searches)
    addresses = [(page.host, page.path) for page in world.pages]
    assert len(addresses) == len(set(addresses))
    found = {(r.host, r.path) for search in world.searches for r in search.results}
    assert found.issuperset(addresses), "a page that no search leads to"
    assert all("{{" not in page.document for page in world.pages)


@each_world
def test_the_right_answer_is_there_where_it_should_be_found(world: World) -> None:
    shown = [f"{r.title} {r.snippet}" for search in world.searches for r in search.results]
    texts = [*shown, *map(readable, world.pages)]
    if world.kind == "json_ld_only":
        texts += [page.head + page.html for page in world.pages]
    if world.outcome == "extracted":
        assert any(holds(text, world.right) for text in texts)
        assert world.contradiction
        assert not any(holds(right, [world.contradiction]) for right in world.right)
        assert not holds(world.contradiction, world.right)
    else:
        assert not world.right
        assert not world.contradiction


@each_world
def test_a_page_is_readable_unless_it_is_meant_not_to_be(world: World) -> None:
    unreadable = [page for page in world.pages if not readable(page)]
    if world.kind in ("javascript_only", "snippets_only", "syndicated_alone"):
        assert len(unreadable) <= 2
    else:
        assert not unreadable


def test_every_frame_is_used() -> None:
    frames = {file.stem for file in (FOLDER / "frames").glob("*.html")}
    assert frames == {page.frame for world in WORLDS for page in world.pages if page.frame}
