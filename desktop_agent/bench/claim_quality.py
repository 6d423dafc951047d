"""Measure the claim check on labelled claims and their pages, without a model or the network."""

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from desktop_agent.bench.labelled_data import Label, LabelledClaim
from desktop_agent.bench.offline import (
    Figure,
    OfflineReport,
    Share,
    in_processes,
    sentences,
    tokens,
)
from desktop_agent.bench.runner import Progress
from desktop_agent.core.research import Mark
from desktop_agent.evidence.claims.citation_check import check_claims
from desktop_agent.evidence.records import Document
from desktop_agent.evidence.text.fold import function_words, language_of
from desktop_agent.evidence.text.sentences import sentences as statements

_WORST_FIRST: tuple[Mark, ...] = ("contradicted", "unconfirmed", "partly", "supported")
"""A claim with several sentences gets the first of these marks that any sentence has."""
_HIGH_OVERLAP = 0.9
_ENDING = re.compile(r"[.!?\u3002\uff01\uff1f]*[\"'\u201d\u00bb)]*\s*$")


@dataclass(frozen=True, slots=True)
class ClaimOutcome:
    """The result of checking a labelled claim.

    ``overlap`` is the share of the claim's content words found in the most similar sentence on the
    page.
    """

    id: str
    label: Label
    mark: Mark
    reason: str
    overlap: float
    cpu_ms: float

    @property
    def right(self) -> bool:
        """Whether the check agrees with the label on whether the claim is supported."""
        return (self.mark == "supported") == (self.label == "supported")


def check_claim(item: LabelledClaim) -> ClaimOutcome:
    """Check a claim as if each of its sentences cited the page supplied with it."""
    page = item.page
    document = Document(1, page.url or "https://www.site1.example/", page.title, text=page.text)
    text = cited(item.claim)
    began = time.process_time()
    checked = [each for each in check_claims(text, {1: document}) if each.citations]
    cpu_ms = (time.process_time() - began) * 1000
    worst = min(checked, key=lambda each: _WORST_FIRST.index(each.mark), default=None)
    return ClaimOutcome(
        id=item.id,
        label=item.label,
        mark=worst.mark if worst else "unconfirmed",
        reason=worst.reason if worst else "nothing in it to check",
        overlap=word_overlap(item.claim, page.text),
        cpu_ms=cpu_ms,
    )


def cited(claim: str) -> str:
    """Insert ``[1]`` before the final punctuation of each sentence in a claim."""
    ends = [each.end for each in statements(claim)] or [len(claim)]
    for end in reversed(ends):
        head = claim[:end]
        ending = _ENDING.search(head)
        at = ending.start() if ending else end
        claim = f"{claim[:at].rstrip()} [1]{claim[at:]}"
    return claim


def word_overlap(claim: str, text: str) -> float:
    """Return the largest share of the claim's content words found in any one sentence."""
    said = set(tokens(claim))
    content = said - function_words(language_of(claim)) or said
    best = max((len(content & set(tokens(each))) for each in sentences(text)), default=0)
    return best / len(content) if content else 0.0


# --- Report


def _all(_each: ClaimOutcome) -> bool:
    return True


def _is(label: Label) -> Callable[[ClaimOutcome], bool]:
    return lambda each: each.label == label


def _unsupported(each: ClaimOutcome) -> bool:
    return each.label != "supported"


def _marked(mark: Mark) -> Callable[[ClaimOutcome], bool]:
    return lambda each: each.mark == mark


def _similar(each: ClaimOutcome) -> bool:
    return each.overlap >= _HIGH_OVERLAP


_GREEN, _RED, _TRUE = _marked("supported"), _marked("contradicted"), _is("supported")

FIGURES: dict[str, Figure[ClaimOutcome]] = {
    "marked_supported": Figure("marked supported", _all, _GREEN, "supported"),
    "marked_partly": Figure("marked partly", _all, _marked("partly"), "partly"),
    "marked_unconfirmed": Figure("marked unconfirmed", _all, _marked("unconfirmed"), "unconfirmed"),
    "marked_contradicted": Figure("marked contradicted", _all, _RED, "contradicted"),
    "supported_precision": Figure("precision of supported", _GREEN, _TRUE),
    "supported_recall": Figure("recall of supported", _TRUE, _GREEN),
    "contradicted_strict": Figure("contradicted: is contradicted", _RED, _is("contradicted")),
    "contradicted_unsupported": Figure("contradicted: is not supported", _RED, _unsupported),
    "supported_red": Figure("supported ones marked contradicted", _TRUE, _RED),
    "unsupported_green": Figure("not supported ones marked supported", _unsupported, _GREEN),
    "overlap_precision": Figure("word overlap >= 0.9: precision", _similar, _TRUE),
    "overlap_recall": Figure("word overlap >= 0.9: recall", _TRUE, _similar),
}


def most_similar(outcomes: Sequence[ClaimOutcome], number: int) -> Share:
    """Return the share of supported claims among the ``number`` claims with the largest overlap.

    Claims tied for the last places contribute their expected number of supported claims, rounded.
    """
    ordered = sorted((each.overlap for each in outcomes), reverse=True)[:number]
    if not ordered:
        return Share(0, 0)
    above = [each.label == "supported" for each in outcomes if each.overlap > ordered[-1]]
    tied = [each.label == "supported" for each in outcomes if each.overlap == ordered[-1]]
    places = number - len(above)
    return Share(sum(above) + round(places * sum(tied) / len(tied)), number)


async def measure_claims(
    data: str, claims: Sequence[LabelledClaim], told: Callable[[Progress], None]
) -> OfflineReport[ClaimOutcome]:
    """Check all claims in two processes; ``told`` receives progress updates."""
    outcomes = await in_processes(check_claim, claims, told, "claims")
    baseline = most_similar(outcomes, sum(map(_GREEN, outcomes)))
    more = {"word overlap, as many marked: precision": baseline}
    return OfflineReport(data, "claim", outcomes, FIGURES, ("label",), more)
