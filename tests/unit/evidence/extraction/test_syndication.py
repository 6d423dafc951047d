from collections.abc import Sequence

from desktop_agent.evidence.records import Document, Mention
from desktop_agent.evidence.trust import independent

RELEASE = (
    "The makers announced today that the new album will be in shops on Friday, after two years of work in "
    "three studios, and that a tour of twenty towns across Europe is to follow in the spring of next year."
)
OTHER = (
    "Critics have been kind to the record: they praise its strings, its patience and a voice that has grown "
    "darker, though some miss the humour of the songs with which the singer became known ten years ago."
)


def document(number: int, url: str, snippet: str = "", text: str = "", title: str = "") -> Document:
    return Document(number, url, title or f"Page {number}", snippet, text=text)


def voices(*pages: Document, quotes: Sequence[str] = ()) -> list[set[int]]:
    """Return the pages that count as one, if each mentions a value in one of the quotes."""
    said = quotes or [f"On page {page.number}." for page in pages]
    seen = [
        Mention("30", page.number, "text", "p", 0.9, quote)
        for page, quote in zip(pages, said, strict=True)
    ]
    groups = independent(seen, {page.number: page for page in pages})
    return [{mention.source for mention in group} for group in groups]


def test_copies_and_pages_of_one_owner_are_one_voice_but_short_texts_may_be_alike_by_chance():
    short = "Adele's latest album is 30."
    pages = [
        document(1, "https://a.com", RELEASE),
        document(2, "https://b.com", RELEASE.replace("today", "on Monday")),
        document(3, "https://c.com", text=f"{RELEASE} {OTHER}"),
        document(4, "https://d.com", text=RELEASE),
        document(5, "https://en.wikipedia.org/a"),
        document(6, "https://de.wikipedia.org/b"),
        document(7, "https://e.com", short),
        document(8, "https://f.com", short),
        document(9, "https://g.com", OTHER),
    ]
    assert voices(*pages) == [{1, 2}, {3, 4}, {5, 6}, {7}, {8}, {9}]


def test_a_long_sentence_word_for_word_on_two_sites_is_one_voice():
    pages = [document(1, "https://a.com"), document(2, "https://b.com")]
    assert voices(*pages, quotes=[RELEASE, RELEASE]) == [{1, 2}]
    assert voices(*pages, quotes=[RELEASE, OTHER]) == [{1}, {2}]
