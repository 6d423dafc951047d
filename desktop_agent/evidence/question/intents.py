"""Parse questions by intent: latest album, performer, version, event date or title holder."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from desktop_agent.evidence.question.entity import (
    bare_artist,
    bare_software,
    bare_song,
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


def _matches(patterns: Iterable[re.Pattern[str]], text: str) -> Iterator[re.Match[str]]:
    for pattern in patterns:
        if found := pattern.match(text):
            yield found


# --- Albums and songs


def latest_album(text: str) -> Asked | None:
    """Parse a question about an artist's latest album; return None for any other question."""
    if not _MUSIC.may_be.search(text):
        return None
    for found in _matches(_MUSIC.whole("latest_album"), text):
        artist = bare_artist(entity_of(found["entity"]))
        if artist and not _MUSIC.other_record.search(artist):
            return Asked(Intent.LATEST_ALBUM, artist)
    return None


def _title_and_artist(raw: str) -> tuple[str, str]:
    """Split a phrase such as ``Hurt by Nine Inch Nails`` into title and artist.

    In a choice such as ``Hurt, Johnny Cash or …``, the artist is everything after the comma.
    """
    quoted = re.match(r"\"([^\"]{1,110})\"(.*)\Z|'(.{1,110}?)'(?![a-z])(.*)\Z", raw)
    if quoted:
        title, rest = quoted[1] or quoted[3], (quoted[2] or quoted[4] or "").strip(" ,")
        return f'"{title}"', entity_of(rest[3:] if rest.lower().startswith("by ") else "")
    head, comma, rest = raw.partition(", ")
    if comma and " or " in rest:
        return head, rest
    head, by, rest = raw.rpartition(" by ")
    if by and not _MUSIC.no_artist.match(rest) and not (rest[0].islower() and head != head.lower()):
        return head, entity_of(rest)
    return raw, ""


def _is_title(raw: str) -> bool:
    """Return whether a text looks like a song title, judging by quotes, case and the first word."""
    if raw.isupper():
        return False
    if raw[0] in "\"'" or raw[0].isupper():
        return True
    return raw.islower() and not re.match(r"(?:the|an?|his|her|their|its|most|more)\b", raw)


def _is_band(name: str) -> bool:
    words = name.split()
    return len(words) == 1 or (len(words) == 2 and (words[-1].endswith("s") or words[0] == "the"))


def performer(text: str) -> Asked | None:
    """Parse a question about a song's performer; return None for any other question."""
    if not _MUSIC.performer_may_be.search(text):
        return None
    for found in _matches(_MUSIC.whole("sure"), text):
        if asked := _song_asked(found["entity"]):
            return asked
    for found in _matches(_MUSIC.whole("likely"), text):
        raw = found["entity"]
        if not _is_title(raw) or ("singer of" in text.lower() and _is_band(raw)):
            continue
        if asked := _song_asked(raw):
            return asked
    return None


def _song_asked(raw: str) -> Asked | None:
    raw = bare_song(_MUSIC.stage.sub("", raw))
    if _MUSIC.no_song.match(raw):
        return None
    title, artist = _title_and_artist(raw)
    name = entity_of(title, title=True)
    return Asked(Intent.PERFORMER, name, artist) if name else None


# --- Software


def _support_asked(text: str) -> str:
    return "LTS" if re.search(r"\b(?:lts|long[- ]term[- ]support)\b", text, re.IGNORECASE) else ""


def latest_version(text: str) -> Asked | None:
    """Parse a question about the latest version of software; return None for any other question.

    ``detail`` is ``LTS`` if the question asks for a release with long-term support.
    """
    if not _VERSION.may_be.search(text):
        return None
    for found in _matches(_VERSION.whole("latest_version"), text):
        software = bare_software(entity_of(found["entity"]))
        if software and not _VERSION.no_software.search(software):
            return Asked(Intent.LATEST_VERSION, software, _support_asked(text))
    for found in _matches(_VERSION.whole("bare"), text):
        software = entity_of(found["entity"])
        if is_known(software):
            return Asked(Intent.LATEST_VERSION, software, _support_asked(text))
    return None


# --- Events

_MOST_WORDS_OF_NAME = 12


@cache
def _wordings(name: str) -> tuple[tuple[str, tuple[re.Pattern[str], ...]], ...]:
    rows = table(_EVENT_FILE)["wordings"][name]
    return tuple((row["event"], whole(_EVENT_FILE, row["patterns"])) for row in rows)


@cache
def _event_leads() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return a (language, pattern) pair for each opening that asks for a time."""
    return tuple(
        (language, re.compile(rf"(?i){expression(_EVENT_FILE, lead)} (?P<rest>.+)\Z"))
        for language, lead in table(_EVENT_FILE)["leads"].items()
    )


def _event_matches(name: str, text: str) -> Iterator[tuple[str, re.Match[str]]]:
    for event, patterns in _wordings(name):
        yield from ((event, found) for found in _matches(patterns, text))


def _bare_name(event: str, raw: str) -> str:
    """Return the bare name of the person or thing in an event, or "" if it is not a name.

    Appositions, notes, occupations and authors are stripped.
    """
    name = re.sub(r" \([^()]{1,60}\)", "", raw)
    if event in {"born", "died"}:
        head, comma, rest = name.partition(", ")
        name = head if comma and not re.match(r"(?:Jr|Sr|II|III)\b", rest) else name
        found = _EVENT.described.match(name)
        name = name[found.end() :] if found else name
    elif event == "released" and name[:1] in "\"'":
        name = entity_of(name)
    elif event == "released":
        name = _EVENT.kind_at_end.sub("", name) or name
    else:
        name = re.sub(r" from (?=[A-Z]).{1,60}\Z", "", name)
    if len(name.split()) > _MOST_WORDS_OF_NAME or _EVENT.clause.search(name):
        return ""
    return without_place(entity_of(name, title=event == "released"), event)


def _readings(text: str) -> Iterator[tuple[str, re.Match[str]]]:
    """Yield the event and the match for each wording that a question fits."""
    if when := _EVENT.when.match(text):
        yield from _event_matches("en", when["rest"])
        if itself := _EVENT.event_itself.match(when["rest"]):
            yield "happened", itself
    if _EVENT.event_noun.search(text):
        yield from _event_matches("event_nouns", text)
    for language, lead in _event_leads():
        if when := lead.match(text):
            yield from _event_matches(language, when["rest"])
    if _EVENT.noun.search(text):
        yield from _event_matches("nouns", text)


def event_date(text: str) -> Asked | None:
    """Parse a question about when an event happened; return None for any other question."""
    if re.match(r"when(?:'s| is) (?:the )?(?:next|a|my|your)\b", text, re.IGNORECASE):
        return None
    for event, found in _readings(text):
        raw = found["entity"]
        if not _EVENT.of_its_own.match(raw) and (name := _bare_name(event, raw)):
            return Asked(Intent.EVENT_DATE, name, event)
    return None


# --- Offices, titles and records


def any_role(text: str) -> Asked | None:
    """Parse a question about who holds a role *now*; return None for any other question.

    Words such as ``now`` or ``current`` imply that the role is an office, even an unknown one.
    """
    for number, shape in enumerate(_OFFICE.all("shapes")):
        found = shape.match(text)
        if found and (asked := _role_asked(found["role"], bare=number > 1)):
            return asked
    found = _OFFICE.owned.match(text)
    if found is None or not (found["now"] or found["today"]):
        return None
    role, of = found["role"], entity_of(found["of"])
    if not of or not _agent_of(role) or _OFFICE.no_role.search(role):
        return None
    return Asked(Intent.TITLE_HOLDER, f"{role} of {of}", role)


def _agent_of(phrase: str) -> str:
    """Return the part before "of" if it names an agent ("head", "director"), otherwise ""."""
    head = _OFFICE.first_of.split(phrase, maxsplit=1)[0]
    return head if _OFFICE.agent.match(head) or head.split()[-1] in {"head", "chief"} else ""


def _role_asked(phrase: str, *, bare: bool) -> Asked | None:
    name = entity_of(phrase)
    if not name or _OFFICE.no_role.search(name):
        return None
    head = _OFFICE.first_of.split(name, maxsplit=1)[0]
    titled = not bare and head[:1].isupper()  # the Astronomer Royal, the Black Rod
    if not titled and not _agent_of(name):
        return None
    return Asked(Intent.TITLE_HOLDER, name, head)


def _phrase(text: str) -> tuple[str, bool, bool]:
    """Return the text without its lead-in and words such as "current".

    Also return whether it had a lead-in, and whether it had such words.
    """
    led = False
    for lead in _OFFICE.all("leads"):
        if found := lead.match(text):
            text, led = text[found.end() :], True
            break
    text = re.sub(r"(?<=\w) is(?: called| named)?\Z", "", text) if led else text
    marked = False
    for _ in range(3):
        found = _OFFICE.trimmed.match(text)
        if found is None:
            break
        text, marked = text[found.end() :], True
    return text, led, marked


def title_holder(text: str, year: int) -> Asked | None:
    """Parse a question about the current holder of an office, title or record, or return None.

    ``year`` is the current year. A question that names this year is treated as current, but a
    question that names another year is about history. Possessives are inverted (``Nvidia's CEO``
    becomes ``CEO of Nvidia``); all other words stay as they are.
    """
    text = _OFFICE.name_at_end.sub("", text)
    phrase, led, marked = _phrase(re.sub(rf"[\s,]+(?:in|for|as of) {year}\Z", "", text))
    phrase = without_time(phrase) if not re.search(r"\b(?:1\d|20)\d\d\Z", phrase) else phrase
    if _OFFICE.not_now.search(phrase):
        return None
    for pattern in _OFFICE.all("titles"):
        found = pattern.match(phrase)
        if found and (led or marked) and (name := entity_of(phrase)):
            return Asked(Intent.TITLE_HOLDER, name, found["role"])
    return _office(phrase, led=led, marked=marked) or any_role(text)


def _without_country(phrase: str) -> str:
    """Rewrite ``president in France`` as ``president of France``.

    The country is dropped from phrases such as ``Commons Speaker in the UK``. ``Speaker of the
    House of Commons in Canada`` stays as it is, because the country distinguishes it.
    """
    found = _OFFICE.country.search(phrase)
    if found is None or re.search(r" (?:of|for|at) ", phrase[: found.start()], re.IGNORECASE):
        return phrase
    head = phrase[: found.start()]
    named = re.search(r"\b(?:commons|lords|senate|house|royal)\b", head, re.IGNORECASE)
    return head if named else f"{head} of {found['where']}"


def _office(phrase: str, *, led: bool, marked: bool) -> Asked | None:
    phrase = _without_country(phrase)
    for shape, pattern in enumerate(_OFFICE.all("offices")):
        found = pattern.match(phrase)
        if found is None:
            continue
        role, body = found["role"], found["body"] or ""
        if not (led or marked or body) or not _is_office(role, body, marked=marked, led=led):
            continue
        of = without_article(body) if shape == 1 else body
        name = entity_of(f"{role} of {of}" if shape == 1 else phrase)
        if name and (not body or body == "us" or entity_of(body)):
            return Asked(Intent.TITLE_HOLDER, name, role)
    return None


def _is_office(role: str, body: str, *, marked: bool, led: bool) -> bool:
    """Return whether a role is an office. The director of a film, for example, is not."""
    if role.lower() in _OFFICE_WORDS.of_a_work:
        own = role.lower() == "manager" or _OFFICE.institution.match(body)
        return bool(body and own)
    if not body and role.lower() in table("question/title_holder")["of_a_body"]:
        return False
    return led or marked or bool(body)
