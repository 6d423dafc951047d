"""Full-text search, in a person's words."""

import asyncio
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desktop_agent.storage.conversations.search import find_phrases, phrases, snippet
from desktop_agent.storage.conversations.store import ConversationStore
from tests.unit.storage.conversations.runs import ask

TEXTS = {
    "capital": ("What is the capital of France?", "The capital is **Paris** [1]."),
    "chinese": ("北京是中国的首都吗？", "是的，北京是中华人民共和国的首都。可用Python写程序。"),
    "accents": ("Où est le café de Straße?", "Le naïve Ångström, ｆｕｌｌ width"),
    "korean": ("서울에서 부산까지", "기차로 세 시간"),
    "code": ("How to call it?", "Use `foo.bar(x)`:\n\n```python\nprint(snake_case_name)\n```"),
    "thai": ("เมืองหลวงของไทย", "กรุงเทพมหานคร"),
    "hindi": ("हिन्दी में उत्तर", "नमस्ते"),
}


@pytest.fixture
async def filled(store: ConversationStore) -> ConversationStore:
    for title, (question, answer) in TEXTS.items():
        made = await store.create(f"title of {title}")
        await ask(store, made.id, question, answer)
    return store


FOUND = [
    ("paris", "capital", ["Paris"]),
    ("CAPITAL paris", "capital", ["capital", "Paris"]),
    ("franc", "capital", ["France"]),
    ('"capital is"', "capital", ["capital is"]),
    ("中国", "chinese", ["中国"]),
    ("京是中", "chinese", ["京是中"]),
    ("用Python写", "chinese", ["用Python写"]),
    ("cafe", "accents", ["café"]),
    ("strasse", "accents", ["Straße"]),
    ("NAIVE angstrom", "accents", ["naïve", "Ångström"]),
    ("서울", "korean", ["서울"]),
    ("foo.bar", "code", ["foo.bar"]),
    ("กรุงเทพ", "thai", ["กรุงเทพ"]),
    ("title of korean", "korean", ["title", "of", "korean"]),
]


async def test_words_are_found_and_shown(filled: ConversationStore):
    for query, expected, found in FOUND:
        hits = await filled.search(query)
        assert [hit.conversation.title for hit in hits] == [f"title of {expected}"], query
        text, spans = hits[0].snippet.text, hits[0].snippet.found
        assert "".join(text[start:end] for start, end in spans) == "".join(found), query


async def test_what_is_not_there_is_not_found(filled: ConversationStore):
    for query in ("pari ", '"pari"', "capital nowhere", "国中", "naiv width", "e", "", " "):
        assert await filled.search(query) == (), query


async def test_a_hit_says_where_it_is_and_a_new_title_is_found(filled: ConversationStore):
    (answer,) = await filled.search("paris")
    (question,) = await filled.search("france")
    titles = await filled.search("title")
    assert (answer.part, question.part) == ("answer", "question")
    assert answer.turn_id == question.turn_id is not None
    assert {hit.turn_id for hit in titles} == {None}
    assert len(titles) == len(TEXTS)
    assert len(await filled.search("title", limit=3)) == 3
    assert await filled.search("title", limit=0) == ()
    made = await filled.create("walrus")
    await filled.change(made.id, title="penguin")
    assert await filled.search("walrus") == ()
    assert [hit.conversation.id for hit in await filled.search("penguin")] == [made.id]


async def test_a_conversation_is_one_hit_and_the_one_that_says_most_is_first(
    store: ConversationStore,
):
    filler = " ".join(f"word{n}" for n in range(200))
    little, much = await store.create("a"), await store.create("b")
    turn = await ask(store, much.id, "otter otter", "An otter is an otter")
    await ask(store, much.id, filler, "otter", parent=turn)
    await ask(store, little.id, filler, f"{filler} otter")
    named = await store.create("The otter")
    hits = await store.search("otter")
    assert [hit.conversation.id for hit in hits] == [named.id, much.id, little.id]
    assert hits[1].turn_id == turn


async def test_older_conversations_are_found_behind_many_newer_matches(
    store: ConversationStore, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("desktop_agent.storage.conversations.search._WEIGHED_MOST", 3)
    old, new = await store.create("a"), await store.create("b")
    await ask(store, old.id, "otter", "swims")
    parent = None
    for _ in range(6):
        parent = await ask(store, new.id, "an otter", "swims", parent=parent)
    hits = await store.search("otter swims")
    assert [hit.conversation.id for hit in hits] == [new.id, old.id]


async def test_the_newest_is_first_among_equals(store: ConversationStore):
    made = []
    for _ in range(3):
        made.append(await store.create("x"))
        await ask(store, made[-1].id, "same question", "same answer")
        await asyncio.sleep(0.002)
    hits = await store.search("same")
    assert [hit.conversation.id for hit in hits] == [each.id for each in reversed(made)]


def test_a_snippet_is_short_and_has_the_place_with_the_most_words():
    text = "alpha " + "filler " * 100 + "some alpha and beta " + "filler " * 100
    found = snippet(find_phrases(text, phrases("alpha beta")))
    assert len(found.text) <= 122
    assert [found.text[start:end] for start, end in found.found] == ["alpha", "beta"]
    assert found.text.startswith("…")
    assert found.text.endswith("…")


ANY_TEXT = st.text(st.characters(), max_size=60) | st.text(
    '" *():^+-{}ANDORNE\0\ud800中"', max_size=30
)


def test_any_query_is_answered_and_any_text_comes_back(path: Path):
    """One store and loop for all examples; each text is found by its own words."""
    with asyncio.Runner() as runner:
        store = ConversationStore(path)

        @settings(deadline=None, max_examples=20, suppress_health_check=[HealthCheck.too_slow])
        @given(query=ANY_TEXT, text=ANY_TEXT)
        def check(query: str, text: str) -> None:
            async def work() -> None:
                assert isinstance(await store.search(query), tuple)
                made = await store.create(text)
                turn = await store.begin_turn(made.id, text, parent_id=None)
                (stored,) = await store.turns([turn.id])
                whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
                assert (made.title, stored.question) == (whole, whole)
                assert await store.find(made.id, text) == (await store.find(made.id, whole))
                if phrases(text):
                    hits = await store.search(text, limit=10_000)
                    assert made.id in {hit.conversation.id for hit in hits}

            runner.run(work())

        check()
        runner.run(store.aclose())
