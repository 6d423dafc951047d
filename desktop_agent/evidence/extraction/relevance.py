"""Decide which documents are about the subject of a question, and which pages to open."""

import re
from collections import Counter
from collections.abc import Sequence

from desktop_agent.evidence.extraction.offices import office_of, speaks_of
from desktop_agent.evidence.records import Candidate, Document, Intent, Reading
from desktop_agent.evidence.text.fold import ARTICLES, flat, folded_words, name_words
from desktop_agent.evidence.text.names import spans, without_site
from desktop_agent.evidence.text.wordings import Patterns, Words, keys_by_word
from desktop_agent.evidence.trust import registrable_domain, trust_of

_FILE = "extraction/relevance"
_WORDS = Words(_FILE)
_PATTERNS = Patterns(_FILE)

_LOOKED_AT = 30_000
"""Number of characters within which a page must first name its subject."""


def mentions(text: str, entity: str) -> bool:
    """Return whether the text contains the entity's name.

    Case, accents, punctuation, articles, possessives and middle names are ignored. A name that is
    also a common word must be capitalised, and must not be part of a longer name.
    """
    return bool(spans(flat(text), entity, middle=True))


def about_a_name(document: Document) -> bool:
    """Return whether a page is about a name itself: a dictionary entry or list of namesakes."""
    opening = flat(f"{document.snippet[:300]} {document.text[:600]}")
    return bool(
        registrable_domain(document.url) in _WORDS.name_sites
        or _PATTERNS.of_a_name.search(flat(document.title))
        or _PATTERNS.defines_a_name.search(opening)
    )


def relevant(document: Document, reading: Reading) -> bool:
    """Return whether a document names the question's entity and is not only about that name.

    For an office, it is enough if the document names the organisation, since it may use another
    word for the office. For a general question, every document may be relevant.
    """
    if reading.intent is Intent.GENERAL:
        return True
    if about_a_name(document):
        return False
    facts = (f"{fact.subject} {fact.value}" for fact in document.facts[:200])
    told = (document.title, document.snippet, document.text[:_LOOKED_AT], *facts)
    text = " \n".join(told)
    if reading.intent is Intent.TITLE_HOLDER:
        return speaks_of(text, office_of(reading))
    return mentions(text, reading.entity)


def about(document: Document, entity: str) -> bool:
    """Return whether the document as a whole is about the entity.

    Its title must name nothing but the entity. Generic words around the name (``Download``,
    ``Discography``) are ignored, but a longer name or a subtitle indicates a different subject.
    """
    words = _words(entity)
    wanted = Counter([word for word in words if word not in ARTICLES] or words)
    parts = [part for part in _SEPARATOR.split(document.title) if part]
    for head in (" ".join(parts[:1]), " ".join(parts[:2])):
        found = Counter(_words(head))
        if wanted and wanted <= found:
            rest = found - wanted
            if all(word in _WORDS.around or word[0].isdigit() for word in rest):
                return True
    return False


_ORDINALS = {"1st": "first", "2nd": "second", "3rd": "third"}
_SEPARATOR = re.compile(r"\s+[-|\u2013\u2014\u00b7:]\s+|\s*[|\u00b7\u2022(),]\s*|\s*\u2014\s*")


def _words(name: str) -> list[str]:
    return [_ORDINALS.get(word, word) for word in name_words(name)]


def has_shared_name(document: Document, question: str) -> bool:
    """Return whether the page's title has a qualifier that is not in the question.

    Such a qualifier, as in ``John Field (footballer)`` or ``Cambridge, Maine``, shows that the name
    is shared.
    """
    note = re.search(r" \(([^()]+)\)|, ([A-Z][\w .]+)\Z", without_site(document.title))
    return note is not None and (note[1] or note[2]).casefold() not in question.casefold()


def another_kind(document: Document, reading: Reading) -> bool:
    """Return whether a page is about a different kind of work (the book, not the film).

    This is judged by the qualifier in the page's title, and only if the question states a kind.
    """
    kinds = keys_by_word(_FILE, "kinds")
    around = reading.text.casefold().replace(reading.entity.casefold(), " ")
    asked = {kinds[word] for word in folded_words(around) if word in kinds}
    note = re.search(r"([a-z]+)(?: series| soundtrack)?\)", document.title.casefold())
    own = kinds.get(note[1]) if note else None
    return bool(asked) and own is not None and own not in asked


# --- Results worth opening

_RANKS_A_TRUST = 6
"""Number of search ranks by which full trust advances a page."""


def worth_opening(
    reading: Reading,
    documents: Sequence[Document],
    candidates: Sequence[Candidate],
    count: int,
) -> tuple[Document, ...]:
    """Choose up to ``count`` unread pages to open among relevant ``documents``.

    The first page is one that gives the leading candidate, so that it can be quoted. More such
    pages would not help, since pages that already agree cannot refute the candidate. Next come the
    best page of each domain, by trust and search rank, and then the remaining pages.
    """
    leading = candidates[0].sources if candidates else ()

    def order(document: Document) -> float:
        trust = trust_of(document.url, reading.intent, reading.entity)
        return document.rank - _RANKS_A_TRUST * trust

    ranked = sorted((each for each in documents if not each.read), key=order)
    named = [each for each in ranked if each.number in leading][:1]
    best: dict[str, Document] = {}
    for each in (*named, *ranked):
        best.setdefault(registrable_domain(each.url), each)
    return tuple(dict.fromkeys((*best.values(), *ranked)))[:count]
