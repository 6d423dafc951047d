"""The claims of an answer that was written from the evidence alone: each is where it was found.

Such an answer says nothing but what was extracted or quoted, so its claims are not compared in words:
a citation is supported when the very words that the value was taken from stand in the stored page.
"""

import re
from collections.abc import Iterator

from desktop_agent.core.citations import CITATION, MARKS, citation_numbers
from desktop_agent.core.research import CitationCheck, Claim
from desktop_agent.evidence.pack import Document, EvidencePack

_LIST_ITEM = re.compile(r"\s{0,3}- ")
_WORD = re.compile(r"\w+")
_NOT_STORED = "seen in the search result; the page could not be read"


def evidence_claims(text: str, pack: EvidencePack) -> tuple[Claim, ...]:
    """Gives the claims of ``evidence_text(pack)``: its sentence and its quotes, in their order."""
    documents = {document.number: document for document in pack.documents}
    claims = []
    for line in text.splitlines():
        numbers = citation_numbers(line)
        if not numbers or _LIST_ITEM.match(line):
            continue  # lists point to sources, they claim nothing
        said = " ".join(CITATION.sub("", line).lstrip("> ").split())
        quoted = said if line.startswith(">") else ""
        checks = tuple(_check(documents.get(number), number, quoted, pack) for number in numbers)
        best = min(checks, key=lambda check: MARKS.index(check.mark))
        claims.append(
            Claim(said, numbers, best.mark, best.quote, best.start, best.end, best.reason, checks)
        )
    return tuple(claims)


def _check(
    document: Document | None, number: int, quoted: str, pack: EvidencePack
) -> CitationCheck:
    if document is None or not document.read:
        return CitationCheck(number, "unconfirmed", reason=_NOT_STORED)
    spans = list(_spans(document, pack))
    if not spans:
        reason = "the page, as it was read, does not hold the words of the search result"
        return CitationCheck(number, "unconfirmed", snapshot=document.snapshot, reason=reason)
    start, end = max(spans, key=lambda span: _shared(document.text[slice(*span)], quoted))
    quote = document.text[start:end]
    return CitationCheck(number, "supported", quote, start, end, document.snapshot)


def _spans(document: Document, pack: EvidencePack) -> Iterator[tuple[int, int]]:
    """Gives where the stored text holds what the pack took from it, the strongest first."""
    for passage in pack.passages:
        if passage.source == document.number and passage.start >= 0:
            yield passage.start, passage.end
    sightings = pack.best.sightings if pack.best is not None else ()
    for sighting in sorted(sightings, key=lambda each: -each.strength):
        if sighting.source == document.number:
            span = find_words(document.text, sighting.quote)
            if span is not None:
                yield span


def find_words(text: str, quote: str) -> tuple[int, int] | None:
    """Finds the words of a quote in a text whatever stands between them; None where they are not."""
    words = _WORD.findall(quote)
    if not words:
        return None
    spaced = r"\W{1,40}".join(re.escape(word) for word in words[:120])
    found = re.search(rf"(?<!\w){spaced}(?!\w)", text)
    return found.span() if found else None


def _shared(text: str, quoted: str) -> int:
    return len(set(_WORD.findall(text.casefold())) & set(_WORD.findall(quoted.casefold())))
