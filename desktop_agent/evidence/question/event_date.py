"""Questions for the date of an event, such as a birth, death, release or foundation."""

import re
from collections.abc import Iterator
from functools import cache

from desktop_agent.evidence.pack import Intent
from desktop_agent.evidence.question.entity import entity_of, without_place
from desktop_agent.evidence.question.patterns import (
    Asked,
    matches,
)
from desktop_agent.evidence.text.wordings import Patterns, expression, table, whole

_FILE = "question/event_date"
_PATTERNS = Patterns(_FILE)


_MOST_WORDS = 12


@cache
def _wordings(name: str) -> tuple[tuple[str, tuple[re.Pattern[str], ...]], ...]:
    rows = table(_FILE)["wordings"][name]
    return tuple((row["event"], whole(_FILE, row["patterns"])) for row in rows)


@cache
def _leads() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return the openings that ask for a time, up to but excluding the verb, by language."""
    return tuple(
        (language, re.compile(rf"(?i){expression(_FILE, lead)} (?P<rest>.+)\Z"))
        for language, lead in table(_FILE)["leads"].items()
    )


def _matches(name: str, text: str) -> Iterator[tuple[str, re.Match[str]]]:
    for event, patterns in _wordings(name):
        yield from ((event, found) for found in matches(patterns, text))


def _bare_name(event: str, raw: str) -> str:
    """Return the name without appositions, bracketed notes, occupations or authors."""
    name = re.sub(r" \([^()]{1,60}\)", "", raw)
    if event in {"born", "died"}:
        head, comma, rest = name.partition(", ")
        name = head if comma and not re.match(r"(?:Jr|Sr|II|III)\b", rest) else name
        found = _PATTERNS.described.match(name)
        name = name[found.end() :] if found else name
    elif event == "released" and name[:1] in "\"'":
        name = entity_of(name)
    else:
        name = re.sub(r" from (?=[A-Z]).{1,60}\Z", "", name)
    if len(name.split()) > _MOST_WORDS or _PATTERNS.clause.search(name):
        return ""
    return without_place(entity_of(name, title=event == "released"), event)


def _readings(text: str) -> Iterator[tuple[str, re.Match[str]]]:
    """Yield every matching wording with its event."""
    if when := _PATTERNS.when.match(text):
        yield from _matches("en", when["rest"])
        if itself := _PATTERNS.event_itself.match(when["rest"]):
            yield "happened", itself
    if _PATTERNS.event_noun.search(text):
        yield from _matches("event_nouns", text)
    for language, lead in _leads():
        if when := lead.match(text):
            yield from _matches(language, when["rest"])
    if _PATTERNS.noun.search(text):
        yield from _matches("nouns", text)


def event_date(text: str) -> Asked | None:
    """Parse a question for the date of an event; return None for any other question."""
    if re.match(r"when(?:'s| is) (?:the )?(?:next|a|my|your)\b", text, re.IGNORECASE):
        return None
    for event, found in _readings(text):
        raw = found["entity"]
        if not _PATTERNS.of_its_own.match(raw) and (name := _bare_name(event, raw)):
            return Asked(Intent.EVENT_DATE, name, event)
    return None
