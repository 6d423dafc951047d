"""How sure a value is, from all that speaks for it and against it.

For each value, over the voices that name it (a voice is one registrable domain, or several that
share one text)::

    weight(voice) = strength of its best sighting * trust in its domain * freshness
    support       = 1 - product over voices of (1 - weight)            (noisy or)
    ceiling       = min(best strength + 0.15, best trust + 0.25, 1), and 0.55 where nothing but
                    pages of more than two years ago tell what may have changed since
    confidence    = min(support, ceiling) * (1 - 0.6 * trust of rival * min(1, rival / support))

``freshness`` is 1 but for questions whose answer changes with time: there a dated source loses with
its age (1 to a year, 0.85 to two, 0.65 to four, then 0.45), and an undated one counts 0.92. A voice
that gives several days for one event speaks for the one that it gives most firmly.

The rival is the best supported other value that was not overtaken. A value is overtaken by another
that is credible (a trust of 0.7, or the support of an extracted value with hardly less trust) and
surely newer: an album that came out later, a higher version, a holder whom sources name that are at
least half a year fresher. What is overtaken keeps three tenths of its confidence and is nobody's
rival. An album whose day is known gains 0.2 of strength where all others that are known are older.

So one untrusted site with a weak pattern stays below `EXTRACTED_AT`; an encyclopaedia with a strong
one reaches it (0.9 * 0.9), two independent unknown sites do too (1 - 0.55 ** 2), and two trusted
ones that flatly disagree do not (0.81 * 0.46). Noisy or: J. Pearl, "Probabilistic Reasoning in
Intelligent Systems", 1988, section 4.3.
"""

from collections.abc import Sequence
from datetime import date

from desktop_agent.evidence.extraction.scales import Scales, Value
from desktop_agent.evidence.pack import EXTRACTED_AT, Candidate, Document, Reading, Sighting


def weigh(
    reading: Reading, sightings: Sequence[Sighting], documents: Sequence[Document], today: date
) -> tuple[Candidate, ...]:
    """Gives the values as candidates, the surest first; the module tells the formula."""
    sources = {each.source for each in sightings}
    seen = [document for document in documents if document.number in sources]
    scales = Scales(reading, seen, today)
    values = scales.values(sightings)
    scales.settle_rivals(values)
    candidates = [
        Candidate(
            value=value.name,
            confidence=round(value.confidence, 3),
            trust=round(value.trust, 3),
            domains=value.domains,
            sources=tuple(sorted({each.source for each in value.sightings})),
            date=value.released or value.seen,
            why=_why(value),
            sightings=tuple(sorted(value.sightings, key=lambda each: -each.strength)),
        )
        for value in values
    ]
    return tuple(sorted(candidates, key=lambda each: (-each.confidence, -each.trust, each.value)))


def _why(value: Value) -> str:
    number = len(value.domains)
    best = max(value.sightings, key=lambda each: each.strength)
    sites = "one site" if number == 1 else f"{number} sites agree"
    said = f"{sites} ({', '.join(value.domains[:3])}); found as “{best.pattern}”"
    if value.overtaken:
        return f"{said}; a newer one is known"
    return f"{said}; others say {value.rival}" if value.rival else said


def settle(reading: Reading, candidates: Sequence[Candidate]) -> tuple[str, float, tuple[str, ...]]:
    """Gives the answer ("" below `EXTRACTED_AT`), its confidence, and what a reader should know."""
    if not candidates:
        return "", 0.0, ()
    best = candidates[0]
    notes = []
    if best.confidence < EXTRACTED_AT:
        seen = ", ".join(f"{each.value} ({each.confidence:.2f})" for each in candidates[:3])
        notes.append(f"Not sure enough of any answer; seen: {seen}.")
    others = [
        each for each in candidates[1:] if each.confidence >= 0.25 and "newer one" not in each.why
    ]
    if others:
        sites = ", ".join(others[0].domains[:3])
        notes.append(f"Sources disagree on {reading.entity}: {sites} say {others[0].value}.")
    answer = best.value if best.confidence >= EXTRACTED_AT else ""
    return answer, best.confidence, tuple(notes)
