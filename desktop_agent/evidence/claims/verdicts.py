"""Merge the verdicts of an outside judge, such as a language model, into checked claims.

`cited_evidence` pairs each cited statement in an answer with the passages from its sources that a
judge should read. `with_verdicts` merges the judge's verdicts, and `keep_verdicts` carries them
over to unchanged statements in a later version of the answer. A verdict counts only if its quote is
in the passage that it names and no rule forbids it, so a judge can never turn a contradicted
statement into a supported one, or vice versa.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, zip_longest
from typing import Any, Literal

from desktop_agent.core.markdown import plain
from desktop_agent.core.research import Claim, Passage
from desktop_agent.evidence.claims.citation_check import best_units, claim_words
from desktop_agent.evidence.claims.matching import ClaimWords, index_of, starts_with_pronoun
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
class CitedEvidence:
    """A cited statement, with the passages from its sources by which to judge it, best first.

    ``number`` is the claim's 1-based position among the checked claims.
    """

    number: int
    claim: Claim
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class OutsideVerdict:
    """A judge's verdict on a claim.

    ``quote`` is copied from one of the passages. If the outcome is "not stated", no quote is
    needed.
    """

    evidence: CitedEvidence
    outcome: Outcome
    quote: str = ""


def cited_evidence(
    claims: Sequence[Claim], sources: Mapping[int, Document], question: str = "", most: int = 3
) -> tuple[CitedEvidence, ...]:
    """Pair each cited claim with up to ``most`` passages from the pages that it cites.

    Struck claims and claims without a readable source are left out. The sources take turns, and
    the best passage of each source comes first.
    """
    asked = claim_words(question) if question.strip() else None
    found = []
    for number, claim in enumerate(claims, 1):
        cited = [sources[each] for each in dict.fromkeys(claim.citations) if each in sources]
        read = [page for page in cited if page.read and not claim.struck]
        words = claim_words(claim.text, None, asked) if read else None
        ranked = [_passages(words, page) for page in read] if words is not None else []
        in_turn = (passage for turn in zip_longest(*ranked) for passage in turn if passage)
        if passages := tuple(islice(in_turn, most)):
            found.append(CitedEvidence(number, claim, passages))
    return tuple(found)


def _passages(words: ClaimWords, page: Document) -> list[Passage]:
    """Return the passages with the best sentences, then those that open the page."""
    index = index_of(page.title, page.text)
    passages = [passage for passage, _ in passages_of(page.text, page.number)]
    best = (index.units[unit].start for unit in best_units(words, index))
    told = (passages[bisect_right(passages, at, key=lambda each: each.start) - 1] for at in best)
    return list(dict.fromkeys((*told, *passages[:_OPENING])))


# --- Merging


def with_verdicts(claims: Sequence[Claim], verdicts: Iterable[OutsideVerdict]) -> tuple[Claim, ...]:
    """Merge a judge's verdicts into the claims.

    A verdict counts if its quote is in one of the passages (folded, with ellipses allowed) and no
    rule forbids it. A claim cannot become supported if it is contradicted, or if one of its values
    is in none of its passages from the same source. It cannot become contradicted if it is
    supported, or if the passage contains its exact words. "not stated" never changes a claim. If
    there are several verdicts on a claim, the first that counts is used.
    """
    merged = list(claims)
    for verdict in verdicts:
        at = verdict.evidence.number - 1
        if merged[at] == verdict.evidence.claim:
            merged[at] = _judged(verdict)
    return tuple(merged)


def keep_verdicts(
    claims: Sequence[Claim], earlier: Sequence[Claim], judged: Sequence[Claim]
) -> tuple[Claim, ...]:
    """Return the claims in a later version of an answer, keeping the verdicts on earlier claims.

    ``earlier`` contains the claims in the earlier version as marked by the rules, and ``judged``
    the same claims after judging. Both are empty if nothing was judged. A claim that begins with a
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


def _judged(verdict: OutsideVerdict) -> Claim:
    """Return the claim with the mark and quote of a verdict, or unchanged if it does not count."""
    claim, passages, mark = verdict.evidence.claim, verdict.evidence.passages, verdict.outcome
    spans = ((each, quoted_span(each.text, verdict.quote)) for each in passages)
    passage, span = next((pair for pair in spans if pair[1]), (None, None))
    if mark in ("not stated", claim.mark) or passage is None or span is None:
        return claim
    near = "\n".join(each.text for each in passages if each.source == passage.source)
    if _forbidden(claim, mark, passage.text, near):
        return claim
    found: dict[str, Any] = {
        "mark": mark,
        "quote": passage.text[slice(*span)],
        "start": passage.start + span[0],
        "end": passage.start + span[1],
        "reason": _REASONS[mark],
    }
    checks = tuple(
        replace(check, **found) if check.source == passage.source else check
        for check in claim.checks
    )
    return replace(claim, **found, checks=checks)


def _forbidden(claim: Claim, outcome: Outcome, passage: str, near: str) -> bool:
    """Return whether a rule forbids an outcome.

    ``near`` is the text of all passages from the same source.
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
    """Return the start and end of a quote in the text, or None if it is absent or too short.

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
    """Return the text's folded letters and digits, and the offset of each."""
    found: list[str] = []
    places: list[int] = []
    for offset, character in enumerate(text):
        if character.isalnum():
            for letter in "".join(folded_words(character)) or character.casefold():
                found.append(letter)
                places.append(offset)
    return "".join(found), places
