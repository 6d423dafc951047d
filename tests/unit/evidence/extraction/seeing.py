"""Helpers for the tests of extraction."""

import re
from dataclasses import dataclass
from datetime import date

from desktop_agent.core.research import PageFact
from desktop_agent.evidence.confidence import settle, weigh
from desktop_agent.evidence.extraction.mentions import find_mentions
from desktop_agent.evidence.records import Candidate, Document, Intent, Mention, Reading
from desktop_agent.evidence.text.fold import folded_name

TODAY = date(2026, 11, 22)
ENCYCLOPAEDIA = "https://en.wikipedia.org/wiki/Page"


_HEADLESS = re.compile(r"(?m)(?<!\|\n)^(?=\|)(?!.*\n\| ?-)")
"""Pattern for the start of a table without a header row, to which page texts add an empty one."""


@dataclass(frozen=True)
class Found:
    sightings: tuple[Mention, ...]
    candidates: tuple[Candidate, ...]
    answer: str
    confidence: float
    notes: tuple[str, ...]

    @property
    def values(self) -> set[str]:
        return {sighting.value for sighting in self.sightings if sighting.strength > 0}


def page(
    title: str = "",
    snippet: str = "",
    *,
    url: str = ENCYCLOPAEDIA,
    text: str = "",
    date: str = "",
    facts: tuple[tuple[str, str, str, str], ...] = (),
) -> Document:
    made = tuple(PageFact(*fact) for fact in facts)
    text = _HEADLESS.sub("|  |  |\n| --- | --- |\n", text)
    return Document(1, url, title, snippet, date=date, text=text, facts=made)


def extract(
    intent: Intent, entity: str, *documents: Document, detail: str = "", question: str = ""
) -> Found:
    reading = Reading(question or entity, intent, entity, detail)
    numbered = tuple(
        Document(n, d.url, d.title, d.snippet, d.date, n, d.text, facts=d.facts)
        for n, d in enumerate(documents, 1)
    )
    sightings = find_mentions(reading, numbered, TODAY)
    for sighting in sightings:
        assert stands_in(sighting.value, numbered[sighting.source - 1]), sighting
    candidates = weigh(reading, sightings, numbered, TODAY)
    return Found(sightings, candidates, *settle(reading, candidates))


def stands_in(value: str, document: Document) -> bool:
    """Return whether a document contains a value, since none may be made up."""
    facts = (f"{fact.subject} \n {fact.value}" for fact in document.facts)
    seen = " \n ".join((document.title, document.snippet, document.text, *facts))
    return f" {folded_name(value)} " in f" {folded_name(seen)} " or value in seen
