import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from desktop_agent.evidence.grounding.answer_check import ground
from desktop_agent.evidence.grounding.evidence_answer import evidence_text
from desktop_agent.evidence.records import Candidate, Document, EvidencePack, Hop, Intent, Reading
from tests.unit.evidence.grounding.packs import album, extracted, general, insufficient

HOSTILE = [
    "![x](https://a.org/p.png) [go](https://a.org)", "<script>alert(1)</script><img src=x>",
    "\n\n# Heading\n\n---\n\n- list\n\n1. list", "```\ncode\n```", "a | b\n--- | ---\nc | d",
    "*em* **strong** __strong__ ~~gone~~ `code`", "<https://a.org> &lt;b&gt; &#60;",
    "[ref]\n\n[ref]: https://a.org", "====\n----\n+ x", "    indented code", "back\\slash \\` \\[",
    "[3] [1, 2]", "\u202egnp.exe\x1b[31m",
]  # fmt: skip
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


def test_a_domain_is_cited_once_and_no_more_than_four_are():
    numbers = tuple(range(1, 8))
    documents = tuple(Document(n, f"https://www.d{n}.org/x", "T") for n in numbers)
    domains = tuple(f"d{n}.org" for n in numbers)
    best = dataclasses.replace(album().candidates[0], domains=domains, sources=numbers)
    wide = dataclasses.replace(album(), documents=documents, candidates=(best,))
    assert "[1][2][3][4]." in evidence_text(wide)
    assert "[5]" not in evidence_text(wide)


def test_a_quote_that_holds_the_value_and_notes_and_confidence_are_told_in_words():
    note = "genius.com names SOUR [2] not [9]."
    text = evidence_text(album(quote="Her newest album is **GUTS**.", note=note))
    assert "> Her newest album is GUTS. [1]" in text.splitlines()
    assert "Something else" not in evidence_text(album(quote="Something else."))
    assert "- genius.com names SOUR [2] not \\[9\\]." in text
    assert "Confidence: high (0.91): 3 domains agree, one of them trusted." in text


@pytest.mark.parametrize(
    ("intent", "entity", "value", "detail", "begin"),
    [
        (Intent.LATEST_ALBUM, "Adele", "30", "", "**30** is the latest album by Adele"),
        (Intent.LATEST_VERSION, "Python", "3.14.1", "", "**3.14.1** is the latest version of"),
        (Intent.PERFORMER, "Bohemian Rhapsody", "Queen", "", "**Queen** performed “Bohemian"),
        (Intent.TITLE_HOLDER, "CEO of Microsoft", "Satya Nadella", "CEO", "**Satya Nadella** is named by the sources as the current CEO of Microsoft"),
        (Intent.EVENT_DATE, "Marie Curie", "1867-11-07", "born", "**7 November 1867** is when Marie Curie was born"),
        (Intent.EVENT_DATE, "the first Moon landing", "1969-07-20", "happened", "**20 July 1969** is the date of the first Moon landing"),
        (Intent.GENERAL, "capital", "Canberra", "", "**Canberra** is what the sources name"),
    ],
)  # fmt: skip
def test_each_intent_has_its_own_words_and_they_hold_to_the_value(
    intent: Intent, entity: str, value: str, detail: str, begin: str
):
    pack = extracted(intent, entity, value, detail, note="Other sources name something else [2].")
    text = evidence_text(pack)
    assert text.startswith(begin)
    assert ground(text, pack).ok, ground(text, pack).reason
    assert ground(evidence_text(pack, bare=True), pack).ok


def test_passages_are_quotes_with_their_titles_and_are_said_to_be_no_answer():
    text = evidence_text(general("The Moon pulls the sea.", "So does the Sun."))
    assert text.splitlines()[0] == (
        "These are quotes found for the question, not a written answer."
    )
    assert "> The Moon pulls the sea. [1]\n>\n> — *Guts (album) - Wikipedia*, Tides" in text
    assert "> So does the Sun. [2]" in text


def test_each_source_is_quoted_before_one_is_quoted_twice():
    pack = general("one", "two", "three")
    first, second, third = pack.passages
    again = dataclasses.replace(second, source=1, text="one again")
    text = evidence_text(dataclasses.replace(pack, passages=(first, again, second, third)))
    assert "one again" not in text
    assert "> three [3]" in text


def test_without_enough_the_text_says_what_was_searched_and_seen():
    text = evidence_text(insufficient())
    assert text.startswith("Insufficient evidence: nothing that was seen settles what the latest")
    assert "“olivia rodrigo latest album”, “olivia rodrigo discography”" in text
    assert "(the results did not speak of it)" in text
    assert "- SOUR [2] from genius.com (confidence 0.30; one domain alone)" in text
    assert "- Guts (album) - Wikipedia [1]\n" in text
    assert "[4] (not read)" in text


def test_a_search_that_failed_is_not_told_as_one_that_found_nothing():
    hop = Hop("first", ("heat pumps",), relevant=False, failed=True)
    text = evidence_text(EvidencePack(Reading("How?", Intent.GENERAL, "x"), hops=(hop,)))
    assert text.startswith(
        "Insufficient evidence: no search engine could answer, so nothing was seen on this question."
    )
    assert "- “heat pumps” (the search failed)" in text
    assert "found nothing" not in text


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


@pytest.mark.parametrize("said", HOSTILE)
def test_what_a_page_says_forms_no_markup_of_its_own(said: str):
    for text in hostile_texts(said):
        assert set(token_types(text)) <= OWN, text


@given(st.text(alphabet="[]()!<>*_`~#-+=|\\&;:/.\"' \n\t1a>x", max_size=60))
def test_nothing_that_a_page_says_forms_markup(said: str):
    for text in hostile_texts(said):
        assert set(token_types(text)) <= OWN, text
