"""What a question is about, as sources name it: the entity without the words that only tell its kind."""

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from desktop_agent.evidence.pack import Intent, Reading
from desktop_agent.evidence.question.narrowing import without_aside, without_place

_KINDS = {
    "film": "film movie",
    "book": "book novel novella play memoir",
    "album": "album record lp",
    "song": "song single track hit tune ballad",
    "game": "game videogame",
    "series": "series show sitcom",
    "person": """singer rapper musician artist band group duo songwriter composer dj producer actor actress
        director writer author poet painter physicist scientist politician player athlete""",
    "software": """software app application program browser engine editor framework library package language
        database player tool""",
}
_KIND_OF = {word: kind for kind, words in _KINDS.items() for word in words.split()}
_LEADING = re.compile(
    r"^(?:the )?(?:(?:original|first ever|famous|british|american|english|canadian|rock|pop|k-pop|hip-hop|folk|metal|indie|"
    r"video|tv|television|science fiction|musical|hit)[ ])*(?P<kind>[a-z]+)s? (?:(?:called|named|titled) )?(?=[\"'\u201c]?[^\Wa-z_])"
)
_ORIGINAL = re.compile(r"^(?:the )?(?:original|first) (?:version of )?(?=[\"'\u201c]?[A-Z])")
_TRAILING = re.compile(
    r"(?:,? (?:the|a|an) [a-z][\w -]{2,60}|,? (?:(?:web |internet |media |video |code |text |game |search )?(?:browser|engine|player|editor|app|application|software|"
    r"framework|library|package|database|tool|client|server)|(?:programming )?language|operating system|desktop app|npm package|python package))$"
)
_APPOSITION = re.compile(r",\s+(?:the|a|an|which|who|that)\b.*$")


@dataclass(frozen=True, slots=True)
class Subject:
    """A name, and the kind of thing where the question tells it (``film``, ``book`` …) or ""."""

    name: str
    kind: str = ""


@lru_cache(maxsize=64)
def subject_of(reading: Reading) -> Subject:
    """Gives what the question is about; an office keeps its whole name."""
    name = " ".join(reading.entity.split())
    if reading.intent in (Intent.TITLE_HOLDER, Intent.GENERAL):
        return Subject(name)
    if reading.intent is Intent.EVENT_DATE:
        name = _APPOSITION.sub("", name)
    name = without_aside(name, reading.intent)
    kind = _kind_asked(reading.text, name)
    match = _LEADING.match(name)
    if match is not None and match["kind"] in _KIND_OF:
        kind = kind or _KIND_OF[match["kind"]]
        name = name[match.end() :]
    if reading.intent is Intent.PERFORMER:
        name = _ORIGINAL.sub("", name)
    if reading.intent is Intent.LATEST_VERSION:
        name = _TRAILING.sub("", name) or name
    if reading.intent is Intent.EVENT_DATE:
        name = without_place(name, reading.detail)
    return Subject(name.strip(" \"'\u201c\u201d"), kind)


def _kind_asked(question: str, name: str) -> str:
    """Gives the kind that the question puts before or behind the name, or ""."""
    at = question.casefold().find(name.casefold())
    if at < 0:
        return ""
    before = re.search(r"([a-z]+)[ \"'\u201c]*$", question[:at].casefold())
    after = re.match(r"[\"'\u201d]*,? (?:the |\()?([a-z]+)", question[at + len(name) :].casefold())
    for found in (before, after):
        if found and found.group(1) in _KIND_OF:
            return _KIND_OF[found.group(1)]
    return ""


_WORKS = frozenset(("film", "book", "album", "song", "game", "series"))
_KIND_SITES = {
    "film": "imdb.com boxofficemojo.com rottentomatoes.com letterboxd.com themoviedb.org",
    "book": "goodreads.com waterstones.com gutenberg.org barnesandnoble.com thriftbooks.com",
    "game": "mobygames.com steampowered.com ign.com",
    "song": "genius.com songfacts.com azlyrics.com secondhandsongs.com",
}
_SITE_KIND = {site: kind for kind, sites in _KIND_SITES.items() for site in sites.split()}
_SAID = re.compile(
    r"\b(?:is|was) (?:an?|the) (?:[\w'-]{1,20} ){0,7}?(?P<kind>film|movie|novel|novella|book|play|album|song|single|game|series|sitcom|show)\b"
)


def another_kind(kind: str, domain: str, title: str, opening: str) -> bool:
    """True where a page is on a work of another kind than was asked for (the book, not the film)."""
    if kind not in _WORKS:
        return False
    told = re.search(r"\((?:[^()]{0,40} )?([a-z]+)(?: series| soundtrack)?\)", title.casefold())
    words = [told.group(1)] if told else []
    said = _SAID.search(opening)
    words += [said["kind"]] if said else []
    kinds = [_KIND_OF[word] for word in words if word in _KIND_OF] or [_SITE_KIND.get(domain, "")]
    return bool(kinds[0]) and kinds[0] != kind


def named(reading: Reading) -> Reading:
    """Gives the reading with the entity as sources name it."""
    name = subject_of(reading).name
    return reading if name == reading.entity else replace(reading, entity=name)
