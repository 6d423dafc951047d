import re
from collections import Counter

import pytest

from desktop_agent.core.errors import Unreadable
from desktop_agent.evidence.records import Intent
from desktop_agent.web.extract.pipeline import extract
from desktop_agent.web.extract.worker_messages import Document
from tests.evidence_worlds.judging import holds, is_coarse_date, is_value
from tests.evidence_worlds.worlds import FOLDER, WorldPage, load_worlds, some_worlds

WORLDS = load_worlds()
KINDS = {
    "birth_vs_death", "common_word", "cover_version", "etymology", "film_vs_book",
    "foreign_page", "foreign_question", "injection", "javascript_only", "json_ld_only",
    "no_answer", "plain", "predecessor", "release_candidate", "search_failure", "second_family",
    "snippets_only", "stale_majority", "syndicated_alone", "syndicated_wrong", "table_only",
    "trusted_conflict", "unreleased",
}  # fmt: skip


def readable(page: WorldPage) -> str:
    """Return the text that the program reads from a page, or ""."""
    if page.status != 200:
        return ""
    url = f"http://{page.host}{page.path}"
    try:
        return extract(Document(page.document.encode(), "text/html", "utf-8", url)).text
    except Unreadable:
        return ""


def test_every_intent_every_difficulty_and_every_frame_is_there():
    intents = Counter(world.intent for world in WORLDS)
    assert len(WORLDS) >= 66
    assert all(intents[intent] >= (8 if intent is Intent.GENERAL else 10) for intent in Intent)
    assert {world.kind for world in WORLDS} == KINDS
    assert sum(world.outcome == "insufficient" for world in WORLDS) >= 15
    frames = {file.stem for file in (FOLDER / "frames").glob("*.html")}
    assert frames == {page.frame for world in WORLDS for page in world.pages if page.frame}


@pytest.mark.parametrize("world", some_worlds(), ids=lambda world: world.name)
def test_a_world_is_whole_and_readable_and_has_the_right_answer_where_it_should(world):
    assert world.outcome in ("extracted", "insufficient")
    assert world.searches
    assert all(re.compile(search.when) and search.results for search in world.searches)
    addresses = [(page.host, page.path) for page in world.pages]
    assert len(addresses) == len(set(addresses))
    results = [result for search in world.searches for result in search.results]
    found = {(result.host, result.path) for result in results}
    assert found.issuperset(addresses), "a page that no search leads to"
    assert all("{{" not in page.document for page in world.pages)
    pages = [readable(page) for page in world.pages]
    hidden = world.kind in ("javascript_only", "snippets_only", "syndicated_alone")
    assert pages.count("") <= (2 if hidden else 0)
    texts = [*(f"{result.title} {result.snippet}" for result in results), *pages]
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


# --- how they are judged

NAMED = {world.name: world for world in WORLDS}
DATE = NAMED["event_date/marie_curie_died"]


@pytest.mark.parametrize(
    ("said", "known", "coarse"),
    [
        ("July 4, 1934", True, False),
        ("1934-07-04", True, False),
        ("4. Juli 1934", True, False),
        ("July 14, 1934", False, False),
        ("4 July 19345", False, False),
        ("1934", False, True),
        ("June 1934", False, False),
    ],
)
def test_a_date_is_known_in_its_spellings_and_without_its_day_no_false_claim(said, known, coarse):
    assert holds(f"She died {said}.", DATE.right) is known
    assert is_value(said, DATE) is known
    assert is_coarse_date(said, DATE) is coarse
