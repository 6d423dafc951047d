"""Merge the verdicts of an outside judge, such as a language model, into checked claims.

`cited_evidence` pairs each cited statement in an answer with the passages from its sources that a
judge should read. `with_verdicts` merges the verdicts of the judge, and `keep_verdicts` carries
them over to unchanged statements in a later text. A verdict counts only if its quote is in the
passage that it names and no rule forbids it, so a judge can never turn a contradicted statement
into a supported one, or the reverse.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from desktop_agent.core.markdown import plain
from desktop_agent.core.research import CitationCheck, Claim
from desktop_agent.evidence.claims.citation_check import best_units, claim_words
from desktop_agent.evidence.claims.matching import (
    ClaimWords,
    index_of,
    starts_with_pronoun,
)
from desktop_agent.evidence.claims.statement import agreement, values
from desktop_agent.evidence.passages import passages_of
from desktop_agent.evidence.records import Document
from desktop_agent.evidence.text.fold import folded_words

Outcome = Literal["supported", "contradicted", "not stated"]

_OPENING = 3
"""Number of passages at the start of a page that are shown if no others share words with a claim."""

_SHORTEST_QUOTE = 12
"""Minimum length of a quote in UTF-8 bytes of letters and digits (4 Chinese characters)."""

_ELLIPSES = ("[…]", "[...]", "…", "...")

_REASONS: Mapping[Outcome, str] = {
    "supported": "Reviewer: the passage says this",
    "contradicted": "Reviewer: the passage says otherwise",
}


@dataclass(frozen=True, slots=True)
class EvidencePassage:
    """A passage from a source: the stored page's text from ``start`` to ``end``.

    ``number`` identifies the passage among all passages for an answer, counted from 1. ``source``
    is the citation number of its page.
    """

    number: int
    source: int
    text: str
    start: int
    end: int
    snapshot: str = ""


@dataclass(frozen=True, slots=True)
class CitedEvidence:
    """A cited statement, with the passages from its sources by which to judge it, best first.

    ``number`` is the position of the claim in the checked claims, counted from 1.
    """

    number: int
    claim: Claim
    passages: tuple[EvidencePassage, ...]


@dataclass(frozen=True, slots=True)
class OutsideVerdict:
    """A judge's verdict on a claim.

    ``claim`` is the number of the `CitedEvidence`. ``quote`` is copied from the passage with the
    number ``passage``. If the outcome is "not stated", neither a passage nor a quote is needed.
    """

    claim: int
    outcome: Outcome
    passage: int = 0
    quote: str = ""


def cited_evidence(
    claims: Sequence[Claim], sources: Mapping[int, Document], question: str = "", most: int = 3
) -> tuple[CitedEvidence, ...]:
    """Pair each cited claim with up to ``most`` passages from the pages that it cites.

    Struck claims and claims without a readable source are left out. A passage has the same number
    in all claims that need it.
    """
    asked = claim_words(question) if question.strip() else None
    numbers: dict[tuple[int, int, int], int] = {}
    found = []
    for number, claim in enumerate(claims, 1):
        if claim.struck or not claim.citations:
            continue
        words = claim_words(claim.text, None, asked)
        passages = []
        for source, start, end in _spans(words, claim, sources, most):
            key = (source, start, end)
            page = sources[source]
            known = numbers.setdefault(key, len(numbers) + 1)
            text = page.text[start:end]
            passages.append(EvidencePassage(known, source, text, start, end, page.snapshot))
        if passages:
            found.append(CitedEvidence(number, claim, tuple(passages)))
    return tuple(found)


def _spans(
    words: ClaimWords, claim: Claim, sources: Mapping[int, Document], most: int
) -> Iterator[tuple[int, int, int]]:
    """Yield the source number and offsets of each passage, taking the sources in turn.

    The best passage of each source comes first.
    """
    cited = [source for number in dict.fromkeys(claim.citations) if (source := sources.get(number))]
    ranked = [(page.number, _passages(words, page)) for page in cited if page.read]
    rounds = range(max((len(spans) for _, spans in ranked), default=0))
    in_turn = ((n, spans[at]) for at in rounds for n, spans in ranked if at < len(spans))
    for _, (number, (start, end)) in zip(range(most), in_turn, strict=False):
        yield number, start, end


def _passages(words: ClaimWords, page: Document) -> list[tuple[int, int]]:
    """Return the spans of the passages with the best sentences, then those that open the page."""
    index = index_of(page.title, page.text)
    spans = [(each.start, each.end) for each, _ in passages_of(page.text, page.number)]
    best = (index.units[unit].start for unit in best_units(words, index))
    told = (spans[bisect_right(spans, (start, len(page.text))) - 1] for start in best)
    return list(dict.fromkeys((*told, *spans[:_OPENING])))


# --- Merging


def with_verdicts(
    claims: Sequence[Claim],
    evidence: Iterable[CitedEvidence],
    verdicts: Iterable[OutsideVerdict],
) -> tuple[Claim, ...]:
    """Merge a judge's verdicts into the claims by the rules of `with_verdict`.

    If there are several verdicts on a claim, the first that counts is used.
    """
    merged = list(claims)
    by_number = {each.number: each for each in evidence}
    for verdict in verdicts:
        each = by_number.get(verdict.claim)
        if each is not None and merged[each.number - 1] == each.claim:
            merged[each.number - 1] = with_verdict(each, verdict)
    return tuple(merged)


def keep_verdicts(
    claims: Sequence[Claim], earlier: Sequence[Claim], judged: Sequence[Claim]
) -> tuple[Claim, ...]:
    """Return the claims in a later text, keeping the verdicts on claims from an earlier text.

    ``earlier`` are the claims in the earlier text as marked by the rules, and ``judged`` are the
    same claims after judging. Both are empty if nothing was judged. A claim that begins with a
    pronoun counts as the same only if the preceding claim has the same text.
    """
    known = dict(zip(_in_context(earlier), judged, strict=False))
    return tuple(
        known.get(key, claim) for key, claim in zip(_in_context(claims), claims, strict=True)
    )


def _in_context(claims: Sequence[Claim]) -> Iterator[tuple[Claim, str]]:
    before = ""
    for claim in claims:
        yield claim, before if starts_with_pronoun(claim_words(claim.text).said) else ""
        before = claim.text


def with_verdict(evidence: CitedEvidence, verdict: OutsideVerdict) -> Claim:
    """Return the claim with the mark and quote of a verdict, or unchanged if it does not count.

    A verdict counts if its quote is in the named passage (folded, with ellipses allowed) and no
    rule forbids it. A claim cannot become supported if it is contradicted, or if one of its values
    is in none of its passages from the same source. It cannot become contradicted if it is
    supported, or if the passage contains its exact words. "not stated" never changes a claim.
    """
    claim = evidence.claim
    passage = next((each for each in evidence.passages if each.number == verdict.passage), None)
    if verdict.outcome == "not stated":
        return claim
    if passage is None or verdict.outcome == claim.mark:
        return claim
    span = quoted_span(passage.text, verdict.quote)
    near = "\n".join(each.text for each in evidence.passages if each.source == passage.source)
    if span is None or _forbidden(claim, verdict.outcome, passage.text, near):
        return claim
    start, end = passage.start + span[0], passage.start + span[1]
    quote = passage.text[span[0] : span[1]]
    reason = _REASONS[verdict.outcome]
    check = CitationCheck(
        passage.source, verdict.outcome, quote, start, end, passage.snapshot, reason
    )
    checks = tuple(check if each.source == passage.source else each for each in claim.checks)
    return replace(
        claim, mark=check.mark, quote=quote, start=start, end=end, reason=reason, checks=checks
    )


def _forbidden(claim: Claim, outcome: Outcome, passage: str, near: str) -> bool:
    """Return whether a rule forbids an outcome.

    ``near`` is the text of all passages shown from the same source.
    """
    if outcome == "contradicted":
        return claim.mark == "supported" or _letters(claim.text)[0] in _letters(passage)[0]
    words = claim_words(claim.text)
    given = values(plain(near))
    unmet = [
        value
        for value in words.free_values
        if value.kind not in ("ordinal", "fraction")
        and not any(agreement(value, other, bare=True) in ("agrees", "looser") for other in given)
        and not (value.plain is not None and value.plain <= _SMALL)
    ]
    return claim.mark == "contradicted" or bool(unmet)


_SMALL = 3
"""Counts up to this one are often expressed without a number ("both", "a pair")."""


def quoted_span(text: str, quote: str) -> tuple[int, int] | None:
    """Return the start and end of a quote in a text, or None if it is absent or too short.

    Only letters and digits are compared, ignoring case and accents. If the quote has ellipses, its
    parts must occur in order.
    """
    for ellipsis in _ELLIPSES[:-1]:
        quote = quote.replace(ellipsis, _ELLIPSES[-1])
    parts = [part for part in (_letters(p)[0] for p in quote.split(_ELLIPSES[-1])) if part]
    if sum(len(part.encode()) for part in parts) < _SHORTEST_QUOTE:
        return None
    letters, places = _letters(text)
    begin = after = -1
    for part in parts:
        at = letters.find(part, max(after, 0))
        if at < 0:
            return None
        begin = at if begin < 0 else begin
        after = at + len(part)
    return places[begin], places[after - 1] + 1


def _letters(text: str) -> tuple[str, list[int]]:
    """Return the folded letters and digits in a text, and the offset of each."""
    found: list[str] = []
    places: list[int] = []
    for offset, character in enumerate(text):
        if character.isalnum():
            for letter in "".join(folded_words(character)) or character.casefold():
                found.append(letter)
                places.append(offset)
    return "".join(found), places
