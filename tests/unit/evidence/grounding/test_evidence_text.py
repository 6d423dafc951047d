import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from desktop_agent.core.research import Passage
from desktop_agent.evidence.grounding.answer_check import grounding_fault
from desktop_agent.evidence.grounding.evidence_answer import HEAD, evidence_text
from desktop_agent.evidence.records import Candidate, Intent
from tests.unit.evidence.grounding.packs import album, extracted, general, insufficient

OWN = {
    *("paragraph_open", "paragraph_close", "inline", "blockquote_open", "blockquote_close"),
    *("bullet_list_open", "bullet_list_close", "list_item_open", "list_item_close"),
    *("text", "strong_open", "strong_close", "em_open", "em_close", "softbreak"),
}


def token_types(markdown: str) -> list[str]:
    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    tokens = parser.parse(markdown)
    return [part.type for token in tokens for part in (token, *(token.children or ()))]


def test_the_value_comes_first_in_bold_with_words_and_citations():
    first = evidence_text(album()).splitlines()[0]
    assert first == (
        "**GUTS** is the latest album by Olivia Rodrigo that the sources name "
        "(released 8 September 2023) [1][3][4]."
    )


def test_a_quote_that_holds_the_value_and_notes_and_confidence_are_told_in_words():
    note = "genius.com names *SOUR*."
    text = evidence_text(album(quote="Her newest album is **GUTS**.", note=note))
    assert "> Her newest album is GUTS. [1]" in text.splitlines()
    assert "Something else" not in evidence_text(album(quote="Something else."))
    assert "- genius.com names \\*SOUR\\*." in text
    assert "Confidence: high (0.91): 3 domains agree, one of them trusted." in text


@pytest.mark.parametrize(
    ("intent", "entity", "value", "detail", "begin"),
    [
        (Intent.LATEST_ALBUM, "Adele", "30", "", "**30** is the latest album by Adele"),
        (Intent.LATEST_VERSION, "Python", "3.14.1", "", "**3.14.1** is the latest version of"),
        (Intent.PERFORMER, "Bohemian Rhapsody", "Queen", "", "**Queen** performed “Bohemian"),
        (Intent.TITLE_HOLDER, "CEO of Microsoft", "Satya Nadella", "CEO", "**Satya Nadella** is named by the sources as the current CEO of Microsoft"),
        (Intent.EVENT_DATE, "Marie Curie", "1867-11-07", "born", "**7 November 1867** is when Marie Curie was born"),
    ],
)  # fmt: skip
def test_each_intent_has_its_own_words_and_they_hold_to_the_value(
    intent: Intent, entity: str, value: str, detail: str, begin: str
):
    pack = extracted(intent, entity, value, detail, note="Other sources name something else [2].")
    text = evidence_text(pack)
    assert text.startswith(begin)
    assert not grounding_fault(text, pack)
    assert not grounding_fault(evidence_text(pack, bare=True), pack)


def test_without_a_value_passages_are_quoted_whole_under_a_line_that_says_so():
    text = evidence_text(general("The Moon pulls the sea.", "So does the Sun."))
    assert text.splitlines()[0] == HEAD
    assert "> The Moon pulls the sea. [1]\n>\n> — *Guts (album) - Wikipedia*, Tides" in text
    assert "> So does the Sun. [2]" in text


def with_best(passage: Passage, sentence: str) -> Passage:
    start = passage.text.index(sentence)
    return dataclasses.replace(passage, best=(start, start + len(sentence)))


def test_the_sentence_that_matters_most_is_in_bold():
    pack = general("Tides are old. The Moon [pulls](https://a.org) the sea! So it is.")
    best = with_best(pack.passages[0], "The Moon [pulls](https://a.org) the sea!")
    text = evidence_text(dataclasses.replace(pack, passages=(best,)))
    assert "> Tides are old. **The Moon pulls the sea**! So it is. [1]" in text
    pack = general("潮汐很古老。月亮吸引大海。就是这样。")
    best = with_best(pack.passages[0], "月亮吸引大海。")
    text = evidence_text(dataclasses.replace(pack, passages=(best,)))
    assert "> 潮汐很古老。**月亮吸引大海**。就是这样。 [1]" in text
    assert token_types(text).count("strong_open") == 1


def test_a_long_passage_is_cut_but_not_within_the_sentence_that_matters_most():
    filler = "The water of the bay comes and goes all the day long. " * 20
    pack = general(f"{filler}The Moon pulls the sea. {filler}")
    best = with_best(pack.passages[0], "The Moon pulls the sea.")
    quote = evidence_text(dataclasses.replace(pack, passages=(best,))).splitlines()[2]
    assert "**The Moon pulls the sea**." in quote
    assert quote.startswith("> …")
    assert len(quote) < 730


def test_the_items_of_a_list_and_the_rows_of_a_table_are_kept_apart():
    text = evidence_text(general("spring tides\n- neap tides\n- **king** tides"))
    assert "> spring tides · neap tides · king tides [1]" in text
    text = evidence_text(general("| 1951 | 3.1 m |\n| 2021 | 3.4 m |"))
    assert "> 1951 · 3.1 m · 2021 · 3.4 m [1]" in text


def test_beside_a_value_other_sources_are_quoted_by_their_best_sentence():
    pack = album(quote="Her newest album is GUTS.")
    same = Passage(1, "Her newest album is GUTS. More.", "", 0, 31)
    other = with_best(
        Passage(3, "It rained. GUTS came out in 2023.", "", 0, 33), "GUTS came out in 2023."
    )
    text = evidence_text(dataclasses.replace(pack, passages=(same, other)))
    assert "Other sources say:\n\n> GUTS came out in 2023. [3]\n\n" in text
    assert "It rained" not in text
    assert "More." not in text


def test_bare_is_the_value_alone():
    assert evidence_text(album(), bare=True) == "GUTS"
    dated = extracted(Intent.EVENT_DATE, "Marie Curie", "1867-11-07", "born")
    assert evidence_text(dated, bare=True) == "7 November 1867"
    passages = general("The **Moon** pulls\nthe [sea](https://a.org).")
    assert evidence_text(passages, bare=True) == "The Moon pulls the sea."
    assert evidence_text(insufficient(), bare=True) == "Insufficient evidence"


def hostile_texts(said: str) -> list[str]:
    """Return answers with ``said`` in every field that comes from a page."""
    value, quote = said or "x", f"{said} GUTS"
    found = extracted(Intent.LATEST_ALBUM, value, value, quote=quote, note=said)
    title = tuple(dataclasses.replace(document, title=said) for document in found.documents)
    passages = general(said, f"x {said}", said[::-1])
    candidate = Candidate(said or "x", 0.3, 0.5, (said,), (1,), why=said)
    unsure = dataclasses.replace(insufficient(), candidates=(candidate,), documents=title)
    passages = dataclasses.replace(passages, documents=title)
    return list(map(evidence_text, (found, passages, unsure)))


@given(st.text(alphabet="[]()!<>*_`~#-+=|\\&;:/.\"' \n\t1a>x", max_size=60))
def test_nothing_that_a_page_says_forms_markup(said: str):
    for text in hostile_texts(said):
        assert set(token_types(text)) <= OWN, text
