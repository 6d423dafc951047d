"""What is cited of a document: all of a short one, else the chunks around the passage."""

from collections.abc import Sequence

from desktop_agent.core.knowledge import Excerpt, KnowledgeHit, Place
from desktop_agent.knowledge.index.base import Index
from desktop_agent.knowledge.index.joined import joined

WHOLE = 30_000
"""Characters up to which a document is given whole: what is checked against it stays quick."""

_STRIDE = 8
"""Chunks of a part; it is given with one more on either side, so that no passage stands at its edge."""

_SNAPSHOT = "snapshot:"


async def excerpt(index: Index, hit: KnowledgeHit) -> Excerpt:
    """Gives the part of its document that a passage is cited from; the same for its neighbours.

    Raises:
        StorageError: the index cannot be read.
    """
    document = hit.document
    title = document.title or document.path
    if document.chars <= WHOLE:
        text = await index.text(document.key)
        if not text:  # it was removed since it was found
            return Excerpt(f"{document.key}/gone", title, document.url, hit.text, hit.place.start)
        stored = document.path.startswith(_SNAPSHOT)
        snapshot = document.path.removeprefix(_SNAPSHOT) if stored else ""
        return Excerpt(
            document.key, title, document.url, text, date=document.date, snapshot=snapshot
        )
    number = hit.ordinal // _STRIDE
    first = max(0, number * _STRIDE - 1)
    chunks = await index.neighbours(document.key, first, (number + 1) * _STRIDE)
    if not chunks:
        return Excerpt(f"{document.key}/gone", title, document.url, hit.text, hit.place.start)
    return Excerpt(
        f"{document.key}/{number}",
        title,
        document.url,
        joined(chunks),
        start=chunks[0].place.start,
        part=_part([chunk.place for chunk in chunks]),
        date=document.date,
    )


def _part(places: Sequence[Place]) -> str:
    """Names a part by its pages, else its lines, else the titles that it begins under."""
    pages = [place.page for place in places if place.page]
    if pages:
        return _span("page", pages[0], pages[-1])
    if places[0].label:
        return places[0].label
    if places[0].first_line:
        return _span("line", places[0].first_line, places[-1].last_line)
    titles = next((place.headings for place in places if place.headings), ())
    return " > ".join(titles[-2:]) or f"from character {places[0].start:,}"


def _span(unit: str, first: int, last: int) -> str:
    return f"{unit}s {first}-{last}" if last > first else f"{unit} {first}"
