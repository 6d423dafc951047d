"""Parse questions by intent: latest album, performer, version, event date or title holder."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from desktop_agent.evidence.question.entity import (
    bare,
    entity_of,
    is_known,
    without_article,
    without_place,
    without_time,
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


def _named(patterns: tuple[re.Pattern[str], ...], text: str) -> Iterator[str]:
    """Yield what stands in the entity's place, for each wording that a question fits."""
    for pattern in patterns:
        if found := pattern.match(text):
            yield found["entity"]


# --- Albums and songs


def latest_album(text: str) -> Asked | None:
    """Parse a question about an artist's latest album; return None for any other question."""
    if not _MUSIC.may_be.search(text):
        return None
    for raw in _named(_MUSIC.whole("latest_album"), text):
        artist = bare(entity_of(raw), "aside_on_act", "act_before")
        if artist and not _MUSIC.other_record.search(artist):
            return Asked(Intent.LATEST_ALBUM, artist)
    return None


def performer(text: str) -> Asked | None:
    """Parse a question about a song's performer; return None for any other question."""
    if not _MUSIC.performer_may_be.search(text):
        return None
    likely = (raw for raw in _named(_MUSIC.whole("likely"), text) if _MUSIC.song_title.match(raw))
    return next(
        filter(None, map(_song_asked, (*_named(_MUSIC.whole("sure"), text), *likely))), None
    )


def _song_asked(raw: str) -> Asked | None:
    raw = bare(raw, "aside_on_song", "earlier", "song_before")
    if _MUSIC.no_song.match(raw):
        return None
    title, artist = _title_and_artist(raw)
    name = entity_of(title, title=True)
    return Asked(Intent.PERFORMER, name, artist) if name else None


def _title_and_artist(raw: str) -> tuple[str, str]:
    """Split a phrase such as ``Hurt by Nine Inch Nails`` into title and artist.

    In a choice such as ``Hurt, Johnny Cash or …``, the artist is everything after the comma.
    """
    head, comma, rest = raw.partition(", ")
    if comma and " or " in rest:
        return head, rest
    head, by, rest = raw.rpartition(" by ")
    return (head, entity_of(rest)) if by and not _MUSIC.no_artist.match(rest) else (raw, "")


# --- Software


def latest_version(text: str) -> Asked | None:
    """Parse a question about the latest version of software; return None for any other question.

    ``detail`` is ``LTS`` if the question asks for a release with long-term support.
    """
    if not _VERSION.may_be.search(text):
        return None
    support = "LTS" if _VERSION.long_term.search(text) else ""
    for raw in _named(_VERSION.whole("latest_version"), text):
        name = bare(entity_of(raw), "aside_on_software")
        software = name if is_known(name) else bare(name, "software_after")
        if software and not _VERSION.no_software.search(software):
            return Asked(Intent.LATEST_VERSION, software, support)
    for software in map(entity_of, _named(_VERSION.whole("bare"), text)):
        if is_known(software):
            return Asked(Intent.LATEST_VERSION, software, support)
    return None


# --- Events

_MOST_WORDS_OF_NAME = 12


@cache
def _wordings(name: str) -> tuple[tuple[str, tuple[re.Pattern[str], ...]], ...]:
    rows = table(_EVENT_FILE)["wordings"][name]
    return tuple((row["event"], whole(_EVENT_FILE, row["patterns"])) for row in rows)


@cache
def _event_leads() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return pairs of a language, or ``nouns``, and the opening of its questions for a time."""
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

    Occupations before a person's name and appositions behind it are stripped.
    """
    name = raw
    if event in {"born", "died"}:
        name = _EVENT.described.sub("", _EVENT.apposed.sub("", name))
    if len(name.split()) > _MOST_WORDS_OF_NAME:
        return ""
    return without_place(entity_of(name, title=event == "released"), event)


# --- Offices, titles and records


def title_holder(text: str, year: int) -> Asked | None:
    """Parse a question about the current holder of an office, title or record, or return None.

    ``year`` is the current year. A question that names this year is treated as current, but a
    question that names another year is about history.
    """
    phrase, led, marked = _phrase(re.sub(rf"[\s,]+(?:in|for|as of) {year}\Z", "", text))
    phrase = without_time(phrase) if not re.search(r"\b(?:1\d|20)\d\d\Z", phrase) else phrase
    if _OFFICE.not_now.search(phrase):
        return None
    for pattern in _OFFICE.all("titles"):
        found = pattern.match(phrase)
        if found and (led or marked) and (name := entity_of(phrase)):
            return Asked(Intent.TITLE_HOLDER, name, found["role"])
    return _office(phrase, led=led, marked=marked) or any_role(text)


def _phrase(text: str) -> tuple[str, bool, bool]:
    """Return the text without its lead-in and words such as "current".

    Also return whether it had a lead-in, and whether it had such words.
    """
    led = marked = False
    for lead in _OFFICE.all("leads"):
        if found := lead.match(text):
            text, led = text[found.end() :].removesuffix(" is"), True
            break
    for _ in range(3):
        if found := _OFFICE.trimmed.match(text):
            text, marked = text[found.end() :], True
    return text, led, marked


def _office(phrase: str, *, led: bool, marked: bool) -> Asked | None:
    for shape, pattern in enumerate(_OFFICE.all("offices")):
        found = pattern.match(phrase)
        if found is None:
            continue
        role, body = found["role"], found["body"] or ""
        if not (led or marked or body) or not _is_office(role.lower(), body):
            continue
        # "Nvidia's CEO" becomes "CEO of Nvidia"; all other words stay as they are.
        name = entity_of(f"{role} of {without_article(body)}" if shape == 1 else phrase)
        if name and (not body or body == "us" or entity_of(body)):
            return Asked(Intent.TITLE_HOLDER, name, role)
    return None


def _is_office(role: str, body: str) -> bool:
    """Return whether a role is an office. The director of a film, for example, is not."""
    if role not in _OFFICE_WORDS.of_a_work:
        return True
    return bool(body and (role == "manager" or _OFFICE.institution.match(body)))


def any_role(text: str) -> Asked | None:
    """Parse a question about who holds a role *now*; return None for any other question.

    Words such as ``now`` or ``current`` imply that the role is an office, even an unknown one, if
    it names an agent ("gardener") or, before its body, is capitalised ("Astronomer Royal").
    """
    for shape in _OFFICE.all("shapes"):
        found = shape.match(text)
        name = entity_of(found["role"]) if found else ""
        if not name or _OFFICE.no_role.search(name):
            continue
        head = _OFFICE.first_of.split(name, maxsplit=1)[0]
        if head[:1].isupper() or _OFFICE.agent.match(head):
            return Asked(Intent.TITLE_HOLDER, name, head)
    return None
