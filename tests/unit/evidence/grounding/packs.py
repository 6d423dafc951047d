"""Evidence packs for the tests, of well-known public facts."""

from desktop_agent.core.research import Passage, QuestionType
from desktop_agent.evidence.records import (
    Candidate,
    Document,
    EvidencePack,
    Hop,
    Intent,
    Mention,
    Reading,
)

DOCUMENTS = (
    Document(1, "https://en.wikipedia.org/wiki/Guts", "Guts (album) - Wikipedia", text="Guts is …"),
    Document(2, "https://de.wikipedia.org/wiki/Guts", "Guts (Album) – Wikipedia"),
    Document(3, "https://www.allmusic.com/album/guts", "GUTS | AllMusic"),
    Document(4, "https://www.discogs.com/guts", "Olivia Rodrigo - GUTS"),
)


def extracted(
    intent: Intent, entity: str, value: str, detail: str = "", *, quote: str = "", note: str = ""
) -> EvidencePack:
    """Return a pack whose answer was extracted from three domains."""
    sighting = Mention(value, 1, "text", "is_latest", 0.9, quote or f"So it says: {value}.")
    best = Candidate(
        value,
        0.91,
        0.9,
        ("wikipedia.org", "allmusic.com", "discogs.com"),
        (1, 2, 3, 4),
        date="2023-09-08",
        why="3 domains agree, one of them trusted",
        sightings=(sighting,),
    )
    return EvidencePack(
        Reading(f"A question about {entity}?", intent, entity, detail, current=True),
        DOCUMENTS,
        (Hop("first", (f"{entity} 2025",)),),
        (best, Candidate("SOUR", 0.3, 0.5, ("genius.com",), (2,), why="one domain alone")),
        value,
        0.91,
        notes=(note,) if note else (),
    )


def album(*, quote: str = "", note: str = "") -> EvidencePack:
    return extracted(Intent.LATEST_ALBUM, "Olivia Rodrigo", "GUTS", quote=quote, note=note)


def general(*texts: str) -> EvidencePack:
    reading = Reading(
        "How do tides work?", Intent.GENERAL, "tides", question_type=QuestionType.EXPLANATORY
    )
    passages = tuple(
        Passage(number, text, "Tides > Causes", 0, len(text))
        for number, text in enumerate(texts, start=1)
    )
    return EvidencePack(reading, DOCUMENTS, passages=passages)


def insufficient() -> EvidencePack:
    """Return a pack with a candidate that too few sources name."""
    return EvidencePack(
        Reading("Latest album by Olivia Rodrigo?", Intent.LATEST_ALBUM, "Olivia Rodrigo"),
        DOCUMENTS,
        (
            Hop("first", ("olivia rodrigo latest album", "olivia rodrigo discography")),
            Hop("second", ('"olivia rodrigo" album',), relevant=False),
        ),
        (Candidate("SOUR", 0.3, 0.5, ("genius.com",), (2,), why="one domain alone"),),
        confidence=0.3,
    )
