"""Parse questions by intent: latest album, performer, version, event date or title holder."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain

from desktop_agent.evidence.question.entity import (
    bare,
    entity_of,
    sites_of,
    without_article,
    without_place,
)
from desktop_agent.evidence.records import Intent
from desktop_agent.evidence.text.wordings import Patterns, Words, expression, table, whole

_MUSIC = Patterns("question/music")
_VERSION = Patterns("question/version")
_OFFICE = Patterns("question/title_holder")
_OFFICE_WORDS = Words("question/title_holder")
_EVENT_FILE = "question/event_date"
_EVENT = Patterns(_EVENT_FILE)


@dataclass(frozen=True, slots=True)
class Asked:
    """The intent, entity and detail of a question, as in `Reading`."""

    intent: Intent
    entity: str
    detail: str = ""


def _named(patterns: Iterable[re.Pattern[str]], text: str) -> Iterator[str]:
    """Yield the text in the entity's position for each wording that a question matches."""
    for pattern in patterns:
        if found := pattern.match(text):
            yield found["entity"]


# --- Albums and songs


def latest_album(text: str) -> Asked | None:
    """Parse a question about an artist's latest album; return None for any other question."""
    for raw in _named(_MUSIC.whole("latest_album"), text):
        artist = bare(entity_of(raw), "aside_on_act", "act_before")
        if artist and not _MUSIC.other_record.search(artist):
            return Asked(Intent.LATEST_ALBUM, artist)
    return None


def performer(text: str) -> Asked | None:
    """Parse a question about a song's performer; return None for any other question."""
    likely = (raw for raw in _named(_MUSIC.whole("likely"), text) if _MUSIC.song_title.match(raw))
    raw = chain(_named(_MUSIC.whole("sure"), text), likely)
    return next(filter(None, map(_song_asked, raw)), None)


def _song_asked(raw: str) -> Asked | None:
    raw = bare(raw, "aside_on_song", "earlier", "song_before")
    if _MUSIC.no_song.match(raw):
        return None
    title, by, artist = raw.rpartition(" by ")
    if not by or _MUSIC.no_artist.match(artist):
        title, artist = raw, ""
    name = entity_of(title, title=True)
    return Asked(Intent.PERFORMER, name, entity_of(artist)) if name else None


# --- Software


def latest_version(text: str) -> Asked | None:
    """Parse a question about the latest version of software; return None for any other question.

    ``detail`` is ``LTS`` if the question asks for a release with long-term support.
    """
    support = "LTS" if _VERSION.long_term.search(text) else ""
    for raw in _named(_VERSION.whole("latest_version"), text):
        name = bare(entity_of(raw), "aside_on_software")
        software = name if sites_of(name) else bare(name, "software_after")
        if software and not _VERSION.no_software.search(software):
            return Asked(Intent.LATEST_VERSION, software, support)
    for software in map(entity_of, _named(_VERSION.whole("bare"), text)):
        if sites_of(software):
            return Asked(Intent.LATEST_VERSION, software, support)
    return None


# --- Events


def _wordings(name: str) -> Iterator[tuple[str, Iterator[re.Pattern[str]]]]:
    rows = table(_EVENT_FILE)["wordings"][name]
    return ((row["event"], whole(_EVENT_FILE, row["patterns"])) for row in rows)


@cache
def _event_leads() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return pairs of a language, or ``nouns``, and a pattern for how "when" questions begin."""
    return tuple(
        (name, re.compile(rf"(?i){expression(_EVENT_FILE, lead)}(?P<rest>.+)\Z"))
        for name, lead in table(_EVENT_FILE)["leads"].items()
    )


def event_date(text: str) -> Asked | None:
    """Parse a question about when an event happened; return None for any other question."""
    asked = [(name, when["rest"]) for name, lead in _event_leads() if (when := lead.match(text))]
    for wording, rest in asked:
        for event, patterns in _wordings(wording):
            for raw in _named(patterns, rest):
                if not _EVENT.of_its_own.match(raw) and (name := _bare_name(event, raw)):
                    return Asked(Intent.EVENT_DATE, name, event)
    return None


def _bare_name(event: str, raw: str) -> str:
    """Return the name of the person or thing in an event, or "" if it is not a name.

    Occupations before a person's name and appositions after it are stripped.
    """
    name = raw
    if event in {"born", "died"}:
        name = _EVENT.described.sub("", _EVENT.apposed.sub("", name))
    return without_place(entity_of(name, title=event == "released"), event)


# --- Offices, titles and records


def title_holder(text: str, year: int) -> Asked | None:
    """Parse a question about the current holder of an office, title or record, or return None.

    ``year`` is the current year. A question that names this year is treated as current, but a
    question that names another year is about history. An unknown role is an office if the question
    says "now" or "current". The director of a film, for example, does not hold an office.
    """
    text = re.sub(rf"[\s,]+(?:in|for|as of) {year}\Z", "", text)
    if not _OFFICE.cue.search(text) or _OFFICE.not_now.search(text):
        return None
    for pattern in _OFFICE.whole("holders"):
        if (found := pattern.match(text)) is None:
            continue
        said = found.groupdict()
        role, body = found["role"], said.get("body") or ""
        # "Nvidia's CEO" becomes "CEO of Nvidia"; all other words stay as they are.
        name = entity_of(said.get("entity") or f"{role} of {without_article(body)}")
        of_work = role.lower() in _OFFICE_WORDS.of_a_work and not _OFFICE.institution.match(body)
        if name and not of_work:
            return Asked(Intent.TITLE_HOLDER, name, role)
    return None
