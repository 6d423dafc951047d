"""Find every mention of a possible answer in a run's documents."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date

from desktop_agent.evidence.extraction.album import find_albums
from desktop_agent.evidence.extraction.offices import place_of, place_pattern
from desktop_agent.evidence.extraction.relevance import about_a_name, another_kind
from desktop_agent.evidence.extraction.title_holder import find_holders
from desktop_agent.evidence.extraction.values import find_values
from desktop_agent.evidence.extraction.version import find_versions
from desktop_agent.evidence.question.parser import relation_of
from desktop_agent.evidence.records import Document, Intent, Mention, Reading
from desktop_agent.evidence.text.fold import concepts, flat, folded_words, stem
from desktop_agent.evidence.text.wordings import Words

_QUESTION = Words("question/entity")
_MOST_FACTS = 1000


def find_mentions(
    reading: Reading, documents: Iterable[Document], today: date
) -> tuple[Mention, ...]:
    """Return all mentions found for the question's intent, without duplicates.

    Values are always copied from a document's title, snippet, text or facts and never inferred. For
    general questions, see `find_values`. A mention of strength 0 counts against its value, for
    example if the album has only been announced.
    """
    relation = relation_of(reading) if reading.intent is Intent.GENERAL else None
    narrowing = relation.narrowing if relation else reading.narrowing
    found: dict[tuple[str, int, str, str], Mention] = {}
    for document in map(_cut, documents):
        if about_a_name(document) or another_kind(document, reading):
            continue
        opening = f"{document.title} {document.snippet[:300]} {document.text[:800]}"
        fit = (
            mention
            for mention in _mentions(reading, document, today)
            if _stands_with(narrowing, mention.quote, opening)
        )
        for mention in sorted(fit, key=lambda each: (-len(each.date), -each.strength)):
            found.setdefault(
                (mention.value, mention.source, mention.place, mention.pattern), mention
            )
    return tuple(found.values())


def _stands_with(narrowing: tuple[str, ...], quote: str, page: str) -> bool:
    """Return whether a value is stated together with the restrictions in the question.

    A market or a medium must be named in the same sentence or row. Other restrictions, such as a
    place, may instead be named in the page's title or opening.
    """
    return all(
        _says(quote if word in _QUESTION.markets else f"{page} {quote}", word) for word in narrowing
    )


def _says(text: str, word: str) -> bool:
    """Return whether a text contains a folded word, a synonym, or another name of a place."""
    place = place_of(word)
    if place and place_pattern(place).search(flat(text)):
        return True
    return bool({word, _concept(word)} & {*folded_words(text), *map(_concept, folded_words(text))})


def _concept(word: str) -> str:
    return concepts("en").get(word) or stem(word, "en")


def _cut(document: Document) -> Document:
    """Truncate a document's title, and drop facts that are too long or exceed the limit."""
    facts = tuple(fact for fact in document.facts[:_MOST_FACTS] if len(fact.value) < 2000)
    return replace(document, title=document.title[:300], facts=facts)


def _mentions(reading: Reading, document: Document, today: date) -> Iterator[Mention]:
    match reading.intent:
        case Intent.LATEST_ALBUM:
            return find_albums(reading, document, today)
        case Intent.TITLE_HOLDER:
            return find_holders(reading, document, today)
        case Intent.LATEST_VERSION:
            return find_versions(reading, document, today)
        case _:
            return find_values(reading, document)
