"""Find the subject of a question and documents about it, and choose the pages to open."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from desktop_agent.evidence.extraction.offices import office_of, speaks_of
from desktop_agent.evidence.question.entity import without_place
from desktop_agent.evidence.records import Candidate, Document, Intent, Reading
from desktop_agent.evidence.text.fold import ARTICLES, flat, name_words
from desktop_agent.evidence.text.names import content_words, spans, without_site
from desktop_agent.evidence.text.wordings import Patterns, Words, keys_by_word
from desktop_agent.evidence.trust import registrable_domain, trust_of

_FILE = "extraction/relevance"
_WORDS = Words(_FILE)
_PATTERNS = Patterns(_FILE)

# --- The subject of a question as named in sources, without words for its kind


class Subject(NamedTuple):
    """A name and its kind (``film``, ``book``). The kind is "" unless the question states it."""

    name: str
    kind: str = ""


@lru_cache(maxsize=64)
def subject_of(reading: Reading) -> Subject:
    """Return the subject of a question. For an office holder, it is the full name of the office."""
    name = " ".join(reading.entity.split())
    if reading.intent in (Intent.TITLE_HOLDER, Intent.GENERAL):
        return Subject(name)
    kind = _kind_asked(reading.text, name)
    match, kinds = _PATTERNS.leading.match(name), keys_by_word(_FILE, "kinds")
    if match is not None and match["kind"] in kinds:
        kind = kind or kinds[match["kind"]]
        name = name[match.end() :]
    if reading.intent is Intent.LATEST_VERSION:
        name = _PATTERNS.trailing.sub("", name) or name
    if reading.intent is Intent.EVENT_DATE:
        name = without_place(name, reading.detail)
    return Subject(name.strip(" \"'\u201c\u201d"), kind)


def _kind_asked(question: str, name: str) -> str:
    """Return the kind of thing stated next to the name in the question, or "" if there is none."""
    at = question.casefold().find(name.casefold())
    if at < 0:
        return ""
    before = re.search(r"([a-z]+)[ \"'\u201c]*$", question[:at].casefold())
    after = re.match(r"[\"'\u201d]*,? (?:the |\()?([a-z]+)", question[at + len(name) :].casefold())
    kinds = keys_by_word(_FILE, "kinds")
    return next((kinds[found[1]] for found in (before, after) if found and found[1] in kinds), "")


def another_kind(kind: str, document: Document) -> bool:
    """Return whether a page is about a different kind of work (the book, not the film).

    The note in its title tells, or its site if all its pages are about one kind.
    """
    told = re.search(
        r"\((?:[^()]{0,40} )?([a-z]+)(?: series| soundtrack)?\)", document.title.casefold()
    )
    kinds, sites = keys_by_word(_FILE, "kinds"), keys_by_word(_FILE, "kind_sites")
    own = kinds.get(told[1], "") if told else ""
    own = own or sites.get(registrable_domain(document.url), "")
    return kind in _WORDS.works and bool(own) and own != kind


def named(reading: Reading) -> Reading:
    """Return the reading with the name that sources use as its entity (see `subject_of`)."""
    name = subject_of(reading).name
    return reading if name == reading.entity else replace(reading, entity=name)


_LOOKED_AT = 30_000
"""Number of characters within which a page must first name its subject."""


def mentions(text: str, entity: str) -> bool:
    """Return whether a text contains the entity's name, or all its content words close together.

    Case, accents, punctuation, articles and possessives are ignored. A name that is also a common
    word must be capitalised, and it must not be part of a longer name.
    """
    if not entity.strip():
        return False
    if spans(flat(text), entity):
        return True
    words, wanted = name_words(text), set(content_words(entity))
    within = len(wanted) + (7 if len(entity.split()) > 2 else 2)  # for a middle name
    starts = (at for at, word in enumerate(words) if word in wanted)
    return len(wanted) > 1 and any(wanted <= {*words[at : at + within]} for at in starts)


def about_a_name(document: Document) -> bool:
    """Return whether a page is about a name itself: a dictionary entry or list of namesakes."""
    if registrable_domain(document.url) in _WORDS.name_sites:
        return True
    if _PATTERNS.of_a_name.search(flat(document.title)):
        return True
    opening = flat(f"{document.snippet[:300]} {document.text[:600]}")
    return _PATTERNS.defines_a_name.search(opening) is not None


def relevant(document: Document, reading: Reading) -> bool:
    """Return whether a document names the question's entity and is not only about that name.

    For an office, it is enough if the document names the organisation, since it may use another
    word for the office.
    """
    if reading.intent is not Intent.GENERAL and about_a_name(document):
        return False
    entity = subject_of(reading).name
    if not entity.strip():
        return False
    facts = " \n".join(f"{fact.subject} {fact.value}" for fact in document.facts[:200])
    seen = (document.title, document.snippet, document.text[:_LOOKED_AT], facts)
    if reading.intent is Intent.TITLE_HOLDER:
        office = office_of(reading)
        return any(speaks_of(text, office) for text in seen if text)
    return any(mentions(text, entity) for text in seen if text)


def about(document: Document, entity: str) -> bool:
    """Return whether the document as a whole is about the entity.

    Its title or first heading must name the entity alone. Generic words around the name
    (``Download``, ``Discography``) are ignored, but a longer name or a subtitle indicates a
    different subject.
    """
    qualifier = re.search(r" \(([^()]+)\)", document.title)
    if qualifier and re.search(r"\d{4}", qualifier[1]) and qualifier[1] not in entity:
        return False  # one of several things with this name
    heads = [document.title]
    if document.text.startswith("#"):
        heads.append(document.text[:200].partition("\n")[0].lstrip("# "))
    wanted = [_ORDINALS.get(word, word) for word in name_words(entity)]
    if wanted and wanted[0] in ARTICLES and len(wanted) > 1:
        wanted = wanted[1:]
    return any(_names_alone(part, wanted) for head in heads if wanted for part in _parts(head))


def has_shared_name(document: Document, question: str) -> bool:
    """Return whether the page's title has a note that the question does not contain.

    Such a note, as in ``John Field (footballer)`` or ``Cambridge, Maine``, shows that others have
    the same name.
    """
    note = re.search(r" \(([^()]+)\)|, ([A-Z][\w .]+)\Z", without_site(document.title))
    return note is not None and (note[1] or note[2]).casefold() not in question.casefold()


_ORDINALS = {"1st": "first", "2nd": "second", "3rd": "third"}
_SEPARATOR = re.compile(r"\s+[-|\u2013\u2014\u00b7:]\s+|\s*[|\u00b7\u2022(),]\s*|\s*\u2014\s*")


def _parts(head: str) -> list[str]:
    """Return the first part of a title, and its first two parts joined."""
    parts = [part for part in _SEPARATOR.split(head) if part]
    return [*parts[:1], " ".join(parts[:2])]


def _names_alone(part: str, wanted: list[str]) -> bool:
    words = [_ORDINALS.get(word, word) for word in name_words(part)]
    if Counter(wanted) - Counter(words):
        return False
    rest = (Counter(words) - Counter(wanted)).elements()
    return all(word in _WORDS.around or word[0].isdigit() for word in rest)


# --- Results worth opening

_RANKS_A_TRUST = 6
"""Number of search ranks by which full trust advances a page."""


def worth_opening(
    reading: Reading,
    documents: Sequence[Document],
    candidates: Sequence[Candidate],
    count: int,
) -> tuple[Document, ...]:
    """Choose up to ``count`` unread pages to open.

    The first page is one that gives the leading candidate, so that it can be quoted. More such
    pages would not help, since pages that already agree cannot refute the candidate. Then follow
    the best page of each domain, by trust and search rank, and the remaining pages. Pages that do
    not mention the entity are left out unless the question is general.
    """
    general = reading.intent is Intent.GENERAL
    fit = [each for each in documents if not each.read and (general or relevant(each, reading))]

    def order(document: Document) -> float:
        trust = trust_of(document.url, reading.intent, reading.entity)
        return document.rank - _RANKS_A_TRUST * trust

    ordered = sorted(fit, key=order)
    leading = set(candidates[0].sources) if candidates else set()
    named = [each for each in ordered if each.number in leading][:1]
    ordered = [*named, *(each for each in ordered if each not in named)]
    # the first page of each domain precedes all others
    domains = [registrable_domain(each.url) for each in ordered]
    first = [domains.index(domain) == at for at, domain in enumerate(domains)]
    rest = sorted(range(len(ordered)), key=lambda at: not first[at])
    return tuple(ordered[at] for at in rest[:count])
