"""Derive up to three families of search queries from a question, the most useful first."""

import re
from dataclasses import dataclass, replace
from datetime import date

from desktop_agent.evidence.question.entity import hints, index_of, site_of
from desktop_agent.evidence.question.main_question import focus_of
from desktop_agent.evidence.records import Intent, Reading
from desktop_agent.evidence.text.wordings import Patterns, table
from desktop_agent.web.search.query import keywords

_PATTERNS = Patterns("question/queries")


def native_words(reading: Reading, year: int) -> str:
    """Return additional query words in the question's language, or "" if there are none."""
    data = table("question/queries")
    of_event = reading.intent is Intent.EVENT_DATE
    rows = data["events"].get(reading.detail) if of_event else data.get(reading.intent.value)
    asked = reading.text.casefold()
    studio = data["studio"].get(reading.language, "") if re.search("estúdio|studio", asked) else ""
    words: str = (rows or {}).get(reading.language, "")
    return " ".join(words.format(studio=studio, year=year).split())


MOST_CHARACTERS = 300
_MUSIC = "site:open.spotify.com OR site:music.apple.com OR site:bandcamp.com"
_DISCOGRAPHY = "site:musicbrainz.org OR site:discogs.com OR site:en.wikipedia.org"
_SONGS = "site:genius.com OR site:open.spotify.com OR site:discogs.com"
_REFERENCE = "site:wikipedia.org OR site:britannica.com OR site:wikidata.org"


@dataclass(frozen=True, slots=True)
class QueryFamily:
    """A named group of queries for one search round.

    Each query has at most 300 characters.
    """

    name: str
    queries: tuple[str, ...]


def _plain(text: str) -> str:
    """Strip bangs, operators and quotation marks, which search engines would interpret."""

    def kept(found: re.Match[str]) -> str:
        word = found[0]
        if word.casefold() in {"and", "or", "not"}:
            return word.lower()
        return word[:-1] + " " if word.endswith(":") else " "

    for _ in range(2):  # removing one operator may expose another
        text = _PATTERNS.operator.sub(kept, " ".join(text.split()))
    return " ".join(text.split())


def _cut(query: str, most: int = MOST_CHARACTERS) -> str:
    query = " ".join(query.split())
    if len(query) <= most:
        return query
    return query[:most].rpartition(" ")[0] or query[:most]


def _family(name: str, *queries: str) -> QueryFamily:
    return QueryFamily(
        name, tuple(dict.fromkeys(_cut(query) for query in queries if query.strip()))
    )


def _on(words: str, sites: str) -> str:
    """Return a query restricted to ``sites``. If it is too long, its last words are dropped."""
    return f"{_cut(words, MOST_CHARACTERS - len(sites) - 1)} {sites}"


def _first(reading: Reading, entity: str, year: int, english: str) -> tuple[str, ...]:
    """Return the main queries: one in the question's language if possible, and one in English."""
    narrowed = " ".join(f"{entity} {_plain(hints(reading))}".split())
    words = native_words(reading, year)
    own = (f"{narrowed} {words}",) if words else ()
    return (*own, english.replace(entity, narrowed, 1) if entity else english)


def _album(reading: Reading, entity: str, year: int) -> tuple[QueryFamily, ...]:
    kind = "studio album" if "studio" in reading.text.casefold() else "album"
    english = f"{entity} latest {kind} {year}"
    return (
        _family("newest album", *_first(reading, entity, year, english)),
        _family("music shops and streams", _on(f"{entity} new album", _MUSIC)),
        _family("discography", _on(f"{entity} discography studio albums", _DISCOGRAPHY)),
    )


def _song(reading: Reading, entity: str, year: int) -> tuple[QueryFamily, ...]:
    artist = _plain(reading.detail)
    english = f"{entity} song {artist} performed by original artist"
    return (
        _family("song and artist", *_first(reading, entity, year, english)),
        _family("song catalogues", _on(f"{entity} {artist} song", _SONGS)),
        _family("the song in reference works", _on(f"{entity} song recorded by", _DISCOGRAPHY)),
    )


def _holder(reading: Reading, entity: str, year: int) -> tuple[QueryFamily, ...]:
    return (
        _family("holder now", *_first(reading, entity, year, f"current {entity} {year}")),
        _family("reference works", _on(f"{entity} incumbent", _REFERENCE)),
        _family("official word and news", f"{entity} official appointed {year - 1} {year}"),
    )


def _version(reading: Reading, entity: str, year: int) -> tuple[QueryFamily, ...]:
    kind = reading.detail or "stable"
    own, index = site_of(entity), index_of(entity)
    sites = " OR ".join(f"site:{site}" for site in (own, index, "github.com") if site)
    releases = "release notes" if own or index else "releases"
    english = f"{entity} latest {kind} version {year}"
    return (
        _family("newest version", *_first(reading, entity, year, english)),
        _family("the project's own pages", _on(f"{entity} {releases} latest {kind}", sites)),
        _family("download pages", f"{entity} download release notes changelog latest"),
    )


def _event(reading: Reading, entity: str, year: int) -> tuple[QueryFamily, ...]:
    words = table("question/queries")["event_words"].get(reading.detail, "date")
    asked = keywords(_plain(focus_of(reading.text).text))
    now = f" {year}" if reading.current else ""
    if reading.detail == "happened" and asked:
        first: tuple[str, ...] = (f"{asked} {words}{now}",)
    else:
        first = _first(reading, entity, year, f"{entity} {words}{now}")
    return (
        _family("date", *first),
        _family("reference works", _on(f"{entity} {words}", _REFERENCE)),
        _family("the whole question", _plain(focus_of(reading.text).text)),
    )


def _general(reading: Reading, entity: str, year: int) -> tuple[QueryFamily, ...]:
    asked = _plain(focus_of(reading.text).text)
    words = keywords(asked) or asked
    now = f" {year}" if reading.current and str(year) not in asked else ""
    if entity and entity.casefold() not in words.casefold():
        words = f"{entity} {_without(words, entity)}"
    return (
        _family("key words", f"{words}{now}"),
        _family("the whole question", f"{asked}{now}"),
        _family("reference works", _on(words, _REFERENCE)),
    )


def _without(words: str, entity: str) -> str:
    held = set(re.findall(r"\w+", entity.casefold()))
    return " ".join(word for word in words.split() if word.casefold() not in held)


_FAMILIES = {
    Intent.LATEST_ALBUM: _album,
    Intent.PERFORMER: _song,
    Intent.TITLE_HOLDER: _holder,
    Intent.LATEST_VERSION: _version,
    Intent.EVENT_DATE: _event,
    Intent.GENERAL: _general,
}


def query_families(reading: Reading, today: date) -> tuple[QueryFamily, ...]:
    """Return up to three query families for a reading, the most useful first.

    The main queries include the current year if the answer changes with time. No part of the
    question can act as a search operator. There are no query families for a question without words.
    """
    if not re.search(r"\w", _plain(reading.text[:MOST_CHARACTERS])):
        return ()
    families = _FAMILIES[reading.intent](reading, _plain(reading.entity), today.year)
    seen: set[str] = set()
    kept = []
    for family in families:
        fresh = tuple(query for query in family.queries if query.casefold() not in seen)
        seen.update(query.casefold() for query in fresh)
        if any(re.search(r"\w", query) for query in fresh):
            kept.append(replace(family, queries=fresh))
    return tuple(kept)


def quoted(family: QueryFamily, entity: str) -> QueryFamily:
    """Return the family with the entity in quotation marks once in each query.

    The entity is prepended to queries that do not contain it. Overlong queries are cut at the end.
    If the entity is empty, the family is returned unchanged.
    """
    name = _plain(entity)
    if not name:
        return family
    marked = f'"{_cut(name[: MOST_CHARACTERS - 2])}"'
    queries = []
    for query in family.queries:
        start = query.casefold().find(name.casefold())
        if marked.casefold() in query.casefold():
            queries.append(query)
        elif start < 0:
            queries.append(_cut(f"{marked} {query}"))
        else:
            queries.append(_cut(f"{query[:start]}{marked}{query[start + len(name) :]}"))
    return replace(family, queries=tuple(queries))
