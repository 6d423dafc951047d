"""Which of the results are worth opening."""

from collections.abc import Iterable, Sequence

from desktop_agent.evidence.extraction.domains import registrable_domain
from desktop_agent.evidence.extraction.relevance import relevant
from desktop_agent.evidence.extraction.trust import trust_of
from desktop_agent.evidence.pack import Candidate, Document, Intent, Reading

_RANKS_A_TRUST = 6
"""How many ranks full trust is worth."""


def worth_reading(
    reading: Reading,
    documents: Sequence[Document],
    candidates: Sequence[Candidate],
    count: int,
) -> tuple[Document, ...]:
    """Chooses at most ``count`` pages that were not read: the most trusted and highest of each domain.

    One page that names the leading candidate is always among them, so that it can be quoted; no
    more, because what agrees already is not what could prove it wrong. Pages that do not speak of
    the entity are left out, unless the question is a general one.
    """
    general = reading.intent is Intent.GENERAL
    fit = [each for each in documents if not each.read and (general or relevant(each, reading))]

    def order(document: Document) -> float:
        trust = trust_of(document.url, reading.intent, reading.entity)
        return document.rank - _RANKS_A_TRUST * trust

    ordered = sorted(fit, key=order)
    leading = set(candidates[0].sources) if candidates else set()
    named = [each for each in ordered if each.number in leading][:1]
    return tuple(_of_different_domains([*named, *ordered]))[:count]


def _of_different_domains(documents: Iterable[Document]) -> list[Document]:
    """Puts the first of each domain before all others, each once."""
    first: dict[str, Document] = {}
    rest: dict[int, Document] = {}
    for document in documents:
        kept = first.setdefault(registrable_domain(document.url), document)
        if kept.number != document.number:
            rest.setdefault(document.number, document)
    return [*first.values(), *rest.values()]
